/** Taking a field out of a text without a trace. */
import type { Edit } from './fix.ts';
import type { Node } from './node.ts';
import type { Span } from './source.ts';

/**
 * Takes a field with its key out of the map that holds it: its whole lines in block style, with their comments, and
 * the entry with its comma in flow style. Every other line stays byte for byte; a map that loses its only field is
 * `{}` in flow style and null in block style. Undefined where that isn't clean: a field that isn't there or comes
 * through an alias, an anchor inside it, a key behind `- ` or `? `, comments in between.
 */
export function removeEntry(node: Node<unknown>): Edit | undefined {
  const { source, entrySpan: entry } = node;
  const hasKey = entry.start < node.span.start;
  if (!node.exists || !hasKey || node.aliases.length > 0) return undefined;
  const { text } = source;
  if (ANCHOR.test(text.slice(entry.start, entry.end))) return undefined;
  const next = nextToken(text, entry.end);
  const span = /[,}]/.test(text[next] ?? '') ? flowEntry(text, entry, next) : wholeLines(text, entry);
  return span && { source, span, text: '' };
}

const ANCHOR = /(?:^|[\s,:[{])&[^\s,[\]{}]/;
const BLANKS = /^[ \t]*$/;
const SPACE = /^\s*$/;
const LINE_TAIL = /^[ \t]*(?:#[^\n]*)?\r?\n?$/;

/** Where the next thing stands that is no white space and no comment. */
function nextToken(text: string, from: number): number {
  let at = from;
  for (;;) {
    while (/\s/.test(text[at] ?? '')) at++;
    if (text[at] !== '#') return at;
    at = lineEnd(text, at);
  }
}

function wholeLines(text: string, { start, end }: Span): Span | undefined {
  const first = text.lastIndexOf('\n', start - 1) + 1;
  const last = text[end - 1] === '\n' ? end : lineEnd(text, end);
  if (!BLANKS.test(text.slice(first, start)) || !LINE_TAIL.test(text.slice(end, last))) return undefined;
  if (text[last - 1] === '\n') return { start: first, end: last };
  return { start: first - (/\r?\n$/.exec(text.slice(0, first))?.[0].length ?? 0), end: last };
}

/** `next` is where the comma or the closing brace behind the entry stands. */
function flowEntry(text: string, entry: Span, next: number): Span | undefined {
  const between = text.slice(entry.end, next);
  let before = entry.start - 1;
  while (before > 0 && /\s/.test(text[before] ?? '')) before--;
  if (!SPACE.test(between) || /[[?]/.test(text[before] ?? '')) return undefined;
  if (text[next] === ',') return BLANKS.test(between) ? withComma(text, entry.start, next + 1) : undefined;
  if (text[before] === '{') return { start: before + 1, end: next };
  const line = text.slice(text.lastIndexOf('\n', before) + 1, before);
  return text[before] === ',' && !line.includes('#') ? { start: before, end: entry.end } : undefined;
}

/** An entry up to its comma, and the blanks that kept it apart from its neighbours. */
function withComma(text: string, start: number, end: number): Span {
  const lines = wholeLines(text, { start, end });
  if (lines) return lines;
  let last = end;
  while (/[ \t]/.test(text[last] ?? '')) last++;
  let first = start;
  if (/[\r\n]/.test(text[last] ?? '')) while (/[ \t]/.test(text[first - 1] ?? '')) first--;
  return { start: first, end: last };
}

/** Behind the line break of the line that an offset is in. */
function lineEnd(text: string, from: number): number {
  const lineBreak = text.indexOf('\n', from);
  return lineBreak < 0 ? text.length : lineBreak + 1;
}
