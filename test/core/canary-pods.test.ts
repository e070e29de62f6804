// The pods of each step: the router adds the new ones, rounded up, and a size that a step sets holds.
import { describe, expect, it } from 'vitest';
import type { Resource } from '../../src/core/resource.ts';
import { canaryPodsOf, heldSizesOf } from '../../src/core/rollouts/canary-pods.ts';
import { canaryOf, canaryStepsOf } from '../../src/core/rollouts/canary-steps.ts';
import { inputsOf, projectOf } from './reading.ts';

function canaryIn(fields: string) {
  const text = `{apiVersion: argoproj.io/v1alpha1, kind: Rollout, metadata: {name: web}, spec: {strategy: {canary: ${fields}}}}`;
  const canary = canaryOf(projectOf(inputsOf({ 'web.yaml': text })).index.everything[0] as Resource<never>);
  if (!canary) throw new Error('no canary');
  return { canary, steps: canaryStepsOf(canary) };
}

/** `1+3`: new and old pods. */
function podsIn(fields: string, replicas: number) {
  const { canary, steps } = canaryIn(fields);
  return canaryPodsOf(canary, steps, replicas).map((split) => split && `${split.canary}+${split.stable}`);
}

describe('canaryPodsOf', () => {
  it('splits by pods without a router', () => {
    expect(podsIn('{steps: [{pause: {}}, {setWeight: 25}, {pause: {}}, {setWeight: 100}]}', 4)).toEqual([
      '0+4',
      '1+3',
      '1+3',
      '4+0',
    ]);
    expect(podsIn('{maxSurge: 0, steps: [{setWeight: 5}]}', 3)).toEqual(['1+2']);
    expect(podsIn('{maxSurge: [], steps: [{setWeight: 5}]}', 3)).toEqual([undefined]);
    expect(podsIn('{steps: [{setWeight: 500}, {setWeight: x}]}', 3)).toEqual([undefined, undefined]);
  });

  it('adds pods with a router', () => {
    const routed = (more: string) => podsIn(`{trafficRouting: {smi: {}}, ${more}}`, 10);
    expect(routed('steps: [{setWeight: 25}, {setWeight: 100}]')).toEqual(['3+10', '10+10']);
    expect(routed('minPodsPerReplicaSet: 4, steps: [{setWeight: 25}]')).toEqual(['4+10']);
    expect(routed('minPodsPerReplicaSet: x, steps: [{setWeight: 25}]')).toEqual([undefined]);
    expect(routed('dynamicStableScale: true, steps: [{setWeight: 25}]')).toEqual(['3+8']);
  });

  it('holds a size until it is handed back', () => {
    const steps =
      '[{setCanaryScale: {replicas: 2}}, {setWeight: 50}, {setCanaryScale: {matchTrafficWeight: true}}, {setCanaryScale: {weight: 90}}, {setCanaryScale: {replicas: x}}]';
    const fields = `{trafficRouting: {smi: {}}, steps: ${steps}}`;
    expect(podsIn(fields, 10)).toEqual(['2+10', '2+10', '5+10', '9+10', undefined]);
    expect(heldSizesOf(canaryIn(fields).steps).map((held) => held?.step)).toEqual([1, 1, undefined, 4, 5]);
  });
});
