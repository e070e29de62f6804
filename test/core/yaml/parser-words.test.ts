// What is said of texts that aren't YAML: in plain words, at the line, without a word of the input.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import { readStream } from '../../../src/core/yaml/index.ts';
import { wordsFor } from '../../../src/core/yaml/parser-words.ts';

/** The first problem of a text, without how it begins. */
function said(text: string): string | undefined {
  const problems = readStream(text).flatMap((part) => part.read().flatMap((document) => document.problems));
  return problems[0]?.message.replace('not readable as YAML: ', '');
}

describe('words', () => {
  it.each([
    ['f: - 1\n', 'a list begins on the line of its key'],
    ['image: web: 1.0\n', 'a second key with ":" stands on the line of the first'],
    ['name\nkind: Pod\n', 'a key goes over several lines: the first may lack its ":"'],
    ['kind: Pod\nname\n', 'a line of a map has no ":" after its key'],
    ['a:\n    b: 1\n  c: 2\n', 'a line is not in one column with the others of its map'],
    ['a:\n  - *x\n  b: |\n', 'a line is not in one column with the others of its map'],
    ['- *x\n b: |2\n', 'a line of a list begins without "-"'],
    ['a: >=1.0\n', 'the text that "|" or ">" announces begins on the same line'],
    ['a: @b\n', 'a value without quotes begins with "@"'],
    ['a: %b\n', 'a value without quotes begins with "%"'],
    ['a: `b`\n', 'a value without quotes begins with "`"'],
    ['a: "b" c\n', 'something stands where it has no meaning'],
    ['a: b]\nc: ]\n', 'a "]" closes nothing'],
    ['a: }\n', 'a "}" closes nothing'],
    ['a: [1,, 2]\n', 'there is a comma too many inside of [] or {}'],
    ['a: ["1" 2]\n', 'a "," or ":" is missing inside of [] or {}'],
    ['a: [[b] [c]]\n', 'something stands where it has no meaning'],
    [
      'a: {"b": 1 "c": 2}\n',
      'a list with "-", or a key without a comma before it, stands inside of [] or {}',
    ],
    ['a: ["1, 2]\n', 'the quote that opens here is not closed where it should be'],
    ['a: {b: c\nd: e\n', 'the bracket that opens here is not closed where it should be'],
    ['a: *\n', 'a value that begins with "*" is an alias, and this one has no name'],
    ['a: &x &y b\n', 'a value has two anchors ("&…")'],
    ['a: &x *y\n', 'an alias ("*…") has an anchor or a tag of its own'],
    ['a: "\\q"\n', 'an escape that double-quoted strings do not have'],
  ])('%j: %s', (text, words) => {
    expect(said(text)).toBe(words);
  });
});

describe('whatever the text', () => {
  const secret = 'hunter2';
  const marks = [...'?:{}[],"\'|>&*!%@`#-', '- ', '? ', ': ', '|2', '>x', '---', '...', '%YAML 1.2\n'];
  const pieces = [
    ...marks,
    'a',
    'key: ',
    '\n',
    '\n  ',
    '\n- ',
    '\nb: ',
    ' ',
    '\t',
    '&x ',
    '*x',
    '!t ',
    secret,
  ];
  const text = fc
    .array(fc.constantFrom(...pieces), { minLength: 2, maxLength: 9 })
    .map((all) => all.join(''));
  const jargon =
    /token|indicator|scalar|flow|implicit|node|block|collection|mapping|sequence|props|\bseq\b|-ind\b/i;

  it('there are words for it, none of the parser and none of the input', () => {
    const options = { schema: 'failsafe', resolveKnownTags: false, uniqueKeys: false } as const;
    fc.assert(
      fc.property(text, (input) => {
        for (const error of parseDocument(input, { ...options, prettyErrors: false }).errors) {
          expect(wordsFor(error)).not.toMatch(jargon);
          expect(wordsFor(error)).not.toContain(secret);
        }
      }),
      { numRuns: 20_000 },
    );
  });
});
