/** A document that is open in the editor: its text as it stands on the screen. */
import type { TextDocumentContentChangeEvent } from 'vscode-languageserver';
import { Source, type Span } from '../core/source.ts';
import type { Lines, Positions } from './lines.ts';
import { type GoodParts, halfTyped, type StandIn } from './stand-in.ts';

export interface Opening {
  /** As the client writes it. */
  readonly uri: string;
  readonly version: number;
  readonly text: string;
}

/** Where the document's text goes: how findings name it, and the file that it covers. */
export interface DocumentPlace {
  readonly path: string;
  readonly location: string;
}

/** A document as requests see it. */
export interface Document {
  readonly uri: string;
  /** Null for a file that isn't open. */
  readonly version: number | null;
  /** The text on the screen. */
  readonly screen: Source;
  /** The text that is judged: the same, or what stands in for it while it is half-typed. */
  readonly judged: Source;
  readonly isHalfTyped: boolean;
  /** The span on the screen of one in the judged text; undefined where somebody is typing. */
  toScreen(span: Span): Span | undefined;
  /** The offset in the judged text of one on the screen; undefined where somebody is typing. */
  fromScreen(offset: number): number | undefined;
}

/** A file that isn't open. */
export function closedDocument(uri: string, source: Source): Document {
  const same = <T>(place: T) => place;
  const isHalfTyped = false;
  return {
    uri,
    version: null,
    screen: source,
    judged: source,
    isHalfTyped,
    toScreen: same,
    fromScreen: same,
  };
}

/** One version of a document that is open. Immutable. */
export class OpenDocument implements Document {
  readonly uri: string;
  readonly version: number;
  readonly screen: Source;
  readonly judged: Source;
  readonly #standIn: StandIn | undefined;
  readonly #good: GoodParts;
  readonly #place: DocumentPlace;

  constructor({ uri, version, text }: Opening, place: DocumentPlace, before?: GoodParts) {
    const { standIn, good } = halfTyped(text, before);
    this.uri = uri;
    this.version = version;
    this.screen = new Source(place.path, text, place.location);
    this.judged = standIn ? new Source(place.path, standIn.text, place.location) : this.screen;
    this.#standIn = standIn;
    this.#good = good;
    this.#place = place;
  }

  /** The next version. */
  changed(
    version: number,
    changes: readonly TextDocumentContentChangeEvent[],
    positions: Positions,
  ): OpenDocument {
    const text = changes.reduce(
      (before, change) =>
        'range' in change ? replaced(before, change, positions.ofText(before)) : change.text,
      this.screen.text,
    );
    return new OpenDocument({ uri: this.uri, version, text }, this.#place, this.#good);
  }

  /** The same text, meant as it is: somebody saved it. */
  saved(): OpenDocument {
    return new OpenDocument({ uri: this.uri, version: this.version, text: this.screen.text }, this.#place);
  }

  get isHalfTyped(): boolean {
    return this.#standIn !== undefined;
  }

  toScreen(span: Span): Span | undefined {
    return this.#standIn ? this.#standIn.toScreen(span) : span;
  }

  fromScreen(offset: number): number | undefined {
    return this.#standIn ? this.#standIn.fromScreen(offset) : offset;
  }
}

type RangedChange = Extract<TextDocumentContentChangeEvent, { range: unknown }>;

function replaced(text: string, { range, text: inserted }: RangedChange, lines: Lines): string {
  const { start, end } = lines.span(range);
  return text.slice(0, start) + inserted + text.slice(end);
}
