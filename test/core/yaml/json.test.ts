// JSON with places.
import { describe, expect, it } from 'vitest';
import { readJsonStream } from '../../../src/core/yaml/json.ts';
import { nodesOf } from './nodes.ts';

const read = (text: string) => readJsonStream(text, { start: 0, end: text.length });

function scalarsOf(text: string) {
  const nodes = read(text).documents.flatMap(({ root }) => nodesOf(root));
  return nodes.flatMap((node) => (node.kind === 'scalar' ? [node] : []));
}

describe('values', () => {
  it.each([
    ['"a\\n\\u00e9\\/\\ud83d\\ude00"', 'a\né/😀'],
    ['0', 0],
    ['-1.5e3', -1500],
    ['1E2', 100],
    ['9007199254740993', 9007199254740993n],
    ['18446744073709551615', 18446744073709551615n],
    ['18446744073709551616', 2 ** 64],
    ['true', true],
    ['false', false],
    ['null', null],
  ])('%s', (text, value) => {
    expect(scalarsOf(`{"a": ${text}}`).map((node) => node.value)).toEqual([value]);
    expect(scalarsOf(`[${text},\t${text}\r\n]`).map((node) => node.value)).toEqual([value, value]);
  });

  it('have the text of their places', () => {
    const text = '{\n\t"a": ["b", 1.0, {"c": true}],\n\t"d": "e\\"f"\n}';
    expect(scalarsOf(text).map(({ start, end }) => text.slice(start, end))).toEqual([
      '"b"',
      '1.0',
      'true',
      '"e\\"f"',
    ]);
    const [root] = read(text).documents.flatMap((document) => document.root);
    expect(root && text.slice(root.start, root.end)).toBe(text);
  });

  it('may be long', () => {
    const long = 'x'.repeat(20_000_000);
    expect(scalarsOf(`{"a": "${long}"}`)[0]?.value).toBe(long);
  });
});

describe('a stream', () => {
  it('has values one after the other, with their own places', () => {
    const text = '{"a":1}{"b":2}\n\t[3] "x"';
    const { documents, brokenAt } = read(text);
    expect(brokenAt).toBeUndefined();
    expect(documents.map(({ start, end }) => text.slice(start, end))).toEqual([
      '{"a":1}',
      '{"b":2}',
      '[3]',
      '"x"',
    ]);
  });

  it('ends where its part of the text does', () => {
    const text = 'x {"a":1} y';
    const { documents, brokenAt } = readJsonStream(text, { start: 2, end: 9 });
    expect([documents.length, brokenAt]).toEqual([1, undefined]);
  });

  it.each([
    ['{"a":1,}', 0, 7],
    ['{"a":1} x', 1, 8],
    ["{'a':1}", 0, 1],
    ['{"a":01}', 0, 5],
    ['{"a":.5}', 0, 5],
    ['{"a":+1}', 0, 5],
    ['{"a":1e}', 0, 5],
    ['{"a":tru}', 0, 5],
    ['{"a":"\t"}', 0, 5],
    ['{"a":"\\q"}', 0, 5],
    ['{"a":"\\u12"}', 0, 5],
    ['{"a":"x', 0, 5],
    ['{"a" 1}', 0, 5],
    ['{"a":1 "b":2}', 0, 7],
    ['{"a":1}\n{"b"', 1, 12],
    ['{a: 1}', 0, 1],
    ['{}\n# x', 1, 3],
  ])('%j is JSON no further than %i values and %i characters', (text, values, brokenAt) => {
    const stream = read(text);
    expect([stream.documents.length, stream.brokenAt]).toEqual([values, brokenAt]);
  });

  it('tells of keys that are there twice, in each value', () => {
    const { documents } = read('{"a":1,"a":2,"a":3}{"b":1}{"c":{"d":1,"d":2}}');
    expect(documents.map(({ problems }) => problems.length)).toEqual([2, 0, 1]);
    expect(
      nodesOf(documents[0]?.root ?? raise()).map((node) => node.kind === 'scalar' && node.value),
    ).toEqual([false, 3]);
  });
});

function raise(): never {
  throw new Error('nothing was read');
}
