/** What stands under a finding's headline: where it is, the lines of source around it, and what it points at. */
import type { Source, Span } from '../core/source.ts';
import { Excerpt, type Stretch } from './excerpt.ts';
import type { Paint } from './paint.ts';
import { underline } from './underline.ts';
import { visible, widthOf, wrap } from './visible.ts';

/** What all frames of a report share. */
export interface Page {
  /** Columns. */
  readonly width: number;
  readonly paint: Paint;
  /** As the function of that name says it. */
  readonly secretLines: (source: Source) => ReadonlyMap<number, number>;
}

export interface Place {
  readonly source: Source;
  readonly span: Span;
  /** Empty for the place of the finding itself: its message is the headline. */
  readonly label: string;
}

export interface Note {
  readonly keyword: string;
  readonly text: string;
}

export interface FrameContent {
  /** The place of the finding, then the related ones. */
  readonly places: readonly [Place, ...Place[]];
  /** Stands behind the position if there is room. */
  readonly remark: string;
  /** Colours the carets. */
  readonly caret: (text: string) => string;
  readonly notes: readonly Note[];
}

/** A stretch of a line that is underlined. */
interface Marked extends Stretch {
  readonly line: number;
  readonly label: string;
  readonly primary: boolean;
}

/** A line that is shown, with what is underlined in it. */
interface Row {
  readonly line: number;
  readonly marks: readonly Marked[];
}

const LINES_BEFORE = 2;
const SEPARATOR = /^---(?:\s|$)/;
/** What is left of a line behind the key of a collection. */
const OPENS_BLOCK = /^["']?\s*:\s*(?:#.*)?$/;

/** `path:line:column`, from 1; the path alone where there is no text. */
export function positionOf({ source, span }: Pick<Place, 'source' | 'span'>): string {
  const path = source.path === '-' ? '<stdin>' : visible(source.path);
  if (isBlank(source.text)) return path;
  const { line, column } = source.position(offsetIn(source, span.start));
  return `${path}:${line + 1}:${Math.max(column, 0) + 1}`;
}

/** The lines of a frame, from the arrow to the notes. */
export function frame(content: FrameContent, page: Page): string[] {
  return new Frame(content, page).lines();
}

class Frame {
  readonly #content: FrameContent;
  readonly #page: Page;
  readonly #files: readonly { readonly source: Source; readonly rows: readonly Row[] }[];
  /** Columns of the line numbers. */
  readonly #digits: number;

  constructor(content: FrameContent, page: Page) {
    this.#content = content;
    this.#page = page;
    const [first] = content.places;
    const places = content.places.filter(({ source }) => source !== first.source || !isBlank(source.text));
    const sources = [...new Set(places.map(({ source }) => source))];
    this.#files = sources.map((source) => {
      const marks = places
        .filter((place) => place.source === source)
        .map((place) => markOf(place, place === first));
      return { source, rows: this.#rows(source, marks) };
    });
    const lines = this.#files.flatMap(({ rows }) => rows.map(({ line }) => line + 1));
    this.#digits = String(Math.max(1, ...lines)).length;
  }

  lines(): string[] {
    const { places, remark } = this.#content;
    const excerpts = this.#files.flatMap(({ source, rows }) => {
      const place = places.find((other) => other.source === source);
      const arrow =
        place === undefined || place === places[0] ? [] : [this.#gutter(), this.#arrow(':::', place)];
      return [...arrow, this.#gutter(), ...this.#excerpts(source, rows)];
    });
    return [this.#arrow('-->', places[0], remark), ...excerpts, ...this.#notes()];
  }

  /** The marked lines with those around them that help to understand them. */
  #rows(source: Source, marks: readonly Marked[]): Row[] {
    const lines = new Set(marks.map(({ line }) => line));
    for (const mark of marks) {
      if (mark.primary) for (const line of this.#before(source, mark.line)) lines.add(line);
      if (this.#opensBlock(source, mark)) lines.add(mark.line + 1);
    }
    for (const line of [...lines]) if (lines.has(line - 2)) lines.add(line - 1);
    return [...lines]
      .sort((a, b) => a - b)
      .map((line) => ({ line, marks: marks.filter((mark) => mark.line === line) }));
  }

  #before(source: Source, line: number): number[] {
    const before: number[] = [];
    for (let at = line - 1; at >= Math.max(0, line - LINES_BEFORE); at--) {
      if (SEPARATOR.test(source.line(at)) || this.#isHidden(source, at)) break;
      before.push(at);
    }
    while (isBlank(source.line(before.at(-1) ?? line)) && before.length > 0) before.pop();
    return before;
  }

  /** Whether the mark is the key of a collection whose first line stands below. */
  #opensBlock(source: Source, { line, end }: Marked): boolean {
    const [here, below] = [source.line(line), source.line(line + 1)];
    if (!OPENS_BLOCK.test(here.slice(end)) || isBlank(below) || this.#isHidden(source, line + 1))
      return false;
    const deeper = below.search(/\S/) - here.search(/\S/);
    return deeper > 0 || (deeper === 0 && /^ *- /.test(below));
  }

  #excerpts(source: Source, rows: readonly Row[]): string[] {
    return rows.flatMap((row, at) => {
      const above = rows[at - 1];
      const gap = above && row.line > above.line + 1 ? [this.#page.paint.gutter('...')] : [];
      return [...gap, ...this.#excerpt(source, row)];
    });
  }

  #excerpt(source: Source, { line, marks }: Row): string[] {
    const room = this.#page.width - this.#digits - 3;
    const focus = marks.find(({ primary }) => primary) ?? marks[0] ?? { start: 0, end: 0 };
    const excerpt = new Excerpt(source.line(line), this.#shown(source, line), focus, room - 1);
    const text = this.#gutter(excerpt.text.trimEnd(), line);
    if (marks.length === 0) return [text];
    const { caret } = this.#content;
    const { related } = this.#page.paint;
    const placed = marks.map((mark) => ({ ...mark, ...excerpt.columnsOf(mark) }));
    return [text, ...underline(placed, room, { caret, related }).map((below) => this.#gutter(below))];
  }

  /** How many characters of a line may be shown. */
  #shown(source: Source, line: number): number {
    return this.#page.secretLines(source).get(line) ?? Number.POSITIVE_INFINITY;
  }

  /** Whether nothing of a line may be shown. */
  #isHidden(source: Source, line: number): boolean {
    return isBlank(source.line(line).slice(0, this.#shown(source, line))) && !isBlank(source.line(line));
  }

  #arrow(arrow: string, place: Place, remark = ''): string {
    const { paint, width } = this.#page;
    const position = positionOf(place);
    const fits = this.#digits + arrow.length + widthOf(position) + widthOf(remark) + 2 <= width;
    const behind = fits && remark !== '' ? ` ${paint.faint(remark)}` : '';
    return `${' '.repeat(this.#digits)}${paint.gutter(arrow)} ${position}${behind}`;
  }

  #gutter(text = '', line?: number): string {
    const number = line === undefined ? '' : String(line + 1);
    const gutter = this.#page.paint.gutter(`${number.padStart(this.#digits)} |`);
    return text === '' ? gutter : `${gutter} ${text}`;
  }

  #notes(): string[] {
    const { paint, width } = this.#page;
    const indent = this.#digits + 3;
    const notes = this.#content.notes.flatMap(({ keyword, text }) => {
      const lines = wrap(`${keyword}: ${text}`, width - indent, keyword.length + 2);
      return lines.map((line, at) =>
        at === 0
          ? `${' '.repeat(indent - 2)}${paint.gutter('=')} ${paint.strong(line.slice(0, keyword.length + 1))}${line.slice(keyword.length + 1)}`
          : ' '.repeat(indent) + line,
      );
    });
    return notes.length > 0 ? [this.#gutter(), ...notes] : [];
  }
}

function markOf({ source, span, label }: Place, primary: boolean): Marked {
  const from = offsetIn(source, span.start);
  const to = Math.max(from, offsetIn(source, span.end));
  const { line, column } = source.position(from);
  const text = source.line(line);
  const start = Math.min(Math.max(column, 0), text.length);
  const end = Math.max(start, Math.min(column + to - from, text.trimEnd().length));
  return { line, start, end, label: visible(label), primary };
}

/** An offset that lies in the text, whatever was asked for. */
function offsetIn({ text }: Source, offset: number): number {
  return Math.min(Math.max(Math.trunc(offset) || 0, 0), text.length);
}

function isBlank(text: string): boolean {
  return !/\S/.test(text);
}
