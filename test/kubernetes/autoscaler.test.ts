import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ReplicaRange, replicaRange } from '../../src/kubernetes/index.ts';

const HPA = 'autoscaling/HorizontalPodAutoscaler';
const KEDA = 'keda.sh/ScaledObject';
const range = (minimum: number, maximum?: number): ReplicaRange => ({ minimum, maximum });

test.each<[string, unknown, ReplicaRange | undefined]>([
  [HPA, { minReplicas: 2, maxReplicas: 10 }, range(2, 10)],
  [HPA, { maxReplicas: 10 }, range(1, 10)],
  [HPA, { minReplicas: null, maxReplicas: 4 }, range(1, 4)],
  [HPA, { minReplicas: 0, maxReplicas: 4 }, range(1, 4)],
  [HPA, { minReplicas: 3 }, range(3)],
  [HPA, {}, range(1)],
  [HPA, undefined, range(1)],
  [HPA, { minReplicas: 5, maxReplicas: 3 }, undefined],
  [HPA, { minReplicas: '2', maxReplicas: 10 }, undefined],
  [HPA, { minReplicas: 2, maxReplicas: '10' }, undefined],
  [HPA, { minReplicas: -1, maxReplicas: 10 }, undefined],
  [HPA, { minReplicas: 1.5, maxReplicas: 10 }, undefined],
  [KEDA, { minReplicaCount: 2, maxReplicaCount: 10 }, range(2, 10)],
  [KEDA, { minReplicas: 7 }, range(1, 100)],
  [KEDA, { minReplicaCount: 0 }, range(1, 100)],
  [KEDA, { minReplicaCount: {} }, undefined],
  ['apps/Deployment', { minReplicas: 2, maxReplicas: 10 }, undefined],
])('%s %j', (type, spec, expected) => {
  expect(replicaRange(type, spec)).toEqual(expected);
});

test('never throws', () => {
  fc.assert(
    fc.property(fc.constantFrom(HPA, KEDA, 'constructor'), fc.anything(), (type, spec) => {
      replicaRange(type, spec);
    }),
  );
});
