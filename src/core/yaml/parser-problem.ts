/**
 * The parser's errors as problems of ours, at the place where a person would look.
 */
import { visit, type YAMLError } from 'yaml';
import type { Span } from '../source.ts';
import type { ParsedText } from './parse.ts';
import { wordsFor } from './parser-words.ts';
import type { SyntaxProblem } from './tree.ts';

/** Deeper than anything that a person writes; go-yaml stops at 10,000. */
export const MAX_DEPTH = 1000;

/** `base` is where the document begins in `text`. */
export function parserProblem(
  error: YAMLError,
  document: ParsedText,
  text: string,
  base: number,
): SyntaxProblem {
  const isOpenEnded =
    OPEN_ENDED.has(error.code) && document.errors.some(({ message }) => UNCLOSED.test(message));
  const opening = isOpenEnded ? openingUpTo(document, error.pos[0]) : undefined;
  if (opening !== undefined) return unclosed(text, base + opening);
  const start = Math.min(base + error.pos[0], text.length);
  if (error.code === 'RESOURCE_EXHAUSTION') return nestingProblem({ start, end: start });
  const end = Math.min(base + error.pos[1], firstLine(text, { start, end: text.length }).end);
  return syntaxError({ start, end: Math.max(start, end) }, `not readable as YAML: ${wordsFor(error)}`);
}

/** The parser points at the far end of what isn't closed, or misses something on the way there. */
const OPEN_ENDED: ReadonlySet<YAMLError['code']> = new Set(['MISSING_CHAR', 'BAD_INDENT']);
const UNCLOSED = /^(?:Missing closing|Flow (?:map|sequence)) /;

/** Where the innermost quoted scalar or flow collection begins that runs up to the offset. */
function openingUpTo(document: ParsedText, offset: number): number | undefined {
  let opening: number | undefined;
  const look = (_: unknown, { range }: { range?: readonly [number, number, number] | null }) => {
    if (range && range[0] < offset && range[1] >= offset) opening = range[0];
  };
  visit(document, {
    Scalar: (key, scalar) => (scalar.type?.startsWith('QUOTE') ? look(key, scalar) : undefined),
    Collection: (key, collection) => (collection.flow ? look(key, collection) : undefined),
  });
  return opening;
}

function unclosed(text: string, start: number): SyntaxProblem {
  const mark = /["']/.test(text[start] ?? '') ? 'quote' : 'bracket';
  const span = firstLine(text, { start, end: text.length });
  return syntaxError(
    span,
    `not readable as YAML: the ${mark} that opens here is not closed where it should be`,
  );
}

export function nestingProblem(span: Span): SyntaxProblem {
  return { rule: 'nesting-limit', span, message: `nested more than ${MAX_DEPTH} levels deep` };
}

export function syntaxError({ start, end }: Span, message: string): SyntaxProblem {
  return { rule: 'yaml-syntax-error', span: { start, end }, message };
}

export function firstLine(text: string, span: Span): Span {
  const lineBreak = text.indexOf('\n', span.start);
  return { start: span.start, end: lineBreak < 0 ? span.end : Math.min(lineBreak, span.end) };
}
