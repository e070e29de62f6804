/** A document that is open in the editor: its text as it stands on the screen. */
import type { TextDocumentContentChangeEvent } from 'vscode-languageserver';
import { Source, type Span } from '../core/source.ts';
import { readStream, type StreamPart } from '../core/yaml/index.ts';
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
  /** The parts of the text on the screen, where it is cut already. */
  readonly screenParts: readonly StreamPart[] | undefined;
  /** The same of the text that is judged. */
  readonly judgedParts: readonly StreamPart[] | undefined;
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
    screenParts: undefined,
    judgedParts: undefined,
    isHalfTyped,
    toScreen: same,
    fromScreen: same,
  };
}

/** What a version of a document leaves to the next one. */
interface Heritage {
  /** What needn't be parsed again. */
  readonly parts: readonly StreamPart[];
  /** What may stand in for half-typed text; undefined where the text is meant as it is. */
  readonly good: GoodParts | undefined;
}

/** One version of a document that is open. Immutable. */
export class OpenDocument implements Document {
  readonly uri: string;
  readonly version: number;
  readonly screen: Source;
  readonly judged: Source;
  readonly screenParts: readonly StreamPart[];
  readonly judgedParts: readonly StreamPart[];
  readonly #standIn: StandIn | undefined;
  readonly #heritage: Heritage;
  readonly #place: DocumentPlace;

  constructor({ uri, version, text }: Opening, place: DocumentPlace, before?: Heritage) {
    const parts = readStream(text, before?.parts);
    const { standIn, good } = halfTyped(text, parts, before?.good);
    this.uri = uri;
    this.version = version;
    this.screen = new Source(place.path, text, place.location);
    this.judged = standIn ? new Source(place.path, standIn.text, place.location) : this.screen;
    this.screenParts = parts;
    this.judgedParts = standIn ? readStream(standIn.text, before?.parts) : parts;
    this.#standIn = standIn;
    this.#heritage = { parts: standIn ? [...parts, ...this.judgedParts] : parts, good };
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
    return new OpenDocument({ uri: this.uri, version, text }, this.#place, this.#heritage);
  }

  /** The same text, meant as it is: somebody saved it. */
  saved(): OpenDocument {
    const { uri, version, screen } = this;
    const before = { ...this.#heritage, good: undefined };
    return new OpenDocument({ uri, version, text: screen.text }, this.#place, before);
  }

  /** The same in another place, as when the folders of the editor change. */
  movedTo(place: DocumentPlace): OpenDocument {
    const { uri, version, screen } = this;
    return new OpenDocument({ uri, version, text: screen.text }, place, this.#heritage);
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
