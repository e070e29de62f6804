/**
 * What a report may show of Secrets: the names of their fields, never the values. Decided from the text alone, line by
 * line, so that it holds for broken manifests too: what isn't plainly harmless is hidden.
 */
import type { Source } from '../../core/source.ts';
import { secretFields } from './secret-fields.ts';
import { FIELD, findLine, ITEM, indentOf, isBelow, isEmpty, SEPARATOR, withoutDash } from './yaml-lines.ts';

const SECRET =
  /kind["']?\s*:\s*(?:[&!|>]\S*\s+|#[^\n\r]*[\n\r]\s*){0,4}["']?Secret(?:List)?\b|\bstringData\b/i;
const GENERATOR = /\bsecretGenerator\b/;
const KIND = /["']?\bkind["']?\s*:/;
const FLOW_STYLE = /^(?:---)? *\{/;
const ALIAS = /(?:^|[\s:,[{-])\*[^\s,\]}*]/m;
/** How a document in block style begins. */
const BLOCK_STYLE = /^(?:---)?(?:\s|#[^\n]*\n)*(?:- +)?["']?[\w-]+["']? *:/;

/** Lines of a text that belong together. */
interface Block {
  /** The number of the first. */
  readonly start: number;
  readonly lines: readonly string[];
}

/**
 * The lines of Secrets that may not be shown whole, each with how many of its characters may be.
 *
 * @param known lines, from 0, that belong to Secrets, whatever the text looks like
 */
export function secretLines({ text }: Source, known: readonly number[] = []): ReadonlyMap<number, number> {
  const mask = new Mask(known);
  const mayHoldSecrets = known.length > 0 || SECRET.test(text);
  if (!mayHoldSecrets && !GENERATOR.test(text)) return mask.shown;
  for (const document of documentsOf(text)) {
    if (mayHoldSecrets) mask.coverSecrets(document);
    mask.coverGenerators(document);
  }
  return mask.shown;
}

class Mask {
  readonly shown = new Map<number, number>();
  readonly #known: ReadonlySet<number>;

  constructor(known: readonly number[]) {
    this.#known = new Set(known);
  }

  coverSecrets(document: Block): void {
    if (!isPlain(document)) {
      if (this.#mayBeSecret(document)) this.#hide(document);
      return;
    }
    for (const object of objectsOf(document)) {
      const unclear = this.#mayBeSecret(object) ? this.#coverSecret(object) : undefined;
      if (unclear === undefined) continue;
      this.#hide(part(document, unclear - document.start));
      return;
    }
  }

  /** What has no kind may have been torn from a Secret by a line that looks like a separator or an item. */
  #mayBeSecret(block: Block): boolean {
    if (SECRET.test(textOf(block)) || !saysKind(block)) return true;
    return block.lines.some((_, at) => this.#known.has(block.start + at));
  }

  /** Returns the line from which on the text can't be made out. */
  #coverSecret(object: Block): number | undefined {
    if (!SECRET.test(textOf(object))) return object.start;
    const [first = '', ...others] = object.lines;
    const { shown, unclear } = secretFields([withoutDash(first), ...others]);
    for (const [at, characters] of shown) this.shown.set(object.start + at, characters);
    return unclear === undefined ? undefined : object.start + unclear;
  }

  /** Covers what a kustomization makes Secrets of. */
  coverGenerators(document: Block): void {
    const { lines } = document;
    const head = findLine(lines, 0, (line) => GENERATOR.test(line));
    if (head === lines.length) return;
    const end = findLine(lines, head + 1, (line) => !isWithin(line, indentOf(lines[head] ?? '')));
    const generators = part(document, head + 1, end);
    const rest = part(document, head + 1);
    const clear = isPlain(document) && /^ *secretGenerator *: *$/.test(lines[head] ?? '');
    if (!clear || GENERATOR.test(textOf(rest))) this.#hide(document);
    else this.#hide(/["'{]/.test(textOf(generators)) ? rest : generators);
  }

  #hide({ start, lines }: Block): void {
    for (const [at, line] of lines.entries()) this.shown.set(start + at, indentOf(line));
  }
}

function* documentsOf(text: string): Iterable<Block> {
  const all = text.replace(/^\uFEFF/, '').split('\n');
  const lines = all.map((line) => line.replace(/\r$/, ''));
  for (let start = 0; start < lines.length; ) {
    const end = findLine(lines, start + 1, (line) => SEPARATOR.test(line));
    yield { start, lines: lines.slice(start, end) };
    start = end;
  }
}

/** The items of a List in block style; the document itself when it is none, or a list of Secrets. */
function objectsOf(document: Block): Block[] {
  const { lines } = document;
  const head = findLine(lines, 0, (line) => /^ *items *: *$/.test(line));
  const from = findLine(lines, head + 1, (line) => !isEmpty(line));
  const first = lines[from] ?? '';
  const end = findLine(lines, from, (line) => !isWithin(line, indentOf(first)));
  const tail = lines.slice(end);
  const around = [...lines.slice(0, head + 1), ...tail].join('\n');
  const kind = new RegExp(`^ {${indentOf(lines[head] ?? '')}}kind *: *["']?\\w*List\\b`, 'm');
  const isList =
    kind.test(around) && ITEM.test(first) && tail.every((line) => isEmpty(line) || FIELD.test(line));
  if (!isList || SECRET.test(around)) return [document];
  const starts = [...lines.keys()].filter((at) => {
    const line = lines[at] ?? '';
    return at >= from && at < end && ITEM.test(line) && indentOf(line) === indentOf(first);
  });
  return starts.map((start, at) => part(document, start, starts[at + 1] ?? end));
}

/** Whether a line belongs to the list whose items are indented so far, or stands between them. */
function isWithin(line: string, indent: number): boolean {
  return isEmpty(line) || isBelow(line, indent);
}

/** Whether a block is in block style as far as its structure goes: no aliases, no line breaks of old. */
function isPlain(block: Block): boolean {
  const text = textOf(block);
  return BLOCK_STYLE.test(text) && !ALIAS.test(text) && !text.includes('\r');
}

/** Whether a block begins like an object, and says its kind. */
function saysKind(block: Block): boolean {
  const from = findLine(block.lines, 0, (line) => !isEmpty(line));
  const [first = '', ...others] = block.lines.slice(from);
  const field = withoutDash(first);
  if (FLOW_STYLE.test(field)) return KIND.test(textOf(block));
  return FIELD.test(field) && [field, ...others].some((line) => KIND.exec(line)?.index === indentOf(field));
}

function part({ start, lines }: Block, from: number, to?: number): Block {
  return { start: start + from, lines: lines.slice(from, to) };
}

function textOf({ lines }: Block): string {
  return lines.join('\n');
}
