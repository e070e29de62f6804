/** Where in a text an edit may happen: what stands around a value. */
import type { Node } from '../node.ts';

/** Whether a value is written where it stands and nowhere else: no alias, no anchor on it or around it, no tag. */
export function isWrittenHere(node: Node<unknown>): boolean {
  if (node.isShared) return false;
  const { text } = node.source;
  if (node.keySpan) return COLON.test(text.slice(node.keySpan.end, node.span.start));
  if (!node.exists) return false;
  return typeof node.key === 'string' || /[-,[]/.test(text[before(text, node.span.start)] ?? '');
}

const COLON = /^\s*:(?:\s|#[^\n]*\n)*$/;

/** Whether white space is all there is in a part of a text. */
export function isBlank(text: string, start: number, end: number): boolean {
  return text.slice(start, end).trim() === '';
}

/** Where the nearest thing before an offset stands that is no white space; -1 at the beginning. */
export function before(text: string, offset: number): number {
  let at = offset - 1;
  while (at >= 0 && /\s/.test(text[at] ?? '')) at--;
  return at;
}

/** Where the next thing stands that is no white space and no comment. */
export function nextToken(text: string, from: number): number {
  let at = from;
  for (;;) {
    while (/\s/.test(text[at] ?? '')) at++;
    if (text[at] !== '#') return at;
    at = lineEnd(text, at);
  }
}

/** The beginning of the line that an offset is in. */
export function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

/** Behind the line break of the line that an offset is in. */
export function lineEnd(text: string, offset: number): number {
  const lineBreak = text.indexOf('\n', offset);
  return lineBreak < 0 ? text.length : lineBreak + 1;
}

const LINE_TAIL = /^[ \t]*(?:#[^\n]*)?\r?\n?$/;

/** Where the last line of a block value ends; undefined when more than a comment stands behind the value. */
export function endOfLines(text: string, end: number): number | undefined {
  const last = text[end - 1] === '\n' ? end : lineEnd(text, end);
  return LINE_TAIL.test(text.slice(end, last)) ? last : undefined;
}

/** The line break that a text is written with. */
export function lineBreakOf(text: string): string {
  return /\r?\n/.exec(text)?.[0] ?? '\n';
}
