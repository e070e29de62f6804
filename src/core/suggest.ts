/** Suggestions of values, for a person to choose from. */
import { setValue } from './edits/insert.ts';
import { type Fix, offer } from './fix.ts';
import type { Node } from './node.ts';

/** One suggestion for each value that a field could have; the title says which. */
export function suggestValues(node: Node<unknown>, values: readonly (string | number | boolean)[]): Fix[] {
  const field = typeof node.key === 'string' ? `${node.key}: ` : '';
  return values.flatMap((value) => offer('suggestion', `Write ${field}${value}`, setValue(node, value)));
}
