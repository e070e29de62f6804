/** A line of source cut to the room that there is, so that what is underlined stays in sight. */
import { type Cell, cellsOf } from './visible.ts';

/** Half-open columns. */
export interface Columns {
  readonly from: number;
  readonly to: number;
}

/** Half-open UTF-16 offsets in a line. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** What stands for a text that must not be shown. */
const HIDDEN = '•••';
const CUT = '…';
const HIDDEN_WIDTH = 3;

export class Excerpt {
  readonly text: string;
  readonly #cells: readonly Cell[];
  readonly #left: string;
  readonly #right: string;

  /**
   * @param shown how many characters of the line may be shown
   * @param focus what must stay in sight
   * @param room columns
   */
  constructor(line: string, shown: number, focus: Stretch, room: number) {
    const { cells, cutLeft, cutRight } = nearby(line, shown, focus, room);
    const { from, to } = fitting(cells, focus, room, cutLeft, cutRight);
    this.#left = cutLeft || from > 0 ? CUT : '';
    this.#right = cutRight || to < cells.length ? CUT : '';
    this.#cells = cells.slice(from, to);
    this.text = this.#left + this.#cells.map(({ text }) => text).join('') + this.#right;
  }

  /** Where a stretch of the line is seen; at least one column. */
  columnsOf({ start, end }: Stretch): Columns {
    let column = this.#left.length;
    let from = end <= (this.#cells[0]?.start ?? 0) && end > start ? 0 : undefined;
    let to = column;
    for (const cell of this.#cells) {
      if (cell.end > start && (cell.start < end || cell.start <= start)) {
        from ??= column;
        to = column + cell.width;
      }
      column += cell.width;
    }
    from ??= column;
    return { from, to: Math.max(to, from + 1) };
  }
}

/** The part of a line, however long, that may come into sight. */
function nearby(line: string, shown: number, { start }: Stretch, room: number) {
  if (shown < line.length) {
    const hidden = { text: HIDDEN, width: HIDDEN_WIDTH, start: shown, end: line.length };
    return { cells: [...cellsOf(line.slice(0, shown)), hidden], cutLeft: false, cutRight: false };
  }
  const from = Math.max(0, Math.min(start, line.length) - 4 * room);
  const to = Math.min(line.length, start + 4 * room);
  const cells = cellsOf(line.slice(from, to));
  return {
    cells:
      from === 0 ? cells : cells.map((cell) => ({ ...cell, start: cell.start + from, end: cell.end + from })),
    cutLeft: from > 0,
    cutRight: to < line.length,
  };
}

/** The cells around the focus that fit, together with the signs for what is cut off. */
function fitting(
  cells: readonly Cell[],
  { start, end }: Stretch,
  room: number,
  cutLeft: boolean,
  cutRight: boolean,
): Columns {
  const total = cells.reduce((sum, { width }) => sum + width, 0);
  if (total <= room && !cutLeft && !cutRight) return { from: 0, to: cells.length };
  const first = cells.findIndex((cell) => cell.end > start);
  let from = first < 0 ? cells.length : first;
  let to = from;
  let used = 0;
  const widen = (left: number, right: number, added: Cell | undefined): boolean => {
    const signs = Number(cutLeft || left > 0) + Number(cutRight || right < cells.length);
    if (!added || used + added.width + signs > room) return false;
    used += added.width;
    from = left;
    to = right;
    return true;
  };
  while ((cells[to]?.start ?? end) < end && widen(from, to + 1, cells[to]));
  let [left, right] = [true, true];
  while (left || right) {
    left = left && widen(from - 1, to, cells[from - 1]);
    right = right && widen(from, to + 1, cells[to]);
  }
  return { from, to };
}
