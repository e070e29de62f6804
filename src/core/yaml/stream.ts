/**
 * Where the documents of a stream begin and end, exactly as kubectl cuts it: at lines that begin with `---`
 * (apimachinery pkg/util/yaml/decoder.go, YAMLReader), reading only what stands before a `...` line
 * (go-yaml decodes the first document of each piece).
 */
import type { SyntaxProblem } from './tree.ts';

/** The text of one document, between its separators. */
export interface Chunk {
  readonly start: number;
  readonly end: number;
  /** What kubectl objects to in the separators around it. */
  readonly problems: readonly SyntaxProblem[];
}

/** Cuts a stream into documents; at least one chunk, which may be blank. */
export function splitStream(text: string): Chunk[] {
  const chunks: Chunk[] = [];
  let start = text.startsWith('\uFEFF') ? 1 : 0;
  let problems: SyntaxProblem[] = [];
  for (const at of separatorLines(text, start)) {
    chunks.push(chunkOf(text, start, at, problems));
    problems = gluedText(text, at);
    start = at + 3;
  }
  chunks.push(chunkOf(text, start, text.length, problems));
  return chunks;
}

function* separatorLines(text: string, start: number): Generator<number> {
  if (text.startsWith('---', start)) yield start;
  for (let at = text.indexOf('\n---', start); at >= 0; at = text.indexOf('\n---', at + 1)) yield at + 1;
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}

function gluedText(text: string, separator: number): SyntaxProblem[] {
  const rest = text.slice(separator + 3, lineEnd(text, separator)).trim();
  if (rest === '' || rest.startsWith('#')) return [];
  return [
    {
      rule: 'document-separator-invalid',
      span: { start: separator, end: lineEnd(text, separator) },
      message: `kubectl refuses text after "---" on the same line: ${quoteStart(rest)}`,
    },
  ];
}

function chunkOf(text: string, start: number, end: number, problems: SyntaxProblem[]): Chunk {
  const from = skipByteOrderMark(text, start);
  const stop = documentEnd(text, from, end);
  if (stop === undefined)
    return { start: from, end, problems: [...problems, ...gluedSeparators(text, from, end)] };
  const dropped = firstContent(text, lineEnd(text, stop) + 1, end);
  if (dropped === undefined) return { start: from, end: stop, problems };
  const problem: SyntaxProblem = {
    rule: 'document-separator-invalid',
    span: { start: stop, end: stop + 3 },
    message: 'kubectl drops everything between "..." and the next "---"; what follows is never applied',
  };
  return { start: from, end: stop, problems: [...problems, problem] };
}

/** A byte order mark may stand at the start of a document, that is of the line after its separator. */
function skipByteOrderMark(text: string, start: number): number {
  const content = text[start] === '\r' ? start + 1 : start;
  return text[content] === '\n' && text[content + 1] === '\uFEFF' ? content + 2 : start;
}

function documentEnd(text: string, start: number, end: number): number | undefined {
  if (isDocumentEnd(text, start)) return start;
  for (let at = text.indexOf('\n...', start); at >= 0 && at < end; at = text.indexOf('\n...', at + 1)) {
    if (isDocumentEnd(text, at + 1)) return at + 1;
  }
  return undefined;
}

function isDocumentEnd(text: string, at: number): boolean {
  if (!text.startsWith('...', at)) return false;
  const next = text[at + 3];
  return next === undefined || next === '\n' || next === '\r' || next === ' ' || next === '\t';
}

/** The first line from `start` that is neither blank nor a comment. */
function firstContent(text: string, start: number, end: number): number | undefined {
  for (let at = start; at < end; at = lineEnd(text, at) + 1) {
    const line = text.slice(at, Math.min(lineEnd(text, at), end)).trim();
    if (line !== '' && !line.startsWith('#')) return at;
  }
  return undefined;
}

const GLUED_SEPARATOR = /[^\s-]---[ \t]*\r?\n(?=(?:apiVersion|kind)[ \t]*:)/g;

/** `replicas: 2---`: a separator that lost its line break, with the next object right behind it. */
function gluedSeparators(text: string, start: number, end: number): SyntaxProblem[] {
  const problems: SyntaxProblem[] = [];
  for (const match of text.slice(start, end).matchAll(GLUED_SEPARATOR)) {
    const at = start + match.index + 1;
    problems.push({
      rule: 'document-separator-invalid',
      span: { start: at, end: at + 3 },
      message: '"---" at the end of a line separates nothing: the next object overwrites this one key by key',
    });
  }
  return problems;
}

function quoteStart(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
}
