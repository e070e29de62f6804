/**
 * What go-yaml reads and the `yaml` package doesn't, rewritten at the same length: the lines of quoted scalars and of
 * flow collections, which may begin anywhere, and `-` alone in a flow collection.
 */
import { visit, type YAMLError } from 'yaml';
import type { ParsedText } from './parse.ts';

/** The text with one kind of trouble less at the error; undefined where go-yaml can't read it either. */
export function repair(text: string, document: ParsedText, { code, pos }: YAMLError): string | undefined {
  const [at] = pos;
  if (code === 'BLOCK_IN_FLOW') return replaceDashes(text, document);
  const quoted = code === 'MISSING_CHAR' ? quotedScalarUpTo(document, at) : undefined;
  if (quoted !== undefined) return joinQuoted(text, quoted);
  const flow = code === 'BAD_INDENT' ? flowCollectionUpTo(document, at) : undefined;
  return flow === undefined ? undefined : joinFlow(text, flow);
}

function replaceDashes(text: string, { errors }: ParsedText): string {
  const places = errors.filter(({ code }) => code === 'BLOCK_IN_FLOW').map(({ pos }) => pos[0]);
  const isAlone = (at: number) => /^-[,\]}]/.test(text.slice(at, at + 2));
  return places.filter(isAlone).reduce((repaired, at) => replace(repaired, at, '_'), text);
}

function replace(text: string, start: number, by: string): string {
  return text.slice(0, start) + by + text.slice(start + by.length);
}

/** Where a quoted scalar begins that runs up to the offset; the parser itself points at the far end. */
export function quotedScalarUpTo(document: ParsedText, offset: number): number | undefined {
  let start: number | undefined;
  visit(document, {
    Scalar(_, { type, range }) {
      if (type?.startsWith('QUOTE') && range && range[0] < offset && range[1] >= offset) start = range[0];
    },
  });
  return start;
}

/** Where the outermost flow collection begins that runs up to the offset. */
function flowCollectionUpTo(document: ParsedText, offset: number): number | undefined {
  let start: number | undefined;
  visit(document, {
    Collection(_, { flow, range }) {
      if (!flow || !range || range[0] >= offset || range[1] < offset) return undefined;
      start = range[0];
      return visit.BREAK;
    },
  });
  return start;
}

const QUOTED = /"(?:[^"\\]|\\[\s\S])*"|'(?:[^']|'')*'/y;

function joinQuoted(text: string, start: number): string | undefined {
  QUOTED.lastIndex = start;
  const quoted = QUOTED.exec(text)?.[0];
  return quoted && replace(text, start, quoted.replace(/[\r\n]/g, ' '));
}

/** Blanks and separators, brackets, quoted scalars, comments, and words of plain scalars. */
const FLOW_TOKEN =
  /[\s,:]+|[[{\]}]|"(?:[^"\\]|\\[\s\S])*"|'(?:[^']|'')*'|#[^\n]*|[^\s,:[\]{}"'#][^\s,[\]{}]*|["'][^\n]*/y;

function joinFlow(text: string, start: number): string | undefined {
  let joined = '';
  let depth = 0;
  FLOW_TOKEN.lastIndex = start;
  for (let token = FLOW_TOKEN.exec(text)?.[0]; token; token = FLOW_TOKEN.exec(text)?.[0]) {
    if (/^[[{]/.test(token)) depth++;
    if (/^[\]}]/.test(token)) depth--;
    joined += token.startsWith('#') ? ' '.repeat(token.length) : token.replace(/\s/g, ' ');
    if (depth === 0) return replace(text, start, joined);
  }
  return undefined;
}
