/**
 * One document through the `yaml` package: its nodes, or the one problem that keeps kubectl from reading it.
 */
import { CST, type Document, type ParsedNode, parseDocument, visit, type YAMLError } from 'yaml';
import type { Span } from '../source.ts';
import type { SyntaxProblem } from './tree.ts';

/** Deeper than anything that a person writes; go-yaml stops at 10,000. */
export const MAX_DEPTH = 1000;

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

export interface ParsedDocument {
  /** Offsets count from the start of the document. */
  readonly contents: ParsedNode | null;
  /** Values of quoted scalars that only kubectl can read, by offset in the whole text. */
  readonly joined: ReadonlyMap<number, string>;
}

/** Parses the part of `text` that `span` names. A RangeError means nesting beyond the stack. */
export function parseYaml(text: string, span: Span): ParsedDocument | { readonly problem: SyntaxProblem } {
  const source = text.slice(span.start, span.end);
  const control = source.search(CONTROL_CHARACTER);
  if (control >= 0) return { problem: controlCharacter(span.start + control) };
  const document = parse(source);
  const error = document.errors[0];
  if (!error) return { contents: document.contents, joined: new Map() };
  const joined = error.code === 'MISSING_CHAR' ? parseJoined(source, span.start, document) : undefined;
  return joined ?? { problem: parserProblem(error, document, text, span.start) };
}

type ParsedText = Document.Parsed<ParsedNode>;

function parse(source: string): ParsedText {
  return parseDocument(source, PARSE_OPTIONS) as ParsedText;
}

/** What go-yaml's reader refuses anywhere (goyaml.v2/readerc.go). */
const CONTROL_CHARACTER = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]/;

function controlCharacter(at: number): SyntaxProblem {
  return syntaxError({ start: at, end: at + 1 }, 'kubectl refuses control characters in YAML');
}

const MOST_JOINS = 200;

/**
 * go-yaml lets the lines of a quoted scalar begin anywhere, the `yaml` package wants them indented. Where that is the
 * only trouble, the lines are joined by as many blanks as there were characters, so that every offset stays, and the
 * scalars' values come from the text as it was.
 */
function parseJoined(source: string, base: number, failed: ParsedText): ParsedDocument | undefined {
  const joined = new Map<number, string>();
  let text = source;
  let document = failed;
  while (document.errors[0] && joined.size < MOST_JOINS) {
    const start = quotedScalarEndingAt(document, document.errors[0].pos[0]);
    const quoted = start === undefined ? undefined : quotedFrom(source, start);
    if (start === undefined || quoted === undefined || joined.has(base + start)) return undefined;
    joined.set(base + start, valueOfQuoted(quoted));
    text = text.slice(0, start) + quoted.replace(/[\r\n]/g, ' ') + text.slice(start + quoted.length);
    document = parse(text);
  }
  return document.errors[0] ? undefined : { contents: document.contents, joined };
}

const QUOTED = /"(?:[^"\\]|\\[\s\S])*"|'(?:[^']|'')*'/y;

function quotedFrom(source: string, start: number): string | undefined {
  QUOTED.lastIndex = start;
  return QUOTED.exec(source)?.[0];
}

function valueOfQuoted(quoted: string): string {
  const type = quoted.startsWith('"') ? 'double-quoted-scalar' : 'single-quoted-scalar';
  return CST.resolveAsScalar({ type, offset: 0, indent: 0, source: quoted })?.value ?? '';
}

function parserProblem(error: YAMLError, document: ParsedText, text: string, base: number): SyntaxProblem {
  const quote = error.code === 'MISSING_CHAR' ? quotedScalarEndingAt(document, error.pos[0]) : undefined;
  if (quote !== undefined) {
    const line = firstLine(text, { start: base + quote, end: text.length });
    return syntaxError(
      line,
      'not readable as YAML: the quote that opens here is not closed where it should be',
    );
  }
  const start = Math.min(base + error.pos[0], text.length);
  if (error.code === 'RESOURCE_EXHAUSTION') return nestingProblem({ start, end: start + 1 });
  const end = Math.min(base + error.pos[1], firstLine(text, { start, end: text.length }).end);
  return syntaxError({ start, end: Math.max(start, end) }, sentence(error.message));
}

/** Where a quoted scalar begins that runs up to the offset; the parser itself points at the far end. */
function quotedScalarEndingAt(document: ParsedText, offset: number): number | undefined {
  let start: number | undefined;
  visit(document, {
    Scalar(_, { type, range }) {
      if (type?.startsWith('QUOTE') && range && range[0] < offset && range[1] >= offset) start = range[0];
    },
  });
  return start;
}

/** The first line of the parser's message, which goes on with input. */
function sentence(message: string): string {
  const line = message.split('\n', 1)[0] ?? '';
  return `not readable as YAML: ${line.charAt(0).toLowerCase()}${line.slice(1)}`;
}

export function nestingProblem(span: Span): SyntaxProblem {
  return { rule: 'nesting-limit', span, message: `nested more than ${MAX_DEPTH} levels deep` };
}

export function syntaxError(span: Span, message: string): SyntaxProblem {
  return { rule: 'yaml-syntax-error', span, message };
}

export function firstLine(text: string, span: Span): Span {
  const lineBreak = text.indexOf('\n', span.start);
  return { start: span.start, end: lineBreak < 0 ? span.end : Math.min(lineBreak, span.end) };
}
