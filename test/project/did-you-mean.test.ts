import { expect, test } from 'vitest';
import { didYouMean, suggestion } from '../../src/project/did-you-mean.ts';

const ids = ['selector-conflict', 'selector-empty', 'readiness-probe-missing', 'mutable-image-tag'];

test.each([
  ['selector-conflct', 'selector-conflict'],
  ['selectorconflict', 'selector-conflict'],
  ['Selector-Empty', 'selector-empty'],
  ['missing-readiness-probe', 'readiness-probe-missing'],
  ['mutable-image', 'mutable-image-tag'],
  ['privileged-container', undefined],
  ['', undefined],
])('%s: %s', (word, expected) => {
  expect(suggestion(word, ids)).toBe(expected);
});

test.each([
  ['warn', 'warning'],
  ['eror', 'error'],
  ['of', 'off'],
  ['on', undefined],
  ['no', undefined],
])('severity %s: %s', (word, expected) => {
  expect(suggestion(word, ['off', 'error', 'warning', 'info'])).toBe(expected);
});

test('as part of a sentence', () => {
  expect(didYouMean('rule', ['rules'])).toBe('; did you mean "rules"?');
  expect(didYouMean('x', ['rules'])).toBe('');
});
