import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { basicCanarySplit, canaryShare, routedCanarySplit } from '../../src/kubernetes/index.ts';

/** replicas, first and last weight, pods of the canary and of the stable version. */
type Row = [replicas: number, first: number, last: number, canary: number, stable: number];

const WITH_SURGE: Row[] = [
  [1, 0, 0, 0, 1],
  [1, 1, 99, 1, 1],
  [1, 100, 100, 1, 0],
  [2, 1, 41, 1, 2],
  [2, 42, 58, 1, 1],
  [2, 59, 99, 2, 1],
  [3, 1, 29, 1, 3],
  [3, 30, 41, 1, 2],
  [3, 42, 58, 2, 2],
  [3, 59, 70, 2, 1],
  [3, 71, 99, 3, 1],
  [4, 0, 0, 0, 4],
  [4, 1, 22, 1, 4],
  [4, 23, 32, 1, 3],
  [4, 33, 44, 2, 3],
  [4, 45, 55, 2, 2],
  [4, 56, 67, 3, 2],
  [4, 68, 77, 3, 1],
  [4, 78, 99, 4, 1],
  [4, 100, 100, 4, 0],
  [5, 1, 18, 1, 5],
  [5, 19, 26, 1, 4],
  [5, 27, 36, 2, 4],
  [5, 37, 45, 2, 3],
  [5, 46, 54, 3, 3],
  [5, 55, 63, 3, 2],
  [5, 64, 73, 4, 2],
  [5, 74, 81, 4, 1],
  [5, 82, 99, 5, 1],
  [10, 1, 9, 1, 10],
  [10, 10, 14, 1, 9],
  [10, 15, 19, 2, 9],
  [10, 20, 23, 2, 8],
  [10, 24, 28, 3, 8],
  [10, 29, 33, 3, 7],
  [10, 34, 38, 4, 7],
  [10, 39, 42, 4, 6],
  [10, 43, 47, 5, 6],
  [10, 48, 52, 5, 5],
  [10, 91, 99, 10, 1],
];

const WITHOUT_SURGE: Row[] = [
  [1, 0, 49, 0, 1],
  [1, 50, 100, 1, 0],
  [2, 0, 0, 0, 2],
  [2, 1, 74, 1, 1],
  [2, 75, 75, 0, 2],
  [2, 76, 99, 1, 1],
  [2, 100, 100, 2, 0],
  [3, 1, 49, 1, 2],
  [3, 50, 99, 2, 1],
  [4, 1, 37, 1, 3],
  [4, 38, 62, 2, 2],
  [4, 63, 99, 3, 1],
  [5, 1, 29, 1, 4],
  [5, 30, 49, 2, 3],
  [5, 50, 69, 3, 2],
  [5, 70, 89, 4, 1],
  [5, 90, 90, 0, 5],
  [5, 91, 99, 4, 1],
  [10, 1, 14, 1, 9],
  [10, 15, 24, 2, 8],
  [10, 85, 94, 9, 1],
  [10, 95, 95, 0, 10],
  [10, 96, 99, 9, 1],
  // The other counts with which the controller runs no canary at all.
  [25, 97, 97, 24, 1],
  [25, 98, 98, 0, 25],
  [25, 99, 99, 24, 1],
  [50, 98, 98, 49, 1],
  [50, 99, 99, 0, 50],
];

describe('basicCanarySplit', () => {
  const check =
    (surges: number[]) => (replicas: number, first: number, last: number, canary: number, stable: number) => {
      for (const surge of surges)
        for (let weight = first; weight <= last; weight++)
          expect({ weight, ...basicCanarySplit({ replicas, weight, surge }) }).toEqual({
            weight,
            canary,
            stable,
          });
    };

  test.each(WITH_SURGE)('%i replicas with surge, %i to %i%%: %i new, %i old', check([1, 2, 25]));
  test.each(WITHOUT_SURGE)('%i replicas without surge, %i to %i%%: %i new, %i old', check([0]));

  test('no canary from 1 to 99% only where the controller errs, and for a single pod', () => {
    const empty: string[] = [];
    for (let replicas = 1; replicas <= 120; replicas++)
      for (let weight = 1; weight < 100; weight++)
        for (const surge of [0, 1])
          if (replicas > 1 && basicCanarySplit({ replicas, weight, surge }).canary === 0)
            empty.push(`${weight}% of ${replicas} with surge ${surge}`);
    expect(empty).toEqual([
      '75% of 2 with surge 0',
      '90% of 5 with surge 0',
      '95% of 10 with surge 0',
      '98% of 25 with surge 0',
      '99% of 50 with surge 0',
    ]);
  });

  test('nothing runs without replicas', () => {
    expect(basicCanarySplit({ replicas: 0, weight: 20, surge: 1 })).toEqual({ canary: 0, stable: 0 });
  });

  test('the total is the replicas, or one more with surge', () => {
    const input = fc.record({
      replicas: fc.integer({ min: 1, max: 500 }),
      weight: fc.integer({ min: 0, max: 100 }),
      surge: fc.nat({ max: 5 }),
    });
    fc.assert(
      fc.property(input, (spec) => {
        const { canary, stable } = basicCanarySplit(spec);
        expect(canary).toBeGreaterThanOrEqual(0);
        expect(stable).toBeGreaterThanOrEqual(0);
        const extra = canary + stable - spec.replicas;
        expect(extra === 0 || (extra === 1 && spec.surge > 0)).toBe(true);
      }),
    );
  });
});

describe('routedCanarySplit', () => {
  test.each([
    // replicas, weight, canary
    [10, 0, 0],
    [10, 1, 1],
    [10, 10, 1],
    [10, 11, 2],
    [10, 100, 10],
    [3, 50, 2],
    [1, 5, 1],
  ])('%i replicas at %i%%: %i new ones, all old ones', (replicas, weight, canary) => {
    expect(routedCanarySplit({ replicas, weight })).toEqual({ canary, stable: replicas });
  });

  test('weights of a router with a finer scale', () => {
    expect(routedCanarySplit({ replicas: 10, weight: 250, maxWeight: 1000 })).toEqual({
      canary: 3,
      stable: 10,
    });
  });

  test('a size of its own', () => {
    expect(routedCanarySplit({ replicas: 10, weight: 50, scale: { replicas: 2 } }).canary).toBe(2);
    expect(routedCanarySplit({ replicas: 10, weight: 50, scale: { weight: 11 } }).canary).toBe(2);
    expect(routedCanarySplit({ replicas: 10, weight: 50, scale: { replicas: 1, weight: 90 } }).canary).toBe(
      1,
    );
    expect(routedCanarySplit({ replicas: 10, weight: 50, scale: { replicas: 0 } }).canary).toBe(0);
  });

  test('a floor of pods, where there are any', () => {
    expect(routedCanarySplit({ replicas: 10, weight: 5, minPods: 2 }).canary).toBe(2);
    expect(routedCanarySplit({ replicas: 10, weight: 0, minPods: 2 }).canary).toBe(0);
    expect(routedCanarySplit({ replicas: 1, weight: 5, minPods: 2 }).canary).toBe(1);
  });

  test('stable pods that go as the weight moves', () => {
    expect(routedCanarySplit({ replicas: 10, weight: 40, stableWeight: 60 })).toEqual({
      canary: 4,
      stable: 6,
    });
    // The traffic hasn't moved yet.
    expect(routedCanarySplit({ replicas: 10, weight: 40, stableWeight: 90 })).toEqual({
      canary: 4,
      stable: 9,
    });
    expect(routedCanarySplit({ replicas: 10, weight: 100, stableWeight: 0 })).toEqual({
      canary: 10,
      stable: 0,
    });
  });
});

describe('canaryShare', () => {
  test.each([
    [1, 4, 20],
    [1, 2, 100 / 3],
    [0, 5, 0],
    [5, 0, 100],
    [0, 0, 0],
  ])('%i new and %i old', (canary, stable, share) => {
    expect(canaryShare({ canary, stable })).toBeCloseTo(share, 10);
  });
});
