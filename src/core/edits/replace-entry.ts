/** Putting an entry in the place of another. */
import type { Edit } from '../fix.ts';
import type { Node } from '../node.ts';
import { flowEntry, scalarText } from './emit.ts';
import { styleOf } from './new-entries.ts';
import { before, endOfLines, lineStart } from './place.ts';
import { isRemovable } from './remove.ts';

/**
 * A text under another key, which may not be there yet, in the place of an entry: in block style in that of its lines with
 * their comments. Undefined where that isn't clean: a field that isn't there or that aliases share, an anchor inside it,
 * a key behind `? `.
 */
export function replaceEntry(node: Node<unknown>, key: string, value: string): Edit | undefined {
  const { source, parent, entrySpan: entry } = node;
  if (!parent || entry.start >= node.span.start || !isRemovable(node)) return undefined;
  const style = styleOf(parent);
  const end = /[{,]/.test(source.text[before(source.text, entry.start)] ?? '')
    ? entry.end
    : endOfBlock(source.text, entry.start, entry.end);
  if (end === undefined) return undefined;
  return {
    source,
    span: { start: entry.start, end },
    text: flowEntry(key, scalarText(value, style), style),
  };
}

/** Where the last line of an entry ends before its line break; undefined when more than dashes stands before the key. */
function endOfBlock(text: string, start: number, valueEnd: number): number | undefined {
  const end = endOfLines(text, valueEnd);
  if (end === undefined || !/^[ -]*$/.test(text.slice(lineStart(text, start), start))) return undefined;
  return start + text.slice(start, end).trimEnd().length;
}
