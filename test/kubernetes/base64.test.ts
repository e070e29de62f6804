import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isBase64 } from '../../src/kubernetes/index.ts';

test.each([
  ['', true],
  ['YQ==', true],
  ['YWI=', true],
  ['YWJj', true],
  ['YWJj\nYWJj\n', true],
  ['YWJj\r\nYQ==\r\n', true],
  ['YQ=\n=', true],
  ['+/+/', true],
  ['YQ', false],
  ['YQ=', false],
  ['Y===', false],
  ['====', false],
  ['YQ==YQ==', false],
  ['=YQ=', false],
  ['-_-_', false],
  ['YWJj YWJj', false],
  ['YWJj\tYWI=', false],
  ['hunter2!', false],
  ['correct horse', false],
])('%j: %j', (text, expected) => {
  expect(isBase64(text)).toBe(expected);
});

test('everything that is encoded can be decoded', () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      expect(isBase64(Buffer.from(bytes).toString('base64'))).toBe(true);
    }),
  );
});

test('takes linear time', () => {
  expect(isBase64(`${'A'.repeat(1_000_000)}!`)).toBe(false);
  expect(isBase64(`${'='.repeat(1_000_000)}`)).toBe(false);
});
