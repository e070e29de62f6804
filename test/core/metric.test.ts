// What a metric's manifest comes to.
import { describe, expect, it } from 'vitest';
import { metricsOf } from '../../src/core/rollouts/analysis.ts';
import {
  conditionsOf,
  countOf,
  dryRunsOf,
  isDryRun,
  limitsOf,
  metricsToRun,
  prometheusQueryOf,
  providersOf,
  timingOf,
} from '../../src/core/rollouts/metric.ts';
import { inputsOf, projectOf } from './reading.ts';

const run = (metrics: string, more = '') => {
  const text = `apiVersion: argoproj.io/v1alpha1
kind: AnalysisRun
metadata: {name: run}
spec: {metrics: [${metrics}], dryRun: [{metricName: trial}]}
${more}`;
  return projectOf(inputsOf({ 'run.yaml': text })).object('AnalysisRun', 'run');
};
const metric = (fields: string) => {
  const [first] = metricsOf(run(`{${fields}}`));
  if (!first) throw new Error('no metric');
  return first;
};

describe('a metric', () => {
  it('has a count, also without one, when the interval can be read', () => {
    expect(countOf(metric('name: once'))).toBe(1);
    expect(countOf(metric('interval: 1m'))).toBe(Number.POSITIVE_INFINITY);
    expect(countOf(metric('interval: ""'))).toBe(1);
    expect(countOf(metric('interval: 60'))).toBeUndefined();
    expect(countOf(metric('interval: 1m, count: "{{args.n}}"'))).toBeUndefined();
  });

  it('has limits, or none that can be relied on', () => {
    expect(limitsOf(metric('interval: 1m, count: 5, failureLimit: "2"'))).toEqual({
      count: 5,
      failureLimit: 2,
      inconclusiveLimit: 0,
      consecutiveErrorLimit: 4,
      consecutiveSuccessLimit: 0,
    });
    expect(limitsOf(metric('failureLimit: []'))).toBeUndefined();
  });

  it('has a timing in seconds', () => {
    expect(timingOf(metric('interval: 1m30s'))).toEqual({ initialDelay: 0, interval: 90 });
    expect(timingOf(metric('interval: 1d'))).toBeUndefined();
    expect(timingOf(metric('initialDelay: 5'))).toBeUndefined();
  });

  it('has providers, plugins one by one', () => {
    const names = (fields: string) => providersOf(metric(fields)).map(({ name }) => name);
    expect(names('provider: {web: null, job: {}}')).toEqual(['job']);
    expect(names('provider: {plugin: {a: {}, b: {}}}')).toEqual(['plugin', 'plugin']);
    expect(prometheusQueryOf(metric('provider: {prometheus: {query: up}}'))?.text).toBe('up');
    expect(prometheusQueryOf(metric('provider: {prometheus: {query: up}, job: {}}'))).toBeUndefined();
    expect(conditionsOf(metric('successCondition: "", failureCondition: 5'))).toHaveLength(1);
  });

  it('is a dry run or not, or nobody knows', () => {
    const owner = run('{name: trial-2}, {name: other}, {provider: {}}');
    const answers = metricsOf(owner).map((one) => isDryRun(one, [dryRunsOf(owner)]));
    expect(answers).toEqual([true, false, undefined]);
  });

  it('is still to run unless the run has begun', () => {
    expect(metricsToRun(run('{name: a}, 5'))).toHaveLength(1);
    expect(metricsToRun(run('{name: a}', 'status: {phase: Running}'))).toEqual([]);
  });
});
