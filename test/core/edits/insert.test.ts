import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { insertEntry, setValue, setValues } from '../../../src/core/edits/insert.ts';
import { applyEdits } from '../../../src/core/fix.ts';
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

const VALUE = { x: { k: 1 }, z: ['on', '25%', { w: '' }] };

const inserted = (text: string, ...path: (string | number)[]) =>
  edited(text, path, (node) => insertEntry(node, 'new', VALUE));
const insertedOne = (text: string, ...path: (string | number)[]) =>
  edited(text, path, (node) => insertEntry(node, 'new', 1));

describe('insertEntry adds lines to a block map', () => {
  test.each<[string, string, string]>([
    ['in the middle', 'a:\n  b: 1\nc: 1\n', 'a:\n  b: 1\n  new: 1\nc: 1\n'],
    ['at the end', 'a:\n  b: 1\n', 'a:\n  b: 1\n  new: 1\n'],
    ['without a final newline', 'a:\n  b: 1', 'a:\n  b: 1\n  new: 1'],
    [
      'behind a comment',
      'a:\n  b: 1 # why\n  # c: 2\nc: 1\n',
      'a:\n  b: 1 # why\n  new: 1\n  # c: 2\nc: 1\n',
    ],
    ['behind a literal', 'a:\n  b: |\n    x\n\nc: 1\n', 'a:\n  b: |\n    x\n  new: 1\n\nc: 1\n'],
    ['behind text of several lines', 'a:\n  b: x\n    y\n', 'a:\n  b: x\n    y\n  new: 1\n'],
    ['behind a list at the same depth', 'a:\n  b:\n  - x\n', 'a:\n  b:\n  - x\n  new: 1\n'],
    ['behind nothing', 'a:\n  b:\nc: 1\n', 'a:\n  b:\n  new: 1\nc: 1\n'],
    ['behind a merge', 'b: &b {x: 1}\na:\n  <<: *b\n', 'b: &b {x: 1}\na:\n  <<: *b\n  new: 1\n'],
    ['before the next document', 'a:\n  b: 1\n---\nc: 1\n', 'a:\n  b: 1\n  new: 1\n---\nc: 1\n'],
    ['behind a byte order mark', '\uFEFFa:\n  b: 1\n', '\uFEFFa:\n  b: 1\n  new: 1\n'],
  ])('%s', (_, text, expected) => {
    expect(insertedOne(text, 'a')).toBe(expected);
    expect(insertedOne(text.replaceAll('\n', '\r\n'), 'a')).toBe(expected.replaceAll('\n', '\r\n'));
  });

  test('behind a dash', () => {
    expect(insertedOne('a:\n-   b: 1\n- c: 1\n', 'a', 0)).toBe('a:\n-   b: 1\n    new: 1\n- c: 1\n');
  });

  test('to the document', () => {
    expect(insertedOne('# of a\na: 1\n')).toBe('# of a\na: 1\nnew: 1\n');
    expect(insertedOne('\uFEFFa: 1\n')).toBe('\uFEFFa: 1\nnew: 1\n');
  });

  test('maps and lists in the indentation of the document', () => {
    expect(inserted('a:\n    b: 1\n', 'a')).toBe(
      'a:\n    b: 1\n    new:\n        x:\n            k: 1\n        z:\n            - "on"\n            - 25%\n            - w: ""\n',
    );
    expect(inserted('a:\n  b: 1\n')).toBe(
      'a:\n  b: 1\nnew:\n  x:\n    k: 1\n  z:\n    - "on"\n    - 25%\n    - w: ""\n',
    );
  });
});

describe('insertEntry puts a scalar before what has lines of its own', () => {
  test.each<[string, string, string]>([
    [
      'behind the scalars',
      'a:\n  b: 1 # why\n  # of c\n  c:\n    d: 1\n',
      'a:\n  b: 1 # why\n  new: 1\n  # of c\n  c:\n    d: 1\n',
    ],
    [
      'not behind a list in brackets',
      'a:\n  b: [1]\n  c:\n    d: 1\n',
      'a:\n  b: [1]\n  c:\n    d: 1\n  new: 1\n',
    ],
    [
      'at the end when such comes first',
      'a:\n  c:\n    d: 1\n  b: 1\n',
      'a:\n  c:\n    d: 1\n  b: 1\n  new: 1\n',
    ],
    ['not behind nothing', 'a:\n  b:\n  c:\n    d: 1\n', 'a:\n  b:\n  c:\n    d: 1\n  new: 1\n'],
    [
      'not into what is merged',
      'a:\n  <<: {b: 1}\n  c:\n    d: 1\n',
      'a:\n  <<: {b: 1}\n  c:\n    d: 1\n  new: 1\n',
    ],
    [
      'nor into its lines',
      'a:\n  <<:\n    b: 1\n    e: 1\n  c:\n    d: 1\n',
      'a:\n  <<:\n    b: 1\n    e: 1\n  c:\n    d: 1\n  new: 1\n',
    ],
  ])('%s', (_, text, expected) => {
    expect(insertedOne(text, 'a')).toBe(expected);
    expect(insertedOne(text.replaceAll('\n', '\r\n'), 'a')).toBe(expected.replaceAll('\n', '\r\n'));
  });

  test('behind a dash', () => {
    expect(insertedOne('a:\n  - b: 1\n    c:\n      - d\n', 'a', 0)).toBe(
      'a:\n  - b: 1\n    new: 1\n    c:\n      - d\n',
    );
  });
});

describe('insertEntry adds to a map in braces, in its style', () => {
  test.each<[string, string, string]>([
    ['flow style', 'a: {b: 1} # why\n', 'a: {b: 1, new: {x: {k: 1}, z: ["on", 25%, {w: ""}]}} # why\n'],
    ['with blanks', 'a: { b: 1 }\n', 'a: { b: 1, new: {x: {k: 1}, z: ["on", 25%, {w: ""}]} }\n'],
    ['an empty map', 'a: {}\n', 'a: {new: {x: {k: 1}, z: ["on", 25%, {w: ""}]}}\n'],
    ['a comma at the end', 'a: {b: 1,}\n', 'a: {b: 1, new: {x: {k: 1}, z: ["on", 25%, {w: ""}]}}\n'],
    ['lines', 'a: {\n  b: 1\n}\n', 'a: {\n  b: 1,\n  new: {x: {k: 1}, z: ["on", 25%, {w: ""}]}\n}\n'],
    ['JSON', '{"a": {"b": 1}}', '{"a": {"b": 1, "new": {"x": {"k": 1}, "z": ["on", "25%", {"w": ""}]}}}'],
    ['compact JSON', '{"a":{"b":1}}', '{"a":{"b":1,"new":{"x":{"k":1},"z":["on","25%",{"w":""}]}}}'],
    ['an empty map in JSON', '{"a": {}}', '{"a": {"new": {"x": {"k": 1}, "z": ["on", "25%", {"w": ""}]}}}'],
    [
      'JSON on lines',
      '{\n\t"a": {\n\t\t"b": 1\n\t}\n}\n',
      '{\n\t"a": {\n\t\t"b": 1,\n\t\t"new": {\n\t\t\t"x": {\n\t\t\t\t"k": 1\n\t\t\t},\n\t\t\t"z": [\n\t\t\t\t"on",\n\t\t\t\t"25%",\n\t\t\t\t{\n\t\t\t\t\t"w": ""\n\t\t\t\t}\n\t\t\t]\n\t\t}\n\t}\n}\n',
    ],
  ])('%s', (_, text, expected) => {
    expect(inserted(text, 'a')).toBe(expected);
    expect(inserted(text.replaceAll('\n', '\r\n'), 'a')).toBe(expected.replaceAll('\n', '\r\n'));
  });
});

describe('insertEntry declines', () => {
  test.each<[string, string, (string | number)[]]>([
    ['a key that is there', 'a: {new: 1}\n', ['a']],
    ['a key that is there and null', 'a:\n  new:\n', ['a']],
    ['a scalar', 'a: 1\n', ['a']],
    ['null', 'a:\n', ['a']],
    ['a list', 'a: [1]\n', ['a']],
    ['an alias', 'a: &a {b: 1}\nc: *a\n', ['c']],
    ['an anchor', 'a: &a {b: 1}\nc: *a\n', ['a']],
    ['a map with an explicit key', 'a:\n  ? b\n  : 1\n', ['a']],
    ['a comment before the brace', 'a: {\n  b: 1 # why\n}\n', ['a']],
    ['a literal without a line break', 'a:\n  b: |\n    x', ['a']],
    ['a pair that is an item', 'a: [b: 1]\n', ['a', 0]],
  ])('%s', (_, text, path) => {
    expect(insertedOne(text, ...path)).toBeUndefined();
  });
});

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

test('what is put in is all that changes', () => {
  const texts = fc.oneof(
    fc.string(),
    fc.constantFrom('25%', '1e3', '0x1F', 'null', 'Off', 'a: b', '30s', '-'),
  );
  const value = fc.oneof(texts, fc.integer(), fc.constant(null), fc.boolean());
  const values = fc.oneof(
    value,
    fc.array(value),
    fc.dictionary(texts, value),
    fc.dictionary(texts, fc.array(value)),
  );
  fc.assert(
    fc.property(
      anyTree,
      styles,
      lineBreaks,
      byteOrderMarks,
      values,
      fc.nat(),
      (tree, style, lineBreak, mark, value, choice) => {
        const text = mark + written({ root: tree, end: 1 }, style, lineBreak);
        const paths = [[], ...pathsIn(rootOf(text))];
        const path = paths[choice % paths.length] ?? [];
        const after = edited(text, path, (node) => insertEntry(node, 'new', value));
        expect(after !== undefined).toBe(at(rootOf(text), path).isMap);
        if (after === undefined) return;
        const expected = plainOf(text);
        path.reduce((document, key) => document[key], expected).new = JSON.parse(JSON.stringify(value));
        expect(plainOf(after)).toEqual(expected);
        expect(after.replaceAll(lineBreak, '').includes('\n')).toBe(false);
      },
    ),
    { numRuns: 500 },
  );
});
