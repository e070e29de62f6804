/**
 * From a text to the documents in it, as kubectl reads them. This is the one door to the parser: nothing outside this
 * folder knows that the `yaml` package exists.
 */
import type { Span } from '../source.ts';
import { composeYaml } from './compose.ts';
import { readJsonStream } from './json.ts';
import { firstLine, syntaxError } from './parser-problem.ts';
import { type Chunk, splitStream } from './stream.ts';
import { hasForeignEscape } from './strict.ts';
import type { DocumentContent, SyntaxProblem } from './tree.ts';

export { resolvePlain } from './scalar.ts';
export type { DocumentContent, SyntaxProblem, SyntaxRule, YamlChild, YamlEntry, YamlNode } from './tree.ts';
export { entryOf, fieldOf, itemsOf, keysOf, textOf } from './tree.ts';

/** One document of a stream. `root` is undefined for a blank or a broken one. */
export interface YamlDocument extends DocumentContent {
  readonly span: Span;
}

/** A piece of a stream between two separators, not yet parsed: usually one document, several for JSON. */
export interface StreamPart {
  readonly span: Span;
  /** Whether there is nothing to read and nothing to object to. */
  readonly blank: boolean;
  /** Whether the text mentions both `apiVersion` and `kind`: if not, it can't hold a Kubernetes object. */
  readonly mayHoldManifest: boolean;
  /** Parses the piece; the same answer each time. */
  read(): readonly YamlDocument[];
}

/** Cuts a text into its parts without parsing them. Never throws, nor does `read`. */
export function readStream(text: string): StreamPart[] {
  const chunks = splitStream(text);
  const only = chunks.length === 1;
  return chunks.map((chunk, at) => new Part(text, chunk, { first: at === 0, only }));
}

interface Place {
  readonly first: boolean;
  readonly only: boolean;
}

class Part implements StreamPart {
  readonly span: Span;
  readonly blank: boolean;
  readonly #text: string;
  readonly #chunk: Chunk;
  readonly #place: Place;
  #documents: readonly YamlDocument[] | undefined;

  constructor(text: string, chunk: Chunk, place: Place) {
    this.#text = text;
    this.#chunk = chunk;
    this.#place = place;
    this.span = { start: chunk.start, end: chunk.limit };
    this.blank = chunk.blank && chunk.problems.length === 0;
  }

  get mayHoldManifest(): boolean {
    const text = this.#text.slice(this.span.start, this.span.end);
    return text.includes('apiVersion') && text.includes('kind');
  }

  read(): readonly YamlDocument[] {
    this.#documents ??= this.#parse();
    return this.#documents;
  }

  #parse(): YamlDocument[] {
    const { problems } = this.#chunk;
    const documents = this.#startsLikeJson() ? this.#readJson() : [this.#readYaml()];
    return problems.length > 0 ? withProblems(documents, problems) : documents;
  }

  #readYaml(): YamlDocument {
    const { span } = this;
    return this.#chunk.blank
      ? { span, root: undefined, problems: [] }
      : { span, ...composeYaml(this.#text, this.#chunk) };
  }

  /** Behind a separator kubectl reads JSON by the rules of YAML, which has fewer escapes. */
  #startsLikeJson(): boolean {
    const { start, end } = this.#chunk;
    if (!startsWithBrace(this.#text, start)) return false;
    return this.#place.first || !hasForeignEscape(this.#text.slice(start, end));
  }

  /** What is no JSON may be YAML; what is neither costs the values behind it, not those before. */
  #readJson(): YamlDocument[] {
    const { documents, brokenAt } = readJsonStream(this.#text, this.#chunk);
    const read = documents.map(({ root, problems, ...span }, at) => ({
      span,
      root,
      problems: at === 1 && !this.#place.only ? [mixedStream(span), ...problems] : problems,
    }));
    if (brokenAt === undefined) return read;
    const yaml = this.#readYaml();
    if (yaml.root || read.length === 0) return [yaml];
    const rest = { start: read.at(-1)?.span.end ?? brokenAt, end: this.#chunk.end };
    return [...read, { span: rest, root: undefined, problems: [brokenJson(this.#text, brokenAt, rest.end)] }];
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
