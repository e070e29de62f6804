/** Where a requirement of a selector is written. */
import type { Node } from '../node.ts';

/**
 * The place of the requirement on a label key: its entry in `matchLabels`, its item in `matchExpressions`, or its
 * entry in a plain map such as a Service's.
 */
export function requirementNode(selector: Node<unknown>, key: string): Node {
  const labels = selector.at('matchLabels').at(key);
  if (labels.exists) return labels;
  const expressions = selector.at('matchExpressions').items() as Node[];
  return expressions.find((item) => item.at('key').string() === key) ?? selector.at(key);
}
