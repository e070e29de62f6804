// Versions of a document hand down what was read in them, also while half-typed text stands in for another.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readStream, type StreamPart } from '../../src/core/yaml/index.ts';
import { Positions } from '../../src/lsp/lines.ts';
import { OpenDocument } from '../../src/lsp/open-document.ts';

const positions = new Positions('utf-16');
const PLACE = { path: 'a.yaml', location: '/a.yaml' };
const object = (name: string) =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\ndata: {a: "1", b: [x]}\n`;
const TEXT = ['a', 'b', 'c'].map(object).join('---\n');

const edit = fc.record({
  at: fc.nat(TEXT.length),
  length: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.nat(12)),
  text: fc.constantFrom('x', '"', '{', '[', ': ', '\n', '  ', '---\n', '\n---\n', object('d'), ''),
  isUndone: fc.boolean(),
  isSaved: fc.boolean(),
});

const said = (parts: readonly StreamPart[]) => parts.map((part) => ({ span: part.span, read: part.read() }));

function changed(document: OpenDocument, start: number, end: number, text: string): OpenDocument {
  const range = positions.of(document.screen).range({ start, end });
  return document.changed(document.version + 1, [{ range, text }], positions);
}

describe('a document after edits', () => {
  it('is read as its text is read for the first time', () => {
    let halfTyped = 0;
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 10 }), (edits) => {
        let document = new OpenDocument({ uri: 'file:///a.yaml', version: 1, text: TEXT }, PLACE);
        const check = (version: OpenDocument): OpenDocument => {
          if (version.isHalfTyped) halfTyped++;
          expect(said(version.screenParts)).toEqual(said(readStream(version.screen.text)));
          expect(said(version.judgedParts)).toEqual(said(readStream(version.judged.text)));
          return version;
        };
        check(document);
        for (const { at, length, text, isUndone, isSaved } of edits) {
          const before = document.screen.text;
          const start = Math.min(at, before.length);
          const end = Math.min(start + length, before.length);
          document = check(changed(document, start, end, text));
          if (isUndone)
            document = check(changed(document, start, start + text.length, before.slice(start, end)));
          if (isSaved) document = check(document.saved());
        }
      }),
      { numRuns: 300 },
    );
    expect(halfTyped).toBeGreaterThan(100);
  });

  it('keeps what was read of the parts that nobody touched', () => {
    const first = new OpenDocument({ uri: 'file:///a.yaml', version: 1, text: TEXT }, PLACE);
    const [before] = first.judgedParts.map((part) => part.read());
    const end = TEXT.length - 2;
    const broken = changed(first, end, end + 1, '');
    expect(broken.isHalfTyped).toBe(true);
    expect(broken.judgedParts[0]?.read()).toBe(before);
    expect(broken.screenParts[0]?.read()).toBe(before);
    expect(changed(broken, end, end, '}').judgedParts[2]?.read()).toBe(broken.judgedParts[2]?.read());
  });
});
