/**
 * From a text to the documents in it, as kubectl reads them. This is the one door to the parser: nothing outside this
 * folder knows that the `yaml` package exists.
 */
import type { Span } from '../source.ts';
import { composeYaml } from './compose.ts';
import { readJsonStream } from './json.ts';
import { type Chunk, splitStream } from './stream.ts';
import type { DocumentContent, SyntaxProblem } from './tree.ts';

export type { DocumentContent, SyntaxProblem, SyntaxRule, YamlChild, YamlEntry, YamlNode } from './tree.ts';
export { entryOf, fieldOf, itemsOf, keysOf, textOf } from './tree.ts';

/** One document of a stream. `root` is undefined for a blank or a broken one. */
export interface YamlDocument extends DocumentContent {
  readonly span: Span;
}

/** A piece of a stream between two separators, not yet parsed: usually one document, several for JSON. */
export interface StreamPart {
  readonly span: Span;
  /** Whether the text has anything but blank lines and comments. */
  readonly blank: boolean;
  /** Whether the text mentions both `apiVersion` and `kind`: if not, it can't hold a Kubernetes object. */
  readonly mayHoldManifest: boolean;
  /** Parses the piece; the same answer each time. */
  read(): readonly YamlDocument[];
}

/** Cuts a text into its parts without parsing them. Never throws, nor does `read`. */
export function readStream(text: string): StreamPart[] {
  return splitStream(text).map((chunk) => new Part(text, chunk));
}

const CONTENT = /^[ \t]*[^\s#]/m;

class Part implements StreamPart {
  readonly span: Span;
  readonly #text: string;
  readonly #separatorProblems: readonly SyntaxProblem[];
  #documents: readonly YamlDocument[] | undefined;

  constructor(text: string, chunk: Chunk) {
    this.#text = text;
    this.span = { start: chunk.start, end: chunk.end };
    this.#separatorProblems = chunk.problems;
  }

  get blank(): boolean {
    return !CONTENT.test(this.#text.slice(this.span.start, this.span.end));
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
    const json = this.#startsWithBrace() ? readJsonStream(this.#text, this.span) : undefined;
    const documents: YamlDocument[] = json
      ? json.map(({ start, end, root, problems }) => ({ span: { start, end }, root, problems }))
      : [{ span: this.span, ...this.#composeYaml() }];
    return this.#separatorProblems.length > 0 ? withProblems(documents, this.#separatorProblems) : documents;
  }

  #composeYaml(): DocumentContent {
    const directive = directiveOf(this.#text, this.span);
    return directive ? { root: undefined, problems: [directive] } : composeYaml(this.#text, this.span);
  }

  #startsWithBrace(): boolean {
    let at = this.span.start;
    while (at < this.span.end && /\s/.test(this.#text[at] ?? '')) at++;
    return this.#text[at] === '{';
  }
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

const DIRECTIVE = /^%(?:YAML|TAG)\b[^\n\r]*/m;

/** kubectl's splitter tears a directive from its document, and the piece with the directive can't be read. */
function directiveOf(text: string, span: Span): SyntaxProblem | undefined {
  const match = DIRECTIVE.exec(text.slice(span.start, span.end));
  if (!match) return undefined;
  const start = span.start + match.index;
  return {
    rule: 'yaml-syntax-error',
    span: { start, end: start + match[0].length },
    message: `kubectl refuses a stream with the directive ${match[0].split(' ', 1)[0]}`,
  };
}
