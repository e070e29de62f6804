import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Amount,
  DEFAULT_ROLLING_UPDATE,
  effectiveRollingUpdate,
  fewestRounds,
  isZero,
  largestFallback,
  readIntOrPercent,
  unavailableInOrder,
} from '../../src/kubernetes/index.ts';

const count = (value: number): Amount => ({ unit: 'count', value });
const percent = (value: number): Amount => ({ unit: 'percent', value });

describe('effectiveRollingUpdate', () => {
  test.each([
    // replicas, unavailable, surge
    [1, 0, 1],
    [2, 0, 1],
    [3, 0, 1],
    [4, 1, 1],
    [5, 1, 2],
    [8, 2, 2],
    [10, 2, 3],
  ])('the defaults with %i replicas', (replicas, unavailable, surge) => {
    expect(effectiveRollingUpdate({ replicas, ...DEFAULT_ROLLING_UPDATE })).toEqual({
      surge,
      unavailable,
      fallback: false,
    });
  });

  test.each<[number, Amount, Amount, number, number, boolean]>([
    // replicas, maxSurge, maxUnavailable, surge, unavailable, fallback
    [2, count(0), percent(1), 0, 1, true],
    [1, count(0), percent(25), 0, 1, true],
    [3, percent(0), percent(33), 0, 1, true],
    [4, count(0), percent(25), 0, 1, false],
    [2, percent(1), percent(25), 1, 0, false],
    [1, percent(1), percent(25), 1, 0, false],
    [2, percent(1), percent(0), 1, 0, false],
    [3, count(1), count(0), 1, 0, false],
    [2, count(0), percent(50), 0, 1, false],
    [3, count(1), percent(100), 1, 3, false],
    [2, count(0), count(5), 0, 2, false],
    [3, percent(200), count(0), 6, 0, false],
    [2, count(10), count(0), 10, 0, false],
    [3, count(0), count(0), 0, 1, true],
  ])(
    '%i replicas, surge %j, unavailable %j',
    (replicas, maxSurge, maxUnavailable, surge, unavailable, fallback) => {
      expect(effectiveRollingUpdate({ replicas, maxSurge, maxUnavailable })).toEqual({
        surge,
        unavailable,
        fallback,
      });
    },
  );

  test('nothing moves without replicas', () => {
    for (const amount of [count(0), count(3), percent(0), percent(25)]) {
      expect(effectiveRollingUpdate({ replicas: 0, maxSurge: amount, maxUnavailable: amount })).toEqual({
        surge: 0,
        unavailable: 0,
        fallback: false,
      });
    }
  });

  test('always moves, and never takes away more than there is', () => {
    const amounts = fc.record({
      unit: fc.constantFrom('count' as const, 'percent' as const),
      value: fc.nat({ max: 300 }),
    });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1000 }),
        amounts,
        amounts,
        (replicas, maxSurge, maxUnavailable) => {
          const { surge, unavailable, fallback } = effectiveRollingUpdate({
            replicas,
            maxSurge,
            maxUnavailable,
          });
          expect(unavailable).toBeLessThanOrEqual(replicas);
          expect(surge + unavailable).toBeGreaterThanOrEqual(1);
          // A percentage above zero rounds up to a pod, so only a surge of zero can lead to the fallback.
          if (fallback)
            expect({ surge, unavailable, zero: isZero(maxSurge) }).toEqual({
              surge: 0,
              unavailable: 1,
              zero: true,
            });
        },
      ),
    );
  });
});

describe('largestFallback', () => {
  test.each<[Amount, Amount, number]>([
    // maxSurge, maxUnavailable, replicas
    [count(0), percent(25), 3],
    [percent(0), percent(33), 3],
    [count(0), percent(34), 2],
    [count(0), percent(50), 1],
    [count(0), percent(99), 1],
    [count(0), percent(1), 99],
    [count(0), percent(100), 0],
    [count(0), percent(150), 0],
    [count(0), count(1), 0],
    [count(1), count(0), 0],
    [percent(1), percent(1), 0],
    [percent(0), count(0), Number.POSITIVE_INFINITY],
  ])('surge %j, unavailable %j', (maxSurge, maxUnavailable, replicas) => {
    expect(largestFallback({ maxSurge, maxUnavailable })).toBe(replicas);
  });

  test('is where the fallback of effectiveRollingUpdate ends', () => {
    const amounts = fc.record({
      unit: fc.constantFrom('count' as const, 'percent' as const),
      value: fc.nat({ max: 150 }),
    });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 200 }),
        amounts,
        amounts,
        (replicas, maxSurge, maxUnavailable) => {
          const { fallback } = effectiveRollingUpdate({ replicas, maxSurge, maxUnavailable });
          expect(fallback).toBe(replicas <= largestFallback({ maxSurge, maxUnavailable }));
        },
      ),
    );
  });
});

describe('unavailableInOrder', () => {
  test.each([
    ['50%', 5, 2],
    ['10%', 5, 1],
    ['100%', 3, 3],
    [7, 3, 3],
    ['50%', 0, 0],
  ])('%s of %d is %d', (value, replicas, pods) => {
    const amount = readIntOrPercent(value);
    expect(amount && unavailableInOrder(amount, replicas)).toBe(pods);
  });
});

describe('fewestRounds', () => {
  test.each([
    [3, 2, 10, 2],
    [1, 0, 4, 4],
    [0, 1, 4, 4],
    [2, 1, 10, 4],
    [25, 0, 4, 1],
    [0, 0, 0, 0],
  ])('%d more and %d less of %d: %d', (surge, unavailable, replicas, rounds) => {
    expect(fewestRounds({ surge, unavailable, fallback: false }, replicas)).toBe(rounds);
  });
});
