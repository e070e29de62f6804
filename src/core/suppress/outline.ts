/** A text as a flat list of what stands where, for look-ups by offset. Only documents that are asked about are parsed. */
import type { Span } from '../source.ts';
import { readStream, type StreamPart, type YamlNode } from '../yaml/index.ts';

interface Contents {
  /** Documents, list items, and keys with their scalars; outermost first where several begin. */
  readonly begins: readonly Span[];
  /** Keys and scalars. */
  readonly texts: readonly Span[];
}

export class Outline {
  readonly #text: string;
  readonly #parts: readonly StreamPart[];
  readonly #partSpans: readonly Span[];
  readonly #known = new Map<StreamPart, Contents>();

  constructor(text: string) {
    this.#text = text;
    this.#parts = readStream(text);
    this.#partSpans = this.#parts.map(({ span }) => span);
  }

  /** Whether `#` is text at an offset: inside a key or a scalar, and anywhere in a document that can't be read. */
  isText(offset: number): boolean {
    const text = this.textBefore(offset + 1);
    return text !== undefined && offset < text.end;
  }

  /** The last key or scalar that begins before an offset, in its document. */
  textBefore(offset: number): Span | undefined {
    const { texts } = this.#around(offset);
    return texts[countBefore(texts, offset) - 1];
  }

  /** The document or list item, or else the key with its scalar, that begins next at or behind an offset. */
  next(offset: number): Span | undefined {
    const { begins } = this.#around(offset);
    return begins[countBefore(begins, offset)];
  }

  /** What stands around an offset. A separator, and a part with nothing in it, belong to the document below. */
  #around(offset: number): Contents {
    const at = countBefore(this.#partSpans, offset + 1) - 1;
    const here = this.#parts[at];
    const part = here && !here.blank && offset <= here.span.end ? here : (this.#parts[at + 1] ?? here);
    if (!part) return { begins: [], texts: [] };
    const contents = this.#known.get(part) ?? contentsOf(part, this.#text);
    this.#known.set(part, contents);
    return contents;
  }
}

/** How many spans of an ordered list begin before an offset. */
function countBefore(spans: readonly Span[], offset: number): number {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle]?.start ?? offset) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

function contentsOf(part: StreamPart, text: string): Contents {
  const begins: Span[] = [];
  const texts: Span[] = [];
  for (const { root, span } of part.read()) {
    if (root) begins.push(root);
    if (root) collect(root, text, begins, texts);
    else texts.push(belowComments(text, span));
  }
  return { begins: begins.sort(byStart), texts: texts.sort(byStart) };
}

function byStart(a: Span, b: Span): number {
  return a.start - b.start;
}

/** Lists what is around before what is inside. What an alias stands for is written elsewhere, and listed there. */
function collect(node: YamlNode, text: string, begins: Span[], texts: Span[]): void {
  if (node.kind === 'scalar') texts.push(node.style === 'block' ? belowHeader(text, node) : node);
  for (const { value, alias } of node.kind === 'list' ? node.items : []) {
    begins.push(alias ?? value);
    if (!alias) collect(value, text, begins, texts);
  }
  for (const { keySpan, value, alias } of node.kind === 'map' ? node.entries : []) {
    const isField = value.kind === 'scalar' && !alias;
    begins.push(isField ? { start: keySpan.start, end: Math.max(keySpan.end, value.end) } : keySpan);
    texts.push(keySpan);
    if (alias) begins.push(alias);
    else collect(value, text, begins, texts);
  }
}

/** The lines of a block scalar; behind its `|` or `>` a comment may stand. */
function belowHeader(text: string, { start, end }: Span): Span {
  const lineBreak = text.indexOf('\n', start);
  return { start: lineBreak < 0 ? end : Math.min(lineBreak + 1, end), end };
}

/** In a document that can't be read only what stands above it is sure to be a comment. */
function belowComments(text: string, { start, end }: Span): Span {
  const content = text.slice(start, end).search(/^[^\S\n]*[^\s#]/m);
  return { start: content < 0 ? end : start + content, end };
}
