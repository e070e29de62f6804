/** Look-ups between labels and selectors by hash: linear where ten thousand workloads share a label. */
import { equalities, type Labels, matches, type Selector } from '../../kubernetes/index.ts';
import { memoized } from '../memo.ts';
import { Namespaced } from './namespaced.ts';

const pairOf = (key: string, value: string) => `${key}\u0000${value}`;

/** The same text for equal label sets. */
export const labelKey = memoized((labels: Labels): string =>
  JSON.stringify(Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1))),
);

interface Group<T> {
  readonly labels: Labels;
  readonly owners: Namespaced<T>;
}

/** Label sets with an owner; found by selector. Equal label sets are kept once. */
export class LabelIndex<T> {
  readonly #groups = new Map<string, Group<T>>();
  readonly #byPair = new Map<string, Group<T>[]>();

  add(labels: Labels, namespace: string | undefined, owner: T): void {
    const id = labelKey(labels);
    const group = this.#groups.get(id) ?? this.#newGroup(id, labels);
    group.owners.add(namespace, owner);
  }

  #newGroup(id: string, labels: Labels): Group<T> {
    const group = { labels, owners: new Namespaced<T>() };
    this.#groups.set(id, group);
    for (const [key, value] of Object.entries(labels)) {
      const pair = pairOf(key, value);
      const groups = this.#byPair.get(pair);
      if (groups) groups.push(group);
      else this.#byPair.set(pair, [group]);
    }
    return group;
  }

  /** How many different label sets hold one of the pairs of an `In` requirement. */
  frequency(key: string, values: readonly string[]): number {
    return values.reduce((sum, value) => sum + (this.#byPair.get(pairOf(key, value))?.length ?? 0), 0);
  }

  /** The owners of the label sets that a selector matches in a namespace. */
  *matching(selector: Selector, namespace: string | undefined): Generator<T> {
    for (const group of this.#candidates(selector)) {
      if (matches(selector, group.labels)) yield* group.owners.in(namespace);
    }
  }

  #candidates(selector: Selector): Iterable<Group<T>> {
    const rarest = rarestEquality(selector, this);
    if (!rarest) return this.#groups.values();
    const [only, ...others] = rarest.values;
    if (only !== undefined && others.length === 0) return this.#byPair.get(pairOf(rarest.key, only)) ?? [];
    return new Set(rarest.values.flatMap((value) => this.#byPair.get(pairOf(rarest.key, value)) ?? []));
  }
}

interface Owned<T> {
  readonly selector: Selector;
  readonly owner: T;
}

/** Selectors with an owner; found by labels. Each is filed under its rarest pair. */
export class SelectorIndex<T> {
  readonly #byPair = new Map<string, Namespaced<Owned<T>>>();
  readonly #loose = new Namespaced<Owned<T>>();
  readonly #labels: LabelIndex<unknown>;

  /** `labels` tells which pairs are rare. */
  constructor(labels: LabelIndex<unknown>) {
    this.#labels = labels;
  }

  add(selector: Selector, namespace: string | undefined, owner: T): void {
    const rarest = rarestEquality(selector, this.#labels);
    if (!rarest) this.#loose.add(namespace, { selector, owner });
    for (const value of rarest?.values ?? []) {
      const pair = pairOf(rarest?.key ?? '', value);
      const owned = this.#byPair.get(pair) ?? new Namespaced();
      this.#byPair.set(pair, owned);
      owned.add(namespace, { selector, owner });
    }
  }

  /** The owners of the selectors that match a label set in a namespace. */
  *matching(labels: Labels, namespace: string | undefined): Generator<T> {
    const filed = Object.entries(labels).map(([key, value]) => this.#byPair.get(pairOf(key, value)));
    for (const owned of [...filed, this.#loose]) {
      for (const { selector, owner } of owned?.in(namespace) ?? []) {
        if (matches(selector, labels)) yield owner;
      }
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
