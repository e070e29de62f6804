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
  return resolveNumber(first === 46 ? text : text.replaceAll('_', '')) ?? text;
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

/**
 * Resolves a scalar with an explicit tag: `!!str` and foreign tags keep the text, `!!binary` is decoded
 * (to its bytes as UTF-8), every other core tag means what the plain text would.
 */
export function resolveTagged(tag: string, text: string): ScalarValue {
  if (!tag.startsWith(CORE_TAG)) return text;
  const name = tag.slice(CORE_TAG.length);
  if (name === 'str') return text;
  if (name === 'binary') return decodeBase64(text);
  return resolvePlain(text);
}

function decodeBase64(text: string): string {
  try {
    const bytes = Uint8Array.from(atob(text.replace(/\s/g, '')), (char) => char.charCodeAt(0));
    return new TextDecoder().decode(bytes);
  } catch {
    return text;
  }
}
