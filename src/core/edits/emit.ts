/**
 * The little YAML and JSON that fixes write: plain words, paths, images and numbers as they are, every other text as a
 * JSON string, which YAML reads alike.
 */
import { resolvePlain } from '../yaml/index.ts';

/** What a fix can write. */
export type Plain = null | boolean | number | string | readonly Plain[] | { readonly [key: string]: Plain };

/** How inline values are written: `{a: 1}`, `{"a": 1}` or `{"a":1}`. */
export type FlowStyle = 'yaml' | 'json' | 'compact json';

const WORD = /^(?:[A-Za-z][\w./-]*|[0-9]+[A-Za-z%][A-Za-z0-9%]*)$/;
/** A colon ends a plain text only before a blank or a bracket, `@` is reserved at the beginning alone. */
const PATH_OR_IMAGE = /^(?:\/[\w./-]*|[A-Za-z][\w./-]*(?:[:@]\w[\w./-]*)+)$/;

/** A text without quotes where every reader of YAML takes it as text, in braces too, else in double quotes. */
export function scalarText(value: null | boolean | number | string, style: FlowStyle): string {
  const plain = style === 'yaml' && typeof value === 'string' && PATH_OR_IMAGE.test(value);
  return plain ? value : keyText(value, style);
}

/** The same for a key, where other colons than its own are more than some readers take. */
export function keyText(value: null | boolean | number | string, style: FlowStyle): string {
  const plain = style === 'yaml' && typeof value === 'string' && WORD.test(value);
  return plain && resolvePlain(value) === value ? value : quoted(value);
}

/** In JSON's double quotes; what YAML takes for line breaks, and what it doesn't take at all, is escaped. */
export function quoted(value: null | boolean | number | string): string {
  return JSON.stringify(value).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** A value on one line. */
export function flowText(value: Plain, style: FlowStyle): string {
  if (value === null || typeof value !== 'object') return scalarText(value, style);
  const comma = style === 'compact json' ? ',' : ', ';
  if (isList(value)) return `[${value.map((item) => flowText(item, style)).join(comma)}]`;
  return `{${Object.entries(value)
    .map(([key, child]) => flowEntry(key, flowText(child, style), style))
    .join(comma)}}`;
}

/** A key with the text of its value. */
export function flowEntry(key: string, value: string, style: FlowStyle): string {
  return `${keyText(key, style)}${style === 'compact json' ? ':' : ': '}${value}`;
}

/** The lines of an entry in block style; `unit` is what each depth is indented by. */
export function blockEntry(key: string, value: Plain, unit: string): string[] {
  const name = keyText(key, 'yaml');
  if (isFlat(value)) return [`${name}: ${flowText(value, 'yaml')}`];
  return [`${name}:`, ...blockLines(value, unit).map((line) => unit + line)];
}

function blockLines(value: Plain, unit: string): string[] {
  if (isFlat(value)) return [flowText(value, 'yaml')];
  if (!isList(value)) return Object.entries(value).flatMap(([key, child]) => blockEntry(key, child, unit));
  return value.flatMap((item) => {
    const [first = '', ...rest] = blockLines(item, unit);
    return [`- ${first}`, ...rest.map((line) => `  ${line}`)];
  });
}

type Branch = readonly Plain[] | { readonly [key: string]: Plain };

/** Scalars, `{}` and `[]` have no lines of their own. */
function isFlat(value: Plain): value is Exclude<Plain, Branch> {
  return value === null || typeof value !== 'object' || Object.keys(value).length === 0;
}

function isList(value: Branch): value is readonly Plain[] {
  return Array.isArray(value);
}
