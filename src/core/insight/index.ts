/** What the delivery fields of an object come to. */
import type { V1PodDisruptionBudget } from '@kubernetes/client-node';
import type { ResourceIndex } from '../index/resource-index.ts';
import { type Pod, podsOf } from '../pod.ts';
import type { Resource } from '../resource.ts';
import { blueGreenInsights } from './blue-green.ts';
import { budgetInsights } from './budgets.ts';
import { canaryInsights } from './canary-steps.ts';
import { deadlineInsights } from './deadlines.ts';
import { imageInsights } from './images.ts';
import type { Insight } from './insight.ts';
import { metricInsights } from './metrics.ts';
import { probeInsights } from './probes.ts';
import { replicaInsights } from './replicas.ts';
import { shutdownInsights } from './shutdown.ts';
import { updateLimitInsights } from './update-limits.ts';

export type { Insight } from './insight.ts';
export { summaryOf } from './summary.ts';

/**
 * The delivery fields of an object with what they come to. None for a fragment, which only a build makes whole: what isn't
 * written there has no default. A value behind an alias is told where its anchor stands. Never throws.
 */
export function insightsOf(resource: Resource, index: ResourceIndex): readonly Insight[] {
  if (!index.isWhole(resource)) return [];
  return [...ofKind(resource, index), ...podsOf(resource).flatMap((pod) => ofPod(pod, index))];
}

function ofKind(resource: Resource, index: ResourceIndex): readonly Insight[] {
  switch (resource.type) {
    case 'apps/Deployment':
    case 'apps/StatefulSet':
    case 'apps/DaemonSet':
      return ofWorkload(resource, index);
    case 'argoproj.io/Rollout':
      return [
        ...ofWorkload(resource, index),
        ...canaryInsights(resource, index),
        ...blueGreenInsights(resource, index),
      ];
    case 'policy/PodDisruptionBudget':
      return budgetInsights(resource as Resource<V1PodDisruptionBudget>, index);
    case 'argoproj.io/AnalysisTemplate':
    case 'argoproj.io/ClusterAnalysisTemplate':
    case 'argoproj.io/AnalysisRun':
      return metricInsights(resource);
    default:
      return [];
  }
}

function ofWorkload(workload: Resource, index: ResourceIndex): Insight[] {
  return [
    ...replicaInsights(workload, index),
    ...updateLimitInsights(workload, index),
    ...deadlineInsights(workload, index),
  ];
}

function ofPod(pod: Pod, index: ResourceIndex): Insight[] {
  return [...imageInsights(pod, index), ...probeInsights(pod), ...shutdownInsights(pod)];
}
