import { describe, expect, test } from 'vitest';
import {
  type AnalysisPhase,
  canFail,
  DEFAULT_METRIC_LIMITS,
  effectiveCount,
  failsAfter,
  isAtoi,
  type MetricLimits,
  type MetricTally,
  measurementPhase,
  metricNumber,
  metricPhase,
  runPhase,
  succeedsAfter,
  takesInMetric,
} from '../../src/kubernetes/index.ts';

const ENDLESS = Number.POSITIVE_INFINITY;
const limits = (some: Partial<MetricLimits>): MetricLimits => ({
  count: 1,
  ...DEFAULT_METRIC_LIMITS,
  ...some,
});
const NONE: MetricTally = {
  successful: 0,
  failed: 0,
  inconclusive: 0,
  consecutiveError: 0,
  consecutiveSuccess: 0,
};

test.each<[unknown, number | undefined]>([
  [3, 3],
  ['3', 3],
  ['+3', 3],
  ['-1', -1],
  ['10%', 0],
  ['', 0],
  [' 3', 0],
  ['3.0', 0],
  ['{{args.n}}', undefined],
  [1.5, undefined],
  [null, undefined],
  [undefined, undefined],
  [[], undefined],
])('the number %j is %j', (value, expected) => {
  expect(metricNumber(value)).toBe(expected);
});

test('Atoi', () => {
  expect(['5', '+5', '-5', '007'].map(isAtoi)).toEqual([true, true, true, true]);
  expect(['', '5s', '5%', '0x5', '5.0', '99999999999999999999'].map(isAtoi)).toEqual(Array(6).fill(false));
});

test.each<[boolean, unknown, number | undefined]>([
  // interval, count, effective count
  [false, undefined, 1],
  [false, null, 1],
  [false, 0, 1],
  [false, 'many', 1],
  [true, undefined, ENDLESS],
  [true, 0, ENDLESS],
  [true, 'many', ENDLESS],
  [true, '0', ENDLESS],
  [true, 5, 5],
  [true, '5', 5],
  [false, 5, 5],
  [true, '{{args.n}}', undefined],
  [true, {}, undefined],
])('interval %j with count %j measures %j times', (hasInterval, count, expected) => {
  expect(effectiveCount({ hasInterval, count })).toBe(expected);
});

test.each<[boolean | undefined, boolean | undefined, AnalysisPhase]>([
  [undefined, undefined, 'Successful'],
  [true, undefined, 'Successful'],
  [false, undefined, 'Failed'],
  [undefined, true, 'Failed'],
  [undefined, false, 'Successful'],
  [true, true, 'Failed'],
  [false, true, 'Failed'],
  [true, false, 'Successful'],
  [false, false, 'Inconclusive'],
])('successCondition %j and failureCondition %j: %s', (success, failure, expected) => {
  expect(measurementPhase(success, failure)).toBe(expected);
});

describe('metricPhase', () => {
  test.each<[string, Partial<MetricTally>, Partial<MetricLimits>, AnalysisPhase | undefined]>([
    ['goes on', { successful: 1 }, { count: 2 }, undefined],
    ['reaches its count', { successful: 2 }, { count: 2 }, 'Successful'],
    ['tolerates as many as the limit', { failed: 3 }, { count: 5, failureLimit: 3 }, undefined],
    ['fails beyond the limit', { failed: 4 }, { count: 5, failureLimit: 3 }, 'Failed'],
    ['is over with failures within the limit', { failed: 3 }, { count: 3, failureLimit: 3 }, 'Successful'],
    ['never fails without a limit', { failed: 9 }, { count: ENDLESS, failureLimit: -1 }, undefined],
    ['pauses beyond the inconclusive limit', { inconclusive: 1 }, { count: 3 }, 'Inconclusive'],
    ['stands four errors', { consecutiveError: 4 }, {}, undefined],
    ['ends with the fifth error', { consecutiveError: 5 }, {}, 'Error'],
    ['prefers inconclusive to failed', { failed: 1, inconclusive: 1 }, { count: 5 }, 'Inconclusive'],
    ['prefers an error to all', { failed: 1, inconclusive: 1, consecutiveError: 5 }, { count: 5 }, 'Error'],
    [
      'is done after enough successes',
      { successful: 2, consecutiveSuccess: 2 },
      { count: 9, consecutiveSuccessLimit: 2 },
      'Successful',
    ],
    [
      'is inconclusive without enough successes',
      { successful: 2, failed: 1, consecutiveSuccess: 1 },
      { count: 3, failureLimit: 1, consecutiveSuccessLimit: 2 },
      'Inconclusive',
    ],
    [
      'fails without enough successes when failures are not limited',
      { successful: 2, failed: 1, consecutiveSuccess: 1 },
      { count: 3, failureLimit: -1, consecutiveSuccessLimit: 2 },
      'Failed',
    ],
  ])('%s', (_, tally, some, expected) => {
    expect(metricPhase({ ...NONE, ...tally }, limits(some))).toBe(expected);
  });
});

test('the worst metric decides', () => {
  expect(runPhase([])).toBe('Successful');
  expect(runPhase(['Successful', 'Inconclusive'])).toBe('Inconclusive');
  expect(runPhase(['Inconclusive', 'Failed'])).toBe('Failed');
  expect(runPhase(['Failed', 'Error'])).toBe('Error');
});

test('a failure limit that is reached can fail nothing', () => {
  expect(canFail(limits({ count: 3, failureLimit: 2 }))).toBe(true);
  expect(canFail(limits({ count: 3, failureLimit: 3 }))).toBe(false);
  expect(canFail(limits({ count: ENDLESS, failureLimit: 30 }))).toBe(true);
  expect(canFail(limits({ count: 3, failureLimit: -1 }))).toBe(false);
  expect(canFail(limits({ count: 3, failureLimit: -1, consecutiveSuccessLimit: 2 }))).toBe(true);
});

test('when a verdict comes, in seconds', () => {
  const everyMinute = { initialDelay: 30, interval: 60 };
  expect(failsAfter(limits({ count: 5 }), everyMinute)).toBe(30);
  expect(failsAfter(limits({ count: 5, failureLimit: 3 }), everyMinute)).toBe(210);
  expect(failsAfter(limits({ count: 3, failureLimit: 3 }), everyMinute)).toBeUndefined();
  expect(failsAfter(limits({ count: 5, failureLimit: -1, consecutiveSuccessLimit: 2 }), everyMinute)).toBe(
    270,
  );
  expect(succeedsAfter(limits({ count: 5 }), everyMinute)).toBe(270);
  expect(succeedsAfter(limits({ count: 5, consecutiveSuccessLimit: 2 }), everyMinute)).toBe(90);
  expect(succeedsAfter(limits({ count: ENDLESS }), everyMinute)).toBe(ENDLESS);
  expect(succeedsAfter(limits({}), { initialDelay: 0, interval: 0 })).toBe(0);
});

test.each<[string, string, boolean | undefined]>([
  ['.*', 'errors', true],
  ['^.+$', 'errors', true],
  ['error', 'errors', true],
  ['^error$', 'errors', false],
  ['^err', 'errors', true],
  ['rors$', 'errors', true],
  ['latency', 'errors', false],
  ['*', 'errors', undefined],
  ['error|latency', 'errors', undefined],
  ['', 'errors', undefined],
])('the pattern %s takes in the metric %s: %j', (pattern, name, expected) => {
  expect(takesInMetric(pattern, name)).toBe(expected);
});
