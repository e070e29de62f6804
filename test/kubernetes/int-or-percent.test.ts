import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Amount,
  amountOf,
  formatAmount,
  intOrPercentProblem,
  isZero,
  readIntOrPercent,
  readRolloutIntOrPercent,
} from '../../src/kubernetes/index.ts';

const count = (value: number): Amount => ({ unit: 'count', value });
const percent = (value: number): Amount => ({ unit: 'percent', value });

describe('readIntOrPercent', () => {
  test.each<[unknown, Amount]>([
    [0, count(0)],
    [1, count(1)],
    [3.0, count(3)],
    [-0, count(0)],
    [7n, count(7)],
    [2_147_483_647, count(2_147_483_647)],
    ['0%', percent(0)],
    ['00%', percent(0)],
    ['25%', percent(25)],
    ['007%', percent(7)],
    ['200%', percent(200)],
  ])('accepts %s', (value, amount) => {
    expect(readIntOrPercent(value)).toEqual(amount);
    expect(intOrPercentProblem(value)).toBeUndefined();
  });

  test.each<[unknown, string]>([
    ['25', 'quoted-number'],
    ['0', 'quoted-number'],
    [-1, 'negative'],
    [-1n, 'negative'],
    [-(10n ** 400n), 'negative'],
    ['-5%', 'negative'],
    ['-5', 'not-int-or-percent'],
    ['0.5%', 'not-int-or-percent'],
    ['25 %', 'not-int-or-percent'],
    [' 25%', 'not-int-or-percent'],
    ['25%\n', 'not-int-or-percent'],
    ['25%%', 'not-int-or-percent'],
    ['+5%', 'not-int-or-percent'],
    ['٣%', 'not-int-or-percent'],
    ['%', 'not-int-or-percent'],
    ['', 'not-int-or-percent'],
    ['one', 'not-int-or-percent'],
    [0.5, 'not-int-or-percent'],
    [Number.NaN, 'not-int-or-percent'],
    [Number.POSITIVE_INFINITY, 'not-int-or-percent'],
    [2_147_483_648, 'not-int-or-percent'],
    [10n ** 400n, 'not-int-or-percent'],
    [true, 'not-int-or-percent'],
    [null, 'not-int-or-percent'],
    [undefined, 'not-int-or-percent'],
    [{}, 'not-int-or-percent'],
    [[1], 'not-int-or-percent'],
  ])('refuses %s', (value, problem) => {
    expect(readIntOrPercent(value)).toBeUndefined();
    expect(intOrPercentProblem(value)).toBe(problem);
  });

  test('a percentage too long for a number stays a finite one', () => {
    expect(readIntOrPercent(`${'9'.repeat(400)}%`)).toEqual(percent(Number.MAX_SAFE_INTEGER));
  });

  test('either an amount or a problem, for any value', () => {
    fc.assert(
      fc.property(
        fc.anything({ withBigInt: true, withNullPrototype: true, withSparseArray: true }),
        (value) => {
          expect(readIntOrPercent(value) === undefined).toBe(intOrPercentProblem(value) !== undefined);
        },
      ),
    );
  });
});

describe('readRolloutIntOrPercent', () => {
  test.each<[unknown, Amount | undefined]>([
    ['1', percent(1)],
    ['25', percent(25)],
    ['25%', percent(25)],
    [1, count(1)],
    ['-1', undefined],
    ['1.5', undefined],
    ['', undefined],
    [null, undefined],
  ])('%j', (value, amount) => {
    expect(readRolloutIntOrPercent(value)).toEqual(amount);
  });
});

describe('amountOf', () => {
  test.each<[Amount, number, number, number]>([
    // amount, total, rounded up, rounded down
    [percent(25), 1, 1, 0],
    [percent(25), 4, 1, 1],
    [percent(25), 10, 3, 2],
    [percent(50), 2, 1, 1],
    [percent(50), 3, 2, 1],
    [percent(1), 1, 1, 0],
    [percent(7), 100, 7, 7],
    [percent(29), 100, 29, 29],
    [percent(57), 100, 57, 57],
    [percent(100), 7, 7, 7],
    [percent(200), 3, 6, 6],
    [percent(0), 9, 0, 0],
    [percent(33), 0, 0, 0],
    [count(3), 1, 3, 3],
    [count(0), 5, 0, 0],
  ])('%j of %i pods', (amount, total, up, down) => {
    expect(amountOf(amount, total, 'up')).toBe(up);
    expect(amountOf(amount, total, 'down')).toBe(down);
  });

  test('is the exact quotient, rounded, for any percentage of any 32-bit number of pods', () => {
    fc.assert(
      fc.property(fc.nat({ max: 1_000_000 }), fc.nat({ max: 2_147_483_647 }), (value, total) => {
        const product = BigInt(value) * BigInt(total);
        expect(amountOf(percent(value), total, 'down')).toBe(Number(product / 100n));
        expect(amountOf(percent(value), total, 'up')).toBe(Number((product + 99n) / 100n));
      }),
    );
  });
});

test.each<[unknown, boolean]>([
  [0, true],
  ['0%', true],
  ['00%', true],
  [1, false],
  ['1%', false],
])('isZero judges %j as written', (value, zero) => {
  const amount = readIntOrPercent(value);
  expect(amount !== undefined && isZero(amount)).toBe(zero);
});

test('formatAmount writes what reads back as the same amount', () => {
  expect(formatAmount(percent(25))).toBe('25%');
  expect(formatAmount(count(1))).toBe('1');
  fc.assert(
    fc.property(fc.nat(), (value) => {
      expect(readIntOrPercent(formatAmount(percent(value)))).toEqual(percent(value));
      expect(readIntOrPercent(Number(formatAmount(count(value))))).toEqual(count(value));
    }),
  );
});
