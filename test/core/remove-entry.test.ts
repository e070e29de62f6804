import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { applyEdits } from '../../src/core/fix.ts';
import { Node } from '../../src/core/node.ts';
import { removeEntry } from '../../src/core/remove-entry.ts';
import { Source } from '../../src/core/source.ts';
import { readStream } from '../../src/core/yaml/index.ts';

/** The text without the field at a path; undefined when `removeEntry` declines. */
function without(text: string, ...path: (string | number)[]): string | undefined {
  const root = rootOf(new Source('a.yaml', text));
  const node = path.reduce<Node>(
    (at, key) => (typeof key === 'number' ? (at.items()[key] ?? at) : at.at(key)),
    root,
  );
  const edit = removeEntry(node);
  return edit && applyEdits(root.source, [edit]);
}

function rootOf(source: Source): Node {
  const yaml = readStream(source.text)[0]?.read()[0]?.root;
  if (!yaml) throw new Error(`not readable: ${source.text}`);
  return Node.root(source, yaml);
}

describe('removeEntry takes whole lines in block style', () => {
  test.each<[string, string, string]>([
    ['in the middle', 'a:\n  type: Recreate\n  r:\n    x: 1\n  z: 2\n', 'a:\n  type: Recreate\n  z: 2\n'],
    ['first', 'a:\n  r:\n    x: 1\n  type: Recreate\nb: 1\n', 'a:\n  type: Recreate\nb: 1\n'],
    ['last', 'a:\n  type: Recreate\n  r:\n    x: 1\nb: 1\n', 'a:\n  type: Recreate\nb: 1\n'],
    ['last in the file', 'a:\n  type: Recreate\n  r:\n    x: 1\n', 'a:\n  type: Recreate\n'],
    ['without a final newline', 'a:\n  type: Recreate\n  r:\n    x: 1', 'a:\n  type: Recreate'],
    ['the only one', 'a:\n  r:\n    x: 1\nb: 1\n', 'a:\nb: 1\n'],
    ['a scalar', 'a:\n  r: 1\n  z: 2\n', 'a:\n  z: 2\n'],
    ['a flow value', 'a:\n  r: {x: 1}\n  z: 2\n', 'a:\n  z: 2\n'],
    ['a flow value over lines', 'a:\n  r: {\n    x: 1\n  }\n  z: 2\n', 'a:\n  z: 2\n'],
    ['a list at the same depth', 'a:\n  r:\n  - x\n  - y\n  z: 2\n', 'a:\n  z: 2\n'],
    ['a literal', 'a:\n  r: |\n    x: 1\n    y\n  z: 2\n', 'a:\n  z: 2\n'],
    ['a quoted key', 'a:\n  "r": 1\n  z: 2\n', 'a:\n  z: 2\n'],
    ['comments on its lines', 'a:\n  r: # why\n    x: 1 # how\n  z: 2 # kept\n', 'a:\n  z: 2 # kept\n'],
    [
      'comments on other lines',
      'a:\n  # of r\n  r:\n    x: 1\n    # below\n  # of z\n  z: 2\n',
      'a:\n  # of r\n    # below\n  # of z\n  z: 2\n',
    ],
  ])('%s', (_, text, expected) => {
    expect(without(text, 'a', 'r')).toBe(expected);
    expect(without(text.replaceAll('\n', '\r\n'), 'a', 'r')).toBe(expected.replaceAll('\n', '\r\n'));
  });
});

describe('removeEntry takes the entry and its comma in flow style', () => {
  test.each<[string, string, string]>([
    ['first', 'a: {r: {x: 1}, z: 2}\n', 'a: {z: 2}\n'],
    ['in the middle', 'a: {y: 1, r: {x: 1}, z: 2}\n', 'a: {y: 1, z: 2}\n'],
    ['last', 'a: {y: 1, r: {x: 1}} # kept\n', 'a: {y: 1} # kept\n'],
    ['the only one', 'a: { r: {x: 1} }\n', 'a: {}\n'],
    ['with a comma behind the last', 'a: {y: 1, r: 2,}\n', 'a: {y: 1, }\n'],
    ['at the end of a line', 'a: {y: 1, r: 2,\n    z: 3}\n', 'a: {y: 1,\n    z: 3}\n'],
    ['behind the brace', 'a: { r: 2,\n    z: 3}\n', 'a: {\n    z: 3}\n'],
    ['on lines of its own', '{"a": {\n\t"r": {"x": 1},\n\t"z": 2\n}}\n', '{"a": {\n\t"z": 2\n}}\n'],
    ['on the last lines', '{"a": {\n\t"y": 1,\n\t"r": {\n\t\t"x": 1\n\t}\n}}', '{"a": {\n\t"y": 1\n}}'],
    ['alone on lines', '{\n "a": {\n  "r": 1\n }\n}', '{\n "a": {}\n}'],
    ['a comment on its line', 'a: {\n  r: 1, # why\n  z: 2 # kept\n}\n', 'a: {\n  z: 2 # kept\n}\n'],
  ])('%s', (_, text, expected) => {
    expect(without(text, 'a', 'r')).toBe(expected);
    expect(without(text.replaceAll('\n', '\r\n'), 'a', 'r')).toBe(expected.replaceAll('\n', '\r\n'));
  });
});

describe('removeEntry declines', () => {
  test.each<[string, string, (string | number)[]]>([
    ['a field that is absent', 'a:\n  z: 1\n', ['a', 'r']],
    ['null', 'a:\n  r:\n  z: 1\n', ['a', 'r']],
    ['a document', 'a: 1\n', []],
    ['an item of a list', 'a:\n  - 1\n  - 2\n', ['a', 1]],
    ['an item of a flow list', 'a: [1, 2, 3]\n', ['a', 1]],
    ['a field behind a dash', 'a:\n  - r: 1\n    z: 2\n', ['a', 0, 'r']],
    ['an explicit key', 'a:\n  ? r\n  : 1\n  z: 2\n', ['a', 'r']],
    ['a pair that is an item', 'a: [r: 1, z]\n', ['a', 0, 'r']],
    ['an alias', 'a:\n  y: &y {x: 1}\n  r: *y\n', ['a', 'r']],
    ['a field of a merged map', 'b: &b\n  r: 1\na:\n  <<: *b\n', ['a', 'r']],
    ['an anchor that others may need', 'a:\n  r: &r {x: 1}\n  z: *r\n', ['a', 'r']],
    ['a comment before the comma', 'a: {r: 1 # why\n  , z: 2}\n', ['a', 'r']],
    ['a comment behind the comma before it', 'a: {y: 1, # kept,\n  r: 2}\n', ['a', 'r']],
    ['a key behind a byte order mark', '\uFEFFr: 1\nz: 2\n', ['r']],
  ])('%s', (_, text, path) => {
    expect(without(text, ...path)).toBeUndefined();
  });
});

test('removeEntry changes nothing else', () => {
  const keys = fc.constantFrom('a', 'b', 'on', 'x-y', 'kubernetes.io/z', '#c', '{d');
  const scalars = fc.oneof(
    fc.integer(),
    fc.boolean(),
    fc.constantFrom('', 'text', ' # no comment', 'a, b}', 'two\nlines\n', '&amp', "it's", '100%'),
  );
  const trees = fc.letrec<{ map: Record<string, unknown> }>((tie) => ({
    map: fc.dictionary(
      keys,
      fc.oneof({ depthSize: 'small' }, scalars, fc.array(scalars, { maxLength: 3 }), tie('map')),
      { minKeys: 1, maxKeys: 4 },
    ),
  })).map;
  fc.assert(
    fc.property(
      trees,
      fc.constantFrom('block' as const, 'flow' as const, 'json' as const, 'indented json' as const),
      fc.constantFrom('\n', '\r\n'),
      fc.nat(),
      (tree, style, lineBreak, choice) => {
        const text = written({ root: tree, end: 1 }, style).replaceAll('\n', lineBreak);
        const root = rootOf(new Source('a.yaml', text)).at('root');
        const paths = pathsIn(root);
        const path = paths[choice % paths.length] ?? [];
        const after = without(text, 'root', ...path);
        if (after === undefined) return;
        const expected = structuredClone(toObject(rootOf(new Source('a.yaml', text)).value));
        removeAt(expected, ['root', ...path], style === 'block');
        expect(toObject(rootOf(new Source('a.yaml', after)).value)).toEqual(expected);
      },
    ),
    { numRuns: 500 },
  );
});

function written(value: unknown, style: 'block' | 'flow' | 'json' | 'indented json'): string {
  if (style === 'json') return `${JSON.stringify(value)}\n`;
  if (style === 'indented json') return `${JSON.stringify(value, null, 2)}\n`;
  return stringify(value, { collectionStyle: style });
}

function pathsIn(node: Node): string[][] {
  return node.fields().flatMap(([key, value]) => [[key], ...pathsIn(value).map((path) => [key, ...path])]);
}

function toObject(value: unknown): Record<string, unknown> {
  return JSON.parse(JSON.stringify(value));
}

function removeAt(object: Record<string, unknown>, path: string[], emptyIsNull: boolean): void {
  const [key = '', ...rest] = path;
  if (rest.length === 0) delete object[key];
  else {
    removeAt(object[key] as Record<string, unknown>, rest, emptyIsNull);
    if (emptyIsNull && Object.keys(object[key] as object).length === 0) object[key] = null;
  }
}
