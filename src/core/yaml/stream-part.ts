/** A piece of a stream between two separators, read as kubectl reads it: as JSON, as YAML, or as what JSON it begins with. */
import type { Span } from '../source.ts';
import { composeYaml } from './compose.ts';
import { readJsonStream } from './json.ts';
import { moved } from './moved.ts';
import { firstLine, syntaxError } from './parser-problem.ts';
import { type Chunk, lineEnd } from './stream.ts';
import { hasForeignEscape } from './strict.ts';
import type { SyntaxProblem, YamlDocument } from './tree.ts';

interface Place {
  readonly first: boolean;
  readonly last: boolean;
}

/** Documents as they were read where their part began. */
interface Content {
  readonly start: number;
  readonly documents: readonly YamlDocument[];
}

/** A piece of a stream between two separators, not yet parsed: usually one document, several for JSON. */
export class StreamPart {
  readonly span: Span;
  /** Whether there is nothing to read and nothing to object to. */
  readonly blank: boolean;
  readonly #stream: string;
  readonly #chunk: Chunk;
  readonly #place: Place;
  #content: Content | undefined;
  #documents: readonly YamlDocument[] | undefined;

  constructor(stream: string, chunk: Chunk, place: Place) {
    this.#stream = stream;
    this.#chunk = chunk;
    this.#place = place;
    this.span = { start: chunk.start, end: chunk.limit };
    this.blank = chunk.blank && chunk.problems.length === 0;
  }

  get text(): string {
    return this.#stream.slice(this.span.start, this.span.end);
  }

  /**
   * Equal for parts that say the same. What is read may depend on the separators around a part, and on whether it is the
   * first one.
   */
  get key(): string {
    const { start, end } = this.span;
    const from = Math.min(start, this.#stream.lastIndexOf('\n', start - 1) + 1);
    const to = this.#place.last ? end : lineEnd(this.#stream, end);
    return `${this.#place.first ? 'first' : ''},${start - from}:${this.#stream.slice(from, to)}`;
  }

  /** Whether the text mentions both `apiVersion` and `kind`: if not, it can't hold a Kubernetes object. */
  get mayHoldManifest(): boolean {
    const { text } = this;
    return text.includes('apiVersion') && text.includes('kind');
  }

  /** This part, which needn't parse what an identical one has parsed. */
  takingOver(before: StreamPart | undefined): this {
    if (before) this.#content = before.#content;
    return this;
  }

  /** Parses the piece; the same answer each time. */
  read(): readonly YamlDocument[] {
    this.#documents ??= this.#read();
    return this.#documents;
  }

  #read(): readonly YamlDocument[] {
    const { start } = this.span;
    const before = this.#content;
    const documents = before ? moved(before.documents, start - before.start) : this.#parse();
    this.#content = { start, documents };
    const { problems } = this.#chunk;
    return problems.length > 0 ? withProblems(documents, problems) : documents;
  }

  #parse(): YamlDocument[] {
    return this.#startsLikeJson() ? this.#readJson() : [this.#readYaml()];
  }

  #readYaml(): YamlDocument {
    const { span } = this;
    return this.#chunk.blank
      ? { span, root: undefined, problems: [], identity: {} }
      : { span, ...composeYaml(this.#stream, this.#chunk), identity: {} };
  }

  /** Behind a separator kubectl reads JSON by the rules of YAML, which has fewer escapes. */
  #startsLikeJson(): boolean {
    const { start, end } = this.#chunk;
    if (!startsWithBrace(this.#stream, start)) return false;
    return this.#place.first || !hasForeignEscape(this.#stream.slice(start, end));
  }

  /** What is no JSON may be YAML; what is neither costs the values behind it, not those before. */
  #readJson(): YamlDocument[] {
    const { documents, brokenAt } = readJsonStream(this.#stream, this.#chunk);
    const isOnly = this.#place.first && this.#place.last;
    const read = documents.map(({ root, problems, ...span }, at) => ({
      span,
      root,
      problems: at === 1 && !isOnly ? [mixedStream(span), ...problems] : problems,
      identity: {},
    }));
    if (brokenAt === undefined) return read;
    const yaml = this.#readYaml();
    if (yaml.root || read.length === 0) return [yaml];
    const rest = { start: read.at(-1)?.span.end ?? brokenAt, end: this.#chunk.end };
    const problems = [brokenJson(this.#stream, brokenAt, rest.end)];
    return [...read, { span: rest, root: undefined, problems, identity: {} }];
  }
}

function brokenJson(text: string, start: number, end: number): SyntaxProblem {
  return syntaxError(firstLine(text, { start, end }), 'not readable as JSON from here on');
}

function startsWithBrace(text: string, from: number): boolean {
  let at = from;
  while (at < text.length && /\s/.test(text[at] ?? '')) at++;
  return text[at] === '{';
}

function mixedStream({ start }: Span): SyntaxProblem {
  return {
    rule: 'document-separator-invalid',
    span: { start, end: start + 1 },
    message:
      'kubectl reads JSON values one after the other, or documents between "---", never both in a stream',
  };
}

/** A separator that kubectl refuses already says why the document is lost: a second error would be noise. */
function withProblems(
  documents: readonly YamlDocument[],
  problems: readonly SyntaxProblem[],
): YamlDocument[] {
  return documents.map((document, index) => {
    if (index > 0) return document;
    const own = document.root === undefined ? [] : document.problems;
    return { ...document, problems: [...problems, ...own] };
  });
}
