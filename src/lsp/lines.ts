/** Positions as the protocol counts them: lines that also end at a lone carriage return, and columns in agreed units. */
import type { Position, Range } from 'vscode-languageserver';
import type { Source, Span } from '../core/source.ts';

const ENCODINGS = ['utf-8', 'utf-16', 'utf-32'] as const;

/** What a column counts. */
export type PositionEncoding = (typeof ENCODINGS)[number];

/** The first of those that a client offers, which it likes best; UTF-16 code units where it offers none. */
export function encodingOf(offered: readonly string[] | undefined): PositionEncoding {
  const known = offered?.flatMap((name) => ENCODINGS.find((one) => one === name) ?? []);
  return known?.[0] ?? 'utf-16';
}

/** The lines of a text. */
export class Lines {
  readonly #text: string;
  readonly #encoding: PositionEncoding;
  readonly #starts: readonly number[];

  constructor(text: string, encoding: PositionEncoding) {
    this.#text = text;
    this.#encoding = encoding;
    this.#starts = lineStarts(text);
  }

  /** The position of a UTF-16 offset. */
  position(offset: number): Position {
    const line = this.#lineAt(offset);
    const start = this.#starts[line] ?? 0;
    return { line, character: unitsIn(this.#text.slice(start, offset), this.#encoding) };
  }

  range({ start, end }: Span): Range {
    return { start: this.position(start), end: this.position(end) };
  }

  /** The UTF-16 offset of a position. One behind the end of a line or of the text is that end. */
  offset({ line, character }: Position): number {
    const row = whole(line);
    const start = this.#starts[row];
    if (start === undefined) return this.#text.length;
    const content = this.#text.slice(start, this.#starts[row + 1]).replace(/[\r\n]+$/, '');
    return start + lengthOf(content, whole(character), this.#encoding);
  }

  span({ start, end }: Range): Span {
    const from = this.offset(start);
    return { start: from, end: Math.max(from, this.offset(end)) };
  }

  #lineAt(offset: number): number {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

/** The lines of each source in the encoding of one client, made once. */
export class Positions {
  readonly #encoding: PositionEncoding;
  readonly #known = new WeakMap<Source, Lines>();

  constructor(encoding: PositionEncoding) {
    this.#encoding = encoding;
  }

  of(source: Source): Lines {
    const lines = this.#known.get(source) ?? this.ofText(source.text);
    this.#known.set(source, lines);
    return lines;
  }

  ofText(text: string): Lines {
    return new Lines(text, this.#encoding);
  }
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (const { index, 0: lineBreak } of text.matchAll(/\r\n|\n|\r/g)) starts.push(index + lineBreak.length);
  return starts;
}

/** Clients may send anything. */
function whole(number: number): number {
  return Number.isFinite(number) ? Math.max(0, Math.trunc(number)) : 0;
}

function unitsIn(text: string, encoding: PositionEncoding): number {
  if (encoding === 'utf-16') return text.length;
  let units = 0;
  for (const character of text) units += unitsOf(character, encoding);
  return units;
}

/** How many UTF-16 units at the beginning of a text make so many units of the encoding; all of it at most. */
function lengthOf(text: string, units: number, encoding: PositionEncoding): number {
  if (encoding === 'utf-16') return Math.min(units, text.length);
  let left = units;
  let length = 0;
  for (const character of text) {
    left -= unitsOf(character, encoding);
    if (left < 0) break;
    length += character.length;
  }
  return length;
}

/** The units of one code point. */
function unitsOf(character: string, encoding: PositionEncoding): number {
  if (encoding === 'utf-32') return 1;
  const point = character.codePointAt(0) ?? 0;
  if (point < 0x80) return 1;
  if (point < 0x800) return 2;
  return point < 0x10000 ? 3 : 4;
}
