/** The pods that get the traffic of a Service, as far as manifests can tell. */
import type { V1Service } from '@kubernetes/client-node';
import type { ResourceIndex } from '../index/resource-index.ts';
import { type Pod, replicasOf, SELECTING_KINDS } from '../pod.ts';
import type { Resource } from '../resource.ts';

/** The kinds whose pods run once they are applied; a PodTemplate or an AnalysisTemplate runs nothing by itself. */
const RUNNING: ReadonlySet<string> = new Set([...SELECTING_KINDS, 'core/Pod', 'batch/Job', 'batch/CronJob']);

/** A Service over more pod templates than this is looked at in part, so that ten thousand copies cost no square. */
const ENOUGH = 100;

/**
 * The pods that a Service selects and that run: those of workloads, at more than 0 replicas or through a Rollout's
 * `workloadRef`. None where the Service names no namespace and its pods are in several, of which it can mean but one.
 */
export function servedPods(service: Resource<V1Service>, index: ResourceIndex): Pod[] {
  const pods: Pod[] = [];
  const namespaces = new Set<string>();
  for (const pod of index.podsSelectedBy(service)) {
    if (!runs(pod.resource, index)) continue;
    if (pod.resource.namespace !== undefined) namespaces.add(pod.resource.namespace);
    if (namespaces.size > 1) return [];
    pods.push(pod);
    if (pods.length === ENOUGH) break;
  }
  return pods;
}

function runs(workload: Resource, index: ResourceIndex): boolean {
  if (index.rolloutsReferencing(workload).length > 0) return true;
  return RUNNING.has(workload.type) && replicasOf(workload) !== 0;
}
