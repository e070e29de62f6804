import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { quoteScalar, renameKey, replaceScalar } from '../../../src/core/edits/replace.ts';
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

const replaced = (text: string, ...path: (string | number)[]) =>
  edited(text, path, (node) => replaceScalar(node, 'NEW'));
const quoted = (text: string, ...path: (string | number)[]) => edited(text, path, quoteScalar);
const renamed = (text: string, ...path: (string | number)[]) =>
  edited(text, path, (node) => renameKey(node, 'new'));

describe('replaceScalar replaces the text of a scalar', () => {
  test.each<[string, string, string, (string | number)[]]>([
    ['plain', 'a: 1 # why\nb: 2\n', 'a: NEW # why\nb: 2\n', ['a']],
    ['quoted', 'a: "1"\r\n', 'a: NEW\r\n', ['a']],
    ['of several lines', 'a: x\n  y\nb: 2\n', 'a: NEW\nb: 2\n', ['a']],
    ['on the next line', 'a: # why\n  1\n', 'a: # why\n  NEW\n', ['a']],
    ['an item', 'a:\n  - 1\n  - 2\n', 'a:\n  - 1\n  - NEW\n', ['a', 1]],
    ['in flow style', 'a: [1, {b: 2}]\n', 'a: [1, {b: NEW}]\n', ['a', 1, 'b']],
    ['in JSON', '{"a":1}', '{"a":NEW}', ['a']],
    ['in an anchor without an alias', 'a: &a {x: 1}\nb: 2\n', 'a: &a {x: NEW}\nb: 2\n', ['a', 'x']],
    [
      'beside the alias of another',
      'a: &a {x: 1}\nb: &ab 2\nc: *ab\n',
      'a: &a {x: NEW}\nb: &ab 2\nc: *ab\n',
      ['a', 'x'],
    ],
    ['null', 'a: ~\n', 'a: NEW\n', ['a']],
    ['nothing', 'a:\nb: 1\n', 'a: NEW\nb: 1\n', ['a']],
    ['nothing before a comment', 'a: # why\n', 'a: NEW # why\n', ['a']],
    ['nothing in flow style', '{a: , b:}\n', '{a: , b: NEW}\n', ['b']],
    ['behind a byte order mark', '\uFEFFa: 1\n', '\uFEFFa: NEW\n', ['a']],
  ])('%s', (_, text, expected, path) => {
    expect(replaced(text, ...path)).toBe(expected);
  });
});

describe('replaceScalar declines', () => {
  test.each<[string, string, (string | number)[]]>([
    ['a map', 'a: {b: 1}\n', ['a']],
    ['a list', 'a: [1]\n', ['a']],
    ['a field that is absent', 'a: 1\n', ['b']],
    ['a block of text', 'a: |\n  1\n', ['a']],
    ['an alias', 'a: &a 1\nb: *a\n', ['b']],
    ['an anchor', 'a: &a 1\nb: *a\n', ['a']],
    ['what an anchor shares', 'a: &a {x: 1}\nb: *a\n', ['a', 'x']],
    ['what a merge brings', 'a: &a {x: 1}\nb: {<<: *a}\n', ['b', 'x']],
    ['what a merge takes', 'a: &a {x: 1}\nb: {<<: *a}\n', ['a', 'x']],
    ['an anchor that nothing aliases', 'a: &a 1\n', ['a']],
    ['a tag', 'a: !!str 1\n', ['a']],
    ['a key without a colon', 'a: {b}\n', ['a', 'b']],
  ])('%s', (_, text, path) => {
    expect(replaced(text, ...path)).toBeUndefined();
  });
});

describe('quoteScalar keeps the source text', () => {
  test.each<[string, string]>([
    ['yes', '"yes"'],
    ['1.10', '"1.10"'],
    ['0755', '"0755"'],
    ['1_000', '"1_000"'],
    ['2024-01-01', '"2024-01-01"'],
    ['null', '"null"'],
    ['~', '"~"'],
    ['a "b"', `'a "b"'`],
    ['C:\\temp', "'C:\\temp'"],
    [`it's "b"`, `'it''s "b"'`],
  ])('%s', (text, expected) => {
    expect(quoted(`a: ${text} # why\nb: 1\n`, 'a')).toBe(`a: ${expected} # why\nb: 1\n`);
    expect(plainOf(`a: ${expected}\n`)).toEqual({ a: text });
  });

  test.each<[string, string]>([
    ['quotes', 'a: "1"\n'],
    ['single quotes', "a: '1'\n"],
    ['nothing', 'a:\n'],
    ['several lines', 'a: x\n  y\n'],
    ['a block', 'a: |\n  y\n'],
    ['a map', 'a: {}\n'],
    ['an anchor', 'a: &a 1\n'],
  ])('not %s', (_, text) => {
    expect(quoted(text, 'a')).toBeUndefined();
  });
});

describe('renameKey', () => {
  test.each<[string, string, string]>([
    ['a plain key', 'a:\n  r: 1 # why\n', 'a:\n  new: 1 # why\n'],
    ['a quoted key', "a:\n  'r': 1\n", "a:\n  'new': 1\n"],
    ['a key in JSON', '{"a":{"r":{}}}', '{"a":{"new":{}}}'],
    ['a key of nothing', 'a:\n  r:\n', 'a:\n  new:\n'],
  ])('%s', (_, text, expected) => {
    expect(renamed(text, 'a', 'r')).toBe(expected);
  });

  test.each<[string, string, (string | number)[]]>([
    ['a key that is there', 'a: {r: 1, new: 2}\n', ['a', 'r']],
    ['a field that is absent', 'a: {r: 1}\n', ['a', 'x']],
    ['an item', 'a: [1]\n', ['a', 0]],
    ['what a merge brings', 'a: &a {x: 1}\nb: {<<: *a}\n', ['b', 'x']],
  ])('not %s', (_, text, path) => {
    expect(renamed(text, ...path)).toBeUndefined();
  });
});

test('what is replaced, quoted or renamed is all that changes', () => {
  fc.assert(
    fc.property(
      anyTree,
      styles,
      lineBreaks,
      byteOrderMarks,
      fc.nat(),
      (tree, style, lineBreak, mark, choice) => {
        const text = mark + written({ root: tree, end: 1 }, style, lineBreak);
        const paths = pathsIn(rootOf(text));
        const path = paths[choice % paths.length] ?? [];
        const key = path.at(-1) ?? '';
        const { source, span } = at(rootOf(text), path);
        const changes = {
          NEW: edited(text, path, (node) => replaceScalar(node, '"NEW"')),
          [source.text.slice(span.start, span.end)]: edited(text, path, quoteScalar),
        };
        for (const [value, after] of Object.entries(changes)) {
          if (after === undefined) continue;
          const expected = plainOf(text);
          parentOf(expected, path)[key] = value;
          expect(plainOf(after)).toEqual(expected);
        }
        const after = edited(text, path, (node) => renameKey(node, 'new'));
        if (after === undefined) return;
        const expected = plainOf(text);
        const parent = parentOf(expected, path);
        parent.new = parent[key];
        delete parent[key];
        expect(plainOf(after)).toEqual(expected);
      },
    ),
    { numRuns: 500 },
  );
});

// biome-ignore lint/suspicious/noExplicitAny: any value of any document
function parentOf(document: any, path: readonly (string | number)[]): any {
  return path.slice(0, -1).reduce((value, key) => value[key], document);
}
