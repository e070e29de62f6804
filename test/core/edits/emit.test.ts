import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { blockEntry, flowEntry, flowText, scalarText } from '../../../src/core/edits/emit.ts';
import { plainOf } from './documents.ts';

describe('a text has no quotes', () => {
  test.each([
    'RollingUpdate',
    '10m',
    '25%',
    'kubernetes.io/os',
    '/',
    '/ready',
    '/healthz/ready.html',
    'web:1.4.0',
    'registry.example.com:5000/shop/web:1.4.0@sha256:0123',
    'user@example.com',
  ])('%s', (text) => {
    expect(scalarText(text, 'yaml')).toBe(text);
  });
});

describe('a text has quotes', () => {
  test.each([
    '',
    'on',
    '12:30',
    '1e3',
    '0x1f',
    'a:',
    'a: b',
    ':a',
    '@a',
    'a#b',
    'a #b',
    '/a?b',
    '/a,b',
    'a:/',
    '~',
    '*',
    '- a',
  ])('%s', (text) => {
    expect(scalarText(text, 'yaml')).toBe(JSON.stringify(text));
  });

  test('in JSON each', () => {
    expect(flowText({ path: '/', image: 'web:1' }, 'json')).toBe('{"path": "/", "image": "web:1"}');
  });

  test('as a key with a colon', () => {
    expect(blockEntry('web:1', 'web:1', '  ')).toEqual(['"web:1": web:1']);
  });
});

const texts = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'aB09/:@._-%#,?[]{}&*!|>~ \'"=<'), maxLength: 8 }),
  fc.string({ unit: fc.constantFrom('y', 'n', 'o', 'e', '.', ':', '@', '/', '1', '_'), maxLength: 6 }),
  fc.string(),
);

// plainOf reads types as go-yaml does; the 1.1 types of the package below take `e1` for a number.
test('what is written reads back as the same text, in blocks and braces, to YAML 1.1 and 1.2', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const value = { k: text, l: [text, text], z: 'end' };
      const entries = [
        blockEntry('a', value, '  ').join('\n'),
        flowEntry('a', flowText(value, 'yaml'), 'yaml'),
      ];
      for (const entry of entries) {
        expect(plainOf(`${entry}\n`), entry).toEqual({ a: value });
        expect(parse(entry, { version: '1.1', schema: 'failsafe' }), entry).toEqual({ a: value });
        expect(parse(entry, { version: '1.2' }), entry).toEqual({ a: value });
      }
    }),
    { numRuns: 2000 },
  );
});
