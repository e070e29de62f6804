/** Taking a field or an item out of a text without a trace. */
import type { Edit } from '../fix.ts';
import type { Node } from '../node.ts';
import type { Span } from '../source.ts';
import { before, endOfLines, isBlank, isWrittenHere, lineStart, nextToken } from './place.ts';

/**
 * Takes a field with its key out of the map that holds it: its whole lines in block style, with their comments, and
 * the entry with its comma in flow style. Every other line stays byte for byte, comments above it too: such a line may
 * head all the fields below it, and to lose what a person wrote is worse than to keep it. A map that loses its only
 * field is `{}`: null would mean something else, as in `canary:`. Undefined where that isn't clean: a field that isn't there or that aliases share, an anchor inside it, a
 * key behind `- ` or `? `, comments in between, all that a document says.
 */
export function removeEntry(node: Node<unknown>): Edit | undefined {
  const entry = node.entrySpan;
  if (entry.start >= node.span.start || !isRemovable(node)) return undefined;
  const { text } = node.source;
  const next = nextToken(text, entry.end);
  return /[,}]/.test(text[next] ?? '')
    ? without(node, flowChild(text, entry, next, '{'))
    : withoutLines(node, entry);
}

/** The same for an item of a list; a list that loses its only item is `[]`. */
export function removeItem(node: Node<unknown>): Edit | undefined {
  if (typeof node.key !== 'number' || !isRemovable(node)) return undefined;
  const { source, span: item } = node;
  const { text } = source;
  const dash = before(text, item.start);
  return text[dash] === '-'
    ? withoutLines(node, { start: dash, end: item.end })
    : without(node, flowChild(text, item, nextToken(text, item.end), '['));
}

function without({ source }: Node<unknown>, span: Span | undefined): Edit | undefined {
  return span && { source, span, text: '' };
}

function withoutLines(node: Node<unknown>, child: Span): Edit | undefined {
  const { source, parent } = node;
  const lines = wholeLines(source.text, child);
  const siblings = parent?.isMap ? parent.fields() : parent?.items();
  if (!lines || !parent || siblings?.length !== 1) return without(node, lines);
  return emptied(parent, child, lines);
}

/** The brackets of an empty one go behind the key or the dash, before what stands between it and the lines that go. */
function emptied(parent: Node, child: Span, lines: Span): Edit | undefined {
  const { source, span, keySpan } = parent;
  const { text } = source;
  const isAllThereIs = span.start === child.start && span.end <= lines.end;
  const isDocument = parent.parent === undefined;
  if (!isAllThereIs || isDocument || !isWrittenHere(parent)) return undefined;
  const head = keySpan ? text.indexOf(':', keySpan.end) : before(text, span.start);
  const start = head + 1;
  if (start > lines.start) return undefined;
  const brackets = parent.isMap ? '{}' : '[]';
  return { source, span: { start, end: lines.end }, text: ` ${brackets}${text.slice(start, lines.start)}` };
}

/** Whether nothing that is needed elsewhere goes with a field or an item. */
export function isRemovable(node: Node<unknown>): boolean {
  const { start, end } = node.entrySpan;
  return node.exists && !node.isShared && !ANCHOR.test(node.source.text.slice(start, end));
}

const ANCHOR = /(?:^|[\s,:[{])&[^\s,[\]{}]/;

function wholeLines(text: string, { start, end }: Span): Span | undefined {
  const first = lineStart(text, start);
  const last = endOfLines(text, end);
  if (last === undefined || !/^[ \t]*$/.test(text.slice(first, start))) return undefined;
  if (text[last - 1] === '\n') return { start: first, end: last };
  return { start: first - (/\r?\n$/.exec(text.slice(0, first))?.[0].length ?? 0), end: last };
}

/** `next` is where the comma or the closing bracket behind the child stands. */
function flowChild(text: string, child: Span, next: number, open: '{' | '['): Span | undefined {
  const previous = before(text, child.start);
  const opener = text[previous];
  if (!isBlank(text, child.end, next) || (opener !== open && opener !== ',')) return undefined;
  if (text[next] === ',') {
    const sameLine = /^[ \t]*$/.test(text.slice(child.end, next));
    return sameLine ? withComma(text, child.start, next + 1) : undefined;
  }
  if (opener === open) return { start: previous + 1, end: next };
  const line = text.slice(lineStart(text, previous), previous);
  return line.includes('#') ? undefined : { start: previous, end: child.end };
}

/** A child up to its comma, and the blanks that kept it apart from its neighbours. */
function withComma(text: string, start: number, end: number): Span {
  const lines = wholeLines(text, { start, end });
  if (lines) return lines;
  let last = end;
  while (/[ \t]/.test(text[last] ?? '')) last++;
  let first = start;
  if (/[\r\n]/.test(text[last] ?? '')) while (/[ \t]/.test(text[first - 1] ?? '')) first--;
  return { start: first, end: last };
}
