// What each step of a canary means, as one walk tells all rules.
import { describe, expect, it } from 'vitest';
import type { Resource } from '../../src/core/resource.ts';
import { canaryOf, canaryStepsOf, fullWeightOf, isCheck } from '../../src/core/rollouts/canary-steps.ts';
import { inputsOf, projectOf } from './reading.ts';

function canaryIn(strategy: string, kind = 'argoproj.io/v1alpha1, kind: Rollout') {
  const text = `{apiVersion: ${kind}, metadata: {name: web}, spec: {strategy: ${strategy}}}`;
  const [rollout] = projectOf(inputsOf({ 'web.yaml': text })).index.everything;
  return canaryOf(rollout as Resource<never>);
}

function stepsIn(steps: string) {
  const canary = canaryIn(`{canary: {steps: ${steps}}}`);
  return canary ? canaryStepsOf(canary) : [];
}

describe('canaryOf', () => {
  it.each([
    ['{canary: {}}', true],
    ['{canary: {steps: []}, blueGreen: null}', true],
    ['{canary: null}', false],
    ['{canary: text}', false],
    ['{canary: {}, blueGreen: {}}', false],
    ['{}', false],
    ['[]', false],
  ])('%s', (strategy, found) => {
    expect(canaryIn(strategy) !== undefined).toBe(found);
  });

  it('is of Rollouts alone', () => {
    expect(canaryIn('{canary: {}}', 'apps/v1, kind: Deployment')).toBeUndefined();
  });
});

describe('canaryStepsOf', () => {
  it('carries the weight on', () => {
    const steps = stepsIn(
      '[{pause: {}}, {setWeight: 20}, {analysis: {}}, {setWeight: "x"}, {pause: {}}, {setWeight: 0}]',
    );
    expect(steps.map(({ weight }) => weight)).toEqual([0, 20, 20, undefined, undefined, 0]);
    expect(steps.map(({ isExposed }) => isExposed)).toEqual([false, true, true, true, true, false]);
    expect(steps.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('knows what a step sets, and drops null', () => {
    const steps = stepsIn(
      '[{setCanaryScale: {replicas: 1}, setHeaderRoute: {}}, {pause: null}, {other: 1}, 3, {}]',
    );
    expect(steps.map(({ kinds }) => kinds)).toEqual([['setCanaryScale', 'setHeaderRoute'], [], [], [], []]);
  });

  it.each([
    ['{replicas: 1}', true],
    ['{weight: 10}', true],
    ['{replicas: "x"}', true],
    ['{replicas: 0}', false],
    ['{}', false],
    ['{matchTrafficWeight: true}', false],
    ['{replicas: 1, matchTrafficWeight: true}', false],
  ])('setCanaryScale %s at weight 0 runs new pods: %s', (scale, exposed) => {
    const [first, second] = stepsIn(`[{setCanaryScale: ${scale}}, {pause: {}}]`);
    expect([first?.isExposed, second?.isExposed]).toEqual([exposed, exposed]);
  });

  it('tells checks of new pods from other gates', () => {
    const steps = stepsIn(
      '[{pause: {}}, {experiment: {}}, {setWeight: 5}, {pause: {}}, {plugin: {}}, {setHeaderRoute: {}}]',
    );
    expect(steps.map(({ isGate }) => isGate)).toEqual([true, true, false, true, true, false]);
    expect(steps.map(isCheck)).toEqual([false, true, false, true, true, false]);
  });
});

it.each([
  ['{}', 100],
  ['{trafficRouting: {}}', 100],
  ['{trafficRouting: {maxTrafficWeight: 1000}}', 1000],
  ['{trafficRouting: {maxTrafficWeight: x}}', undefined],
])('fullWeightOf %s', (canary, full) => {
  const node = canaryIn(`{canary: ${canary}}`);
  expect(node && fullWeightOf(node)).toBe(full);
});
