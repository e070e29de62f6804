/** Where things are, as formats for programs count: from 1. */
import type { Source, Span } from '../core/source.ts';

/** Lines and UTF-16 columns; the end is exclusive. */
export interface Place {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** A place that lies in the text, whatever the span says. */
export function placeOf(source: Source, span: Span): Place {
  const from = offsetIn(source, span.start);
  const start = source.position(from);
  const end = source.position(Math.max(from, offsetIn(source, span.end)));
  return {
    line: start.line + 1,
    column: start.column + 1,
    endLine: end.line + 1,
    endColumn: end.column + 1,
  };
}

/** The path as formats show it; standard input without a name gets one. */
export function pathOf({ path }: Source): string {
  return path === '-' ? '<stdin>' : path;
}

/** A byte order mark is before the text. */
function offsetIn({ text }: Source, offset: number): number {
  const first = text.startsWith('\uFEFF') ? 1 : 0;
  return Math.min(Math.max(Math.trunc(offset) || 0, first), text.length);
}
