/** What may be seen of one Secret in block style. */
import { FIELD, findLine, indentOf, isBelow, isComment, isEmpty } from './yaml-lines.ts';

export interface SecretFields {
  /** How many characters of a line may be shown, for the lines that may not be shown whole. */
  readonly shown: ReadonlyMap<number, number>;
  /** The line from which on the text can't be made out. */
  readonly unclear: number | undefined;
}

/** Which fields of a map may be named, and which of them with their values. */
interface Visibility {
  readonly named: RegExp;
  readonly seen: RegExp;
}

const NONE = /^$/;
const ANY = /./;
/** By the path of the map. What stands in any other map is hidden. */
const MAPS: ReadonlyMap<string, Visibility> = new Map([
  [
    '',
    {
      named: /^(?:apiVersion|kind|type|immutable|metadata|data|stringData)$/,
      seen: /^(?:apiVersion|kind|type|immutable)$/,
    },
  ],
  [
    'metadata',
    {
      named: ANY,
      seen: /^(?:name|namespace|generateName|creationTimestamp|generation|resourceVersion|uid)$/,
    },
  ],
  ['metadata/labels', { named: ANY, seen: ANY }],
  ['metadata/annotations', { named: ANY, seen: NONE }],
  ['data', { named: ANY, seen: NONE }],
  ['stringData', { named: ANY, seen: NONE }],
]);
const HARMLESS_VALUE = /^(["']?)[\w.:/+-]{1,253}\1 *$/;
const TAGS = /^(?:[&!][^ ]*(?: +|$))*/;
/** A value in quotes or brackets that ends where its line ends. */
const CLOSED = /^(?:"[^"\\]*(?:\\.[^"\\]*)*"|'[^']*(?:''[^']*)*'|[{[][^"'{}[\]]*[}\]]) *(?:#.*)?$/;

/** Judges the lines of a Secret, the dash before the first field left out. Without aliases: they hide where a value is. */
export function secretFields(lines: readonly string[]): SecretFields {
  const shown = new Map<number, number>();
  const maps: { readonly indent: number; readonly path: string }[] = [];
  let leaf = Number.POSITIVE_INFINITY;
  for (const [at, line] of lines.entries()) {
    if (isComment(line) || (isBelow(line, leaf) && !isEmpty(line))) shown.set(at, indentOf(line));
    if (isEmpty(line) || isBelow(line, leaf)) continue;
    const [, { length: indent } = '', , key, value = ''] = FIELD.exec(line) ?? [];
    if (key === undefined) return { shown, unclear: at };
    while ((maps.at(-1)?.indent ?? -1) >= indent) maps.pop();
    const parent = maps.at(-1)?.path ?? '';
    const path = parent === '' ? key : `${parent}/${key}`;
    const isMap = value === '' && MAPS.has(path);
    if (isMap) maps.push({ indent, path });
    leaf = isMap ? Number.POSITIVE_INFINITY : indent;
    const end = shownOf(line, parent, key, value);
    if (end < line.length) shown.set(at, end);
    const below = lines[findLine(lines, at + 1, (other) => !isEmpty(other))] ?? '';
    if (!endsClearly(value, isMap, indentOf(below) > indent ? below.trimStart() : '')) {
      return { shown, unclear: at + 1 };
    }
  }
  return { shown, unclear: undefined };
}

function shownOf(line: string, parent: string, key: string, value: string): number {
  const { named, seen } = MAPS.get(parent) ?? { named: NONE, seen: NONE };
  if (!named.test(key)) return indentOf(line);
  return seen.test(key) && HARMLESS_VALUE.test(value) ? line.length : line.length - value.length;
}

/**
 * Whether all of a value stands on its line and on the more deeply indented ones below.
 *
 * @param below the next line with content, where that is indented more deeply than the field
 */
function endsClearly(value: string, isMap: boolean, below: string): boolean {
  const own = value.replace(TAGS, '');
  if (isMap || /^[|>]/.test(own)) return below !== '';
  if (own === '' || own.startsWith('#')) return !/^["'{[&!|>?]/.test(below);
  return !/^["'{[]/.test(own) || CLOSED.test(own);
}
