import { describe, expect, test } from 'vitest';
import { replaceEntry } from '../../../src/core/edits/replace-entry.ts';
import { edited } from './documents.ts';

const replaced = (text: string, ...path: (string | number)[]) =>
  edited(text, path, (node) => replaceEntry(node, 'type', 'on'));

describe('replaceEntry puts an entry in the place of another', () => {
  test.each<[string, string, string]>([
    ['the only one', 'a:\n  r:\n    x: 1\nb: 1\n', 'a:\n  type: "on"\nb: 1\n'],
    [
      'with its comments',
      'a:\n  r: # why\n    x: 1 # how\n  # next\n  z: 1\n',
      'a:\n  type: "on"\n  # next\n  z: 1\n',
    ],
    ['without a final newline', 'a:\n  r:\n    x: 1', 'a:\n  type: "on"'],
    ['in braces', 'a: {r: {x: 1}}\n', 'a: {type: "on"}\n'],
    ['between others in braces', 'a: {y: 1, r: {x: 1}, z: 1}\n', 'a: {y: 1, type: "on", z: 1}\n'],
    ['a map in braces', 'a:\n  r: {x: 1} # why\n', 'a:\n  type: "on"\n'],
    ['in JSON', '{"a":{"r":{"x":1}}}', '{"a":{"type":"on"}}'],
  ])('%s', (_, text, expected) => {
    expect(replaced(text, 'a', 'r')).toBe(expected);
    expect(replaced(text.replaceAll('\n', '\r\n'), 'a', 'r')).toBe(expected.replaceAll('\n', '\r\n'));
  });

  test('behind a dash', () => {
    expect(replaced('a:\n  - r:\n      x: 1\n    z: 1\n', 'a', 0, 'r')).toBe(
      'a:\n  - type: "on"\n    z: 1\n',
    );
  });

  test.each<[string, string]>([
    ['a field that is absent', 'a: {z: 1}\n'],
    ['an explicit key', 'a:\n  ? r\n  : x\n'],
    ['an alias', 'a:\n  y: &y {x: 1}\n  r: *y\n'],
    ['an anchor inside', 'a:\n  r: {x: &x 1}\n  z: *x\n'],
  ])('declines %s', (_, text) => {
    expect(replaced(text, 'a', 'r')).toBeUndefined();
  });
});
