// Texts that are made to exhaust their reader cost little, and are findings. What is asserted is the answer and, where
// work could grow faster than the text, how it grows: by counting what is touched, not by the clock.
import { describe, expect, it } from 'vitest';
import { readManifest } from '../../../src/core/manifest.ts';
import { Source } from '../../../src/core/source.ts';
import { aliasExcess } from '../../../src/core/yaml/alias-limit.ts';
import { readStream } from '../../../src/core/yaml/index.ts';
import { type YamlChild, type YamlNode, type YamlScalar, yamlMap } from '../../../src/core/yaml/tree.ts';

const HEAD = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\n';

function rulesIn(text: string): string[] {
  return readManifest(new Source('x.yaml', text), 'named').problems.map(({ rule }) => rule);
}

describe('nesting', () => {
  it.each([
    ['flow lists', `${HEAD}data: ${'['.repeat(10_000)}${']'.repeat(10_000)}\n`],
    ['flow maps', `${HEAD}data: ${'{a: '.repeat(10_000)}${'}'.repeat(10_000)}\n`],
    ['flow lists without end', `${HEAD}data: ${'['.repeat(100_000)}\n`],
    ['block lists', `${HEAD}data:\n  ${'- '.repeat(10_000)}x\n`],
    [
      'block maps',
      `${HEAD}data:\n${Array.from({ length: 3000 }, (_, at) => `${' '.repeat(at + 1)}a:`).join('\n')}\n`,
    ],
    ['JSON', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
    ['JSON lists', `{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}`],
  ])('of %s beyond every bound', (_, text) => {
    expect(rulesIn(text)).toEqual(['nesting-limit']);
  });

  it('of some hundred levels is read', () => {
    expect(rulesIn(`${HEAD}data: ${'['.repeat(500)}${']'.repeat(500)}\n`)).toEqual([]);
    expect(rulesIn(`${HEAD}data: ${'{"a":'.repeat(500)}1${'}'.repeat(500)}\n`)).toEqual([]);
  });

  it('costs its document alone', () => {
    const { resources, problems } = readManifest(
      new Source('x.yaml', `${HEAD}---\n${HEAD}data: ${'['.repeat(10_000)}\n---\n${HEAD}`),
      'walked',
    );
    expect(resources).toHaveLength(2);
    expect(problems.map(({ rule }) => rule)).toEqual(['nesting-limit']);
  });

  it('through aliases counts', () => {
    const link = (at: number) => `a${at}: &a${at} ${'['.repeat(400)}*a${at - 1}${']'.repeat(400)}\n`;
    const chain = `${HEAD}a0: &a0 x\n${Array.from({ length: 30 }, (_, at) => link(at + 1)).join('')}`;
    expect(rulesIn(chain)).toEqual(['nesting-limit']);
  });
});

describe('aliases', () => {
  const bomb = (levels: number, width: number) => {
    const name = (level: number) => `a${level}`;
    const first = `a0: &a0 [${Array(width).fill('x').join(', ')}]\n`;
    const rest = Array.from(
      { length: levels },
      (_, at) =>
        `${name(at + 1)}: &${name(at + 1)} [${Array(width)
          .fill(`*${name(at)}`)
          .join(', ')}]\n`,
    );
    return HEAD + first + rest.join('');
  };

  it('that expand beyond every bound are one finding, at the first alias', () => {
    const text = bomb(9, 10);
    const { problems, resources } = readManifest(new Source('x.yaml', text), 'walked');
    expect(resources).toEqual([]);
    expect(problems.map(({ rule, span }) => [rule, text.slice(span.start, span.end)])).toEqual([
      ['alias-expansion-limit', '*a0'],
    ]);
  });

  it('are fine by the hundred', () => {
    const uses = Array.from({ length: 900 }, (_, at) => `k${at}: *x\n`).join('');
    expect(rulesIn(`${HEAD}x: &x {a: 1, b: [2, 3]}\n${uses}`)).toEqual([]);
  });

  // Where kubectl v1.35 begins to say "document contains excessive aliasing": found by bisection.
  it.each([
    [10, 58_062],
    [50, 8_421],
    [200, 208],
  ])('of a list of %i are too many from %i on', (length, limit) => {
    const text = (count: number) =>
      `${HEAD}a: &a [${Array(length).fill('x').join(', ')}]\nb: [${Array(count).fill('*a').join(', ')}]\n`;
    expect(rulesIn(text(limit - 1))).toEqual([]);
    expect(rulesIn(text(limit))).toEqual(['alias-expansion-limit']);
  });

  it('are counted no further than the bound', () => {
    let touched = 0;
    const scalar: YamlScalar = { kind: 'scalar', start: 0, end: 1, value: 'x', style: 'plain' };
    const counting = (child: YamlChild): YamlChild => ({
      get value() {
        touched++;
        return child.value;
      },
      alias: child.alias,
    });
    let node: YamlNode = {
      kind: 'list',
      start: 0,
      end: 1,
      items: Array(10).fill(counting({ value: scalar, alias: undefined })),
    };
    for (let level = 0; level < 30; level++) {
      const child = counting({ value: node, alias: { start: 0, end: 1 } });
      node = { kind: 'list', start: 0, end: 1, items: Array(10).fill(child) };
    }
    expect(
      aliasExcess(
        yamlMap({ start: 0, end: 1 }, [
          { key: 'a', keySpan: { start: 0, end: 1 }, value: node, alias: undefined },
        ]),
      ),
    ).toBe('size');
    expect(touched).toBeLessThan(10_000);
  });
});

describe('many keys', () => {
  it.each([
    ['block', `${HEAD}data:\n${Array.from({ length: 40_000 }, (_, at) => `  k${at}: v\n`).join('')}`],
    ['flow', `${HEAD}data: {${Array.from({ length: 40_000 }, (_, at) => `k${at}: v`).join(', ')}}\n`],
    [
      'JSON',
      `{"apiVersion":"v1","kind":"ConfigMap","data":{${Array.from({ length: 40_000 }, (_, at) => `"k${at}":"v"`).join()}}}`,
    ],
  ])('in %s style are read, and found at once', (_, text) => {
    const { resources, problems } = readManifest(new Source('x.yaml', text), 'walked');
    expect(problems).toEqual([]);
    const data = resources[0]?.root.at('data' as never);
    expect(data?.fields()).toHaveLength(40_000);
    for (let at = 0; at < 40_000; at += 1) expect(data?.at(`k${at}`).value === 'v').toBe(true);
  });

  it('that are all the same are a finding each but the first', () => {
    const rules = rulesIn(`${HEAD}data:\n${'  k: v\n'.repeat(40_000)}`);
    expect(rules).toHaveLength(39_999);
    expect(new Set(rules)).toEqual(new Set(['duplicate-key']));
  });
});

describe('repetitions without sense', () => {
  it.each([
    ...[
      '{{a',
      '{% a',
      '"',
      "'",
      '[',
      ']',
      ', ',
      ': ',
      'a: ',
      '? ',
      '- ',
      '&a ',
      '*a ',
      '! ',
      '# ',
      '|\n',
      '\t\n',
      '\r',
      '\n',
    ],
    ...['---\n', '...\n', '%x\n', 'x---\n', '\uFEFF', '\\', '{"a":1}\n', '{"a":1}\n---\n', '\0'],
    ...['  k: "a\nb"\n', '  k: [\na\n]\n', '  k: [a, -]\n', '  k: |\n   a\n   \tb\n', '  k: &a\n  <<: *a\n'],
  ])('%j', (piece) => {
    for (const before of ['', `${HEAD}data:\n`, `${HEAD}data: [`, '{"a": ']) {
      const text = before + piece.repeat(3000);
      for (const { problems } of readStream(text).flatMap((part) => part.read())) {
        const places = problems.map(({ rule, span }) => `${rule} ${span.start}`);
        expect(new Set(places).size).toBe(places.length);
      }
      readManifest(new Source('x.yaml', text), 'named');
    }
  });
});
