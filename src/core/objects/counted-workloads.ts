/** The workloads whose pods a PodDisruptionBudget counts. */
import type { V1PodDisruptionBudget } from '@kubernetes/client-node';
import type { ResourceIndex } from '../index/resource-index.ts';
import type { Node } from '../node.ts';
import { type Pod, replicasOf } from '../pod.ts';
import type { Resource } from '../resource.ts';

/** The kinds that the disruption controller finds a scale for (kubernetes pkg/controller/disruption/disruption.go). */
const SCALABLE: ReadonlySet<string> = new Set([
  'apps/Deployment',
  'apps/StatefulSet',
  'apps/ReplicaSet',
  'core/ReplicationController',
  'argoproj.io/Rollout',
]);

/** A budget over more than these isn't meant for one service, and ten thousand copies must not cost their square. */
const MOST_WORKLOADS = 100;

/**
 * The workloads that run pods under a budget, those of a Rollout's `workloadRef` by both names; undefined where one of
 * them has no scale, and for more than a hundred pod templates.
 */
export function workloadsCountedBy(
  budget: Resource<V1PodDisruptionBudget>,
  index: ResourceIndex,
): readonly Resource[] | undefined {
  const pods = index.podsCountedBy(budget);
  if (pods.size > MOST_WORKLOADS) return undefined;
  const workloads = new Set([...pods].flatMap((pod) => runnersOf(pod, index)));
  return [...workloads].every(({ type }) => SCALABLE.has(type)) ? [...workloads] : undefined;
}

/** What runs to completion, is a template, or is made by something here, isn't counted by itself. */
function runnersOf({ resource, runsToCompletion }: Pod, index: ResourceIndex): Resource[] {
  if (runsToCompletion || resource.type === 'core/PodTemplate' || index.isOwned(resource)) return [];
  return [resource, ...index.rolloutsReferencing(resource)];
}

/**
 * Whether the number of a workload's pods can be relied on: it is written, an autoscaler sets it, or nothing outside of
 * the bundle can.
 */
export function isCounted(workload: Resource, index: ResourceIndex): boolean {
  const written = (workload.root as Node).at('spec').at('replicas');
  if (written.exists) return replicasOf(workload) !== undefined;
  return index.scalerOf(workload) !== undefined || index.isClosed(workload);
}
