/** Arguments of analyses that stand without quotes, which to YAML are maps in maps. */
import type { Span } from '../source.ts';
import type { SyntaxProblem } from './tree.ts';

/** A value in block style that begins with an argument, and perhaps a comment behind it. */
const VALUE = /^([ \t]*(?:- +)*(?:[\w./-]+:[ \t]+)?)(\{\{ *args\.[^\r\n]*?)[ \t]*(?:[ \t]#[^\r\n]*)?$/;

/** Quotes around the value of the line that can't be read, where it begins with `{{args.…}}`. */
export function quoteArgument(text: string, { start }: Span): SyntaxProblem['fix'] {
  const first = text.lastIndexOf('\n', start - 1) + 1;
  const [line = ''] = /^[^\r\n]*/.exec(text.slice(first)) ?? [];
  const [, before = '', value] = VALUE.exec(line) ?? [];
  if (value === undefined || !before.trim()) return undefined;
  const quoted = /["\\]/.test(value) ? `'${value.replaceAll("'", "''")}'` : `"${value}"`;
  const span = { start: first + before.length, end: first + before.length + value.length };
  return { title: 'Put the argument in quotes', span, text: quoted };
}
