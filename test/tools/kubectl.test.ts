// Held against kubectl: it reads the same values from the same texts, and where it refuses, we have a finding.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { DATA, KEYS, manifestOf, REFUSED, SCALARS } from '../core/yaml/readings.ts';
import { STREAMS } from '../core/yaml/streams.ts';
import { disagreement, kubectlReading } from './kubectl-reading.ts';

/** The value of `data` that kubectl reads, or REFUSED. */
function dataOf(text: string): unknown {
  const { objects, refusals } = kubectlReading(Buffer.from(manifestOf(text)));
  if (refusals.length > 0) return REFUSED;
  return (JSON.parse(objects[0] ?? 'null') as { data: unknown }).data;
}

/** What JSON can say of a value. */
function asJson(value: unknown): unknown {
  if (value === REFUSED) return REFUSED;
  return JSON.parse(
    JSON.stringify(value, (_, item) =>
      typeof item !== 'bigint' ? item : item > 2n ** 63n - 1n ? Number(item) : String(item),
    ),
  );
}

describe('the expectations of our own tests', () => {
  it('scalars', () => {
    const wrong = SCALARS.flatMap(({ text, value }) => {
      const theirs = dataOf(`\n  key: ${text}\n`);
      const expected = value === REFUSED ? REFUSED : asJson({ key: value });
      return same(theirs, expected) ? [] : [{ text, theirs, expected }];
    });
    expect(wrong).toEqual([]);
  });

  it('keys', () => {
    const wrong = KEYS.flatMap(({ text, value }) => {
      const theirs = dataOf(`\n  ${text}: 1\n`);
      const expected = value === REFUSED ? REFUSED : { [String(value)]: 1 };
      return same(theirs, expected) ? [] : [{ text, theirs, expected }];
    });
    expect(wrong).toEqual([]);
  });

  it('structures', () => {
    const wrong = Object.entries(DATA).flatMap(([title, { text, value }]) => {
      const theirs = dataOf(text);
      return same(theirs, asJson(value)) ? [] : [{ title, theirs, expected: asJson(value) }];
    });
    expect(wrong).toEqual([]);
  });

  it('streams', () => {
    const wrong = Object.entries(STREAMS).flatMap(([title, { text, names, rules }]) => {
      const { objects, refusals } = kubectlReading(Buffer.from(text));
      const theirs = objects.map(
        (object) => (JSON.parse(object) as { metadata: { name: string } }).metadata.name,
      );
      const isPrefix = theirs.every((name, at) => name === names[at]);
      const agrees = rules.length > 0 ? isPrefix : refusals.length === 0 && theirs.length === names.length;
      return isPrefix && agrees ? [] : [{ title, theirs, refusals, names, rules }];
    });
    expect(wrong).toEqual([]);
  });
});

function same(a: unknown, b: unknown): boolean {
  return a === REFUSED || b === REFUSED ? a === b : JSON.stringify(a) === JSON.stringify(b);
}

describe('texts of every kind', () => {
  const compare = (texts: readonly string[]) =>
    disagreements(texts.map((text) => [JSON.stringify(text), Buffer.from(text)]));

  it('the same values in lists, and no refusal unnoticed', () => {
    expect(compare(SCALARS.map(({ text }) => manifestOf(`\n- ${text}\n`)))).toEqual([]);
  });

  it('the same values in brackets, and no refusal unnoticed', () => {
    const texts = SCALARS.map(({ text }) => text).filter((text) => !(text in DIFFERENT_IN_FLOW));
    expect(compare(texts.map((text) => manifestOf(` {a: ${text}, b: [${text} , x]}\n`)))).toEqual([]);
  });

  it('the same objects, and no refusal unnoticed', () => {
    expect(compare(Object.values(STREAMS).map(({ text }) => text))).toEqual([]);
  });

  it('in UTF-16', () => {
    const text = manifestOf('\n  a: é\n  b: "\u{1F600}"\n');
    const little = Buffer.from(`\uFEFF${text}`, 'utf16le');
    const big = Buffer.from(little).swap16();
    const inputs = { little, big, odd: little.subarray(0, -1) };
    expect(disagreements(Object.entries(inputs))).toEqual([]);
  });
});

/** Where a known difference in the table below shows in brackets alone. */
const DIFFERENT_IN_FLOW: Readonly<Record<string, string>> = {
  '!!str': 'an empty tag before a comma',
  '!foo': 'an empty tag before a comma',
};

/** What we read differently and leave so; a text that agrees again belongs into a table above. */
const KNOWN: Readonly<Record<string, string>> = {
  'a tag that touches a comma: to go-yaml the comma is part of it': manifestOf(' {a: !!str, b: 1}\n'),
  'a colon that touches a comma: to go-yaml it is part of the key': manifestOf(' {a:, b: 1}\n'),
  'an alias that touches a colon: to go-yaml it ends there': manifestOf('\n  a: &x b\n  *x: 1\n'),
  'a flow key with its colon on the next line': manifestOf(' {"a"\n: 1}\n'),
  'a tab before a closing bracket, behind a plain value': manifestOf(' [\n 1\n\t]\n'),
  'binary digits with a sign behind their prefix': manifestOf('\n  a: 0b-1\n'),
  'numbers with an exponent as keys': manifestOf('\n  1.5e300: a\n'),
  'infinity as a key': manifestOf('\n  .inf: a\n'),
  'a line separator, which ends a line in YAML 1.1': manifestOf('\n  a: x\u2028y\n'),
  'a byte order mark behind a comment': `# x\n\uFEFF${manifestOf(' {}\n')}`,
  'two carriage returns before a line feed': manifestOf('\n  a: |\r\r\n    x\n'),
  'text behind a flow collection that is the whole document':
    '{apiVersion: v1, kind: A, metadata: {name: a}}\n- x\n',
};

describe('known differences', () => {
  it.each(Object.entries(KNOWN))('%s', (_, text) => {
    expect(disagreement(Buffer.from(text))).toBeDefined();
  });
});

describe('files', () => {
  it('of our fixtures', () => {
    expect(disagreements(filesIn(path.resolve(import.meta.dirname, '../../fixtures')))).toEqual([]);
  });

  const folder = process.env.ROLLSAFE_READING_DIR;
  if (folder !== undefined) {
    it(`of ${folder}`, { timeout: 3_600_000 }, () => {
      expect(disagreements(filesIn(folder))).toEqual([]);
    });
  }
});

function disagreements(inputs: readonly (readonly [string, Buffer])[]): string[] {
  return inputs.flatMap(([name, bytes]) => {
    const reason = disagreement(bytes);
    return reason === undefined ? [] : [`${name}: ${reason}`];
  });
}

/** Manifests alone: a file without `kind` is nothing that kubectl would be given. */
function filesIn(folder: string): [string, Buffer][] {
  return fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:ya?ml|json)$/.test(file))
    .map((file): [string, Buffer] => [file, fs.readFileSync(path.join(folder, file))])
    .filter(([, bytes]) => bytes.includes('apiVersion') && bytes.includes('kind'));
}
