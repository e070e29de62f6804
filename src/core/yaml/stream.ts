/**
 * Where the documents of a stream begin and end, exactly as kubectl cuts it: at lines that begin with `---`
 * (apimachinery pkg/util/yaml/decoder.go, YAMLReader), reading only what stands before a `...` line
 * (go-yaml decodes the first document of each piece).
 */
import type { Span } from '../source.ts';
import type { SyntaxProblem } from './tree.ts';

/** The text of one document, between its separators. */
export interface Chunk {
  readonly start: number;
  /** Where kubectl stops reading. */
  readonly end: number;
  /** Where the next separator begins; behind `end` when a `...` line comes first. */
  readonly limit: number;
  /** Whether there is nothing but blank lines, comments and directives. */
  readonly blank: boolean;
  /** What kubectl objects to in the separators around it. */
  readonly problems: readonly SyntaxProblem[];
}

/** Cuts a stream into documents; at least one chunk, which may be blank. */
export function splitStream(text: string): Chunk[] {
  const chunks: Chunk[] = [];
  let start = text.startsWith(BYTE_ORDER_MARK) ? 1 : 0;
  let problems: SyntaxProblem[] = [];
  for (const at of separatorLines(text, start)) {
    const chunk = chunkOf(text, start, at, problems);
    chunks.push(chunk);
    const glued = gluedText(text, at);
    problems = [...tornDirective(text, chunk), ...glued];
    start = glued.length > 0 ? at + 3 : skipByteOrderMark(text, lineEnd(text, at) + 1);
  }
  const last = chunkOf(text, Math.min(start, text.length), text.length, problems);
  return [...chunks, { ...last, problems: [...last.problems, ...tornDirective(text, last)] }];
}

const BYTE_ORDER_MARK = '\uFEFF';

function skipByteOrderMark(text: string, at: number): number {
  return text[at] === BYTE_ORDER_MARK ? at + 1 : at;
}

function* separatorLines(text: string, start: number): Generator<number> {
  if (text.startsWith('---', start)) yield start;
  for (let at = text.indexOf('\n---', start); at >= 0; at = text.indexOf('\n---', at + 1)) yield at + 1;
}

/** Where the line that an offset is in ends, before its line break. */
export function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}

/** White space to Go, and perhaps a comment. */
const SEPARATOR_TAIL = /^[^\S\uFEFF]*(?:#|$)/;

function gluedText(text: string, separator: number): SyntaxProblem[] {
  const end = lineEnd(text, separator);
  const tail = text.slice(separator + 3, end);
  if (SEPARATOR_TAIL.test(tail)) return [];
  const problem = invalid({ start: separator, end }, 'kubectl refuses text after "---" on the same line');
  const blanks = FIRST_FIELD.exec(tail)?.[1]?.length;
  if (blanks === undefined) return [problem];
  const span = { start: separator + 3, end: separator + 3 + blanks };
  return [{ ...problem, fix: { title: OWN_LINE, span, text: lineBreakOf(text) } }];
}

/** The blanks before what can only be the first line of an object. */
const FIRST_FIELD = /^([ \t]*)(?:apiVersion|kind|metadata)[ \t]*:/;
const OWN_LINE = 'Put --- on a line of its own';

function lineBreakOf(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n';
}

const CONTENT = /^(?!%)[ \t]*[^\s#]/m;
const DIRECTIVE = /^%[^\r\n]*/m;

/** kubectl's splitter tears a directive from its document, and refuses the stream. */
function tornDirective(text: string, { start, end, blank }: Chunk): SyntaxProblem[] {
  const match = blank ? DIRECTIVE.exec(text.slice(start, end)) : null;
  if (!match) return [];
  const at = start + match.index;
  const message = `kubectl refuses a stream with the directive ${match[0].split(/[ \t]/, 1)[0]}`;
  return [{ rule: 'yaml-syntax-error', span: { start: at, end: at + match[0].length }, message }];
}

function chunkOf(text: string, start: number, limit: number, around: readonly SyntaxProblem[]): Chunk {
  const body = text.slice(start, limit);
  const marker = DOCUMENT_END.exec(body);
  const length = marker ? marker.index : body.length;
  const blank = !CONTENT.test(body.slice(0, length));
  const own = marker
    ? documentEnd(text, { start, end: limit }, start + length, blank)
    : gluedSeparators(text, start, body);
  return { start, end: start + length, limit, blank, problems: [...around, ...own] };
}

const DOCUMENT_END = /^\.\.\.(?=\s|$)/m;

/** `at` is where the `...` of a chunk stands. */
function documentEnd(text: string, chunk: Span, at: number, blank: boolean): SyntaxProblem[] {
  const marker = { start: at, end: at + 3 };
  const next = Math.min(lineEnd(text, at) + 1, chunk.end);
  if (CONTENT.test(text.slice(next, chunk.end))) {
    const problem = invalid(
      marker,
      'kubectl drops everything between "..." and the next "---"; what follows is never applied',
    );
    const fix = {
      title: 'Begin a document with ---',
      span: { start: next, end: next },
      text: `---${lineBreakOf(text)}`,
    };
    return [{ ...problem, fix }];
  }
  if (!blank) return [];
  const problem = invalid(marker, 'kubectl refuses "..." where no document stands before it');
  return [{ ...problem, fix: { title: 'Remove the ...', span: { start: at, end: next }, text: '' } }];
}

const GLUED_SEPARATOR = /^([^#\n]*[^\s#-])---[ \t]*\r?\n(?=(?:apiVersion|kind)[ \t]*:)/gm;

/** `replicas: 2---`: a separator that lost its line break, with the next object right behind it. */
function gluedSeparators(text: string, start: number, body: string): SyntaxProblem[] {
  if (!body.includes('---')) return [];
  return [...body.matchAll(GLUED_SEPARATOR)].map(({ index, 1: before = '' }) => {
    const at = start + index + before.length;
    const message =
      '"---" at the end of a line separates nothing: the next object overwrites this one key by key';
    const fix = { title: OWN_LINE, span: { start: at, end: at }, text: lineBreakOf(text) };
    return { ...invalid({ start: at, end: at + 3 }, message), fix };
  });
}

function invalid(span: Span, message: string): SyntaxProblem {
  return { rule: 'document-separator-invalid', span, message };
}
