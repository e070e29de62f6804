/** Giving a text other words, in the style that it is written in. */
import type { Edit } from '../fix.ts';
import type { Node } from '../node.ts';
import { setValue } from './insert.ts';
import { replaceScalar } from './replace.ts';

/**
 * Writes another text in the place of a string: without quotes where the old one had none and YAML reads the new one
 * so, too, else as `setValue` does. Undefined for what isn't a string, and where `replaceScalar` is.
 */
export function rewriteText(node: Node<unknown>, text: string): Edit | undefined {
  if (node.string() === undefined) return undefined;
  const wasPlain = /[\w(]/.test(node.source.text[node.span.start] ?? '');
  const isPlain = PLAIN.test(text) && !NO_PLAIN.test(text) && !(isInFlow(node) && /[,[\]{}]/.test(text));
  return wasPlain && isPlain ? replaceScalar(node, text) : setValue(node, text);
}

const PLAIN = /^[A-Za-z(]\S*(?: \S+)+$|^[A-Za-z]+:\/\/\S+$/;
/** A key, a comment. */
const NO_PLAIN = /:(?:\s|$)|\s#/;

function isInFlow({ source, parent }: Node<unknown>): boolean {
  if (!parent) return false;
  return /[[{]/.test(source.text[parent.span.start] ?? '') || isInFlow(parent);
}

/**
 * Writes `text` for each match of a pattern in a string, in any style of YAML: only the matches are touched. Undefined
 * where the text in the file isn't the string's own, as with escapes, or where aliases share it.
 */
export function replaceParts(node: Node<unknown>, pattern: RegExp, text: string): (Edit | undefined)[] {
  const { source, span } = node;
  const found = [...source.text.slice(span.start, span.end).matchAll(pattern)];
  const meant = [...(node.string() ?? '').matchAll(pattern)];
  if (node.isShared || found.length === 0 || found.length !== meant.length) return [undefined];
  return found.map(({ index, 0: match }) => {
    const start = span.start + index;
    return { source, span: { start, end: start + match.length }, text };
  });
}
