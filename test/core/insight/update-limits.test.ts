// Rounding by hand: a surge rounds up, unavailable pods round down (semantics of ResolveFenceposts).
import { describe, expect, it } from 'vitest';
import { scalerOf, told, toldOf } from './insights.ts';

const deployment = (replicas: string, rollingUpdate: string) =>
  `{apiVersion: apps/v1, kind: Deployment, metadata: {name: web}, spec: {${replicas}, strategy: {rollingUpdate: ${rollingUpdate}}}}`;
const UNAVAILABLE = '/spec/strategy/rollingUpdate/maxUnavailable';
const SURGE = '/spec/strategy/rollingUpdate/maxSurge';

describe('the limits of a Deployment', () => {
  it('come to pods', () => {
    const text = deployment('replicas: 3', '{maxUnavailable: 25%, maxSurge: 25%}');
    expect(told(text, UNAVAILABLE)).toEqual({
      lines: ['maxUnavailable 25% of 3 → 0: at least 3 ready, at most 4 pods', 'With maxSurge 25% → 1.'],
      hint: '→ 0 of 3',
    });
    expect(told(text, SURGE)).toEqual({
      lines: ['maxSurge 25% of 3 → 1: at least 3 ready, at most 4 pods', 'With maxUnavailable 25% → 0.'],
      hint: '→ 1 of 3',
    });
  });

  it('are plain as counts, and default one by one', () => {
    expect(told(deployment('replicas: 5', '{maxUnavailable: 2}'), UNAVAILABLE)).toEqual({
      // 25 % of 5 rounds up to 2.
      lines: [
        'maxUnavailable 2 of 5: at least 3 ready, at most 7 pods',
        'With maxSurge 25% (the default) → 2.',
      ],
      hint: undefined,
    });
  });

  it('take a pod when both round to zero', () => {
    expect(told(deployment('replicas: 3', '{maxUnavailable: 25%, maxSurge: 0}'), UNAVAILABLE)).toEqual({
      lines: [
        'maxUnavailable 25% of 3 → 0: at least 2 ready, at most 3 pods',
        "Both limits come to 0, and the controller takes one pod away, since the update couldn't move otherwise.",
        'With maxSurge 0.',
      ],
      hint: '→ 0 of 3, in effect 1',
    });
  });

  it('depend on the autoscaler', () => {
    const text = deployment('x: 1', '{maxUnavailable: 25%, maxSurge: 0}');
    expect(
      told(text + scalerOf('Deployment', 'web', 'minReplicas: 3, maxReplicas: 10'), UNAVAILABLE),
    ).toEqual({
      lines: [
        // Of 3 none, and one in effect; of 10 two.
        'maxUnavailable 25% of 3 to 10 → 0 to 2: of 3 at least 2 ready, at most 3 pods; of 10 at least 8 ready, at most 10 pods',
        "Both limits of 3 come to 0, and the controller takes one pod away, since the update couldn't move otherwise.",
        'With maxSurge 0.',
        'HorizontalPodAutoscaler `web` sets the number of pods.',
      ],
      hint: '→ 0 to 2 of 3 to 10, in effect 1',
    });
    expect(told(text + scalerOf('Deployment', 'web', 'minReplicas: 8'), UNAVAILABLE)?.hint).toBe(
      '→ 2 of 8 or more',
    );
  });

  it('say what they depend on without a number', () => {
    expect(told(deployment('replicas: "${N}"', '{maxSurge: 25%}'), SURGE)?.lines).toEqual([
      'maxSurge 25% of the replicas, rounded up',
    ]);
    expect(told(deployment('replicas: 0', '{maxSurge: 25%}'), SURGE)?.lines).toEqual([
      'maxSurge 25% of 0: without pods there is nothing to update',
    ]);
    expect(told(deployment('x: 1', '{maxSurge: 25%}'), SURGE)?.lines).toContain(
      "replicas isn't written, and 1 is its default.",
    );
  });

  it.each([
    '{maxUnavailable: 0, maxSurge: 0%}',
    '{maxUnavailable: 101%}',
    '{maxUnavailable: "1"}',
    '{maxSurge: -1, maxUnavailable: 1}',
    '{maxUnavailable: [1]}',
  ])('are not told when they are refused: %s', (limits) => {
    expect(Object.keys(toldOf(deployment('replicas: 3', limits)))).toEqual([]);
  });

  it('are not read under Recreate, nor for the template of a Rollout', () => {
    const recreate = deployment('replicas: 3', '{maxSurge: 1}').replace(
      'strategy: {',
      'strategy: {type: Recreate, ',
    );
    expect(told(recreate, SURGE)).toBeUndefined();
    const rollout =
      '\n---\n{apiVersion: argoproj.io/v1alpha1, kind: Rollout, metadata: {name: r}, spec: {workloadRef: {apiVersion: apps/v1, kind: Deployment, name: web}}}';
    expect(toldOf(deployment('replicas: 3', '{maxSurge: 1}') + rollout)).toEqual({});
  });
});

const rollout = (strategy: string) =>
  `{apiVersion: argoproj.io/v1alpha1, kind: Rollout, metadata: {name: web}, spec: {replicas: 4, strategy: ${strategy}}}`;

describe('the limits of a Rollout', () => {
  it('are percentages in quotes', () => {
    const text = rollout('{canary: {maxSurge: "1", maxUnavailable: 0}}');
    expect(told(text, '/spec/strategy/canary/maxSurge')?.lines[0]).toBe(
      'maxSurge 1% of 4 → 1: at least 4 ready, at most 5 pods',
    );
  });

  it('are not read by an update with traffic routing, or of blueGreen', () => {
    const routed = rollout('{canary: {trafficRouting: {nginx: {}}, maxSurge: 25%, maxUnavailable: 50%}}');
    expect(told(routed, '/spec/strategy/canary/maxSurge')?.hint).toBe('not read');
    expect(told(routed, '/spec/strategy/canary/maxUnavailable')?.lines).toEqual([
      "With traffic routing an update goes by the weights and doesn't read it; a restart of the pods (`restartAt`) does, and takes 2 of 4 at a time.",
    ]);
    // 10 % of 4 is none, and a restart takes one at least.
    expect(
      told(
        rollout('{blueGreen: {activeService: a, maxUnavailable: 10%}}'),
        '/spec/strategy/blueGreen/maxUnavailable',
      )?.lines[0],
    ).toMatch(/and takes 1 of 4 at a time\.$/);
  });
});

describe('ordered updates', () => {
  const daemonSet = (limits: string) =>
    `{apiVersion: apps/v1, kind: DaemonSet, metadata: {name: agent}, spec: {updateStrategy: {rollingUpdate: ${limits}}}}`;
  it.each([
    [
      '{maxUnavailable: 10%}',
      'maxUnavailable',
      'the old pod of a node goes before the new one starts, on at most 10% of its nodes (rounded up) at a time',
    ],
    [
      '{maxUnavailable: 0, maxSurge: 1}',
      'maxSurge',
      'the new pod of a node starts beside the old one, on at most 1 node at a time',
    ],
    ['{maxSurge: 1}', 'maxSurge', undefined],
  ])('of a DaemonSet %s', (limits, field, way) => {
    expect(
      told(daemonSet(limits), `/spec/updateStrategy/rollingUpdate/${field}`)?.lines[0]?.split(': ')[1],
    ).toBe(way);
  });

  const statefulSet = (limits: string, more = '') =>
    `{apiVersion: apps/v1, kind: StatefulSet, metadata: {name: db}, spec: {replicas: 5, ${more} updateStrategy: {rollingUpdate: ${limits}}}}`;
  it('of a StatefulSet', () => {
    const at = (text: string, field: string) => told(text, `/spec/updateStrategy/rollingUpdate/${field}`);
    expect(at(statefulSet('{maxUnavailable: 50%}'), 'maxUnavailable')?.hint).toBe('→ 2 of 5');
    // Never less than one.
    expect(at(statefulSet('{maxUnavailable: 10%}'), 'maxUnavailable')?.hint).toBe('→ 1 of 5');
    expect(at(statefulSet('{partition: 3}'), 'partition')).toEqual({
      lines: ['partition 3 of 5 → 2 updated: pods below number 3 keep their version'],
      hint: '→ 2 of 5 updated',
    });
    expect(at(statefulSet('{partition: 7}'), 'partition')?.hint).toBe('→ 0 of 5 updated');
    expect(at(statefulSet('{partition: 3}', 'ordinals: {start: 5},'), 'partition')).toBeUndefined();
    expect(at(statefulSet('{partition: 0}'), 'partition')).toBeUndefined();
  });
});

describe('replicas', () => {
  it('say what an update leaves', () => {
    const plain = '{apiVersion: apps/v1, kind: Deployment, metadata: {name: web}, spec: {replicas: 10}}';
    expect(told(plain, '/spec/replicas')).toEqual({
      lines: [
        'During an update at least 8 ready, at most 13 pods (maxUnavailable 25%, maxSurge 25%, the defaults).',
      ],
      hint: undefined,
    });
    expect(
      told(plain.replace('replicas: 10', 'replicas: 2, strategy: {type: Recreate}'), '/spec/replicas')?.lines,
    ).toEqual(['An update is an outage: all 2 pods stop before new ones start (Recreate).']);
  });

  it('are the range of the autoscaler', () => {
    const scaled = `{apiVersion: apps/v1, kind: StatefulSet, metadata: {name: db}, spec: {replicas: 3}}`;
    expect(
      told(scaled + scalerOf('StatefulSet', 'db', 'minReplicas: 2, maxReplicas: 6'), '/spec/replicas'),
    ).toEqual({
      lines: [
        'HorizontalPodAutoscaler `db` runs 2 to 6 pods.',
        'Each apply sets the number back to 3, unless the field is left out.',
      ],
      hint: 'autoscaled: 2 to 6',
    });
    const keda =
      '\n---\n{apiVersion: keda.sh/v1alpha1, kind: ScaledObject, metadata: {name: s}, spec: {scaleTargetRef: {apiVersion: apps/v1, kind: StatefulSet, name: db}, maxReplicaCount: 4}}';
    expect(told(scaled + keda, '/spec/replicas')?.lines[0]).toBe(
      'ScaledObject `s` runs 1 to 4 pods, and 0 while there is nothing to do.',
    );
    expect(told(scaled.replace('3', '0') + keda, '/spec/replicas')?.lines).toEqual([
      'ScaledObject `s` leaves 0 replicas alone.',
    ]);
  });
});
