// Line numbers come from one place.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Source } from '../../src/core/source.ts';

describe('positions', () => {
  it('count lines and UTF-16 columns from zero', () => {
    const source = new Source('x.yaml', 'a: 1\n😀b: 2\n\nc');
    const at = (text: string) => source.position(source.text.indexOf(text));
    expect(at('a')).toEqual({ line: 0, column: 0 });
    expect(at('1')).toEqual({ line: 0, column: 3 });
    expect(at('b')).toEqual({ line: 1, column: 2 });
    expect(at('c')).toEqual({ line: 3, column: 0 });
  });

  it('at a line break and at the end', () => {
    const source = new Source('x.yaml', 'ab\r\ncd');
    expect(source.position(2)).toEqual({ line: 0, column: 2 });
    expect(source.position(3)).toEqual({ line: 0, column: 3 });
    expect(source.position(4)).toEqual({ line: 1, column: 0 });
    expect(source.position(6)).toEqual({ line: 1, column: 2 });
  });

  it('do not count a byte order mark', () => {
    const source = new Source('x.yaml', '\uFEFFa: 1\nb: 2\n');
    expect(source.position(source.text.indexOf('a'))).toEqual({ line: 0, column: 0 });
    expect(source.position(0)).toEqual({ line: 0, column: 0 });
    expect(source.position(source.text.indexOf('b'))).toEqual({ line: 1, column: 0 });
    expect(source.line(0)).toBe('a: 1');
  });

  it('of an empty text', () => {
    expect(new Source('x.yaml', '').position(0)).toEqual({ line: 0, column: 0 });
  });
});

describe('lines', () => {
  it('come without their line breaks', () => {
    const source = new Source('x.yaml', 'a\r\nb\n\nc');
    expect([0, 1, 2, 3, 4, -1].map((line) => source.line(line))).toEqual(['a', 'b', '', 'c', '', '']);
  });
});

it('an offset is the offset of its position', () => {
  const text = fc
    .array(fc.constantFrom('a', '😀', '\n', '\r\n', '\r', ' ', 'é'))
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, fc.nat(), (content, seed) => {
      const source = new Source('x.yaml', content);
      const offset = seed % (content.length + 1);
      expect(source.offset(source.position(offset))).toBe(offset);
    }),
  );
});
