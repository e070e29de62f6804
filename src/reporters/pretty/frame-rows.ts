/** Which lines of a file a frame shows. */
import type { Source, Span } from '../../core/source.ts';
import type { Stretch } from './excerpt.ts';
import { SEPARATOR } from './yaml-lines.ts';

/** A stretch of a line that is underlined; what goes on below it isn't. */
export interface Mark extends Stretch {
  readonly line: number;
  /** Empty for the place of the finding itself. */
  readonly label: string;
  readonly primary: boolean;
}

/** A line that is shown, with what is underlined in it. */
export interface Row {
  readonly line: number;
  readonly marks: readonly Mark[];
}

/** Whether nothing of a line may be shown. */
type IsHidden = (line: number) => boolean;

const LINES_BEFORE = 2;
/** What is left of a line behind the key of a collection. */
const OPENS_BLOCK = /^["']?\s*:\s*(?:#.*)?$/;

/** The part of a span that lies on its first line. */
export function markOf(source: Source, span: Span, label: string, primary: boolean): Mark {
  const from = offsetIn(source, span.start);
  const to = Math.max(from, offsetIn(source, span.end));
  const { line, column } = source.position(from);
  const text = source.line(line);
  const start = Math.min(Math.max(column, 0), text.length);
  const end = Math.max(start, Math.min(column + to - from, text.trimEnd().length));
  return { line, start, end, label, primary };
}

/** An offset that lies in the text, whatever was asked for. */
export function offsetIn({ text }: Source, offset: number): number {
  return Math.min(Math.max(Math.trunc(offset) || 0, 0), text.length);
}

/** The marked lines with those around them that help to understand them, from top to bottom. */
export function rowsOf(source: Source, marks: readonly Mark[], isHidden: IsHidden): Row[] {
  const lines = new Set(marks.map(({ line }) => line));
  for (const mark of marks) {
    if (mark.primary) for (const line of linesBefore(source, mark.line, isHidden)) lines.add(line);
    if (opensBlock(source, mark) && !isHidden(mark.line + 1)) lines.add(mark.line + 1);
  }
  for (const line of [...lines]) if (lines.has(line - 2)) lines.add(line - 1);
  return [...lines]
    .sort((a, b) => a - b)
    .map((line) => ({ line, marks: marks.filter((mark) => mark.line === line) }));
}

/** Lines of the same document, without blank ones at the top. */
function linesBefore(source: Source, line: number, isHidden: IsHidden): number[] {
  const before: number[] = [];
  for (let at = line - 1; at >= Math.max(0, line - LINES_BEFORE); at--) {
    if (SEPARATOR.test(source.line(at)) || isHidden(at)) break;
    before.push(at);
  }
  while (before.length > 0 && isBlank(source.line(before.at(-1) ?? line))) before.pop();
  return before;
}

/** Whether a mark is the key of a collection that begins on the line below. */
function opensBlock(source: Source, { line, end }: Mark): boolean {
  const [here, below] = [source.line(line), source.line(line + 1)];
  if (!OPENS_BLOCK.test(here.slice(end)) || isBlank(below)) return false;
  const deeper = below.search(/\S/) - here.search(/\S/);
  return deeper > 0 || (deeper === 0 && /^ *- /.test(below));
}

export function isBlank(text: string): boolean {
  return !/\S/.test(text);
}
