/**
 * The type of a plain scalar as kubectl and Helm read it: sigs.k8s.io/yaml, a fork of go-yaml v2
 * (goyaml.v2/resolve.go). Neither YAML 1.1 nor 1.2: `yes` is a boolean, `0o644` and `0644` are 420,
 * `12:30`, dates and `1e400` are strings.
 */
import type { ScalarValue } from './tree.ts';

const WORDS: ReadonlyMap<string, ScalarValue> = new Map<string, ScalarValue>([
  ...['y', 'Y', 'yes', 'Yes', 'YES', 'true', 'True', 'TRUE', 'on', 'On', 'ON'].map(
    (word) => [word, true] as const,
  ),
  ...['n', 'N', 'no', 'No', 'NO', 'false', 'False', 'FALSE', 'off', 'Off', 'OFF'].map(
    (word) => [word, false] as const,
  ),
  ...['', '~', 'null', 'Null', 'NULL'].map((word) => [word, null] as const),
  ...['.nan', '.NaN', '.NAN'].map((word) => [word, Number.NaN] as const),
  ...['.inf', '.Inf', '.INF', '+.inf', '+.Inf', '+.INF'].map(
    (word) => [word, Number.POSITIVE_INFINITY] as const,
  ),
  ...['-.inf', '-.Inf', '-.INF'].map((word) => [word, Number.NEGATIVE_INFINITY] as const),
]);

const LONGEST_WORD = 5;
const FLOAT = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/;
const INTEGER = /^([-+]?)(?:0[xX]([0-9a-fA-F]+)|0[bB]([01]+)|0[oO]?([0-7]+)|([1-9][0-9]*|0))$/;
const MAX_UNSIGNED = 2n ** 64n - 1n;
const MIN_SIGNED = -(2n ** 63n);

/** Resolves the text of a plain scalar; `.inf` and `.nan` give numbers that JSON can't hold. */
export function resolvePlain(text: string): ScalarValue {
  if (text.length <= LONGEST_WORD) {
    const word = WORDS.get(text);
    if (word !== undefined) return word;
  }
  const first = text.charCodeAt(0);
  const digit = first >= 48 && first <= 57;
  const sign = first === 43 || first === 45;
  if (!digit && !sign && first !== 46) return text;
  return resolveNumber(first === 46 ? text.replace(/(?<=\d)_(?=\d)/g, '') : text.replaceAll('_', '')) ?? text;
}

function resolveNumber(text: string): number | bigint | undefined {
  const integer = INTEGER.exec(text);
  if (integer) {
    const exact = readInteger(integer);
    if (exact !== undefined) return exact;
  }
  if (!FLOAT.test(text)) return undefined;
  const float = Number(text);
  return Number.isFinite(float) ? float : undefined;
}

function readInteger([, sign, hex, binary, octal, decimal]: RegExpExecArray): number | bigint | undefined {
  const magnitude =
    hex !== undefined
      ? BigInt(`0x${hex}`)
      : binary !== undefined
        ? BigInt(`0b${binary}`)
        : octal !== undefined
          ? BigInt(`0o${octal}`)
          : BigInt(decimal ?? '0');
  const value = sign === '-' ? -magnitude : magnitude;
  if (value > MAX_UNSIGNED || value < MIN_SIGNED) return undefined;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

const CORE_TAG = 'tag:yaml.org,2002:';

const TAG_TYPES: Readonly<Record<string, (value: ScalarValue) => boolean>> = {
  bool: (value) => typeof value === 'boolean',
  int: (value) => typeof value === 'bigint' || Number.isInteger(value),
  float: (value) => typeof value === 'number' || typeof value === 'bigint',
  null: (value) => value === null,
};

/**
 * Resolves a scalar with an explicit tag: those of bool, int, float and null want a text that means one, `!!binary` is
 * decoded (to its bytes as UTF-8), every other tag keeps the text. Undefined for what go-yaml refuses.
 */
export function resolveTagged(tag: string, text: string): ScalarValue | undefined {
  const name = tag.startsWith(CORE_TAG) ? tag.slice(CORE_TAG.length) : '';
  if (name === 'binary') return decodeBase64(text);
  const isType = Object.hasOwn(TAG_TYPES, name) ? TAG_TYPES[name] : undefined;
  if (!isType) return text;
  const value = resolvePlain(text);
  return isType(value) ? value : undefined;
}

function decodeBase64(text: string): string | undefined {
  try {
    const bytes = Uint8Array.from(atob(text.replace(/\s/g, '')), (char) => char.charCodeAt(0));
    return new TextDecoder().decode(bytes);
  } catch {
    return undefined;
  }
}

const MAX_SIGNED = 2n ** 63n - 1n;

/**
 * The text of a key (sigs.k8s.io/yaml yaml.go): numbers with a fraction have the precision of 32 bits. Undefined for what
 * kubectl refuses.
 */
export function keyText(value: ScalarValue): string | undefined {
  if (value === null || (typeof value === 'bigint' && value > MAX_SIGNED)) return undefined;
  return typeof value === 'number' && !Number.isInteger(value) ? singlePrecision(value) : String(value);
}

/** The shortest decimal that stands for the number in 32 bits. */
function singlePrecision(value: number): string {
  const single = Math.fround(value);
  const texts = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((digits) => String(Number(single.toPrecision(digits))));
  return texts.find((text) => Math.fround(Number(text)) === single) ?? String(single);
}
