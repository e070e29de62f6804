/** Places in texts that a click can land on. */
import type { Node } from '../node.ts';
import type { Source, Span } from '../source.ts';

/** A place in a text. `span` is what a click selects. */
export interface Place {
  readonly source: Source;
  readonly span: Span;
}

/** Where a value is written here: the alias, when it stands for it; of a collection the key. */
export function placeOf({ source, alias, focus }: Node): Place {
  return { source, span: alias ?? focus };
}

/** All of a value with its key, without the blanks behind it; the alias, when that stands for it. */
export function wholeOf({ source, alias, entrySpan: { start, end } }: Node): Place {
  const text = source.text.slice(start, end).trimEnd();
  return { source, span: alias ?? { start, end: start + text.length } };
}

/** Whether an offset is in a span; right behind its last character counts, where a cursor stands after a word. */
export function touches({ start, end }: Span, offset: number): boolean {
  return start <= offset && offset <= end;
}

/** Each place once, in their order. */
export function distinct(places: readonly Place[]): Place[] {
  const seen = new PlaceMap<Place>();
  return places.filter((place) => seen.of(place, () => place) === place);
}

/** Things by the place where they begin. */
export class PlaceMap<T> {
  readonly #bySource = new Map<Source, Map<number, T>>();

  get({ source, span }: Place): T | undefined {
    return this.#bySource.get(source)?.get(span.start);
  }

  /** The thing of a place, made when there is none yet. */
  of({ source, span }: Place, make: () => T): T {
    const things = this.#bySource.get(source) ?? new Map<number, T>();
    this.#bySource.set(source, things);
    const thing = things.get(span.start) ?? make();
    things.set(span.start, thing);
    return thing;
  }

  /** All things of a source. */
  in(source: Source): T[] {
    return [...(this.#bySource.get(source)?.values() ?? [])];
  }
}
