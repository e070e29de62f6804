import { describe, expect, test } from 'vitest';
import { mended, object, run } from './suppressing.ts';

describe('what ignores nothing is taken out', () => {
  test.each<[string, string, string]>([
    ['behind a value', 'a: 1 # rollsafe-ignore bad-value -- why\nb: 2\n', 'a: 1\nb: 2\n'],
    ['behind many blanks', 'a: 1 \t # rollsafe-ignore bad-value \nb: 2\n', 'a: 1\nb: 2\n'],
    ['behind another comment', 'a: 1 # pinned # rollsafe-ignore bad-value\nb: 2\n', 'a: 1 # pinned\nb: 2\n'],
    ['behind the header of a block', 'a: | # rollsafe-ignore bad-value\n  text\n', 'a: |\n  text\n'],
    ['on its own line', 'a: 1\n  # rollsafe-ignore bad-value\nb: 2\n', 'a: 1\nb: 2\n'],
    ['at the top', '# rollsafe-ignore bad-value\na: 1\n', 'a: 1\n'],
    ['above the separator at the top', '# rollsafe-ignore bad-value\n---\na: 1\n', '---\na: 1\n'],
    ['behind a separator', '--- # rollsafe-ignore bad-value\na: 1\n', '---\na: 1\n'],
    ['behind a dash', 'a:\n  - # rollsafe-ignore bad-value\n    b: 1\n', 'a:\n  -\n    b: 1\n'],
    ['for the file', '# rollsafe-ignore-file bad-value -- why\n# more\n\na: 1\n', '# more\n\na: 1\n'],
    ['twice', '# rollsafe-ignore bad-value\n# rollsafe-ignore ugly-value\na: 1\n', 'a: 1\n'],
    ['all of two', 'a: 1 # rollsafe-ignore bad-value, ugly-value -- why\n', 'a: 1\n'],
    [
      'the first of two',
      'a: ugly # rollsafe-ignore bad-value, ugly-value -- why\n',
      'a: ugly # rollsafe-ignore ugly-value -- why\n',
    ],
    [
      'the last of two',
      'a: bad # rollsafe-ignore bad-value, ugly-value -- why\n',
      'a: bad # rollsafe-ignore bad-value -- why\n',
    ],
    [
      'the middle one',
      'a: [bad, odd] # rollsafe-ignore bad-value, ugly-value, odd-value\n',
      'a: [bad, odd] # rollsafe-ignore bad-value, odd-value\n',
    ],
    [
      'the first two of three',
      'a: odd # rollsafe-ignore bad-value, ugly-value, odd-value\n',
      'a: odd # rollsafe-ignore odd-value\n',
    ],
    [
      'the last two of three',
      'a: odd # rollsafe-ignore odd-value  ugly-value,bad-value -- why\n',
      'a: odd # rollsafe-ignore odd-value -- why\n',
    ],
    [
      'the outer two of three',
      'a: odd # rollsafe-ignore bad-value, odd-value, ugly-value -- why\n',
      'a: odd # rollsafe-ignore odd-value -- why\n',
    ],
    [
      'a repetition',
      'a: bad # rollsafe-ignore bad-value, bad-value\n',
      'a: bad # rollsafe-ignore bad-value\n',
    ],
  ])('%s', (_, text, expected) => {
    const circumstances = { advice: true };
    expect(mended(object(text), circumstances)).toBe(object(expected));
    const withCrlf = (lines: string) => object(lines).replaceAll('\n', '\r\n');
    expect(mended(withCrlf(text), circumstances)).toBe(withCrlf(expected));
    expect(mended(`\uFEFF${object(text)}`, circumstances)).toBe(`\uFEFF${object(expected)}`);
  });

  test('at the very end', () => {
    expect(mended(`${object('a: 1\n')}# rollsafe-ignore bad-value`)).toBe(object('a: 1\n'));
    expect(mended(`${object('a: 1\n')}b: 2 # rollsafe-ignore bad-value`)).toBe(`${object('a: 1\n')}b: 2`);
  });
});

describe('what may be meant otherwise is left to a person', () => {
  const suggestions = (text: string) =>
    run(text).findings.flatMap(({ fixes }) => fixes.map(({ title, safety }) => `${safety}: ${title}`));
  test.each([
    ['a misspelt rule', 'a: 1 # rollsafe-ignore no-rule\n', ['suggestion: Remove the suppression']],
    [
      'a misspelt rule next to another one',
      'a: bad # rollsafe-ignore bad-value, no-rule\n',
      ['suggestion: Remove no-rule from the suppression'],
    ],
    [
      'a misspelt rule next to an unused one',
      'a: 1 # rollsafe-ignore bad-value, no-rule\n',
      ['safe: Remove bad-value from the suppression', 'suggestion: Remove no-rule from the suppression'],
    ],
    ['no rule at all', 'a: 1 # rollsafe-ignore\n', ['suggestion: Remove the suppression']],
    [
      'no day',
      'a: 1 # rollsafe-ignore bad-value -- until 2027-13-01\n',
      ['suggestion: Remove the suppression'],
    ],
    [
      'a day that is over',
      'a: 1 # rollsafe-ignore bad-value -- until 2027-01-01\n',
      ['suggestion: Remove the suppression'],
    ],
    [
      'a text above that would take in the blank line below',
      'a: |+\n  text\n\n# rollsafe-ignore bad-value\n\nb: 1\n',
      [],
    ],
    [
      'an annotation, which may be meant for what is rendered',
      'metadata: {annotations: {rollsafe.dev/ignore: bad-value}}\n',
      [],
    ],
  ])('%s', (_, text, expected) => {
    expect(suggestions(object(text))).toEqual(expected);
  });

  test('and the safe fix leaves the misspelt one', () => {
    const text = object('a: 1 # rollsafe-ignore no-rule, bad-value\n');
    expect(mended(text)).toBe(object('a: 1 # rollsafe-ignore no-rule\n'));
  });
});
