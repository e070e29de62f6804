/** Putting in a field, or a value in the place of another. */
import type { Edit } from '../fix.ts';
import type { Node } from '../node.ts';
import { flowText, type Plain, quoted } from './emit.ts';
import { insertEntries, styleAround } from './new-entries.ts';
import { replaceScalar } from './replace.ts';

/** A new entry at the end of a map, as `insertEntries` puts it there; undefined too where the key is there already. */
export function insertEntry(map: Node<unknown>, key: string, value: Plain): Edit | undefined {
  return map.fields().some(([name]) => name === key) ? undefined : insertEntries(map, [[key, value]]);
}

/**
 * Gives a field the value, wherever it stands: a scalar is replaced (a text stays in its quotes), a field that isn't there
 * becomes a new entry at the end of its map, with the maps around it that are missing. Undefined where that isn't clean,
 * and for a field that holds a map or a list.
 */
export function setValue(node: Node<unknown>, value: Plain): Edit | undefined {
  const { parent, key } = node;
  if (node.exists || node.keySpan) return replaceScalar(node, textInPlaceOf(node, value));
  if (!parent || typeof key !== 'string') return undefined;
  if (parent.isMap) return insertEntry(parent, key, value);
  return parent.exists ? undefined : setValue(parent, { [key]: value });
}

/** The same for several fields of a map, which may be missing as a whole. */
export function setValues(
  map: Node<unknown>,
  values: { readonly [key: string]: Plain },
): (Edit | undefined)[] {
  if (!map.isMap) return [setValue(map, values)];
  const isWritten = (key: string) => map.fields().some(([name]) => name === key);
  const entries = Object.entries(values);
  const missing = entries.filter(([key]) => !isWritten(key));
  return [
    ...entries.filter(([key]) => isWritten(key)).map(([key, value]) => setValue(map.at(key), value)),
    ...(missing.length > 0 ? [insertEntries(map, missing)] : []),
  ];
}

function textInPlaceOf(node: Node<unknown>, value: Plain): string {
  const { source, span } = node;
  const quote = source.text[span.start];
  if (quote === "'" && typeof value === 'string' && PRINTABLE.test(value))
    return `'${value.replaceAll("'", "''")}'`;
  if (quote === '"' && typeof value === 'string') return quoted(value);
  return flowText(value, styleAround(node));
}

/** What single quotes hold as it is, on one line. */
const PRINTABLE = /^[\x20-\x7e]*$/;
