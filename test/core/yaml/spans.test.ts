// Every value keeps its exact place in the original text.
import { describe, expect, it } from 'vitest';
import { entryOf, fieldOf, itemsOf, type YamlEntry, type YamlNode } from '../../../src/core/yaml/index.ts';
import { nodesOf, rootsOf } from './nodes.ts';

const slice = (text: string, { start, end }: { start: number; end: number }) => text.slice(start, end);

function rootOf(text: string): YamlNode {
  const [root] = rootsOf(text);
  if (!root) throw new Error(`unreadable: ${text}`);
  return root;
}

function entryIn(text: string, ...path: string[]): YamlEntry {
  let node: YamlNode | undefined = rootOf(text);
  const last = path.pop() ?? '';
  for (const key of path) node = /^\d+$/.test(key) ? itemsOf(node)[Number(key)]?.value : fieldOf(node, key);
  const entry = node?.kind === 'map' ? entryOf(node, last) : undefined;
  if (!entry) throw new Error(`no ${last} in ${text}`);
  return entry;
}

describe('the span of a value', () => {
  it.each([
    ['plain', 'a: x y # z\n', 'x y'],
    ['plain over lines', 'a: x\n  y\n\n  z\nb: 1\n', 'x\n  y\n\n  z'],
    ['number', 'a:   0x1F\n', '0x1F'],
    ['double quotes', 'a: "x \\" y" # z\n', '"x \\" y"'],
    ['single quotes', "a: 'it''s'\n", "'it''s'"],
    ['quotes over lines', 'a: "x\n  y"\nb: 1\n', '"x\n  y"'],
    ['quotes that go on in the first column', 'a: "x\ny"\nb: "z"\n', '"x\ny"'],
    ['literal block', 'a: |-\n  x\n  y\nb: 1\n', '|-\n  x\n  y\n'],
    ['folded block with a comment', 'a: > # z\n  x\n\nb: 1\n', '> # z\n  x\n\n'],
    ['block map', 'a:\n  x: 1\n  y:\n    z: 2\nb: 1\n', 'x: 1\n  y:\n    z: 2\n'],
    ['block list', 'a:\n- x\n- y\nb: 1\n', '- x\n- y\n'],
    ['flow map', 'a: {x: 1, y: [2]} # z\n', '{x: 1, y: [2]}'],
    ['flow list over lines', 'a: [x,\n  y\n]\nb: 1\n', '[x,\n  y\n]'],
    ['flow list in the first column', 'a: [\nx, # z\ny\n]\nb: 1\n', '[\nx, # z\ny\n]'],
    ['anchored', 'a: &x y\n', 'y'],
    ['tagged', 'a: !!str 1\n', '1'],
    ['empty', 'a:\nb: 1\n', ''],
    ['empty with an anchor', 'a: &x\nb: 1\n', ''],
  ])('%s', (_, text, expected) => {
    const { value } = entryIn(text, 'a');
    expect(slice(text, value).trimEnd()).toBe(expected.trimEnd());
    expect(value.start).toBe(
      text.indexOf(expected, 2) >= 0 && expected !== '' ? text.indexOf(expected, 2) : value.start,
    );
  });

  it('of an empty value lies behind its key', () => {
    const text = 'a: 1\nkey:   # nothing\nb: 2\n';
    const { value, keySpan } = entryIn(text, 'key');
    expect(slice(text, keySpan)).toBe('key');
    expect(value.start).toBe(value.end);
    expect(text.slice(0, value.start)).toMatch(/key:? *$/);
  });

  it.each(['\uFEFF', '# x\n---\n', 'x: 1\n---\n\uFEFF', '{"x": 1}\n---\n', '\r\n\r\n'])(
    'behind %j',
    (before) => {
      const text = `${before}key: value\nlist: [one, "two"]\n`;
      const scalars = rootsOf(text)
        .flatMap(nodesOf)
        .filter(({ kind }) => kind === 'scalar')
        .map((node) => slice(text, node));
      expect(scalars.slice(-3)).toEqual(['value', 'one', '"two"']);
    },
  );

  it('counts characters beyond the first plane as two, as JavaScript does', () => {
    const text = 'a: "😀"\nb: {c: 😀x, d: y}\n';
    expect(slice(text, entryIn(text, 'b', 'd').value)).toBe('y');
    expect(slice(text, entryIn(text, 'b', 'c').value)).toBe('😀x');
  });
});

describe('the span of a key', () => {
  it.each([
    ['plain', 'x: 0\nkey: 1\n', 'key'],
    ['quoted', 'x: 0\n"key" : 1\n', '"key"'],
    ['explicit', 'x: 0\n? key\n: 1\n', 'key'],
    ['in a flow map', '{x: 0, key: 1}', 'key'],
    ['without a value', '{x: 0, key}', 'key'],
    ['in JSON', '{"x":0,"key":1}', '"key"'],
    ['merged', '<<: {key: 1}\nx: 0\n', 'key'],
  ])('%s', (_, text, expected) => {
    expect(slice(text, entryIn(text, 'key').keySpan)).toBe(expected);
  });

  it('of a duplicate is the one that counts', () => {
    const text = 'key: 1\nx: 0\nkey: 2\n';
    expect(entryIn(text, 'key').keySpan.start).toBe(text.lastIndexOf('key'));
  });
});

describe('a value behind an alias', () => {
  it('stands at its anchor, and the alias where it is used', () => {
    const text = 'a: &x {b: 1}\nc: *x\nd:\n- *x\n';
    const { value, alias } = entryIn(text, 'c');
    expect(slice(text, value)).toBe('{b: 1}');
    expect(alias && slice(text, alias)).toBe('*x');
    const [item] = itemsOf(entryIn(text, 'd').value);
    expect(item?.alias && slice(text, item.alias)).toBe('*x');
  });

  it('through a merge key too', () => {
    const text = 'a: &x {b: 1}\nc:\n  <<: *x\n  d: 2\n';
    const { value, alias, keySpan } = entryIn(text, 'c', 'b');
    expect(slice(text, value)).toBe('1');
    expect(slice(text, keySpan)).toBe('b');
    expect(alias && slice(text, alias)).toBe('*x');
    expect(entryIn(text, 'c', 'd').alias).toBeUndefined();
  });
});

describe('children', () => {
  it('lie inside their parents', () => {
    const text = 'a:\n- b: [c, {d: e}]\n  f: |\n    g\n- "h\n\n  i"\nj: {k: }\n';
    for (const parent of rootsOf(text).flatMap(nodesOf)) {
      for (const node of nodesOf(parent)) {
        expect(node.start).toBeGreaterThanOrEqual(parent.start);
        expect(node.end).toBeLessThanOrEqual(parent.end);
      }
    }
  });
});
