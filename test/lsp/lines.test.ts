// Positions in every encoding, against Node's own counting.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodingOf, Lines, type PositionEncoding } from '../../src/lsp/lines.ts';

const UNITS: Readonly<Record<PositionEncoding, (text: string) => number>> = {
  'utf-16': (text) => text.length,
  'utf-8': (text) => Buffer.byteLength(text),
  'utf-32': (text) => [...text].length,
};

const text = fc
  .array(fc.constantFrom('a', '\u00E9', '\u4E16', '\u{1F680}', '\n', '\r\n', '\r', ' '))
  .map((pieces) => pieces.join(''));

describe('lines', () => {
  for (const encoding of ['utf-16', 'utf-8', 'utf-32'] as const) {
    it(`place every character in ${encoding}, and find it again`, () => {
      fc.assert(
        fc.property(text, (content) => {
          const lines = new Lines(content, encoding);
          let offset = 0;
          for (const character of content.match(/\r\n|./gsu) ?? []) {
            const before = content.slice(0, offset);
            const rows = before.split(/\r\n|\r|\n/);
            const position = { line: rows.length - 1, character: UNITS[encoding](rows.at(-1) ?? '') };
            expect(lines.position(offset)).toEqual(position);
            expect(lines.offset(position)).toBe(offset);
            offset += character.length;
          }
        }),
      );
    });
  }

  it('take a position behind the end of a line, or of the text, for that end', () => {
    const lines = new Lines('ab\r\ncd', 'utf-16');
    expect(lines.offset({ line: 0, character: 99 })).toBe(2);
    expect(lines.offset({ line: 7, character: 0 })).toBe(6);
    expect(lines.offset({ line: -1, character: Number.NaN })).toBe(0);
    expect(lines.span({ start: { line: 1, character: 1 }, end: { line: 0, character: 0 } })).toEqual({
      start: 5,
      end: 5,
    });
  });

  it('are counted in what the client likes best of what we speak', () => {
    expect(encodingOf(['utf-7', 'utf-32', 'utf-16'])).toBe('utf-32');
    expect(encodingOf([])).toBe('utf-16');
    expect(encodingOf(undefined)).toBe('utf-16');
  });
});
