/** Shapes of YAML's lines, as far as they can be told without parsing: for texts that may be broken. */

/** A document's separator. */
export const SEPARATOR = /^---(?:\s|$)/;
/** `indent key: value`, in block style; the key is plain or quoted and without escapes. */
export const FIELD = /^( *)(["']?)([\w./-]+)\2 *:(?: +(.*))?$/;
export const ITEM = /^ *-(?: |$)/;
const BLANK_OR_COMMENT = /^(?:---)? *(?:#|$)/;
const COMMENT = /^(?:---)? *#/;

export function isComment(line: string): boolean {
  return COMMENT.test(line);
}

/** Whether there is nothing but a separator or a comment. */
export function isEmpty(line: string): boolean {
  return BLANK_OR_COMMENT.test(line);
}

/** Leading spaces. */
export function indentOf(line: string): number {
  return line.search(/[^ ]|$/);
}

/** The line with a space for the dash of a list's item. */
export function withoutDash(line: string): string {
  return line.replace(/^( *)-(?= )/, '$1 ');
}

/** Whether a line is part of the value of a field that is indented so far. */
export function isBelow(line: string, indent: number): boolean {
  return indentOf(line) > indent || (indentOf(line) === indent && ITEM.test(line));
}

/** The first index of a line from `from` on that passes; the number of lines if none does. */
export function findLine(lines: readonly string[], from: number, test: (line: string) => boolean): number {
  let at = from;
  while (at < lines.length && !test(lines[at] ?? '')) at++;
  return at;
}
