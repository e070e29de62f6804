import { describe, expect, test } from 'vitest';
import { type Circumstances, object, said, VARIANTS } from './suppressing.ts';

/** A name, a text, and what is said of it. */
type Case = [name: string, text: string, says: string[]];

function check(cases: readonly Case[], circumstances?: Circumstances): void {
  for (const [variant, change] of Object.entries(VARIANTS)) {
    test.each(cases)(`%s (${variant})`, (_, text, says) => {
      expect(said(change(text), circumstances)).toEqual(says);
    });
  }
}

const IDLE = 'nothing to ignore here: no finding of';

describe('a comment behind something holds for the line', () => {
  check([
    [
      'a value',
      object(`
a: bad # rollsafe-ignore bad-value -- known
b: bad
`),
      ['1 bad ignored: known', '2 bad'],
    ],
    [
      'the first line of a list item',
      object(`
list:
  - a: bad # rollsafe-ignore bad-value
    b: bad
`),
      ['2 bad ignored:', '3 bad'],
    ],
    [
      'an item of a list',
      object(`
list:
  - bad # rollsafe-ignore bad-value
  - bad
`),
      ['2 bad ignored:', '3 bad'],
    ],
    [
      'flow style over several lines',
      object(`
map: {a: bad, # rollsafe-ignore bad-value
  b: bad, c: [
    bad, bad ]} # rollsafe-ignore bad-value
`),
      ['1 bad ignored:', '2 bad', '3 bad ignored:', '3 bad ignored:'],
    ],
    [
      'a list item that opens in flow style',
      object(`
list:
  - bad
  - { # rollsafe-ignore bad-value
      a: bad }
`),
      ['2 bad', `3 ${IDLE} bad-value`, '4 bad'],
    ],
    [
      'the end of a quoted text that begins above',
      object(`
a: "bad
  text" # rollsafe-ignore bad-value
b: bad
`),
      ['1 bad ignored:', '3 bad'],
    ],
    [
      'the end of a plain text that begins above',
      object(`
c: bad
a:
  bad
  text # rollsafe-ignore bad-value
`),
      ['1 bad', '3 bad ignored:'],
    ],
    [
      'the header of a block',
      object(`
a: | # rollsafe-ignore bad-value
  bad
b: bad
`),
      ['1 bad ignored:', '3 bad'],
    ],
    [
      'the comment of another tool',
      object(`
a: bad # {"$imagepolicy": "a:b"} # rollsafe-ignore bad-value -- moved by Flux
`),
      ['1 bad ignored: moved by Flux'],
    ],
    [
      'a text that looks like one',
      object(`
a: "bad # rollsafe-ignore ugly-value" # rollsafe-ignore bad-value -- quoted
`),
      ['1 bad ignored: quoted'],
    ],
    [
      'a quote that it touches',
      object(`
a: "bad"# rollsafe-ignore bad-value
`),
      ['1 bad ignored:'],
    ],
    [
      'a key, with the map below left alone',
      object(`
map: # rollsafe-ignore bad-value
  a: bad
`),
      [`1 ${IDLE} bad-value`, '2 bad'],
    ],
  ]);
});

describe('a comment on its own line holds for what begins below it', () => {
  check([
    [
      'a field',
      object(`
a: 1
# rollsafe-ignore bad-value -- known
b: bad
c: bad
`),
      ['3 bad ignored: known', '4 bad'],
    ],
    [
      'a field behind a blank line',
      object(`
a: 1
# rollsafe-ignore bad-value

b: bad
`),
      ['4 bad ignored:'],
    ],
    [
      'a field behind another comment',
      object(`
a: 1
  # rollsafe-ignore bad-value
# and another word
b: bad
`),
      ['4 bad ignored:'],
    ],
    [
      'a field under several',
      object(`
a: 1
# rollsafe-ignore bad-value -- one
# rollsafe-ignore ugly-value -- two
b: [bad, ugly]
`),
      ['4 bad ignored: one', '4 ugly ignored: two'],
    ],
    [
      'a field with its text on the next lines',
      object(`
a: 1
# rollsafe-ignore bad-value
b:
  "bad
  text"
c: bad
`),
      ['4 bad ignored:', '6 bad'],
    ],
    [
      'a key, with the map below left alone',
      object(`
a: 1
# rollsafe-ignore bad-value
map:
  b: bad
`),
      [`2 ${IDLE} bad-value`, '4 bad'],
    ],
    [
      'a line with two fields',
      object(`
map: {a: bad,
  # rollsafe-ignore bad-value
  b: bad, c: bad,
  d: bad}
`),
      ['1 bad', '3 bad ignored:', '3 bad ignored:', '4 bad'],
    ],
    [
      'a list item, the whole of it',
      object(`
list:
  - a: bad
  # rollsafe-ignore bad-value
  - a: bad
    list:
      - bad
    c: bad
  - a: bad
`),
      ['2 bad', '4 bad ignored:', '6 bad ignored:', '7 bad ignored:', '8 bad'],
    ],
    [
      'the item around others that begin on its line',
      object(`
list:
  # rollsafe-ignore bad-value
  - - bad
    - bad
  - - bad
`),
      ['3 bad ignored:', '4 bad ignored:', '5 bad'],
    ],
    [
      'a line of a list item, not its first',
      object(`
list:
  - a: bad
    # rollsafe-ignore bad-value
    b: bad
    c: bad
`),
      ['2 bad', '4 bad ignored:', '5 bad'],
    ],
    [
      'a list item in flow style',
      object(`
list: [
  # rollsafe-ignore bad-value
  {a: bad,
   b: bad},
  bad]
`),
      ['3 bad ignored:', '4 bad ignored:', '5 bad'],
    ],
    [
      'a list item with a dash on its own line',
      object(`
list:
  # rollsafe-ignore bad-value
  -
    # a word
    a: bad
    b: bad
  - # rollsafe-ignore bad-value
    a: bad
    b: bad
  -
    a: bad
`),
      ['5 bad ignored:', '6 bad ignored:', '8 bad ignored:', '9 bad ignored:', '11 bad'],
    ],
    [
      'a list item with an anchor on its own line',
      object(`
list:
  # rollsafe-ignore bad-value
  - &item
    a: bad
    b: bad
`),
      ['4 bad ignored:', '5 bad ignored:'],
    ],
    [
      'a merge key, not the field below it',
      object(`
base: &base {x: 1}
map:
  # rollsafe-ignore bad-value
  <<: *base
  a: bad
`),
      [`3 ${IDLE} bad-value`, '5 bad'],
    ],
    [
      'nothing at the end',
      `${object('a: bad\n')}# rollsafe-ignore bad-value\n`,
      ['1 bad', `4 ${IDLE} bad-value`],
    ],
    [
      'a field behind a block of text',
      object(`
a: |
  text

# rollsafe-ignore bad-value
b: bad
`),
      ['5 bad ignored:'],
    ],
  ]);
});

describe('a comment over a document holds for the whole of it, and for no other', () => {
  const [a, b] = ['a: bad\nb: bad\n', 'c: bad\nd: bad\n'].map(object);
  const comment = '# rollsafe-ignore bad-value\n';
  check([
    ['at the top', `${comment}${a}---\n${b}`, ['2 bad ignored:', '3 bad ignored:', '7 bad', '8 bad']],
    ['below a separator', `${a}---\n${comment}${b}`, ['1 bad', '2 bad', '7 bad ignored:', '8 bad ignored:']],
    [
      'below a separator and other comments',
      `${a}---\n# Source: chart/templates/web.yaml\n${comment}\n${b}`,
      ['1 bad', '2 bad', '9 bad ignored:', '10 bad ignored:'],
    ],
    ['behind a separator', `${a}--- ${comment}${b}`, ['1 bad', '2 bad', '6 bad ignored:', '7 bad ignored:']],
    [
      'above a separator it is the end of the document above',
      `${a}${comment}---\n${b}`,
      ['1 bad', '2 bad', `5 ${IDLE} bad-value`, '7 bad', '8 bad'],
    ],
    [
      'above the separator at the top',
      `${comment}---\n${a}---\n${b}`,
      ['3 bad ignored:', '4 bad ignored:', '8 bad', '9 bad'],
    ],
    [
      'between two separators',
      `${a}---\n${comment}---\n${b}`,
      ['1 bad', '2 bad', '8 bad ignored:', '9 bad ignored:'],
    ],
    ['below everything', `${a}---\n${comment}`, ['1 bad', '2 bad', `6 ${IDLE} bad-value`]],
    ['over another line', `a: 1\n${comment}${b}`, ['3 bad ignored:', '4 bad']],
    [
      'an object in a List',
      `apiVersion: v1
kind: List
items:
  - apiVersion: v1
    kind: ConfigMap
    a: bad
  # rollsafe-ignore bad-value
  - apiVersion: v1
    kind: ConfigMap
    a: bad
    b: bad
`,
      ['6 bad', '10 bad ignored:', '11 bad ignored:'],
    ],
    [
      'a List',
      `${comment}apiVersion: v1
kind: List
items:
  - apiVersion: v1
    kind: ConfigMap
    a: bad
`,
      ['7 bad ignored:'],
    ],
  ]);
});

describe('a comment for the file', () => {
  const two = `${object('a: bad\nb: ugly\n')}---\n${object('c: bad\n')}`;
  check([
    [
      'with rules',
      `# rollsafe-ignore-file bad-value -- generated\n${two}`,
      ['2 bad ignored: generated', '3 ugly', '7 bad ignored: generated'],
    ],
    [
      'without: all of them',
      `# rollsafe-ignore-file -- generated\n${two}`,
      ['2 bad ignored: generated', '3 ugly ignored: generated', '7 bad ignored: generated'],
    ],
    ['without a word', `# rollsafe-ignore-file\n${object('a: bad\n')}`, ['2 bad ignored:']],
    ['where there is nothing to ignore', `# rollsafe-ignore-file\n${object('a: 1\n')}`, []],
    [
      'with a rule that has no finding',
      `# rollsafe-ignore-file bad-value\n${object('a: 1\n')}`,
      [`1 ${IDLE} bad-value`],
    ],
    ['at its end', `${object('a: bad\n')}# rollsafe-ignore-file bad-value\n`, ['1 bad ignored:']],
    [
      'over suppressions in it',
      `# rollsafe-ignore-file\n${object('a: 1 # rollsafe-ignore bad-value\nb: 1 # rollsafe-ignore no-rule\n')}`,
      [],
    ],
    [
      'the reason nearest to the finding is the one that counts',
      `# rollsafe-ignore-file bad-value -- all\n${object('a: bad # rollsafe-ignore bad-value -- this one\n')}`,
      ['2 bad ignored: this one'],
    ],
    [
      'a reason is better than none',
      `# rollsafe-ignore-file bad-value -- all\n${object('a: bad # rollsafe-ignore bad-value\n')}`,
      ['2 bad ignored: all'],
    ],
  ]);
});

describe('rules', () => {
  const line = (comment: string) => object(`a: [bad, ugly] ${comment}\n`);
  const both = (reason = '') => [`1 bad ignored:${reason}`, `1 ugly ignored:${reason}`];
  check([
    ['between commas', line('# rollsafe-ignore bad-value,ugly-value -- why'), both(' why')],
    ['between commas and blanks', line('#rollsafe-ignore  bad-value ,  ugly-value,'), both()],
    ['between blanks', line('# rollsafe-ignore bad-value ugly-value'), both()],
    ['behind a colon', line('# rollsafe-ignore: bad-value, ugly-value'), both()],
    ['before a reason without a blank', line('# rollsafe-ignore bad-value, ugly-value --why'), both(' why')],
    [
      'a reason may hold dashes',
      line('# rollsafe-ignore bad-value, ugly-value -- a--b -- c'),
      both(' a--b -- c'),
    ],
    ['one of two', line('# rollsafe-ignore bad-value'), ['1 bad ignored:', '1 ugly']],
    [
      'one that is misspelt',
      line('# rollsafe-ignore bad-values, ugly-value'),
      ['1 bad', '1 ugly ignored:', '1 there is no rule "bad-values", so nothing is ignored'],
    ],
    [
      'one that is named twice',
      line('# rollsafe-ignore bad-value, ugly-value, bad-value'),
      [...both(), '1 bad-value is named twice here'],
    ],
    [
      'one without a finding',
      object('a: bad # rollsafe-ignore bad-value, ugly-value\n'),
      ['1 bad ignored:', `1 ${IDLE} ugly-value`],
    ],
    [
      'none: nothing is ignored',
      line('# rollsafe-ignore'),
      ['1 bad', '1 ugly', '1 this suppression names no rule, so nothing is ignored'],
    ],
    [
      'none but a reason: nothing is ignored',
      line('# rollsafe-ignore -- why'),
      ['1 bad', '1 ugly', '1 this suppression names no rule, so nothing is ignored'],
    ],
    ['behind another word', line('# rollsafe-ignored bad-value'), ['1 bad', '1 ugly']],
    ['behind another command', line('# rollsafe-ignore-line bad-value'), ['1 bad', '1 ugly']],
    ['in the middle of a comment', line('# see rollsafe-ignore bad-value'), ['1 bad', '1 ugly']],
    [
      'on a line that is commented out',
      object('# a: bad # rollsafe-ignore bad-value\n## rollsafe-ignore bad-value\nb: bad\n'),
      ['3 bad'],
    ],
  ]);
});

describe('text is no comment', () => {
  const quiet = (name: string, text: string): Case => [name, object(text), []];
  check([
    quiet('a literal', 'a: |\n  # rollsafe-ignore bad-value\n  text # rollsafe-ignore bad-value\n'),
    quiet('a folded text', 'a: >-\n  # rollsafe-ignore bad-value\n\n  text\n'),
    quiet('a text with its own indentation', 'a: |2-\n    text\n   # rollsafe-ignore bad-value\n'),
    quiet('a text in a list', '- &x |\n  # rollsafe-ignore bad-value\n'.replace(/^/, 'a:\n')),
    quiet('double quotes', 'a: "text\n  # rollsafe-ignore bad-value\n  end"\n'),
    quiet('single quotes', "a: ['text', 'it''s # rollsafe-ignore bad-value']\n"),
    quiet('a plain text', 'a: text\n  more#rollsafe-ignore bad-value\n'),
    quiet('a key', '"a # rollsafe-ignore bad-value": 1\n'),
    quiet('a script', 'data:\n  run.sh: |\n    #!/bin/sh\n    # rollsafe-ignore-file\n    exit 1\n'),
    [
      'behind a text a comment is one',
      object('a: |2\n   text\n # rollsafe-ignore bad-value\nb: "x # y" # rollsafe-ignore bad-value\n'),
      [`3 ${IDLE} bad-value`, `4 ${IDLE} bad-value`],
    ],
  ]);
  test('in JSON', () => {
    expect(said('{"apiVersion": "v1", "kind": "ConfigMap", "a": "x # rollsafe-ignore bad-value"}')).toEqual(
      [],
    );
  });
});

describe('a last day', () => {
  const text = object('a: bad # rollsafe-ignore bad-value -- moved until 2027-03-01, then pinned\n');
  const known = '1 bad ignored: moved until 2027-03-01, then pinned';
  test.each([
    ['the day before', '2027-02-28', [known]],
    ['on the day', '2027-03-01', [known]],
    [
      'the day after',
      '2027-03-02',
      ['1 bad', '1 this suppression held until 2027-03-01: it ignores nothing any more'],
    ],
    ['a year before', '2026-12-31', [known]],
    ['on no day', '', [known]],
  ])('%s', (_, today, says) => {
    expect(said(text, { today })).toEqual(says);
  });

  test.each([
    'until 2028-02-29',
    'Until  2027-12-31.',
    'until v1.29.3',
    'until 1.29',
    'until 3 replicas run',
  ])('%s', (reason) => {
    expect(said(object(`a: bad # rollsafe-ignore bad-value -- ${reason}\n`))).toEqual([
      `1 bad ignored: ${reason}`,
    ]);
  });

  test.each([
    '2027-02-30',
    '2027-02-29',
    '2027-13-01',
    '2027-00-10',
    '2027-04-31',
    '2027-06-00',
    '2027-3-1',
    '2027-06',
    '2027/06/01',
    '2027-Q3',
    '2027-06-01T10:00',
    '1.6.2027',
    '06/2027',
  ])('until %s, which is no day', (day) => {
    expect(said(object(`a: bad # rollsafe-ignore bad-value -- until ${day}\n`))).toEqual([
      '1 bad',
      `1 there is no day "${day}", so nothing is ignored`,
    ]);
  });

  test('for a file', () => {
    const expired = '1 this suppression held until 2026-01-01: it ignores nothing any more';
    expect(said(`# rollsafe-ignore-file -- until 2026-01-01\n${object('a: bad\n')}`)).toEqual([
      expired,
      '2 bad',
    ]);
  });
});

describe('a reason, where the configuration asks for one', () => {
  const asks = 'the configuration asks for a reason: " -- why this is fine" after the rules';
  const withWords = (words: string) =>
    said(object(`a: bad # rollsafe-ignore bad-value${words}\n`), { requireReasons: true });
  test.each([
    [' -- known', ['1 bad ignored: known']],
    [' -- 知っている', ['1 bad ignored: 知っている']],
    [' -- pinned, until 2027-06-01', ['1 bad ignored: pinned, until 2027-06-01']],
    ['', ['1 bad ignored:', `1 ${asks}`]],
    [' --', ['1 bad ignored:', `1 ${asks}`]],
    [' -- until 2027-06-01', ['1 bad ignored: until 2027-06-01', `1 ${asks}`]],
    [', no-rule', ['1 bad ignored:', `1 ${asks}`, '1 there is no rule "no-rule", so nothing is ignored']],
  ])('"%s"', (words, says) => {
    expect(withWords(words)).toEqual(says);
  });
  test('for a file', () => {
    const text = `# rollsafe-ignore-file\n${object('a: bad # rollsafe-ignore bad-value\n')}`;
    expect(said(text, { requireReasons: true })).toEqual([`1 ${asks}`, '2 bad ignored:']);
  });
  test('in an annotation', () => {
    const text = object('metadata: {annotations: {rollsafe.dev/ignore: bad-value}}\na: bad\n');
    expect(said(text, { requireReasons: true })).toEqual([`1 ${asks}`, '2 bad ignored:']);
  });
});
