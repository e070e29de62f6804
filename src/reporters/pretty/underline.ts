/** The rows under a line of source: carets and dashes, and what the dashes have to say. */
import type { Columns } from './excerpt.ts';
import { widthOf, wrap } from './visible.ts';

/** What is drawn under a line. */
export interface Underline extends Columns {
  /** Empty for the place of the finding itself: its message is the headline. */
  readonly label: string;
  /** Whether it is the place of the finding, and gets carets. */
  readonly primary: boolean;
}

export interface MarkStyles {
  readonly caret: (text: string) => string;
  readonly related: (text: string) => string;
}

/** A label gets at least this many columns, further left than its line if need be. */
const LABEL_WIDTH = 24;

/** One row for the lines, then those of the labels that have no room beside their lines, from right to left. */
export function underline(marks: readonly Underline[], room: number, styles: MarkStyles): string[] {
  const sorted = [...marks].sort((a, b) => a.from - b.from || a.to - b.to);
  const beside = sorted.filter((mark) => hasRoomBeside(mark, sorted, room));
  const below = sorted.filter((mark) => mark.label !== '' && !beside.includes(mark));
  return [lineRow(sorted, beside, styles), ...labelRows(below, room).map(styles.related)];
}

function hasRoomBeside(mark: Underline, marks: readonly Underline[], room: number): boolean {
  const end = mark.to + 1 + widthOf(mark.label);
  if (mark.label === '' || end > room) return false;
  return marks.every(
    ({ from, to, label }) =>
      to < mark.to || from > end || (to === mark.to && (label === '' || label === mark.label)),
  );
}

function lineRow(
  marks: readonly Underline[],
  beside: readonly Underline[],
  { caret, related }: MarkStyles,
): string {
  const row: string[] = [];
  for (const { 0: signs, index } of signsOf(marks).matchAll(/\^+|-+| +/g)) {
    const label = beside.find(({ to }) => to === index)?.label;
    if (signs.startsWith('^')) row.push(caret(signs));
    else if (signs.startsWith('-')) row.push(related(signs));
    else if (label === undefined) row.push(signs);
    else row.push(' ', related(label), ' '.repeat(signs.length - 1 - widthOf(label)));
  }
  const last = beside.find(({ to }) => marks.every((mark) => mark.to <= to));
  return row.join('') + (last ? ` ${related(last.label)}` : '');
}

function signsOf(marks: readonly Underline[]): string {
  const signs: string[] = Array(Math.max(...marks.map(({ to }) => to))).fill(' ');
  for (const { from, to, primary } of [...marks].sort((a, b) => Number(a.primary) - Number(b.primary))) {
    signs.fill(primary ? '^' : '-', from, to);
  }
  return signs.join('');
}

function labelRows(below: readonly Underline[], room: number): string[] {
  return below
    .flatMap(({ from, label }, at) => {
      const start = Math.max(0, Math.min(from, room - Math.min(widthOf(label), LABEL_WIDTH)));
      const bars = barsBefore(start, below.slice(0, at));
      return [wrap(label, room - start, 0).map((line) => bars + line)];
    })
    .reverse()
    .flat();
}

/** Blanks up to a column, with a bar under each line whose label is still to come. */
function barsBefore(column: number, marks: readonly Underline[]): string {
  return Array.from({ length: column }, (_, at) => (marks.some(({ from }) => from === at) ? '|' : ' ')).join(
    '',
  );
}
