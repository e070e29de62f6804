import { describe, expect, test } from 'vitest';
import { replaceParts, rewriteText } from '../../../src/core/edits/rewrite-text.ts';
import { applyEdits, offer } from '../../../src/core/fix.ts';
import { at, edited, plainOf, rootOf } from './documents.ts';

describe('rewriteText keeps the style', () => {
  test.each<[string, string, string, string]>([
    ['plain', 'a: result > 1 # why\n', 'result[0] > 1', 'a: result[0] > 1 # why\n'],
    ['a URL', 'a: http://web/x\n', 'http://web-canary/x', 'a: http://web-canary/x\n'],
    ['single quotes', "a: 'x > 1'\n", "y == 'it'", "a: 'y == ''it'''\n"],
    ['double quotes', 'a: "x > 1"\n', 'y > "1"', 'a: "y > \\"1\\""\n'],
    // Plain it would be read as something else.
    ['brackets in braces', 'a: {b: x > 1}\n', 'y[0] > 1', 'a: {b: "y[0] > 1"}\n'],
    ['a comment', 'a: x > 1\n', 'all(y, # > 1)', 'a: "all(y, # > 1)"\n'],
    ['a key', 'a: x > 1\n', 'y: z > 1', 'a: "y: z > 1"\n'],
    ['a number', 'a: x1\n', '12', 'a: "12"\n'],
  ])('%s', (_, text, words, expected) => {
    const path = text.includes('{b') ? ['a', 'b'] : ['a'];
    expect(edited(text, path, (node) => rewriteText(node, words))).toBe(expected);
    expect(at(rootOf(expected), path).string()).toBe(words);
  });

  test('declines blocks and what is no text', () => {
    expect(edited('a: |\n  x\n', ['a'], (node) => rewriteText(node, 'y z'))).toBeUndefined();
    expect(edited('a: 1\n', ['a'], (node) => rewriteText(node, 'y z'))).toBeUndefined();
  });
});

describe('replaceParts', () => {
  const replaced = (text: string) => {
    const node = at(rootOf(text), ['a']);
    const [fix] = offer('unsafe', 'x', ...replaceParts(node, /\{\{ ?b ?\}\}/g, '{{c}}'));
    return fix && applyEdits(node.source, fix.edits);
  };

  test('touches the matches alone, in any style', () => {
    const text = 'a: |\n  x{{b}} # no comment\n    {{ b }}\nb: "{{b}}"\n';
    expect(replaced(text)).toBe('a: |\n  x{{c}} # no comment\n    {{c}}\nb: "{{b}}"\n');
    expect(plainOf(replaced(text) ?? '')).toEqual({ a: 'x{{c}} # no comment\n  {{c}}\n', b: '{{b}}' });
    expect(replaced('a: \'{{b}} "it"\'\n')).toBe('a: \'{{c}} "it"\'\n');
  });

  test('declines where the file says it otherwise, and what is shared', () => {
    expect(replaced('a: "\\u007b{b}}"\n')).toBeUndefined();
    expect(replaced('a: &x "{{b}}"\nb: *x\n')).toBeUndefined();
    expect(replaced('a: "{{d}}"\n')).toBeUndefined();
  });
});
