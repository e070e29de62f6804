import { expect, test } from 'vitest';
import { editDistance, nearest } from '../../src/core/nearest.ts';

test.each([
  // One letter, a swap, a beginning, parts in another order, the name itself.
  ['web-canry', ['shop', 'web-canary', 'web-stable'], ['web-canary']],
  ['web-canray', ['web-canary'], ['web-canary']],
  ['web', ['web-stable', 'api', 'web-canary'], ['web-stable', 'web-canary']],
  ['canary-web', ['web-canary'], ['web-canary']],
  ['web', ['web', ''], ['web']],
  ['web-canary-svc', ['web', 'web-canary'], ['web-canary', 'web']],
  ['payments', ['shop', 'search'], []],
  // The nearest first, each once, three at most.
  ['latency-a', ['latency-bcd', 'latency-b', 'latency-b'], ['latency-b', 'latency-bcd']],
  ['web', ['web-1', 'web-2', 'web-3', 'web-4'], ['web-1', 'web-2', 'web-3']],
])('near %s of %j', (word, candidates, expected) => {
  expect(nearest(word, candidates)).toEqual(expected);
});

test.each([
  ['', '', 0],
  ['', 'abc', 3],
  ['abc', '', 3],
  ['abc', 'abc', 0],
  ['abc', 'acb', 1],
  ['ab', 'ba', 1],
  ['kitten', 'sitting', 3],
])('the distance of %j and %j', (a, b, expected) => {
  expect(editDistance(a, b)).toBe(expected);
});
