/** Putting a new item into a list, in the style that the list is written in. */
import type { Edit } from '../fix.ts';
import type { Node } from '../node.ts';
import { type FlowStyle, flowEntry, flowText, type Plain } from './emit.ts';
import { setValue } from './insert.ts';
import { before, endOfLines, isBlank, lineBreakOf, lineStart } from './place.ts';

/** A map that becomes an item. */
export interface NewItem {
  readonly [key: string]: Plain;
}

/** A new item at the end of a list, which may be empty or absent. Undefined where that isn't clean. */
export function appendItem(list: Node<unknown>, item: NewItem): Edit | undefined {
  const last = list.items().at(-1);
  if (last) return insertItem(last, item);
  const { source, span } = list;
  if (!list.isList) return list.exists ? undefined : setValue(list, [item]);
  if (list.isShared || !/^\[\s*\]$/.test(source.text.slice(span.start, span.end))) return undefined;
  return { source, span, text: `[${flowText(item, 'yaml')}]` };
}

/**
 * A new item behind another: on lines of its own in block style, behind a comma in flow style and JSON, in the other's
 * indentation. Undefined where that isn't clean: a value that is no item of a list or that aliases share, dashes behind
 * dashes, a last line without a line break.
 */
export function insertItem(behind: Node<unknown>, item: NewItem): Edit | undefined {
  if (typeof behind.key !== 'number' || behind.isShared) return undefined;
  const { source, span } = behind;
  const { text } = source;
  const dash = before(text, span.start);
  if (text[dash] === '-') return onLines(behind, item, dash);
  if (text[dash] !== ',' && text[dash] !== '[') return undefined;
  return { source, span: { start: span.end, end: span.end }, text: `, ${flowText(item, styleOf(behind))}` };
}

function onLines({ source, span }: Node, item: NewItem, dash: number): Edit | undefined {
  const { text } = source;
  const start = lineStart(text, dash);
  const end = endOfLines(text, span.end);
  const head = text.slice(dash, span.start);
  if (end === undefined || text[end - 1] !== '\n' || !isBlank(text, start, dash) || !/^- +$/.test(head))
    return undefined;
  const indent = text.slice(start, dash).replace(/^\uFEFF/, '');
  const lineBreak = lineBreakOf(text);
  const entries = Object.entries(item).map(([key, value]) => flowEntry(key, flowText(value, 'yaml'), 'yaml'));
  const lines =
    text[span.start] === '{'
      ? flowText(item, 'yaml')
      : entries.join(lineBreak + indent + ' '.repeat(head.length));
  return { source, span: { start: end, end }, text: `${indent}${head}${lines}${lineBreak}` };
}

/** JSON where the first key of the item is in double quotes. */
function styleOf(item: Node): FlowStyle {
  const [entry] = item.fields();
  const key = entry?.[1].entrySpan;
  return key && item.source.text[key.start] === '"' ? 'json' : 'yaml';
}
