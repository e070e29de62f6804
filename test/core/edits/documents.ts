// Documents to edit: any tree in any style, and what a text says before and after.
import fc from 'fast-check';
import { stringify } from 'yaml';
import { applyEdits, type Edit } from '../../../src/core/fix.ts';
import { Node } from '../../../src/core/node.ts';
import { Source } from '../../../src/core/source.ts';
import { readStream } from '../../../src/core/yaml/index.ts';

export type Path = readonly (string | number)[];

/** The cursor on the first document of a text. */
export function rootOf(text: string): Node {
  const [document] = readStream(text)[0]?.read() ?? [];
  if (!document?.root || document.problems.length > 0) throw new Error(`not readable: ${text}`);
  return Node.root(new Source('a.yaml', text), document.root);
}

export function at(root: Node, path: Path): Node {
  return path.reduce<Node>(
    (node, key) => (typeof key === 'number' ? (node.items()[key] ?? node.at('')) : node.at(key)),
    root,
  );
}

/** The text after the edit that a helper makes of the node at a path; undefined when it declines. */
export function edited(text: string, path: Path, make: (node: Node) => Edit | undefined): string | undefined {
  const node = at(rootOf(text), path);
  const edit = make(node);
  return edit && applyEdits(node.source, [edit]);
}

/** What a text says, as plain values. */
// biome-ignore lint/suspicious/noExplicitAny: the tests change it at any place
export function plainOf(text: string): any {
  return JSON.parse(JSON.stringify(rootOf(text).value));
}

/** Every field and item below a node. */
export function pathsIn(node: Node): Path[] {
  const children: (readonly [string | number, Node])[] = [
    ...node.fields(),
    ...node.items().map((item, index) => [index, item] as const),
  ];
  return children.flatMap(([key, value]) => [[key], ...pathsIn(value).map((path) => [key, ...path])]);
}

const keys = fc.constantFrom('a', 'b', 'on', 'x-y', 'kubernetes.io/z', '#c', '{d');
const scalars = fc.oneof(
  fc.integer(),
  fc.boolean(),
  fc.constantFrom('', 'text', ' # no comment', 'a, b}', 'two\nlines\n', '&amp', "it's", '100%', 'a: b'),
);

export const anyTree = fc.letrec<{ map: Record<string, unknown> }>((tie) => ({
  map: fc.dictionary(
    keys,
    fc.oneof(
      { depthSize: 'small' },
      scalars,
      fc.array(scalars, { maxLength: 3 }),
      fc.array(tie('map'), { maxLength: 3 }),
      tie('map'),
    ),
    { minKeys: 1, maxKeys: 4 },
  ),
})).map;

export const styles = fc.constantFrom('block', 'flow', 'json', 'indented json');
export const lineBreaks = fc.constantFrom('\n', '\r\n');
export const byteOrderMarks = fc.constantFrom('', '\uFEFF');

/** A value as a text in one of the styles. */
export function written(value: unknown, style: string, lineBreak = '\n'): string {
  return `${inStyle(value, style)}\n`.replace(/\n+$/, '\n').replaceAll('\n', lineBreak);
}

function inStyle(value: unknown, style: string): string {
  if (style === 'json') return JSON.stringify(value);
  if (style === 'indented json') return JSON.stringify(value, null, 2);
  return stringify(value, { collectionStyle: style === 'flow' ? 'flow' : 'block' });
}
