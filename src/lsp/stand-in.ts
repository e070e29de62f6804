/**
 * Half-typed text. While somebody types, a document of a stream is often no YAML for a moment: then the last text that
 * could be read stands in for it, so that its findings stay and no other file misses its objects.
 */
import type { Span } from '../core/source.ts';
import type { StreamPart } from '../core/yaml/index.ts';

/** A text to judge instead of the one on the screen, and where its parts are on the screen. */
export interface StandIn {
  readonly text: string;
  /** The place on the screen; undefined for a span that touches what is being typed. */
  toScreen(span: Span): Span | undefined;
  /** The place in `text` of an offset on the screen; undefined inside what is being typed. */
  fromScreen(offset: number): number | undefined;
}

/** The documents of a stream as they could last be read. */
export type GoodParts = readonly string[];

export interface HalfTyped {
  /** Undefined when the text can be judged as it is. */
  readonly standIn: StandIn | undefined;
  readonly good: GoodParts;
}

/** Compares a text, cut into its parts, with the last good one. */
export function halfTyped(
  text: string,
  parts: readonly StreamPart[],
  before: GoodParts | undefined,
): HalfTyped {
  const texts = parts.map((part) => part.text);
  const comparable = before?.length === parts.length ? before : undefined;
  const good = parts.map((part, at) => {
    const last = comparable?.[at];
    return last !== undefined && isHalfTyped(part, texts[at] ?? '', last) ? last : (texts[at] ?? '');
  });
  if (good.every((one, at) => one === texts[at])) return { standIn: undefined, good };
  return { standIn: new Patchwork(text, parts, good), good };
}

/** A document that can't be read, or that has lost its kind, where the last one was an object. */
function isHalfTyped(part: StreamPart, text: string, last: string): boolean {
  if (text === last || !resembles(text, last)) return false;
  if (!part.blank && part.read().some(({ root, problems }) => !root && problems.length > 0)) return true;
  return !part.blank && NAMES_KIND.test(last) && !NAMES_KIND.test(text) && /\S/.test(text);
}

/** Whether at least half of the last good text is still there; if not, somebody writes another one. */
function resembles(text: string, last: string): boolean {
  const { prefix, suffix } = shared(text, last);
  return 2 * (prefix + suffix) >= last.length;
}

const NAMES_KIND = /^[ \t{"']*kind["']?[ \t]*:[ \t]*["'\w]/m;

interface Piece {
  /** In the text on the screen. */
  readonly screen: Span;
  /** In the stand-in. */
  readonly start: number;
  readonly end: number;
  /** How much at the beginning and at the end is the same in both. */
  readonly prefix: number;
  readonly suffix: number;
}

class Patchwork implements StandIn {
  readonly text: string;
  readonly #pieces: readonly Piece[];

  constructor(screenText: string, parts: readonly StreamPart[], good: GoodParts) {
    const pieces: Piece[] = [];
    let text = '';
    let at = 0;
    parts.forEach((part, index) => {
      const { span } = part;
      text += screenText.slice(at, span.start);
      const start = text.length;
      text += good[index] ?? '';
      pieces.push({
        screen: span,
        start,
        end: text.length,
        ...shared(part.text, good[index] ?? ''),
      });
      at = span.end;
    });
    this.text = text + screenText.slice(at);
    this.#pieces = pieces;
  }

  toScreen({ start, end }: Span): Span | undefined {
    const piece = this.#pieces.findLast((one) => one.start <= start);
    if (!piece || end > piece.end) return undefined;
    if (end <= piece.start + piece.prefix) return moved({ start, end }, piece.screen.start - piece.start);
    if (start >= piece.end - piece.suffix) return moved({ start, end }, piece.screen.end - piece.end);
    return undefined;
  }

  fromScreen(offset: number): number | undefined {
    const piece = this.#pieces.findLast(({ screen }) => screen.start <= offset);
    if (!piece || offset > piece.screen.end) return undefined;
    if (offset <= piece.screen.start + piece.prefix) return offset - piece.screen.start + piece.start;
    if (offset >= piece.screen.end - piece.suffix) return offset - piece.screen.end + piece.end;
    return undefined;
  }
}

const moved = ({ start, end }: Span, by: number): Span => ({ start: start + by, end: end + by });

/** How much two texts share at their beginnings and ends, counted in whole lines: half a word is no word. */
function shared(one: string, other: string): Pick<Piece, 'prefix' | 'suffix'> {
  const most = Math.min(one.length, other.length);
  let prefix = 0;
  while (prefix < most && one[prefix] === other[prefix]) prefix++;
  if (prefix === one.length && prefix === other.length) return { prefix, suffix: 0 };
  prefix = one.lastIndexOf('\n', prefix - 1) + 1;
  let suffix = 0;
  while (suffix < most - prefix && one[one.length - 1 - suffix] === other[other.length - 1 - suffix])
    suffix++;
  const lineBreak = one.indexOf('\n', one.length - suffix);
  return { prefix, suffix: lineBreak < 0 ? 0 : one.length - lineBreak };
}
