// A text that is read again after an edit: what didn't change isn't parsed again, and nobody can tell.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fieldOf, readStream, type StreamPart } from '../../../src/core/yaml/index.ts';

/** Documents that go wrong in every way, and what stands between documents. */
const DOCUMENTS = [
  'apiVersion: v1\nkind: Pod\nmetadata:\n  name: x\n',
  'a: &a {b: [1, two]}\nc: *a\nd: *a\n',
  'base: &base\n  - x: &x 1\nlist: [*base, *base, *x]\n',
  'a: {<<: &m {b: 1}, b: 2}\nc:\n  b: 1\n  <<: *m\n',
  'a: 1\na: 2\n',
  'a: |\n  text\n# end\n',
  'a: [1\n',
  'a: "x\n',
  '"a',
  'a: 1\n\tb: 2\n',
  'a: *nowhere\n',
  'a: 1\n...\nb: 2\n',
  'a: 1\n...\n',
  '{"a": 1}\n{"b": [1, "two"]}\n',
  '{"a": "\\/"}\n',
  '{"a": {"b": 1}, "a": 2} {"c":\n',
  '{a: 1, b: "x"}',
  'replicas: 2---\nkind: x\n',
  '%YAML 1.1\n',
  '# only this\n',
  ' glued: 1\n',
  'apiVersion: v1\nargs: {{ args.x }}: y\n',
  ' - {{args.x}}\n',
  '{{ if x }}\na: 1\n',
  'a: 1\r\nb:\r\n  - c\r\n',
  Array.from({ length: 20 }, (_, at) => `k${at}: ${at}\n`).join(''),
  '',
  '\n',
  '\uFEFFa: 1\n',
];
const SEPARATORS = ['---\n', '\n---\n', '--- # x\n', '---', '---\r\n', '...\n---\n'];

const stream = fc
  .tuple(
    fc.array(fc.tuple(fc.constantFrom(...DOCUMENTS), fc.constantFrom(...SEPARATORS)), { maxLength: 4 }),
    fc.constantFrom(...DOCUMENTS),
  )
  .map(([pieces, last]) => pieces.flat().join('') + last);

interface Edit {
  readonly from: number;
  readonly length: number;
  readonly text: string;
}

const edit: fc.Arbitrary<Edit> = fc.record({
  from: fc.oneof(fc.constantFrom(0, 1), fc.double({ min: 0, max: 1, noNaN: true })),
  length: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.nat({ max: 30 })),
  text: fc.oneof(
    fc.constantFrom('x', '\n', ' ', '', '---\n', '\n---\n', '{', '"', '- ', '...\n', '#', '\r', '\uFEFF'),
    fc.constantFrom(...DOCUMENTS),
  ),
});

function edited(text: string, { from, length, text: inserted }: Edit): string {
  const at = Math.floor(from * text.length);
  return text.slice(0, at) + inserted + text.slice(at + length);
}

/** Everything that a part says. */
function said(part: StreamPart) {
  return { span: part.span, blank: part.blank, holds: part.mayHoldManifest, documents: part.read() };
}

describe('a text after edits', () => {
  it('says what it says to somebody who never saw it before', () => {
    fc.assert(
      fc.property(stream, fc.array(fc.tuple(edit, fc.boolean()), { maxLength: 8 }), (text, edits) => {
        let now = text;
        let parts = readStream(now);
        for (const part of parts) part.read();
        for (const [change, isRead] of edits) {
          now = edited(now, change);
          parts = readStream(now, parts);
          // What nobody reads in one version is known in the next one all the same.
          if (isRead) expect(parts.map(said)).toEqual(readStream(now).map(said));
        }
        expect(parts.map(said)).toEqual(readStream(now).map(said));
      }),
      { numRuns: 2000 },
    );
  });

  const [A, B] = ['a: {b: 1}\n', 'c: [1]\n'];

  it('keeps the very documents of a part that stands where it stood', () => {
    const before = readStream(`${A}---\n${B}---\n${A}`);
    const [first] = before.map((part) => part.read());
    const [same] = readStream(`${A}---\n${B}x: 1\n---\n${A}`, before);
    expect(same?.read()).toBe(first);
  });

  it('keeps what aliases share shared: written out, it may be a hundred times the text', () => {
    const text = `${A}---\na: &a {b: 1}\nc: *a\n`;
    const before = readStream(text);
    for (const part of before) part.read();
    const root = readStream(`# x\n${text}`, before)[1]?.read()[0]?.root;
    expect(fieldOf(root, 'c')).toBe(fieldOf(root, 'a'));
  });
});
