// Texts in which one value is replaced by a wrong one, for every value in them.
import { readStream, type YamlNode } from '../src/core/yaml/index.ts';

const WRONG = [
  'null',
  '0',
  '-1',
  '1.5',
  'true',
  '"text"',
  '""',
  '[]',
  '[null]',
  '[[x], {}]',
  '{}',
  '{a: {b: c}}',
  '99999999999999999999',
];

/** The spans of all values in a text, those inside others included. */
function valueSpans(text: string): { start: number; end: number }[] {
  const spans: { start: number; end: number }[] = [];
  const visit = (node: YamlNode) => {
    spans.push({ start: node.start, end: node.end });
    if (node.kind === 'map') for (const { value, alias } of node.entries) if (!alias) visit(value);
    if (node.kind === 'list') for (const { value, alias } of node.items) if (!alias) visit(value);
  };
  for (const part of readStream(text)) for (const { root } of part.read()) if (root) visit(root);
  return spans;
}

/** A text with one value replaced; block values keep their place by becoming flow text. */
export function* mutants(text: string): Generator<string> {
  for (const { start, end } of valueSpans(text)) {
    for (const wrong of WRONG) {
      const lineBreak = text.slice(start, end).endsWith('\n') ? '\n' : '';
      yield `${text.slice(0, start)}${wrong}${lineBreak}${text.slice(end)}`;
    }
  }
}
