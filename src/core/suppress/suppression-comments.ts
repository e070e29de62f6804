/** Suppressions in comments: what of a text is one, what it holds for, and what goes when it is removed. */

import type { Source, Span } from '../source.ts';
import { Outline } from './outline.ts';
import type { Suppression } from './suppression.ts';
import { NAMES_NO_RULE, readSuppressionText } from './suppression-text.ts';

const COMMENT = /#[ \t]*rollsafe-ignore(-file)?(?![\w-]):?(?=([^\r\n]*))/g;

/** `# rollsafe-ignore` and `# rollsafe-ignore-file`, which begin a comment or follow another one behind a value. */
export function commentsIn(source: Source): Suppression[] {
  const outline = new Outline(source.text);
  const suppressions: Suppression[] = [];
  for (const { index, 0: marker, 1: file, 2: words = '' } of source.text.matchAll(COMMENT)) {
    if (index < (suppressions.at(-1)?.place.end ?? 0) || outline.isText(index)) continue;
    const text = readSuppressionText(words, index + marker.length);
    const place = { start: index, end: index + marker.length + words.length };
    const before = source.text.slice(linesOf(source, place).start, index);
    if (/^\s*#/.test(before)) continue;
    suppressions.push({
      ...text,
      source,
      place,
      scopes: file ? [{ start: 0, end: source.text.length + 1 }] : scopesOf(source, place, before, outline),
      comment: removable(source, place, before, outline),
      fault: text.rules.length === 0 && !file ? NAMES_NO_RULE : text.fault,
    });
  }
  return suppressions;
}

/**
 * Behind something: its line, and the lines of a text that ends there. Else what begins next: all of a document or list
 * item, the line of any other key with its scalar. A dash alone is as good as nothing: what it announces is below.
 */
function scopesOf(source: Source, comment: Span, before: string, outline: Outline): Span[] {
  if (/^[\s-]*$/.test(before)) {
    const next = outline.next(comment.start);
    return next ? [linesOf(source, next)] : [];
  }
  const line = linesOf(source, comment);
  const text = outline.textBefore(comment.start);
  return [text && text.end > line.start ? linesOf(source, { ...line, start: text.start }) : line];
}

/** The whole lines that a span touches, the last line break included. */
function linesOf(source: Source, { start, end }: Span): Span {
  const first = source.position(start).line;
  const last = source.position(Math.max(start, end - 1)).line;
  return {
    start: source.offset({ line: first, column: 0 }),
    end: source.offset({ line: last + 1, column: 0 }),
  };
}

/** The comment with the blanks before it, or its whole line when nothing else is on it and no text would grow by that. */
function removable(source: Source, comment: Span, before: string, outline: Outline): Span | undefined {
  const content = before.trimEnd();
  if (content !== '') return { start: comment.start - before.length + content.length, end: comment.end };
  const above = outline.textBefore(comment.start);
  const header = above && source.line(source.position(above.start).line - 1);
  return KEEPS_BLANK_LINES.test(header ?? '') ? undefined : linesOf(source, comment);
}

/** The header of a block scalar that takes in the blank lines behind it, up to a comment. */
const KEEPS_BLANK_LINES = /[|>]\d?\+\d?[ \t]*(?:#.*)?$/;
