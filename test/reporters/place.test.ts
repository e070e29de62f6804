import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pathOf, placeOf } from '../../src/reporters/place.ts';
import { Source } from './findings.ts';

describe('placeOf', () => {
  it('counts from 1, in UTF-16 units, the end exclusive', () => {
    const source = new Source('a.yaml', 'a: 🚀 b\nc: d\n');
    expect(placeOf(source, { start: 6, end: 12 })).toEqual({ line: 1, column: 7, endLine: 2, endColumn: 5 });
  });

  it('leaves a byte order mark out', () => {
    const source = new Source('a.yaml', '\uFEFFa: b\n');
    expect(placeOf(source, { start: 0, end: 2 })).toEqual({ line: 1, column: 1, endLine: 1, endColumn: 2 });
  });

  it('lies in the text, whatever the span says', () => {
    const offset = fc.oneof(fc.integer(), fc.double(), fc.nat(9));
    const text = fc.string({ unit: fc.constantFrom('a', '\n', '\uFEFF', '漢'), maxLength: 8 });
    fc.assert(
      fc.property(text, offset, offset, (text, start, end) => {
        const source = new Source('a.yaml', text);
        const place = placeOf(source, { start, end });
        const lines = text.replace(/^\uFEFF/, '').split('\n');
        expect(place.column).toBeGreaterThan(0);
        expect(place.column).toBeLessThanOrEqual((lines[place.line - 1]?.length ?? -1) + 1);
        expect(place.endColumn).toBeLessThanOrEqual((lines[place.endLine - 1]?.length ?? -1) + 1);
        const order = place.endLine - place.line || place.endColumn - place.column;
        expect(order).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

it('pathOf names standard input', () => {
  expect(pathOf(new Source('-', ''))).toBe('<stdin>');
  expect(pathOf(new Source('k8s/-', ''))).toBe('k8s/-');
});
