import { describe, expect, test } from 'vitest';
import { appendItems, insertItems } from '../../../src/core/edits/insert-item.ts';
import { edited, type Path } from './documents.ts';

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
    ['to a list that is missing', 'b: 1\n', ['a'], 'b: 1\na:\n  - x: 1\n  - pause:\n      duration: 10m\n'],
  ])('%s', (_, text, path, expected) => {
    expect(atEnd(text, ...path)).toBe(expected);
  });

  test('declines what is no list', () => {
    expect(atEnd('a: {b: 1}\n', 'a')).toBeUndefined();
    expect(atEnd('a: text\n', 'a')).toBeUndefined();
  });
});
