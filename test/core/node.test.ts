// A cursor that knows its place and never runs off the tree.
import { describe, expect, it } from 'vitest';
import type { Node } from '../../src/core/node.ts';
import { rootOf } from './reading.ts';

const slice = (node: Node, { start, end }: { start: number; end: number }) =>
  node.source.text.slice(start, end);
const focus = (node: Node) => slice(node, node.focus);

describe('going down', () => {
  const root = rootOf('a: {b: [1, {c: x}]}\nempty:\nnothing: null\n');

  it('finds fields and items', () => {
    expect(root.at('a').at('b').items()[1]?.at('c').value).toBe('x');
    expect(root.fields().map(([key]) => key)).toEqual(['a', 'empty', 'nothing']);
  });

  it('goes on where nothing is', () => {
    const nowhere = root.at('x').at('y').at('z');
    expect(nowhere.exists).toBe(false);
    expect(nowhere.value).toBeUndefined();
    expect([nowhere.items(), nowhere.fields(), nowhere.aliases]).toEqual([[], [], []]);
    expect([nowhere.string(), nowhere.integer(), nowhere.boolean()]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect([nowhere.isMap, nowhere.isList]).toEqual([false, false]);
  });

  it('goes on through values of other kinds', () => {
    expect(root.at('a').at('b').at('c').exists).toBe(false);
    expect(root.at('a').items()).toEqual([]);
    expect(root.at('a').at('b').fields()).toEqual([]);
    expect(root.items()).toEqual([]);
  });

  it('takes null for absent', () => {
    for (const key of ['empty', 'nothing']) {
      expect(root.at(key).exists).toBe(false);
      expect(root.at(key).value).toBeUndefined();
    }
  });

  it('knows no inherited properties', () => {
    for (const key of ['constructor', 'toString', '__proto__', 'hasOwnProperty']) {
      expect(root.at(key).exists).toBe(false);
    }
    const hostile = rootOf('__proto__: {polluted: yes}\nconstructor: x\n');
    expect(hostile.at('__proto__').at('polluted').value).toBe(true);
    expect(Object.keys(hostile.value as object)).toEqual(['__proto__', 'constructor']);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});

describe('checked getters', () => {
  const values = rootOf('s: x\ni: 3\nf: 1.5\nw: 3.0\nb: yes\nn:\nm: {}\nbig: 9007199254740993\nq: "3"\n');
  it.each([
    ['s', 'x', undefined, undefined],
    ['i', undefined, 3, undefined],
    ['f', undefined, undefined, undefined],
    ['w', undefined, 3, undefined],
    ['b', undefined, undefined, true],
    ['n', undefined, undefined, undefined],
    ['m', undefined, undefined, undefined],
    ['big', undefined, undefined, undefined],
    ['q', '3', undefined, undefined],
  ])('%s', (key, string, integer, boolean) => {
    const node = values.at(key);
    expect([node.string(), node.integer(), node.boolean()]).toEqual([string, integer, boolean]);
  });
});

describe('the focus', () => {
  const text = `kind: Pod
spec:
  image: nginx
  text: |
    one
    two
  quoted: "one
    two"
  list:
    - name: first
      value: 1
    - plain
    - {name: third}
    - - nested
  empty:
  flow: {a: 1}
`;
  const root = rootOf(text);
  const spec = root.at('spec');

  it('of a scalar is the scalar, its first line', () => {
    expect(focus(spec.at('image'))).toBe('nginx');
    expect(focus(spec.at('text'))).toBe('|');
    expect(focus(spec.at('quoted'))).toBe('"one');
    expect(focus(spec.at('list').items()[1] as Node)).toBe('plain');
  });

  it('of a collection is its key', () => {
    expect(focus(spec)).toBe('spec');
    expect(focus(spec.at('list'))).toBe('list');
    expect(focus(spec.at('flow'))).toBe('flow');
  });

  it('of an item or a document is its first entry', () => {
    const items = spec.at('list').items() as Node[];
    expect(items.map(focus)).toEqual(['name: first', 'plain', 'name: third', '- nested']);
    expect(focus(root)).toBe('kind: Pod');
  });

  it('of what is missing is the nearest ancestor that is there', () => {
    expect(focus(spec.at('x'))).toBe('spec');
    expect(focus(spec.at('x').at('y'))).toBe('spec');
    expect(focus(spec.at('empty').at('y'))).toBe('empty');
    expect(focus(root.at('x'))).toBe('kind: Pod');
    expect(focus(spec.at('list').items()[0]?.at('x') as Node)).toBe('name: first');
  });

  it('of an empty value is its key', () => {
    expect(focus(spec.at('empty'))).toBe('empty');
  });

  it('of a document that begins with a collection is the key of that', () => {
    expect(focus(rootOf('metadata:\n  name: x\n'))).toBe('metadata');
    expect(focus(rootOf('{"metadata": {"name": "x"}}'))).toBe('"metadata"');
    expect(focus(rootOf('[]'))).toBe('[]');
    expect(focus(rootOf('{}'))).toBe('{}');
  });

  it('ends before a carriage return', () => {
    expect(focus(rootOf('a: |\r\n  x\r\n').at('a'))).toBe('|');
  });
});

describe('places', () => {
  const root = rootOf('a: 1 # tail\n"b/c~d": {x: [y]}\nlist: [{k: v}]\n');

  it('the entry is the key with its value', () => {
    const entry = root.at('a');
    expect(slice(entry, entry.entrySpan)).toBe('a: 1');
    const item = root.at('list').items()[0] as Node;
    expect(slice(item, item.entrySpan)).toBe('{k: v}');
    expect(slice(root.at('x'), root.at('x').entrySpan)).toBe('a: 1');
  });

  it('the path is a JSON pointer', () => {
    expect(root.path).toBe('');
    expect(root.at('b/c~d').at('x').items()[0]?.path).toBe('/b~1c~0d/x/0');
    expect(root.at('a').at('nowhere').path).toBe('/a');
    expect(root.at('nowhere').path).toBe('');
  });

  it('the tail is the rest of the line', () => {
    expect(root.at('a').lineTail).toBe(' # tail');
  });
});

describe('aliases', () => {
  const root = rootOf('base: &b {x: {y: 1}}\nuse: *b\nmerged:\n  <<: *b\n  z: 2\ndeep: [*b]\n');
  const uses = (node: Node) => node.aliases.map((span) => slice(node, span));

  it('are known on the way to a value', () => {
    expect(uses(root.at('base').at('x'))).toEqual([]);
    expect(uses(root.at('use').at('x').at('y'))).toEqual(['*b']);
    expect(uses(root.at('merged').at('x'))).toEqual(['*b']);
    expect(uses(root.at('merged').at('z'))).toEqual([]);
    expect(uses(root.at('deep').items()[0]?.at('x') as Node)).toEqual(['*b']);
  });

  it('do not move the place of a value', () => {
    expect(root.at('use').at('x').at('y').span).toEqual(root.at('base').at('x').at('y').span);
    expect(root.at('use').path).toBe('/use');
  });

  it('leave nothing of an entry to edit', () => {
    const use = root.at('use');
    expect(slice(use, use.entrySpan)).toBe('{x: {y: 1}}');
  });
});
