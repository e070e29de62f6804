/** Look-ups between labels and selectors by hash: linear where ten thousand workloads share a label. */
import { equalities, type Labels, matches, type Selector } from '../kubernetes/index.ts';

const pairOf = (key: string, value: string) => `${key}\u0000${value}`;

/** The same text for equal label sets. */
export function labelKey(labels: Labels): string {
  return JSON.stringify(Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Label sets with an owner; found by selector. Equal label sets are kept once. */
export class LabelIndex<T> {
  readonly #groups = new Map<string, { readonly labels: Labels; readonly owners: T[] }>();
  readonly #byPair = new Map<string, { readonly labels: Labels; readonly owners: T[] }[]>();

  add(labels: Labels, owner: T): void {
    const id = labelKey(labels);
    const group = this.#groups.get(id);
    if (group) {
      group.owners.push(owner);
      return;
    }
    const created = { labels, owners: [owner] };
    this.#groups.set(id, created);
    for (const [key, value] of Object.entries(labels)) push(this.#byPair, pairOf(key, value), created);
  }

  /** How many different label sets hold one of the pairs of an `In` requirement. */
  frequency(key: string, values: readonly string[]): number {
    return values.reduce((sum, value) => sum + (this.#byPair.get(pairOf(key, value))?.length ?? 0), 0);
  }

  /** The owners of the label sets that a selector matches. */
  *matching(selector: Selector): Generator<T> {
    for (const group of this.#candidates(selector)) {
      if (matches(selector, group.labels)) yield* group.owners;
    }
  }

  #candidates(selector: Selector): Iterable<{ readonly labels: Labels; readonly owners: T[] }> {
    const rarest = rarestEquality(selector, this);
    if (!rarest) return this.#groups.values();
    return new Set(rarest.values.flatMap((value) => this.#byPair.get(pairOf(rarest.key, value)) ?? []));
  }
}

/** Selectors with an owner; found by labels. Each is filed under its rarest pair. */
export class SelectorIndex<T> {
  readonly #byPair = new Map<string, { readonly selector: Selector; readonly owner: T }[]>();
  readonly #loose: { readonly selector: Selector; readonly owner: T }[] = [];
  readonly #labels: LabelIndex<unknown>;

  /** `labels` tells which pairs are rare. */
  constructor(labels: LabelIndex<unknown>) {
    this.#labels = labels;
  }

  add(selector: Selector, owner: T): void {
    const rarest = rarestEquality(selector, this.#labels);
    if (!rarest) this.#loose.push({ selector, owner });
    else
      for (const value of rarest.values) push(this.#byPair, pairOf(rarest.key, value), { selector, owner });
  }

  /** The owners of the selectors that match a label set. */
  *matching(labels: Labels): Generator<T> {
    for (const [key, value] of Object.entries(labels)) {
      for (const { selector, owner } of this.#byPair.get(pairOf(key, value)) ?? []) {
        if (matches(selector, labels)) yield owner;
      }
    }
    for (const { selector, owner } of this.#loose) {
      if (matches(selector, labels)) yield owner;
    }
  }
}

function rarestEquality(selector: Selector, labels: LabelIndex<unknown>) {
  let rarest: { readonly key: string; readonly values: readonly string[] } | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const requirement of equalities(selector)) {
    const frequency = labels.frequency(requirement.key, requirement.values);
    if (frequency < least) {
      least = frequency;
      rarest = requirement;
    }
  }
  return rarest;
}

function push<V>(map: Map<string, V[]>, key: string, value: V): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}
