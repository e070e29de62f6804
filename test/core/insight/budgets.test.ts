// How many pods may be evicted: percentages round up in both fields.
import { expect, it } from 'vitest';
import { scalerOf, told, toldOf } from './insights.ts';

const budget = (limit: string) =>
  `{apiVersion: policy/v1, kind: PodDisruptionBudget, metadata: {name: b}, spec: {selector: {matchLabels: {app: web}}, ${limit}}}`;
const workload = (spec: string, kind = 'Deployment', name = 'web') =>
  `\n---\n{apiVersion: apps/v1, kind: ${kind}, metadata: {name: ${name}}, spec: {${spec} selector: {matchLabels: {app: web}}, template: {metadata: {labels: {app: web}}}}}`;
const LEAST = '/spec/minAvailable';
const MOST = '/spec/maxUnavailable';

it('counts the pods that may go', () => {
  expect(told(budget('maxUnavailable: 25%') + workload('replicas: 3,'), MOST)).toEqual({
    lines: [
      'maxUnavailable 25% of 3 → 1, rounded up: 1 of 3 may be evicted at a time, when all are healthy',
      'Counted: the pods of Deployment `web`.',
    ],
    hint: '→ 1 of 3 may go',
  });
  expect(told(budget('minAvailable: 2') + workload('replicas: 5,'), LEAST)?.hint).toBe('→ 3 of 5 may go');
  expect(told(budget('maxUnavailable: 2') + workload('replicas: 5,'), MOST)?.hint).toBeUndefined();
});

it('says when none may', () => {
  // 80 % of 3 is 2.4, and that is 3.
  const lines = told(budget('minAvailable: 80%') + workload('replicas: 3,'), LEAST)?.lines;
  expect(lines?.[0]).toBe(
    'minAvailable 80% of 3 → 3, rounded up: 0 of 3 may be evicted at a time, when all are healthy',
  );
  expect(lines?.[2]).toBe('Drains wait until somebody deletes the pods.');
});

it('takes the ends of a range, and all workloads together', () => {
  const scaled = workload('') + scalerOf('Deployment', 'web', 'minReplicas: 2, maxReplicas: 8');
  expect(told(budget('minAvailable: 50%') + scaled, LEAST)?.hint).toBe('→ 1 to 4 of 2 to 8 may go');
  const both = workload('replicas: 3,') + workload('replicas: 2,', 'StatefulSet', 'db');
  // 50 % of 5 is 3.
  expect(told(budget('minAvailable: 50%') + both, LEAST)).toEqual({
    lines: [
      'minAvailable 50% of 5 → 3, rounded up: 2 of 5 may be evicted at a time, when all are healthy',
      'Counted: the pods of 2 workloads.',
    ],
    hint: '→ 2 of 5 may go',
  });
});

it('goes without a number of pods', () => {
  expect(told(budget('maxUnavailable: 1'), MOST)?.lines).toEqual([
    'maxUnavailable 1: an eviction must leave at most 1 pod missing',
  ]);
  expect(told(budget('minAvailable: 30%') + workload('', 'DaemonSet'), LEAST)).toEqual({
    lines: ['minAvailable 30%: an eviction must leave at least 30% of the pods, rounded up, healthy'],
    hint: undefined,
  });
});

it.each([
  'minAvailable: 1, maxUnavailable: 1',
  'minAvailable: 101%',
  'maxUnavailable: "1"',
  'maxUnavailable: -1',
])('is not told when it is refused: %s', (limit) => {
  expect(toldOf(budget(limit) + workload('replicas: 3,'))).toEqual({});
});
