/**
 * A text and where it came from: the only maker of line numbers. It may not read files.
 */

/** A half-open range of UTF-16 offsets in a text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Zero-based line and UTF-16 column. Lines end in a line feed, with or without a carriage return before it. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

const BYTE_ORDER_MARK = '\uFEFF';

/** An immutable text with its path. */
export class Source {
  /** As people read it: `/`-separated and relative to the current directory, `-` for nameless stdin. */
  readonly path: string;
  readonly text: string;
  /** The file's own path, by which files find each other: absolute and `/`-separated when there is a file. */
  readonly location: string;
  #lineStarts: readonly number[] | undefined;

  constructor(path: string, text: string, location = path) {
    this.path = path;
    this.text = text;
    this.location = location;
  }

  /** Line and column of an offset. A byte order mark before the first line takes no column. */
  position(offset: number): Position {
    const starts = this.#starts();
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low, column: Math.max(offset - (starts[low] ?? 0), 0) };
  }

  /** The offset of a position; at most the length of the text. */
  offset({ line, column }: Position): number {
    return Math.min((this.#starts()[line] ?? this.text.length) + column, this.text.length);
  }

  /** The text of a zero-based line without its line break; empty past the end. */
  line(line: number): string {
    const starts = this.#starts();
    const start = starts[line];
    if (start === undefined) return '';
    const end = (starts[line + 1] ?? this.text.length + 1) - 1;
    return this.text.slice(start, this.text[end - 1] === '\r' && this.text[end] === '\n' ? end - 1 : end);
  }

  #starts(): readonly number[] {
    this.#lineStarts ??= lineStarts(this.text);
    return this.#lineStarts;
  }
}

function lineStarts(text: string): number[] {
  const starts = [text.startsWith(BYTE_ORDER_MARK) ? 1 : 0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}
