/** Putting new items into a list, in the style that the list is written in. */
import type { Edit } from '../fix.ts';
import type { Node } from '../node.ts';
import { flowEntry, flowText, type Plain } from './emit.ts';
import { setValue } from './insert.ts';
import { styleAround, styleOf } from './new-entries.ts';
import { before, endOfLines, lineBreakOf, lineStart } from './place.ts';

/** A map that becomes an item. */
export interface NewItem {
  readonly [key: string]: Plain;
}

/** New items at the end of a list, which may be empty or absent. Undefined where that isn't clean. */
export function appendItems(list: Node<unknown>, ...items: readonly NewItem[]): Edit | undefined {
  const last = list.items().at(-1);
  if (last) return insertItems(last, ...items);
  const { source, span } = list;
  if (!list.isList) return list.exists ? undefined : setValue(list, items);
  if (list.isShared || !/^\[\s*\]$/.test(source.text.slice(span.start, span.end))) return undefined;
  return { source, span, text: flowText(items, styleAround(list)) };
}

/**
 * New items behind another: on lines of their own in block style, behind a comma in flow style and JSON, in the other's
 * indentation. Undefined where that isn't clean: a value that is no item of a list or that aliases share, dashes behind
 * dashes, a last line without a line break.
 */
export function insertItems(behind: Node<unknown>, ...items: readonly NewItem[]): Edit | undefined {
  if (typeof behind.key !== 'number' || behind.isShared) return undefined;
  const { source, span } = behind;
  const { text } = source;
  const place = before(text, span.start);
  if (text[place] === '-') return onLines(behind, items, place);
  if (text[place] !== ',' && text[place] !== '[') return undefined;
  const style = behind.isMap ? styleOf(behind) : styleAround(behind);
  const comma = style === 'compact json' ? ',' : ', ';
  const inserted = items.map((item) => comma + flowText(item, style)).join('');
  return { source, span: { start: span.end, end: span.end }, text: inserted };
}

function onLines(behind: Node, items: readonly NewItem[], dash: number): Edit | undefined {
  const lines = blockLinesOf(behind, dash);
  if (!lines) return undefined;
  const { source, span } = behind;
  const lineBreak = lineBreakOf(source.text);
  const inFlow = source.text[span.start] === '{';
  const written = items.map((item) => {
    const entries = Object.entries(item).map(([key, value]) =>
      flowEntry(key, flowText(value, 'yaml'), 'yaml'),
    );
    const apart = lineBreak + lines.indent + ' '.repeat(lines.head.length);
    return `${lines.indent}${lines.head}${inFlow ? flowText(item, 'yaml') : entries.join(apart)}${lineBreak}`;
  });
  return { source, span: { start: lines.end, end: lines.end }, text: written.join('') };
}

/** The whole lines of an item. */
export interface ItemLines {
  readonly start: number;
  readonly end: number;
  readonly indent: string;
  /** The dash with the blanks behind it. */
  readonly head: string;
}

/** The lines of an item in block style, whose dash is given; undefined where it shares one with something else. */
export function blockLinesOf({ source, span }: Node<unknown>, dash: number): ItemLines | undefined {
  const { text } = source;
  const start = lineStart(text, dash);
  const end = endOfLines(text, span.end);
  const head = text.slice(dash, span.start);
  const indent = text.slice(start, dash);
  if (end === undefined || text[end - 1] !== '\n' || !/^ *$/.test(indent) || !/^- +$/.test(head))
    return undefined;
  return { start, end, indent, head };
}
