/**
 * What a YAML or JSON document says, with the place of every value: the one tree that the rest of rollsafe sees,
 * whichever parser made it.
 */
import type { Span } from '../source.ts';

/** A value as kubectl decodes it; integers beyond 2^53 are bigint. */
export type ScalarValue = null | boolean | number | bigint | string;

export interface YamlScalar extends Span {
  readonly kind: 'scalar';
  readonly value: ScalarValue;
  /** `plain` scalars are the ones whose type depends on their text. */
  readonly style: 'plain' | 'quoted' | 'block';
}

/** A child as it is written at one place. */
export interface YamlChild {
  readonly value: YamlNode;
  /** Where `*alias` stands, when the value is written elsewhere (at its anchor). */
  readonly alias: Span | undefined;
  /** Set where an anchor stands before the value that an alias of the document may refer to. */
  readonly anchored?: true;
}

export interface YamlEntry extends YamlChild {
  /** The key as kubectl reads it: `on:` is "true", `1:` is "1". */
  readonly key: string;
  readonly keySpan: Span;
}

export interface YamlMap extends Span {
  readonly kind: 'map';
  /** One entry a key, in the order of the text; merge keys (`<<`) are resolved. */
  readonly entries: readonly YamlEntry[];
  /** Entries by key, where there are many. */
  readonly byKey: ReadonlyMap<string, YamlEntry> | undefined;
}

export interface YamlList extends Span {
  readonly kind: 'list';
  readonly items: readonly YamlChild[];
}

export type YamlNode = YamlScalar | YamlMap | YamlList;

/** What reading can find fault with; each is a rule of the `syntax` group. */
export type SyntaxRule =
  | 'yaml-syntax-error'
  | 'duplicate-key'
  | 'yaml-merge-order'
  | 'document-separator-invalid'
  | 'alias-expansion-limit'
  | 'nesting-limit';

export interface SyntaxProblem {
  readonly rule: SyntaxRule;
  readonly span: Span;
  readonly message: string;
  readonly related?: readonly { readonly span: Span; readonly message: string }[];
  /** The one edit that makes kubectl read what is plainly meant. */
  readonly fix?: { readonly title: string; readonly span: Span; readonly text: string };
}

/** What one document holds. `root` is undefined when the document is broken: then a problem says why. */
export interface DocumentContent {
  readonly root: YamlNode | undefined;
  readonly problems: readonly SyntaxProblem[];
}

/** One document of a stream. `root` is undefined for a blank or a broken one. */
export interface YamlDocument extends DocumentContent {
  readonly span: Span;
  /** One object for as long as the text of the document stays the same from version to version, wherever it moves. */
  readonly identity: object;
}

const MANY_ENTRIES = 12;

/** Makes a map node; `entries` must not repeat a key. */
export function yamlMap(span: Span, entries: readonly YamlEntry[]): YamlMap {
  const byKey =
    entries.length > MANY_ENTRIES ? new Map(entries.map((entry) => [entry.key, entry])) : undefined;
  return { kind: 'map', start: span.start, end: span.end, entries, byKey };
}

/** The entry of a key, in constant or small time. */
export function entryOf(map: YamlMap, key: string): YamlEntry | undefined {
  return map.byKey ? map.byKey.get(key) : map.entries.find((entry) => entry.key === key);
}

/** The value of a key of a map node; undefined for anything else. */
export function fieldOf(node: YamlNode | undefined, key: string): YamlNode | undefined {
  return node?.kind === 'map' ? entryOf(node, key)?.value : undefined;
}

/** The text of a string scalar; undefined for anything else. */
export function textOf(node: YamlNode | undefined): string | undefined {
  return node?.kind === 'scalar' && typeof node.value === 'string' ? node.value : undefined;
}

/** The children of a list node; none for anything else. */
export function itemsOf(node: YamlNode | undefined): readonly YamlChild[] {
  return node?.kind === 'list' ? node.items : [];
}

/** The keys of a map node; none for anything else. */
export function keysOf(node: YamlNode | undefined): string[] {
  return node?.kind === 'map' ? node.entries.map((entry) => entry.key) : [];
}
