import { describe, expect, test } from 'vitest';
import { setValue, setValues } from '../../../src/core/edits/set.ts';
import { applyEdits } from '../../../src/core/fix.ts';
import { at, edited, rootOf } from './documents.ts';

describe('setValue', () => {
  const set = (text: string, value: string | number, ...path: (string | number)[]) =>
    edited(text, path, (node) => setValue(node, value));

  test.each<[string, string, string | number, string]>([
    ['replaces a scalar', 'a:\n  b:\n    c: 2\n', 1, 'a:\n  b:\n    c: 1\n'],
    ['keeps quotes', 'a:\n  b: {c: "x"}\n', 'y', 'a:\n  b: {c: "y"}\n'],
    ['leaves single quotes for a line break', "a:\n  b: {c: 'x'}\n", 'y\nz', 'a:\n  b: {c: "y\\nz"}\n'],
    ['escapes what YAML breaks lines at', 'a: {b: {}}\n', '\u2028\u0085', 'a: {b: {c: "\\u2028\\u0085"}}\n'],
    ['keeps single quotes', "a:\n  b: {c: 'x'}\n", 'y', "a:\n  b: {c: 'y'}\n"],
    ['takes the quotes off a number', 'a:\n  b: {c: "2"}\n', 1, 'a:\n  b: {c: 1}\n'],
    ['puts JSON into JSON', '{"a": {"b": {"c": 2}}}', 'y', '{"a": {"b": {"c": "y"}}}'],
    ['adds an entry', 'a:\n  b:\n    x: 1\n', 1, 'a:\n  b:\n    x: 1\n    c: 1\n'],
    ['adds the map around it', 'a:\n  x: 1\n', 1, 'a:\n  x: 1\n  b:\n    c: 1\n'],
    ['adds the maps around it', 'x: {y: 1}\n', 1, 'x: {y: 1}\na:\n  b:\n    c: 1\n'],
    ['writes over null', 'a:\n  b:\n', 1, 'a:\n  b: {c: 1}\n'],
    ['fills an empty map', 'a:\n  b: {}\n', 1, 'a:\n  b: {c: 1}\n'],
  ])('%s', (_, text, value, expected) => {
    expect(set(text, value, 'a', 'b', 'c')).toBe(expected);
  });

  test.each<[string, string]>([
    ['a map', 'a:\n  b:\n    c: {x: 1}\n'],
    ['a field of a scalar', 'a:\n  b: 1\n'],
    ['a field of a list', 'a: [1]\n'],
    ['a field behind an alias', 'x: &x {y: 1}\na:\n  b: *x\n'],
  ])('declines %s', (_, text) => {
    expect(set(text, 1, 'a', 'b', 'c')).toBeUndefined();
  });
});

describe('setValues', () => {
  test.each<[string, string, string]>([
    ['into nothing', 'a:\n  x: 1\n', 'a:\n  x: 1\n  m:\n    b: 1\n    c: 2\n'],
    ['into an empty map', 'a:\n  m: {}\n', 'a:\n  m: {b: 1, c: 2}\n'],
    ['into lines', 'a:\n  m:\n    x: 1\n', 'a:\n  m:\n    x: 1\n    b: 1\n    c: 2\n'],
    ['over one of them', 'a:\n  m: {c: 3, x: 1}\n', 'a:\n  m: {c: 2, x: 1, b: 1}\n'],
    ['over both', 'a:\n  m: {c: 3, b: 3}\n', 'a:\n  m: {c: 2, b: 1}\n'],
  ])('%s', (_, text, expected) => {
    const map = at(rootOf(text), ['a', 'm']);
    const edits = setValues(map, { b: 1, c: 2 }).filter((edit) => edit !== undefined);
    expect(applyEdits(map.source, edits)).toBe(expected);
  });
});
