/**
 * A typed cursor over a document: it knows its place in the text and never runs off the tree. Files contradict
 * types, so scalars are read through checked getters.
 */
import type { Source, Span } from './source.ts';
import { entryOf, itemsOf, type YamlChild, type YamlEntry, type YamlNode } from './yaml/index.ts';

type Item<T> = NonNullable<T> extends readonly (infer I)[] ? I : unknown;
type Field<T, K extends PropertyKey> = K extends keyof NonNullable<T> ? NonNullable<T>[K] : unknown;

/** A position in a document. An absent field is a node too: `exists` is false and its focus is the nearest ancestor. */
export class Node<T = unknown> {
  readonly source: Source;
  readonly #yaml: YamlNode | undefined;
  readonly #parent: Node | undefined;
  readonly #segment: string | number;
  readonly #keySpan: Span | undefined;
  readonly #alias: Span | undefined;
  readonly #anchored: boolean;

  private constructor(
    source: Source,
    parent: Node | undefined,
    segment: string | number,
    child: YamlChild | undefined,
    keySpan?: Span,
  ) {
    this.source = source;
    this.#parent = parent;
    this.#segment = segment;
    this.#yaml = child?.value;
    this.#alias = child?.alias;
    this.#anchored = child?.anchored === true;
    this.#keySpan = keySpan;
  }

  /** The cursor on the root of a document. */
  static root<T = unknown>(source: Source, yaml: YamlNode): Node<T> {
    return new Node<T>(source, undefined, '', { value: yaml, alias: undefined });
  }

  /** Whether the field is written and not null; to Kubernetes null is absent. */
  get exists(): boolean {
    return this.#yaml !== undefined && !(this.#yaml.kind === 'scalar' && this.#yaml.value === null);
  }

  get isMap(): boolean {
    return this.#yaml?.kind === 'map';
  }

  get isList(): boolean {
    return this.#yaml?.kind === 'list';
  }

  /** The plain value: scalars, objects, arrays; undefined where `exists` is false. Maps have no prototype. */
  get value(): unknown {
    return this.exists ? toPlain(this.#yaml) : undefined;
  }

  /** The field of a map; absent on anything else. */
  at<K extends keyof NonNullable<T> & string>(key: K): Node<Field<T, K>>;
  at(key: string): Node;
  at(key: string): Node {
    const entry = this.#yaml?.kind === 'map' ? entryOf(this.#yaml, key) : undefined;
    return new Node(this.source, this, key, entry, entry?.keySpan);
  }

  /** The items of a list; none on anything else. */
  items(): Node<Item<T>>[] {
    return itemsOf(this.#yaml).map((item, index) => new Node<Item<T>>(this.source, this, index, item));
  }

  /** The fields of a map with their keys; none on anything else. */
  fields(): (readonly [string, Node])[] {
    const entries: readonly YamlEntry[] = this.#yaml?.kind === 'map' ? this.#yaml.entries : [];
    return entries.map((entry) => [entry.key, new Node(this.source, this, entry.key, entry, entry.keySpan)]);
  }

  /** The text of a string; undefined for other types. */
  string(): string | undefined {
    const value = this.#scalar();
    return typeof value === 'string' ? value : undefined;
  }

  /** A whole number (`3.0` is 3); undefined for other types, and beyond 2^53. */
  integer(): number | undefined {
    const value = this.#scalar();
    return typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined;
  }

  boolean(): boolean | undefined {
    const value = this.#scalar();
    return typeof value === 'boolean' ? value : undefined;
  }

  #scalar(): unknown {
    return this.#yaml?.kind === 'scalar' ? this.#yaml.value : undefined;
  }

  /** Where the value stands in the text; for an absent field the focus. */
  get span(): Span {
    return this.#yaml ? { start: this.#yaml.start, end: this.#yaml.end } : this.focus;
  }

  /** The key with its value, where there is a key; else the value. Nothing to edit through an alias. */
  get entrySpan(): Span {
    const { start, end } = this.span;
    return this.#keySpan && !this.#alias
      ? { start: this.#keySpan.start, end: Math.max(end, this.#keySpan.end) }
      : { start, end };
  }

  /**
   * What a finding here underlines: a scalar itself, a collection by its key, an item or a document by its first
   * entry, a missing field by the nearest ancestor that is there.
   */
  get focus(): Span {
    if (!this.#yaml) return this.#parent ? this.#parent.focus : { start: 0, end: 0 };
    if (this.#yaml.kind === 'scalar') return this.#scalarFocus(this.#yaml);
    if (this.#keySpan) return this.#keySpan;
    const first = this.#yaml.kind === 'map' ? this.#yaml.entries[0] : undefined;
    if (!first || first.alias) return this.#firstLine({ start: this.#yaml.start, end: this.#yaml.end });
    const end =
      first.value.kind === 'scalar' && first.value.value !== null ? first.value.end : first.keySpan.end;
    return this.#firstLine({ start: first.keySpan.start, end });
  }

  #scalarFocus(yaml: Span): Span {
    if (yaml.end > yaml.start) return this.#firstLine({ start: yaml.start, end: yaml.end });
    return this.#keySpan ?? this.#parent?.focus ?? { start: yaml.start, end: yaml.end };
  }

  #firstLine(span: Span): Span {
    const lineBreak = this.source.text.indexOf('\n', span.start);
    if (lineBreak < 0 || lineBreak >= span.end) return span;
    const end = this.source.text[lineBreak - 1] === '\r' ? lineBreak - 1 : lineBreak;
    return { start: span.start, end: Math.max(span.start, end) };
  }

  /** The rest of the line behind the value, where a comment may stand. */
  get lineTail(): string {
    const end = this.span.end;
    const lineBreak = this.source.text.indexOf('\n', end);
    return this.source.text.slice(end, lineBreak < 0 ? undefined : lineBreak);
  }

  /** Where aliases on the way to this value stand; none when it is written in place. */
  get aliases(): readonly Span[] {
    const above = this.#parent?.aliases ?? [];
    return this.#alias ? [...above, this.#alias] : above;
  }

  /** Whether an alias shows this value at another place too, or may: an anchor with an alias stands on it or around it. */
  get isShared(): boolean {
    return this.#alias !== undefined || this.#anchored || (this.#parent?.isShared ?? false);
  }

  /** The map or list that holds this value; none for a document. */
  get parent(): Node | undefined {
    return this.#parent;
  }

  /** The field's name, or the place in a list. */
  get key(): string | number {
    return this.#segment;
  }

  /** Where the key is; undefined for an item of a list, and for a field that isn't there. */
  get keySpan(): Span | undefined {
    return this.#keySpan;
  }

  /** Where `*alias` stands instead of the value, when it does. */
  get alias(): Span | undefined {
    return this.#alias;
  }

  /** JSON pointer of the value, or of the nearest ancestor that is there. */
  get path(): string {
    if (!this.#parent) return '';
    if (!this.#yaml) return this.#parent.path;
    return `${this.#parent.path}/${String(this.#segment).replaceAll('~', '~0').replaceAll('/', '~1')}`;
  }
}

function toPlain(yaml: YamlNode | undefined): unknown {
  if (!yaml) return undefined;
  if (yaml.kind === 'scalar') return yaml.value;
  if (yaml.kind === 'list') return yaml.items.map((item) => toPlain(item.value));
  const object: Record<string, unknown> = Object.create(null);
  for (const entry of yaml.entries) object[entry.key] = toPlain(entry.value);
  return object;
}
