/** What stands under a finding's headline: where it is, the lines of source around it, and what it points at. */
import type { Source, Span } from '../../core/source.ts';
import { Excerpt } from './excerpt.ts';
import { isBlank, markOf, offsetIn, type Row, rowsOf } from './frame-rows.ts';
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
      const own = places.filter((place) => place.source === source);
      const marks = own.map((place) => markOf(source, place.span, visible(place.label), place === first));
      return { source, rows: rowsOf(source, marks, (line) => this.#isHidden(source, line)) };
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
    const lines = this.#content.notes.flatMap((note) => this.#note(note));
    return lines.length > 0 ? [this.#gutter(), ...lines] : [];
  }

  #note({ keyword, text }: Note): string[] {
    const { paint, width } = this.#page;
    const indent = this.#digits + 3;
    const [first = '', ...others] = wrap(`${keyword}: ${text}`, width - indent, keyword.length + 2);
    const head = paint.strong(first.slice(0, keyword.length + 1)) + first.slice(keyword.length + 1);
    return [
      `${' '.repeat(indent - 2)}${paint.gutter('=')} ${head}`,
      ...others.map((line) => ' '.repeat(indent) + line),
    ];
  }
}
