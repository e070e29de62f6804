import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { insertEntry, setValue } from '../../../src/core/edits/insert.ts';
import { appendItems, insertItems } from '../../../src/core/edits/insert-item.ts';
import type { Node } from '../../../src/core/node.ts';
import { anyTree, edited, type Path, pathsIn, rootOf, written } from './documents.ts';

const PAUSE = { pause: { duration: '10m' } };
const behind = (text: string, index: number) =>
  edited(text, ['a', index], (item) => insertItems(item, PAUSE));
const atEnd = (text: string, ...path: Path) =>
  edited(text, path, (list) => appendItems(list, { x: 1 }, PAUSE));

describe('insertItems puts an item behind another', () => {
  test.each<[string, string, string]>([
    ['in the middle', 'a:\n  - x: 1\n  - y: 1\n', 'a:\n  - x: 1\n  - pause: {duration: 10m}\n  - y: 1\n'],
    ['at the depth of its key', 'a:\n- x: 1\nb: 1\n', 'a:\n- x: 1\n- pause: {duration: 10m}\nb: 1\n'],
    ['behind wide dashes', 'a:\n  -   x: 1\n', 'a:\n  -   x: 1\n  -   pause: {duration: 10m}\n'],
    [
      'behind lines and a comment',
      'a:\n  - x: # why\n      y: 1\n  # next\n  - z\n',
      'a:\n  - x: # why\n      y: 1\n  - pause: {duration: 10m}\n  # next\n  - z\n',
    ],
    ['as a map in braces', 'a:\n  - {x: 1}\n', 'a:\n  - {x: 1}\n  - {pause: {duration: 10m}}\n'],
    ['in brackets', 'a: [{x: 1}, {y: 1}]\n', 'a: [{x: 1}, {pause: {duration: 10m}}, {y: 1}]\n'],
    ['in JSON', '{"a": [{"x": 1}]}\n', '{"a": [{"x": 1}, {"pause": {"duration": "10m"}}]}\n'],
    ['in compact JSON', '{"a":[{"x":1}]}\n', '{"a":[{"x":1},{"pause":{"duration":"10m"}}]}\n'],
    ['behind an empty map in JSON', '{"a": [{}]}\n', '{"a": [{}, {"pause": {"duration": "10m"}}]}\n'],
    ['behind a scalar in JSON', '{"a": [1]}\n', '{"a": [1, {"pause": {"duration": "10m"}}]}\n'],
  ])('%s', (_, text, expected) => {
    expect(behind(text, 0)).toBe(expected);
    expect(behind(text.replaceAll('\n', '\r\n'), 0)).toBe(expected.replaceAll('\n', '\r\n'));
  });

  test('several fields of an item on lines of their own', () => {
    const item = { name: 'x', value: 'on' };
    expect(edited('a:\n  - name: y\n', ['a', 0], (node) => insertItems(node, item))).toBe(
      'a:\n  - name: y\n  - name: x\n    value: "on"\n',
    );
  });

  test.each<[string, string]>([
    ['dashes behind dashes', 'a:\n  - - x: 1\n'],
    ['no line break at the end', 'a:\n  - x: 1'],
    ['an anchor', 'a:\n  - &x\n    x: 1\nb: *x\n'],
    ['a shared list', 'a: &a\n  - x: 1\nb: *a\n'],
  ])('declines: %s', (_, text) => {
    const path = text.includes('- -') ? ['a', 0, 0] : ['a', 0];
    expect(edited(text, path, (item) => insertItems(item, PAUSE))).toBeUndefined();
  });
});

describe('appendItems', () => {
  test.each<[string, string, Path, string]>([
    ['to a list', 'a:\n  - y: 1\n', ['a'], 'a:\n  - y: 1\n  - x: 1\n  - pause: {duration: 10m}\n'],
    ['to an empty list', 'a: []\n', ['a'], 'a: [{x: 1}, {pause: {duration: 10m}}]\n'],
    ['to an empty list in JSON', '{"a": []}\n', ['a'], '{"a": [{"x": 1}, {"pause": {"duration": "10m"}}]}\n'],
    ['to an empty list in a list', '{"a":[[]]}', ['a', 0], '{"a":[[{"x":1},{"pause":{"duration":"10m"}}]]}'],
    ['to a list that is missing', 'b: 1\n', ['a'], 'b: 1\na:\n  - x: 1\n  - pause:\n      duration: 10m\n'],
  ])('%s', (_, text, path, expected) => {
    expect(atEnd(text, ...path)).toBe(expected);
  });

  test('declines what is no list', () => {
    expect(atEnd('a: {b: 1}\n', 'a')).toBeUndefined();
    expect(atEnd('a: text\n', 'a')).toBeUndefined();
  });
});

test('what is put into JSON is JSON', () => {
  const ways = [
    (node: Node) => appendItems(node, PAUSE),
    (node: Node) => insertItems(node, PAUSE),
    (node: Node) => insertEntry(node, 'new', PAUSE),
    (node: Node) => setValue(node, 'new text'),
    (node: Node) => setValue(node.at('new'), 'new text'),
  ];
  const empty = fc.constantFrom<unknown>([], {}, [[]], [{}], { x: [] });
  let edits = 0;
  fc.assert(
    fc.property(
      anyTree,
      empty,
      fc.constantFrom('json', 'indented json'),
      fc.nat(),
      (tree, end, style, choice) => {
        const text = written({ root: tree, end }, style);
        const paths = pathsIn(rootOf(text));
        for (const path of [['end'], paths[choice % paths.length] ?? []])
          for (const way of ways) {
            const after = edited(text, path, way);
            if (after === undefined) continue;
            expect(() => JSON.parse(after), after).not.toThrow();
            edits++;
          }
      },
    ),
    { numRuns: 300 },
  );
  expect(edits).toBeGreaterThan(300);
});
