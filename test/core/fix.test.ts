import { describe, expect, it } from 'vitest';
import { type Edit, offer } from '../../src/core/fix.ts';
import { Source } from '../../src/core/source.ts';

const source = new Source('a.yaml', 'abcdef');
const edit = (start: number, end: number, text = ''): Edit => ({ source, span: { start, end }, text });

describe('offer', () => {
  it('is one fix of all edits', () => {
    const edits = [edit(3, 4), edit(0, 2)];
    expect(offer('unsafe', 'Do it', ...edits)).toEqual([{ title: 'Do it', safety: 'unsafe', edits }]);
  });

  it('puts a text right behind what goes, or two at one place', () => {
    expect(offer('safe', 'Do it', edit(0, 2), edit(2, 2, 'x'))).toHaveLength(1);
    expect(offer('safe', 'Do it', edit(2, 2, 'x'), edit(2, 2, 'y'))).toHaveLength(1);
  });

  it('is nothing without edits, with one that can not be made, or with two that meet', () => {
    expect(offer('safe', 'Do it')).toEqual([]);
    expect(offer('safe', 'Do it', edit(0, 1), undefined)).toEqual([]);
    expect(offer('safe', 'Do it', edit(0, 3), edit(2, 4))).toEqual([]);
    expect(offer('safe', 'Do it', edit(0, 3), edit(2, 2, 'x'))).toEqual([]);
  });
});
