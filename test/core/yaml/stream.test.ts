// Streams are cut where kubectl cuts them.
import { describe, expect, it } from 'vitest';
import { applyEdits } from '../../../src/core/fix.ts';
import { readManifest } from '../../../src/core/manifest.ts';
import { Source } from '../../../src/core/source.ts';
import { readStream } from '../../../src/core/yaml/index.ts';
import { STREAMS } from './streams.ts';

describe('streams', () => {
  it.each(Object.entries(STREAMS))('%s', (_, { text, names, rules }) => {
    const { resources, problems } = readManifest(new Source('x.yaml', text), 'named');
    expect(resources.map(({ name }) => name)).toEqual(names);
    const remarkable = problems.filter(({ rule }) => rule !== 'not-kubernetes' && rule !== 'duplicate-key');
    expect(remarkable.map(({ rule }) => rule)).toEqual(rules);
  });

  it('thousands of documents, each at its place', () => {
    const count = 5000;
    const one = (at: number) => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: n${at}}\n`;
    const source = new Source('x.yaml', Array.from({ length: count }, (_, at) => one(at)).join('---\n'));
    const { resources, problems, documents } = readManifest(source, 'walked');
    expect(problems).toEqual([]);
    expect(documents).toBe(count);
    expect(resources.map(({ name }) => name)).toEqual(Array.from({ length: count }, (_, at) => `n${at}`));
    expect(resources.map(({ root }) => source.position(root.span.start).line)).toEqual(
      Array.from({ length: count }, (_, at) => at * 4),
    );
  });
});

describe('where a separator is wrong', () => {
  const A = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n';
  const placeIn = (text: string) => {
    const source = new Source('x.yaml', text);
    return readManifest(source, 'named').problems.map(({ rule, span }) => ({
      rule,
      line: source.position(span.start).line + 1,
      text: text.slice(span.start, span.end),
    }));
  };

  it.each([
    [`${A}--- x: 1\n`, 4, '--- x: 1'],
    [`${A}---\u00a0x\r\nb: 1\n`, 4, '---\u00a0x\r'],
    [`${A}...\nb: 1\n`, 4, '...'],
    [`${A}\n... # x\n\n# y\nb: 1\n`, 5, '...'],
    [`${A}data: {}\ntype: x---\nkind: Secret\n`, 5, '---'],
    [`${A}---\n\n...\n`, 6, '...'],
  ])('%j', (text, line, place) => {
    const problem = placeIn(text).find(({ rule }) => rule === 'document-separator-invalid');
    expect(problem).toEqual({ rule: 'document-separator-invalid', line, text: place });
  });

  const mended = (text: string) => {
    const source = new Source('x.yaml', text);
    const fixes = readManifest(source, 'named').problems.flatMap((problem) => problem.fixes ?? []);
    return fixes.map(({ edits }) => applyEdits(source, edits));
  };

  it.each([
    ['a first field behind it', `${A}---apiVersion: v1\nkind: X\n`, [`${A}---\napiVersion: v1\nkind: X\n`]],
    ['blanks between them', `${A}---  kind: X\napiVersion: v1\n`, [`${A}---\nkind: X\napiVersion: v1\n`]],
    ['a lost line break', `${A}type: x---\nkind: Secret\n`, [`${A}type: x\n---\nkind: Secret\n`]],
    ['text behind the end', `${A}... # over\n${A}`, [`${A}... # over\n---\n${A}`]],
    ['an end of nothing', `${A}---\n\n...\n`, [`${A}---\n\n`]],
    // What is meant isn't plain.
    ['another text behind it', `${A}--- x: 1\n`, []],
    ['four dashes', `${A}----\n${A}`, []],
  ])('is mended where it is plain what is meant: %s', (_, text, expected) => {
    expect(mended(text)).toEqual(expected);
    expect(mended(text.replaceAll('\n', '\r\n'))).toEqual(
      expected.map((one) => one.replaceAll('\n', '\r\n')),
    );
  });

  it('a directive, at its line, once', () => {
    expect(placeIn(`# x\n%YAML 1.2\n%TAG ! y\n---\n${A}`)).toEqual([
      { rule: 'yaml-syntax-error', line: 2, text: '%YAML 1.2' },
    ]);
  });

  it('in a folder, where other YAML is no concern of ours', () => {
    const rulesOf = (text: string) =>
      readManifest(new Source('x.yaml', text), 'walked').problems.map(({ rule }) => rule);
    expect(rulesOf('a: 1\n--- b\n...\nc: 1\n')).toEqual([]);
    expect(rulesOf(`%YAML 1.2\n---\n${A}`)).toEqual(['yaml-syntax-error']);
    expect(rulesOf(`...\n${A}`)).toEqual(['document-separator-invalid']);
    expect(rulesOf(`a: 1\n---\n...\n${A}`)).toEqual(['document-separator-invalid']);
    expect(rulesOf(`a: [\n---\n${A}`)).toEqual([]);
    expect(rulesOf(`${A}---\n${A}data: [\n`)).toEqual(['yaml-syntax-error']);
  });
});

describe('parts', () => {
  it('lie one behind the other, and hold all of the text but the separators', () => {
    for (const { text } of Object.values(STREAMS)) {
      let end = 0;
      for (const { span } of readStream(text)) {
        expect(span.start).toBeGreaterThanOrEqual(end);
        expect(text.slice(end, span.start)).toMatch(/^\uFEFF?(?:---[^\n]*\n?\uFEFF?)?$/);
        end = span.end;
      }
      expect(end).toBe(text.length);
    }
  });

  it('are the same at each reading', () => {
    const [part] = readStream('a: 1\n');
    expect(part?.read()).toBe(part?.read());
  });

  it('say whether they may hold a manifest', () => {
    const [a, b, c] = readStream('apiVersion: v1\n---\nkind: x\napiVersion: y\n---\nkind: x\n');
    expect([a, b, c].map((part) => part?.mayHoldManifest)).toEqual([false, true, false]);
  });
});
