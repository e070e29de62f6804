import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { removeEntry, removeItem } from '../../../src/core/edits/remove.ts';
import {
  anyTree,
  at,
  byteOrderMarks,
  edited,
  lineBreaks,
  pathsIn,
  plainOf,
  rootOf,
  styles,
  written,
} from './documents.ts';

const without = (text: string, ...path: (string | number)[]) => edited(text, path, removeEntry);
const withoutItem = (text: string, ...path: (string | number)[]) => edited(text, path, removeItem);

describe('removeEntry takes whole lines in block style', () => {
  test.each<[string, string, string]>([
    ['in the middle', 'a:\n  type: Recreate\n  r:\n    x: 1\n  z: 2\n', 'a:\n  type: Recreate\n  z: 2\n'],
    ['first', 'a:\n  r:\n    x: 1\n  type: Recreate\nb: 1\n', 'a:\n  type: Recreate\nb: 1\n'],
    ['last', 'a:\n  type: Recreate\n  r:\n    x: 1\nb: 1\n', 'a:\n  type: Recreate\nb: 1\n'],
    ['last in the file', 'a:\n  type: Recreate\n  r:\n    x: 1\n', 'a:\n  type: Recreate\n'],
    ['without a final newline', 'a:\n  type: Recreate\n  r:\n    x: 1', 'a:\n  type: Recreate'],
    ['the only one', 'a:\n  r:\n    x: 1\nb: 1\n', 'a: {}\nb: 1\n'],
    ['the only one below comments', 'a: # why\n  # how\n  r: 1\nb: 1\n', 'a: {} # why\n  # how\nb: 1\n'],
    ['the only one at the end', 'a:\n  r: 1', 'a: {}'],
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
    ['a field inside an anchor that others may need', 'a: &a {r: 1, z: 2}\nb: *a\n', ['a', 'r']],
    ['an anchor that others may need', 'a:\n  r: &r {x: 1}\n  z: *r\n', ['a', 'r']],
    ['an anchor that nothing aliases', 'a:\n  r: &r {x: 1}\n  z: 1\n', ['a', 'r']],
    ['the only one of an anchor in block style', 'a: &a\n  r: 1\nb: 1\n', ['a', 'r']],
    ['a comment before the comma', 'a: {r: 1 # why\n  , z: 2}\n', ['a', 'r']],
    ['a comment behind the comma before it', 'a: {y: 1, # kept,\n  r: 2}\n', ['a', 'r']],
    ['all that a document says', 'a:\n  r: 1\n', ['a']],
    ['all that stands beside a merged map', 'b: &b {}\na:\n  <<: *b\n  r: 1\n', ['a', 'r']],
    ['the only one behind a tag', 'a: !!map\n  r: 1\n', ['a', 'r']],
    ['a key behind a byte order mark', '\uFEFFr: 1\nz: 2\n', ['r']],
  ])('%s', (_, text, path) => {
    expect(without(text, ...path)).toBeUndefined();
  });
});

describe('removeItem takes an item', () => {
  test.each<[string, string, string]>([
    ['first', 'a:\n  - x\n  - y\nb: 1\n', 'a:\n  - y\nb: 1\n'],
    ['of several lines', 'a:\n- x: 1\n  y: 2 # why\n- z: 1\n', 'a:\n- z: 1\n'],
    ['behind its dash', 'a:\n  -\n    x: 1\n  - y\n', 'a:\n  - y\n'],
    ['the only one', 'a:\n  - x\nb: 1\n', 'a: []\nb: 1\n'],
    ['the only one at the depth of its key', 'a: # why\n- x\nb: 1\n', 'a: [] # why\nb: 1\n'],
    ['without a final newline', 'a:\n  - x', 'a: []'],
    ['in flow style', 'a: [x, y]\n', 'a: [y]\n'],
    ['the only one in flow style', 'a: [x]\n', 'a: []\n'],
    ['a map in flow style', 'a: [{x: 1}, {y: 2}]\n', 'a: [{y: 2}]\n'],
    ['on lines of its own', '{"a": [\n  "x",\n  "y"\n]}\n', '{"a": [\n  "y"\n]}\n'],
  ])('%s', (_, text, expected) => {
    expect(withoutItem(text, 'a', 0)).toBe(expected);
    expect(withoutItem(text.replaceAll('\n', '\r\n'), 'a', 0)).toBe(expected.replaceAll('\n', '\r\n'));
  });

  test('the last, with the comma before it', () => {
    expect(withoutItem('a: [x, y]\n', 'a', 1)).toBe('a: [x]\n');
    expect(withoutItem('a:\n  - x\n  - y\n', 'a', 1)).toBe('a:\n  - x\n');
  });
});

describe('removeItem declines', () => {
  test.each<[string, string, (string | number)[]]>([
    ['an item that is absent', 'a: [x]\n', ['a', 1]],
    ['a field', 'a:\n  r: 1\n', ['a', 'r']],
    ['an alias', 'b: &b 1\na:\n  - *b\n  - 2\n', ['a', 0]],
    ['an anchor that others may need', 'a:\n  - &b 1\n  - *b\n', ['a', 0]],
    ['a list in a list', 'a:\n  - - x\n    - y\n', ['a', 0, 0]],
    ['a tag', 'a:\n  - !!str 1\n  - y\n', ['a', 0]],
  ])('%s', (_, text, path) => {
    expect(withoutItem(text, ...path)).toBeUndefined();
  });
});

test('what is removed is all that changes', () => {
  fc.assert(
    fc.property(
      anyTree,
      styles,
      lineBreaks,
      byteOrderMarks,
      fc.nat(),
      (tree, style, lineBreak, mark, choice) => {
        const text = mark + written({ root: tree, end: 1 }, style, lineBreak);
        const paths = pathsIn(at(rootOf(text), ['root']));
        const path = ['root', ...(paths[choice % paths.length] ?? [])];
        const isItem = typeof path.at(-1) === 'number';
        const after = isItem ? withoutItem(text, ...path) : without(text, ...path);
        if (after === undefined) return;
        const expected = plainOf(text);
        removeAt(expected, path);
        expect(plainOf(after)).toEqual(expected);
      },
    ),
    { numRuns: 500 },
  );
});

type Container = Record<string | number, unknown>;

function removeAt(container: Container, path: (string | number)[]): void {
  const [key = '', ...rest] = path;
  if (rest.length > 0) removeAt(container[key] as Container, rest);
  else if (Array.isArray(container)) container.splice(Number(key), 1);
  else delete container[key];
}
