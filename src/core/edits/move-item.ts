/** Giving items of a list another place, and fields of an item an item of their own. */
import type { Edit } from '../fix.ts';
import type { Node } from '../node.ts';
import { blockLinesOf, type ItemLines } from './insert-item.ts';
import { before, lineBreakOf, lineStart } from './place.ts';

/** Takes the lines of an item behind another of the same list in block style; no edit that can be made where it isn't. */
export function moveItem(item: Node<unknown>, behind: Node<unknown>): (Edit | undefined)[] {
  const [from, to] = [linesOf(item), linesOf(behind)];
  if (!from || !to || from.indent !== to.indent) return [undefined];
  const { source } = item;
  return [
    { source, span: { start: from.start, end: from.end }, text: '' },
    { source, span: { start: to.end, end: to.end }, text: source.text.slice(from.start, from.end) },
  ];
}

/** Begins an item of its own with each of some fields of an item, in the order of the text. */
export function splitItem(item: Node<unknown>, fields: readonly Node<unknown>[]): (Edit | undefined)[] {
  const lines = linesOf(item);
  return fields.map((field) => {
    const start = field.keySpan?.start;
    if (start === undefined || item.isShared || field.isShared) return undefined;
    if (item.source.text[item.span.start] === '{') return splitFlow(item, lines, start);
    return lines && splitBlock(item, lines, start);
  });
}

/** In place of the comma the item ends, and the next begins: behind a comma, too, or on a line of its own. */
function splitFlow({ source, parent }: Node, lines: ItemLines | undefined, start: number): Edit | undefined {
  const { text } = source;
  const comma = before(text, start);
  const inFlow = text[parent?.span.start ?? start] === '[';
  if (text[comma] !== ',' || (!inFlow && !lines)) return undefined;
  const next = inFlow ? ', ' : `${lineBreakOf(text)}${lines?.indent}${lines?.head}`;
  return { source, span: { start: comma, end: start }, text: `}${next}{` };
}

/** The dash goes where the blanks before the key are. */
function splitBlock({ source }: Node, { head, indent }: ItemLines, start: number): Edit | undefined {
  const blanks = source.text.slice(lineStart(source.text, start), start);
  if (blanks !== indent + ' '.repeat(head.length)) return undefined;
  return { source, span: { start: start - head.length, end: start }, text: head };
}

function linesOf(item: Node<unknown>): ItemLines | undefined {
  const { text } = item.source;
  const dash = before(text, item.span.start);
  return typeof item.key === 'number' && !item.isShared && text[dash] === '-'
    ? blockLinesOf(item, dash)
    : undefined;
}
