// When a metric decides: the n-th measurement is taken after initialDelay + (n - 1) x interval.
import { describe, expect, it } from 'vitest';
import { told, toldOf } from './insights.ts';

const template = (metric: string, more = '') =>
  `{apiVersion: argoproj.io/v1alpha1, kind: AnalysisTemplate, metadata: {name: t}, spec: {metrics: [{name: errors, ${metric}}]${more}}}`;
const at = (field: string) => `/spec/metrics/0/${field}`;

describe('a metric', () => {
  it('decides with its last measurement', () => {
    const text = template('interval: 1m, count: 5, failureLimit: 3');
    const lines = [
      'at most 3 failures of 5, one every 1m: decides after 4m',
      'The 4th failure fails it, after 3m at the earliest.',
    ];
    expect(told(text, at('name'))).toEqual({ lines, hint: 'decides after 4m' });
    expect(told(text, at('count'))).toEqual({ lines, hint: undefined });
    expect(told(text, at('failureLimit'))).toEqual({ lines, hint: 'the 4th fails it' });
  });

  it('may wait before it begins', () => {
    expect(told(template('interval: 30s, count: 3, initialDelay: 2m'), at('name'))).toEqual({
      lines: [
        'no failure of 3, one every 30s, the first after 2m: decides after 3m',
        'The 1st failure fails it, after 2m at the earliest.',
      ],
      hint: 'decides after 3m',
    });
  });

  it('may be without end', () => {
    expect(told(template('interval: 5m, failureLimit: 2'), at('name'))).toEqual({
      lines: [
        'at most 2 failures, one every 5m, until the release is through',
        'The 3rd failure fails it, after 10m at the earliest.',
      ],
      hint: 'can fail after 10m',
    });
  });

  it('may be a single measurement', () => {
    expect(told(template('provider: {web: {}}'), at('name'))).toEqual({
      lines: ['one measurement at once: it decides'],
      hint: undefined,
    });
    expect(told(template('initialDelay: 90s, failureLimit: 1'), at('name'))).toEqual({
      lines: ["one measurement after 1m 30s, which can't fail the metric"],
      hint: 'decides after 1m 30s',
    });
  });

  it('may tolerate everything', () => {
    const text = template('interval: 1m, count: 3, failureLimit: 3');
    expect(told(text, at('failureLimit'))).toEqual({
      lines: [
        'at most 3 failures of 3, one every 1m: decides after 2m',
        'As many failures as measurements are tolerated: nothing fails it.',
      ],
      hint: 'nothing fails it',
    });
  });

  it('may settle early', () => {
    const text = template('interval: 1m, count: 10, failureLimit: -1, consecutiveSuccessLimit: 4');
    expect(told(text, at('name'))?.lines).toEqual([
      'any number of failures of 10, one every 1m: decides after 9m',
      '4 successes in a row settle it, after 3m at the earliest; without them it ends as failed.',
    ]);
  });

  it('may be a dry run, or take its time', () => {
    const lines = told(
      template('interval: 1m, count: 2, provider: {job: {}}', ', dryRun: [{metricName: errors}]'),
      at('name'),
    );
    expect(lines?.lines.slice(2)).toEqual([
      'Each measurement takes a time of its own, which comes on top.',
      'It is a dry run and decides nothing.',
    ]);
    expect(lines?.hint).toBeUndefined();
  });

  it('has limits for what is no failure', () => {
    const text = template(
      'interval: 1m, count: 9, inconclusiveLimit: 2, consecutiveErrorLimit: 0, successCondition: a, failureCondition: b',
    );
    expect(told(text, at('inconclusiveLimit'))?.lines).toEqual([
      'The 3rd inconclusive measurement ends it, and the release pauses until somebody decides.',
    ]);
    expect(told(text, at('consecutiveErrorLimit'))?.lines).toEqual([
      "The 1st error in a row ends it with an error. After an error it is asked again 10s later, and errors don't count as measurements.",
    ]);
    expect(told(text.replace(', failureCondition: b', ''), at('inconclusiveLimit'))?.lines[0]).toMatch(
      /only with both/,
    );
  });

  it.each([
    'count: 5',
    'interval: 60, count: 5',
    'interval: 1d, count: 5',
    'interval: 1m, count: "{{args.count}}"',
    'interval: 1m, count: 3, failureLimit: 4',
    'interval: 1m, count: -1',
    'interval: 1m, count: 5, failureLimit: -1',
    'interval: 1m, count: 5, inconclusiveLimit: 6',
    'interval: 1m, count: 5, failureLimit: 3, consecutiveSuccessLimit: 3',
  ])('is not told when it is refused or unknown: %s', (metric) => {
    expect(toldOf(template(metric))).toEqual({});
  });
});
