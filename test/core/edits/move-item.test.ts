import { describe, expect, test } from 'vitest';
import { moveItem, splitItem } from '../../../src/core/edits/move-item.ts';
import { applyEdits, offer } from '../../../src/core/fix.ts';
import type { Node } from '../../../src/core/node.ts';
import { at, rootOf } from './documents.ts';

/** The text after all the edits; undefined when one of them declines. */
function after(text: string, make: (root: Node) => Parameters<typeof offer>[2][]): string | undefined {
  const root = rootOf(text);
  const [fix] = offer('unsafe', 'x', ...make(root));
  return fix && applyEdits(root.source, fix.edits);
}

const moved = (text: string, from: number, to: number) =>
  after(text, (root) => moveItem(at(root, ['a', from]), at(root, ['a', to])));
const split = (text: string, ...keys: string[]) =>
  after(text, (root) => {
    const item = at(root, ['a', 0]);
    return splitItem(
      item,
      keys.map((key) => item.at(key)),
    );
  });

describe('moveItem', () => {
  test('takes the lines of an item behind another', () => {
    const text = 'a:\n  - x:\n      - 1\n  - y # why\n  - z\n';
    expect(moved(text, 0, 1)).toBe('a:\n  - y # why\n  - x:\n      - 1\n  - z\n');
    expect(moved(text.replaceAll('\n', '\r\n'), 0, 1)).toBe(
      'a:\r\n  - y # why\r\n  - x:\r\n      - 1\r\n  - z\r\n',
    );
  });

  test('declines in brackets, behind an anchor and without a line break at the end', () => {
    expect(moved('a: [x, y]\n', 0, 1)).toBeUndefined();
    expect(moved('a:\n  - &x x\n  - y\nb: *x\n', 0, 1)).toBeUndefined();
    expect(moved('a:\n  - x\n  - y', 0, 1)).toBeUndefined();
  });
});

describe('splitItem', () => {
  test.each<[string, string, string[], string]>([
    ['lines', 'a:\n  - x: 1\n    v: 2\n', ['v'], 'a:\n  - x: 1\n  - v: 2\n'],
    ['three', 'a:\n- x: 1\n  v: 2\n  z: 3\n', ['v', 'z'], 'a:\n- x: 1\n- v: 2\n- z: 3\n'],
    [
      'what belongs to the first',
      'a:\n  - x: 1\n    w: 2\n    v: 3\n',
      ['v'],
      'a:\n  - x: 1\n    w: 2\n  - v: 3\n',
    ],
    ['wide dashes', 'a:\n  -   x: 1\n      v: 2\n', ['v'], 'a:\n  -   x: 1\n  -   v: 2\n'],
    ['braces', 'a:\n  - {x: 1, v: 2}\n', ['v'], 'a:\n  - {x: 1}\n  - {v: 2}\n'],
    ['braces in brackets', 'a: [{x: 1, v: {}}]\n', ['v'], 'a: [{x: 1}, {v: {}}]\n'],
  ])('%s', (_, text, keys, expected) => {
    expect(split(text, ...keys)).toBe(expected);
    expect(split(text.replaceAll('\n', '\r\n'), ...keys)).toBe(expected.replaceAll('\n', '\r\n'));
  });

  test('declines an item with an anchor, and a field that is missing', () => {
    expect(split('a:\n  - &x\n    x: 1\n    v: 2\nb: *x\n', 'v')).toBeUndefined();
    expect(split('a:\n  - x: 1\n', 'v')).toBeUndefined();
  });
});
