/** Putting new entries into a map, in the style that the map is written in. */
import type { Edit } from '../fix.ts';
import type { Node } from '../node.ts';
import { blockEntry, type FlowStyle, flowEntry, flowText, keyText, type Plain } from './emit.ts';
import { before, endOfLines, isBlank, isWrittenHere, lineBreakOf, lineStart } from './place.ts';

/** A key with its value. */
export type Entry = readonly [key: string, value: Plain];

/**
 * New entries at the end of a map: on lines of their own in block style, behind a comma in flow style and JSON, in the
 * map's indentation and line breaks. None of the keys may be there. Undefined where that isn't clean: no map, a map that
 * aliases share, comments or a `|` block without a line break before the end.
 */
export function insertEntries(map: Node<unknown>, entries: readonly Entry[]): Edit | undefined {
  if (!map.isMap || !isWrittenHere(map)) return undefined;
  return map.source.text[map.span.start] === '{' ? intoFlow(map, entries) : intoBlock(map, entries);
}

/** The style of a map: JSON where the first key is in double quotes, its own, or of an empty map the key that leads to it. */
export function styleOf(map: Node): FlowStyle {
  const { text } = map.source;
  const [entry] = map.fields();
  if (!entry) return styleAround(map);
  const key = entry[1].entrySpan;
  if (text[key.start] !== '"' || text[map.span.start] !== '{') return 'yaml';
  return /^"(?:[^"\\]|\\.)*":[^\s]/.test(text.slice(key.start, map.span.end)) ? 'compact json' : 'json';
}

/** The style of the nearest map around a value. */
export function styleAround({ parent }: Node<unknown>): FlowStyle {
  if (!parent) return 'yaml';
  return parent.isList ? styleAround(parent) : styleOf(parent);
}

function intoBlock(map: Node, entries: readonly Entry[]): Edit | undefined {
  const { source, span } = map;
  const { text } = source;
  const indent = indentOf(text, span.start);
  const end = endOfLines(text, indent === undefined ? span.end : placeFor(entries, map, indent.length));
  if (indent === undefined || end === undefined) return undefined;
  const lineBreak = lineBreakOf(text);
  const unit = unitOf(map);
  const lines = entries.flatMap(([key, value]) => blockEntry(key, value, unit)).map((line) => indent + line);
  const place = { start: end, end };
  if (text[end - 1] === '\n')
    return { source, span: place, text: lines.map((line) => line + lineBreak).join('') };
  return endsInBlockScalar(map)
    ? undefined
    : { source, span: place, text: lines.map((line) => lineBreak + line).join('') };
}

/**
 * Where entries go in: at the end, but scalars behind those before the first field with lines of its own, where they are
 * looked for. `column` is that of the map's keys.
 */
function placeFor(entries: readonly Entry[], map: Node, column: number): number {
  const { text } = map.source;
  const fields = map.fields().map(([, field]) => field);
  const isLong = ({ span }: Node) => text.slice(span.start, span.end).includes('\n');
  const last = fields[fields.findIndex(isLong) - 1];
  const isPlain = last?.exists && !last.isMap && !last.isList && last.alias === undefined;
  if (!isPlain || !last.keySpan || entries.some(([, value]) => typeof value === 'object'))
    return map.span.end;
  const isOwn = last.keySpan.start - lineStart(text, last.keySpan.start) === column;
  return isOwn ? last.span.end : map.span.end;
}

/** A line break behind it would become part of its text. */
function endsInBlockScalar(node: Node): boolean {
  const last = node.fields().at(-1)?.[1] ?? node.items().at(-1);
  return last ? endsInBlockScalar(last) : /[|>]/.test(node.source.text[node.span.start] ?? '');
}

/** The blanks that stand in the place of what is before a block map on its line: indentation and dashes. */
function indentOf(text: string, start: number): string | undefined {
  const head = text.slice(lineStart(text, start), start).replace(/^\uFEFF/, '');
  return /^(?: |- )*$/.test(head) && text[start] !== '?' ? ' '.repeat(head.length) : undefined;
}

/** What the maps around a block map, or the first in it, are indented by; two blanks when nothing tells. */
function unitOf(map: Node): string {
  const { parent } = map;
  const inner = map.fields().map(([, child]) => stepBetween(map, child));
  const unit = (parent && stepBetween(parent, map)) ?? inner.find((step) => step !== undefined);
  if (unit !== undefined) return unit;
  return parent ? unitOf(parent) : '  ';
}

function stepBetween(outer: Node, inner: Node): string | undefined {
  const { text } = outer.source;
  if (!outer.isMap || !inner.isMap || inner.isShared) return undefined;
  if (text[outer.span.start] === '{' || text[inner.span.start] === '{') return undefined;
  const [from, to] = [indentOf(text, outer.span.start), indentOf(text, inner.span.start)];
  return from !== undefined && to !== undefined && to.length > from.length
    ? to.slice(from.length)
    : undefined;
}

function intoFlow(map: Node, entries: readonly Entry[]): Edit | undefined {
  const { source, span } = map;
  const { text } = source;
  const close = span.end - 1;
  const last = before(text, close);
  const end = lastEnd(map);
  const style = styleOf(map);
  if (end === undefined && last !== span.start) return undefined;
  const gap = end === undefined ? spaceOf(style) : gapBefore(map, style);
  const comma = text[last] === ',' && last >= (end ?? close);
  if (end !== undefined && !isBlank(text, end, comma ? last : close)) return undefined;
  const written = entries.map(([key, value]) => entryText(key, value, gap, map, style)).join(`,${gap}`);
  const place = comma || end === undefined ? last + 1 : end;
  const lead = end === undefined ? '' : comma ? gap : `,${gap}`;
  return { source, span: { start: place, end: place }, text: lead + written };
}

/** Where the last thing in a flow map ends; undefined for an empty one. */
function lastEnd(map: Node): number | undefined {
  const ends = map.fields().map(([, child]) => (child.aliases.at(-1) ?? child.entrySpan).end);
  return ends.length > 0 ? Math.max(...ends) : undefined;
}

function spaceOf(style: FlowStyle): string {
  return style === 'compact json' ? '' : ' ';
}

/** What stands between a flow map's brace and its first entry, as between entries; a blank where there is neither. */
function gapBefore({ source: { text }, span }: Node, style: FlowStyle): string {
  const [gap = ''] = /^\s*/.exec(text.slice(span.start + 1)) ?? [];
  if (!gap.includes('\n')) return spaceOf(style);
  return gap.slice(gap.lastIndexOf('\n') - (gap.includes('\r\n') ? 1 : 0));
}

/** On a line of its own in JSON an entry's value takes lines too, indented like the map. */
function entryText(key: string, value: Plain, gap: string, map: Node, style: FlowStyle): string {
  if (style === 'yaml' || !gap.includes('\n')) return flowEntry(key, flowText(value, style), style);
  const { text } = map.source;
  const close = map.span.end - 1;
  const indent = gap.slice(gap.lastIndexOf('\n') + 1);
  const outer = text.slice(lineStart(text, close), close);
  const unit = indent.startsWith(outer) ? indent.slice(outer.length) : '  ';
  const lines = JSON.stringify(value, null, unit).replaceAll('\n', lineBreakOf(text) + indent);
  return `${keyText(key, style)}: ${lines}`;
}
