import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allowedDisruptions, readDisruptionLimit } from '../../src/kubernetes/index.ts';

const limits = (minAvailable: unknown, maxUnavailable: unknown) => ({
  minAvailable: readDisruptionLimit(minAvailable),
  maxUnavailable: readDisruptionLimit(maxUnavailable),
});

describe('allowedDisruptions', () => {
  test.each<[number | string, number, number]>([
    [0, 5, 0],
    ['0%', 5, 0],
    [1, 5, 1],
    [7, 5, 5],
    ['1%', 1, 1],
    ['1%', 2, 1],
    ['10%', 2, 1],
    ['25%', 4, 1],
    ['25%', 5, 2],
    ['34%', 3, 2],
    ['100%', 3, 3],
    [1, 0, 0],
  ])('maxUnavailable %j of %d pods lets %d go', (value, pods, allowed) => {
    expect(allowedDisruptions(limits(undefined, value), pods)).toBe(allowed);
  });

  test.each<[number | string, number, number]>([
    [0, 3, 3],
    ['0%', 3, 3],
    [1, 1, 0],
    [1, 2, 1],
    [3, 3, 0],
    [5, 3, 0],
    ['1%', 1, 0],
    ['50%', 1, 0],
    ['50%', 2, 1],
    ['50%', 3, 1],
    ['66%', 3, 1],
    ['67%', 3, 0],
    ['80%', 3, 0],
    ['80%', 5, 1],
    ['99%', 99, 0],
    ['99%', 100, 1],
    ['100%', 100, 0],
    [1, 0, 0],
  ])('minAvailable %j of %d pods lets %d go', (value, pods, allowed) => {
    expect(allowedDisruptions(limits(value, undefined), pods)).toBe(allowed);
  });

  test('without a limit nothing goes', () => {
    expect(allowedDisruptions(limits(undefined, undefined), 10)).toBe(0);
  });

  test('a percentage blocks exactly the totals that it rounds up to', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 1, max: 500 }), (percent, pods) => {
        const blocked = allowedDisruptions(limits(`${percent}%`, undefined), pods) === 0;
        expect(blocked).toBe(Math.ceil((percent * pods) / 100) >= pods);
      }),
    );
  });
});

test.each<[unknown, unknown]>([
  [2, { unit: 'count', value: 2 }],
  ['100%', { unit: 'percent', value: 100 }],
  ['101%', undefined],
  ['2', undefined],
  [-1, undefined],
  [1.5, undefined],
  ['$(MIN)', undefined],
  [null, undefined],
  [{}, undefined],
])('a limit of %j', (value, expected) => {
  expect(readDisruptionLimit(value)).toEqual(expected);
});
