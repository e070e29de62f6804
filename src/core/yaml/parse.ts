/**
 * One document through the `yaml` package: its nodes, or the one problem that keeps kubectl from reading it.
 */
import { CST, type Document, type ParsedNode, parseDocument, type Scalar, type YAMLError } from 'yaml';
import type { Span } from '../source.ts';
import { joinLines } from './join-lines.ts';
import { parserProblem, syntaxError } from './parser-problem.ts';
import type { SyntaxProblem } from './tree.ts';

/** Duplicate keys are ours to find (the package's own search is quadratic); so are the types of scalars. */
const PARSE_OPTIONS = {
  schema: 'failsafe',
  resolveKnownTags: false,
  merge: false,
  uniqueKeys: false,
  prettyErrors: false,
  logLevel: 'silent',
  keepSourceTokens: false,
} as const;

export type ParsedText = Document.Parsed<ParsedNode>;

/** A document that the package could read. Offsets count from its start. */
export interface ParsedDocument {
  readonly contents: ParsedNode | null;
  /** The text of the document; only its line breaks may differ from the source. */
  readonly text: string;
  /** The text of a scalar, before its type is decided. */
  textOf(scalar: Scalar.Parsed): string;
}

/** Parses the part of `text` that `span` names. A RangeError means nesting beyond the stack. */
export function parseYaml(text: string, span: Span): ParsedDocument | { readonly problem: SyntaxProblem } {
  const source = withLineFeeds(copyOf(text, span));
  const control = source.search(CONTROL_CHARACTER);
  if (control >= 0) {
    const start = span.start + control;
    return { problem: syntaxError({ start, end: start + 1 }, 'kubectl refuses control characters in YAML') };
  }
  const document = parse(source);
  const error = errorOf(document);
  if (!error) return { contents: document.contents, text: source, textOf: ({ value }) => String(value) };
  return parseJoined(source) ?? { problem: parserProblem(error, document, text, span.start) };
}

function parse(source: string): ParsedText {
  return parseDocument(source, PARSE_OPTIONS) as ParsedText;
}

/**
 * A part of a text in memory of its own. V8 makes a slice of a slice refer to the whole: the values of a document that is
 * kept would keep every version of a text that was edited around it.
 */
function copyOf(text: string, { start, end }: Span): string {
  return end - start === text.length ? text : ` ${text.slice(start, end)}`.slice(1);
}

/** The other line breaks of YAML 1.1 (goyaml.v2/readerc.go reads them so), at the same length. */
function withLineFeeds(source: string): string {
  return source.replace(/\r(?!\n)|\x85/g, '\n');
}

/** What go-yaml's reader refuses anywhere (goyaml.v2/readerc.go). */
const CONTROL_CHARACTER = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]/;

/** The first error; to go-yaml a comment may touch what stands before it. */
function errorOf({ errors }: ParsedText): YAMLError | undefined {
  return errors.find(({ message }) => !message.startsWith('Comments must be separated'));
}

/** What only go-yaml can read: the text is rewritten at its length, and values come from the text as it was. */
function parseJoined(source: string): ParsedDocument | undefined {
  const joined = joinLines(source);
  if (joined === undefined || joined === source) return undefined;
  const document = parse(joined);
  if (errorOf(document)) return undefined;
  const textOf = (scalar: Scalar.Parsed) => {
    const [start, end] = scalar.range;
    const original = source.slice(start, end);
    return original === joined.slice(start, end) ? String(scalar.value) : flowScalarText(scalar, original);
  };
  return { contents: document.contents, text: source, textOf };
}

const TOKEN_TYPES: Readonly<Record<string, CST.FlowScalar['type']>> = {
  QUOTE_DOUBLE: 'double-quoted-scalar',
  QUOTE_SINGLE: 'single-quoted-scalar',
};

function flowScalarText({ type }: Scalar.Parsed, source: string): string {
  const token = { type: TOKEN_TYPES[type ?? ''] ?? 'scalar', offset: 0, indent: 0, source } as const;
  return CST.resolveAsScalar(token)?.value ?? '';
}
