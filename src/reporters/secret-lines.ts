/**
 * What a report may show of Secrets: the names of their fields, never the values. Decided from the text alone, line by
 * line, so that it holds for broken manifests too: what isn't plainly harmless is hidden.
 */
import type { Source } from '../core/source.ts';

const SECRET = /kind["']?\s*:\s*(?:[&!|>]\S*\s+|#[^\n\r]*[\n\r]\s*)*["']?Secret(?:List)?\b|\bstringData\b/i;
const GENERATOR = /\bsecretGenerator\b/;
const KIND = /["']?\bkind["']?\s*:/;
const FLOW_STYLE = /^(?:---)? *\{/;
const SEPARATOR = /^---(?:\s|$)/;
const BLANK = /^(?:---)? *$/;
const COMMENT = /^(?:---)? *#/;
const ITEM = /^ *-(?: |$)/;
const ALIAS = /(?:^|[\s:,[{-])\*[^\s,\]}*]/m;
/** How a document in block style begins. */
const BLOCK_STYLE = /^(?:---)?(?:\s|#[^\n]*\n)*(?:- +)?["']?[\w-]+["']? *:/;
const FIELD = /^( *)(["']?)([\w./-]+)\2 *:(?: +(.*))?$/;
const TAGS = /^(?:[&!][^ ]*(?: +|$))*/;
/** A value in quotes or brackets that ends where its line ends. */
const CLOSED = /^(?:"[^"\\]*(?:\\.[^"\\]*)*"|'[^']*(?:''[^']*)*'|[{[][^"'{}[\]]*[}\]]) *(?:#.*)?$/;

const HARMLESS_VALUE = /^(["']?)[\w.:/+-]{1,253}\1 *$/;
const NONE = /^$/;
const ANY = /./;
/** The maps of a Secret by path, with the fields that may be named, and those whose values may be seen too. */
const MAPS: ReadonlyMap<string, { readonly named: RegExp; readonly seen: RegExp }> = new Map([
  ['', { named: /^(?:metadata|data|stringData)$/, seen: /^(?:apiVersion|kind|type|immutable)$/ }],
  [
    'metadata',
    {
      named: /^(?:labels|annotations|managedFields|ownerReferences|finalizers)$/,
      seen: /^(?:name|namespace|generateName|creationTimestamp|generation|resourceVersion|uid)$/,
    },
  ],
  ['metadata/labels', { named: ANY, seen: ANY }],
  ['metadata/annotations', { named: ANY, seen: NONE }],
  ['data', { named: ANY, seen: NONE }],
  ['stringData', { named: ANY, seen: NONE }],
]);

/** Half-open, zero-based. */
interface Lines {
  readonly from: number;
  readonly to: number;
}

/**
 * The lines of Secrets that may not be shown whole, each with how many of its characters may be.
 *
 * @param known lines, from 0, that belong to Secrets, whatever the text looks like
 */
export function secretLines({ text }: Source, known: readonly number[] = []): ReadonlyMap<number, number> {
  const mask = new Mask(text, new Set(known));
  if (known.length > 0 || SECRET.test(text)) mask.coverSecrets();
  else if (GENERATOR.test(text)) mask.coverGenerators();
  return mask.shown;
}

class Mask {
  readonly shown = new Map<number, number>();
  readonly #lines: readonly string[];
  readonly #known: ReadonlySet<number>;

  constructor(text: string, known: ReadonlySet<number>) {
    const lines = text.replace(/^\uFEFF/, '').split('\n');
    this.#lines = lines.map((line) => line.replace(/\r$/, ''));
    this.#known = known;
  }

  coverSecrets(): void {
    for (const document of this.#documents()) {
      const unclear = this.#coverObjects(document) ?? this.#coverGenerator(document);
      if (unclear) this.#hide(unclear);
    }
  }

  coverGenerators(): void {
    for (const document of this.#documents()) {
      const unclear = this.#coverGenerator(document);
      if (unclear) this.#hide(unclear);
    }
  }

  *#documents(): Iterable<Lines> {
    let from = 0;
    for (let at = 1; at <= this.#lines.length; at++) {
      if (at < this.#lines.length && !SEPARATOR.test(this.#line(at))) continue;
      yield { from, to: at };
      from = at;
    }
  }

  /** Covers the Secrets of a document, and returns the lines that can't be made out. */
  #coverObjects(document: Lines): Lines | undefined {
    if (!isPlain(this.#text(document))) return this.#mayBeSecret(document) ? document : undefined;
    for (const object of this.#objects(document)) {
      const unclear = this.#mayBeSecret(object) ? this.#coverSecret(object) : undefined;
      if (unclear !== undefined) return { from: unclear, to: document.to };
    }
    return undefined;
  }

  /** What has no kind may have been torn from a Secret by a line that looks like a separator, or the next item. */
  #mayBeSecret(lines: Lines): boolean {
    for (let at = lines.from; at < lines.to; at++) if (this.#known.has(at)) return true;
    return SECRET.test(this.#text(lines)) || !this.#saysKind(lines);
  }

  /** Whether the lines begin like an object, and say its kind. */
  #saysKind(lines: Lines): boolean {
    const first = this.#nextContent(lines.from, lines);
    const line = withoutDash(this.#line(first));
    if (FLOW_STYLE.test(line)) return KIND.test(this.#text(lines));
    const isKind = (text: string) => KIND.exec(text)?.index === indentOf(line);
    return (
      FIELD.test(line) && (isKind(line) || this.#find({ from: first + 1, to: lines.to }, isKind) < lines.to)
    );
  }

  /** The items of a List in block style; the document itself when it is none, or a list of Secrets. */
  #objects(document: Lines): Lines[] {
    const head = this.#find(document, (line) => /^ *items *: *$/.test(line));
    const from = this.#nextContent(head + 1, document);
    const indent = indentOf(this.#line(from));
    const to = this.#find({ from, to: document.to }, (line) => !isWithinList(line, indent));
    const tail = this.#lines.slice(to, document.to);
    const around = [...this.#lines.slice(document.from, head + 1), ...tail].join('\n');
    const kind = new RegExp(`^ {${indentOf(this.#line(head))}}kind *: *["']?\\w*List\\b`, 'm');
    const isList = kind.test(around) && ITEM.test(this.#line(from)) && tail.every(isFieldOrNothing);
    if (!isList || SECRET.test(around)) return [document];
    const starts: number[] = [];
    for (let at = from; at < to; at++) {
      if (ITEM.test(this.#line(at)) && indentOf(this.#line(at)) === indent) starts.push(at);
    }
    return starts.map((start, at) => ({ from: start, to: starts[at + 1] ?? to }));
  }

  /** Covers the values of one Secret; returns the line from which on the text can't be made out. */
  #coverSecret(object: Lines): number | undefined {
    if (!SECRET.test(this.#text(object))) return object.from;
    const maps: { readonly indent: number; readonly path: string }[] = [];
    let leaf = Number.POSITIVE_INFINITY;
    for (let at = object.from; at < object.to; at++) {
      const line = at === object.from ? withoutDash(this.#line(at)) : this.#line(at);
      if (BLANK.test(line)) continue;
      if (COMMENT.test(line) || continues(line, leaf)) {
        this.#hide({ from: at, to: at + 1 });
        continue;
      }
      const [, { length: indent } = '', , key, value = ''] = FIELD.exec(line) ?? [];
      if (key === undefined) return at;
      while ((maps.at(-1)?.indent ?? -1) >= indent) maps.pop();
      const map = maps.at(-1)?.path ?? '';
      const path = map === '' ? key : `${map}/${key}`;
      const isMap = value === '' && MAPS.has(path);
      if (isMap) maps.push({ indent, path });
      leaf = isMap ? Number.POSITIVE_INFINITY : indent;
      const { named = NONE, seen = NONE } = MAPS.get(map) ?? {};
      if (!seen.test(key) && !named.test(key)) this.#hide({ from: at, to: at + 1 });
      else if (value !== '' && !(seen.test(key) && HARMLESS_VALUE.test(value)))
        this.shown.set(at, line.length - value.length);
      const next = this.#line(this.#nextContent(at + 1, object));
      if (!endsClearly(value, isMap, indentOf(next) > indent ? next.trimStart() : undefined)) return at + 1;
    }
    return undefined;
  }

  /** Returns the lines that make Secrets in a kustomization. */
  #coverGenerator(document: Lines): Lines | undefined {
    const text = this.#text(document);
    if (!GENERATOR.test(text)) return undefined;
    const head = this.#find(document, (line) => GENERATOR.test(line));
    const indent = indentOf(this.#line(head));
    const from = head + 1;
    const to = this.#find({ from, to: document.to }, (line) => !isWithinList(line, indent));
    const generators = this.#text({ from, to });
    const again = GENERATOR.test(this.#text({ from, to: document.to }));
    if (again || !isPlain(text) || !/^ *secretGenerator *: *$/.test(this.#line(head))) return document;
    return { from, to: /["'{]/.test(generators) ? document.to : to };
  }

  #nextContent(from: number, { to }: Lines): number {
    return this.#find({ from, to }, (line) => !BLANK.test(line) && !COMMENT.test(line));
  }

  #find({ from, to }: Lines, test: (line: string) => boolean): number {
    let at = from;
    while (at < to && !test(this.#line(at))) at++;
    return at;
  }

  #hide({ from, to }: Lines): void {
    for (let at = from; at < to; at++) this.shown.set(at, indentOf(this.#line(at)));
  }

  #text({ from, to }: Lines): string {
    return this.#lines.slice(from, to).join('\n');
  }

  #line(at: number): string {
    return this.#lines[at] ?? '';
  }
}

/** Whether a text is in block style throughout as far as structure goes: no aliases, no old line breaks. */
function isPlain(text: string): boolean {
  return BLOCK_STYLE.test(text) && !ALIAS.test(text) && !text.includes('\r');
}

/**
 * Whether all of a value stands on its line and on the more deeply indented ones below.
 *
 * @param below the next line with content, where that is indented more deeply than the field
 */
function endsClearly(value: string, isMap: boolean, below: string | undefined): boolean {
  const own = value.replace(TAGS, '');
  if (isMap || /^[|>]/.test(own)) return below !== undefined;
  if (own === '' || own.startsWith('#')) return below === undefined || !/^["'{[&!|>?]/.test(below);
  return !/^["'{[]/.test(own) || CLOSED.test(own);
}

function withoutDash(line: string): string {
  return line.replace(/^( *)-(?= )/, '$1 ');
}

function isFieldOrNothing(line: string): boolean {
  return FIELD.test(line) || BLANK.test(line) || COMMENT.test(line);
}

/** Whether a line belongs to the list whose items are indented so far, or stands between them. */
function isWithinList(line: string, indent: number): boolean {
  return BLANK.test(line) || COMMENT.test(line) || continues(line, indent);
}

function continues(line: string, indent: number): boolean {
  return indentOf(line) > indent || (indentOf(line) === indent && ITEM.test(line));
}

function indentOf(line: string): number {
  return line.search(/[^ ]|$/);
}
