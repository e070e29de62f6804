// The checks of fixing.ts see what they are there to see.
import { expect, it } from 'vitest';
import { Source } from '../src/core/source.ts';
import { treeFaults } from './fixing.ts';

/** `[from, to]` replaces the first place of a text. */
function faults(before: string, after: string, ...edits: [string, string][]) {
  const source = new Source('a.yaml', before);
  return treeFaults(
    before,
    after,
    edits.map(([from, text]) => {
      const start = before.indexOf(from);
      return { source, span: { start, end: start + from.length }, text };
    }),
  );
}

it.each<[string, string, string, [string, string]]>([
  ['a value', 'a: 1\nb: 2\n', 'a: 10\nb: 2\n', ['1', '10']],
  ['a key', 'a: {x: 1, y: 2}\n', 'b: {x: 1, y: 2}\n', ['a', 'b']],
  ['an entry less', 'a: 1\nb: 2\n', 'b: 2\n', ['a: 1\n', '']],
  ['an entry more', 'b: 2\n', 'a: 1\nb: 2\n', ['', 'a: 1\n']],
  ['the only entry', 'a: {b: 1}\n', 'a: {}\n', ['b: 1', '']],
  ['the only block entry', 'a:\n  b: 1\nc: 1\n', 'a:\nc: 1\n', ['  b: 1\n', '']],
  ['an item less', 'a: [{x: 1}, {x: 2}]\n', 'a: [{x: 2}]\n', ['{x: 1}, ', '']],
  ['nothing becomes a map', 'a:\nb: 1\n', 'a: {}\nb: 1\n', ['a:', 'a: {}']],
  ['quotes', 'a: "1"\n', 'a: 1\n', ['"1"', '1']],
])('accepts %s', (_, before, after, edit) => {
  expect(faults(before, after, edit)).toEqual([]);
});

it.each<[string, string, string, [string, string]]>([
  ['a value beside it', 'a: 1\nb: 2\n', 'a: 1\nb: 3\n', ['1', '1']],
  ['a parent that changes', 'a:\n  b: 1\nc:\n  d: 1\n', 'a:\n  b: 1\n  c:\n  d: 1\n', ['c:', '  c:']],
  ['a comment that takes a value along', 'a: 1\nb: 2\n', 'a: 1\n# b: 2\n', ['\nb', '\n# b']],
  ['a type', 'a: {b: 1}\n', 'a: {b: 1 x}\n', ['}', ' x}']],
  ['an alias that shows something else', 'a: &x 1\nb: *x\n', 'a: &x 2\nb: *x\n', ['1', '2']],
  ["a text that doesn't read", 'a: 1\nb: 2\n', 'a: {\nb: 2\n', ['1', '{']],
  ['a list that is empty by itself', 'a: [1]\nb: 2\n', 'a: []\nb: 2\n', ['2', '2']],
])('refuses %s', (_, before, after, edit) => {
  expect(faults(before, after, edit)).not.toEqual([]);
});
