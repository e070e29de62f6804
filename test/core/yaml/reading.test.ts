// Texts have the values that kubectl gives them.
import { describe, expect, it } from 'vitest';
import { Node } from '../../../src/core/node.ts';
import { Source } from '../../../src/core/source.ts';
import { readStream } from '../../../src/core/yaml/index.ts';
import { DATA, KEYS, manifestOf, REFUSED, SCALARS } from './readings.ts';

/** The value of `data`, or REFUSED. Maps have a prototype here, so that they compare. */
function dataOf(text: string): unknown {
  const manifest = manifestOf(text);
  const documents = readStream(manifest).flatMap((part) => part.read());
  expect(documents).toHaveLength(1);
  const [document] = documents;
  if (!document?.root) {
    expect(document?.problems.length).toBe(1);
    return REFUSED;
  }
  return withPrototypes(Node.root(new Source('x.yaml', manifest), document.root).at('data').value ?? null);
}

function withPrototypes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withPrototypes);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withPrototypes(item)]));
}

describe('plain, quoted and tagged scalars', () => {
  it.each(SCALARS.map(({ text, value }) => [text, value]))('%j as a value', (text, value) => {
    const data = dataOf(`\n  key: ${text}\n`);
    expect(data).toStrictEqual(value === REFUSED ? REFUSED : { key: value });
  });

  it.each(SCALARS.map(({ text, value }) => [text, value]))('%j as an item', (text, value) => {
    const data = dataOf(`\n- ${text}\n`);
    const map = text === 'a: b';
    expect(data).toStrictEqual(map ? [{ a: 'b' }] : value === REFUSED ? REFUSED : [value]);
  });
});

describe('keys', () => {
  it.each(KEYS.map(({ text, value }) => [text, value]))('%j', (text, value) => {
    expect(dataOf(`\n  ${text}: 1\n`)).toStrictEqual(value === REFUSED ? REFUSED : { [String(value)]: 1 });
  });
});

describe('structures', () => {
  it.each(Object.entries(DATA))('%s', (_, { text, value }) => {
    expect(dataOf(text)).toStrictEqual(value);
  });
});

describe('what is read and found fault with', () => {
  const problemsIn = (text: string) =>
    readStream(manifestOf(text))
      .flatMap((part) => part.read())
      .flatMap(({ problems }) => problems);
  const at = (text: string, span: { start: number; end: number } | undefined) =>
    span && manifestOf(text).slice(span.start, span.end);

  it('a duplicate key, at the second one, pointing to the first', () => {
    const text = '\n  first: 1\n  b: {c: 1, c: 2}\n  "first": 3\n';
    const problems = problemsIn(text);
    expect(problems.map(({ rule, span }) => [rule, at(text, span)])).toEqual([
      ['duplicate-key', 'c'],
      ['duplicate-key', '"first"'],
    ]);
    expect(at(text, problems[1]?.related?.[0]?.span)).toBe('first');
  });

  it('keys that are one only to kubectl, three times', () => {
    const text = '\n  y: 1\n  "true": 2\n  yes: 3\n';
    expect(problemsIn(text).map(({ rule, span }) => [rule, at(text, span)])).toEqual([
      ['duplicate-key', '"true"'],
      ['duplicate-key', 'yes'],
    ]);
  });

  it('no duplicate where a merge gave the first value', () => {
    expect(problemsIn('\n  <<: {p: 1}\n  p: 2\n')).toEqual([]);
    expect(problemsIn('\n  <<: {p: 1}\n  <<: {p: 2}\n')).toEqual([]);
    expect(problemsIn('\n  <<: {p: 1}\n  p: 2\n  p: 3\n').map(({ rule }) => rule)).toEqual(['duplicate-key']);
  });

  it('a merge that overrides a value', () => {
    const text = '\n  p: 2\n  q: 3\n  <<: {p: 1}\n';
    const [problem, ...others] = problemsIn(text);
    expect(others).toEqual([]);
    expect(problem?.rule).toBe('yaml-merge-order');
    expect(at(text, problem?.span)).toBe('p');
    expect(at(text, problem?.related?.[0]?.span)).toBe('<<');
  });
});

describe('values are never quoted in a message', () => {
  const SECRET = 'HUNTER2';
  it.each([
    `\n  a: *${SECRET}\n`,
    `\n  a: &x [*x, ${SECRET}]\n`,
    `\n  a: !${SECRET}!x y\n`,
    `\n  a: !<${SECRET} y\n`,
    `\n  a: !!int ${SECRET}\n`,
    `\n  a: |${SECRET}\n`,
    `\n  a: "\\U${SECRET}x"\n`,
    `\n  a: "x" ${SECRET}\n`,
    `\n  a: @${SECRET}\n`,
    `\n  a: ]${SECRET}\n`,
    `\n  a: {b: ${SECRET}\n`,
    `\n  a: "${SECRET}\n`,
    `\n  a: ${SECRET}\n b: 1\n`,
    `\n  a: &${SECRET}.x y\n`,
    `\n  a: %${SECRET}\n`,
    `\n  a: 1\n  a: ${SECRET}\n`,
    `\n  a: ${SECRET}\n--- ${SECRET}\nb: 1\n`,
    `\n  a: ${SECRET}\n...\n${SECRET}\n`,
    `\n  a: ${SECRET}---\nkind: x\n`,
  ])('%j', (text) => {
    const problems = readStream(manifestOf(text))
      .flatMap((part) => part.read())
      .flatMap(({ problems }) => problems);
    expect(problems.length).toBeGreaterThan(0);
    expect(JSON.stringify(problems.map(({ message, related }) => [message, related]))).not.toContain(SECRET);
  });
});
