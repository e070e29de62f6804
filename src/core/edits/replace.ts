/** Writing a scalar or a key anew, in its place. */
import type { Edit } from '../fix.ts';
import type { Node } from '../node.ts';
import { isWrittenHere } from './place.ts';

/**
 * Puts `text` in the place of a scalar as it is; behind `key:` with nothing after it too. Undefined for anything else:
 * maps, lists, absent fields, `|` and `>` blocks, values with a tag or that aliases share.
 */
export function replaceScalar(node: Node<unknown>, text: string): Edit | undefined {
  const { source, span } = node;
  if (node.isMap || node.isList || !isWrittenHere(node)) return undefined;
  if (/[|>]/.test(source.text[span.start] ?? '') && span.end > span.start) return undefined;
  return { source, span, text: span.end > span.start ? text : apart(text, source.text, span.start) };
}

/** A text with the blanks that keep it apart from what it is put between. */
function apart(text: string, around: string, offset: number): string {
  const behind = around[offset] === '#' ? `${text} ` : text;
  return around[offset - 1] === ':' ? ` ${behind}` : behind;
}

/**
 * Puts the source text of a plain scalar in quotes, so that it is the text that a person reads: `yes` is `"yes"`, `1.10`
 * is `"1.10"`. Undefined where `replaceScalar` is, and for a scalar that is empty, in quotes already, or of several lines.
 */
export function quoteScalar(node: Node<unknown>): Edit | undefined {
  const { source, span } = node;
  const text = source.text.slice(span.start, span.end);
  if (text === '' || /^["']|\n/.test(text)) return undefined;
  return replaceScalar(node, /["\\]/.test(text) ? inSingleQuotes(text) : `"${text}"`);
}

/**
 * Gives an entry another key, in the quotes of the old one. Undefined where the map has such a key already, and for an
 * entry that isn't there or that aliases share. The key must be a plain word.
 */
export function renameKey(node: Node<unknown>, key: string): Edit | undefined {
  const { source, keySpan, parent } = node;
  if (!keySpan || node.isShared || parent?.fields().some(([name]) => name === key)) return undefined;
  const [quote = ''] = /^["']?/.exec(source.text.slice(keySpan.start, keySpan.end)) ?? [];
  return { source, span: keySpan, text: `${quote}${key}${quote}` };
}

function inSingleQuotes(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
