/** `replicas`: what an autoscaler makes of it, and what an update leaves of it. */
import { formatAmount } from '../../kubernetes/index.ts';
import type { ResourceIndex } from '../index/resource-index.ts';
import type { Node } from '../node.ts';
import { replicasOf } from '../pod.ts';
import type { Resource } from '../resource.ts';
import type { Insight } from './insight.ts';
import { type PodCounts, podCountsOf } from './pod-counts.ts';
import { boundsText, limitsOfUpdate } from './rolling-update.ts';
import { paragraphs, titleText } from './wording.ts';

/** Of kinds that an autoscaler can scale; none where nothing can be said beyond the number. */
export function replicaInsights(workload: Resource, index: ResourceIndex): Insight[] {
  const at = (workload.root as Node).at('spec').at('replicas');
  const replicas = replicasOf(workload);
  if (!at.exists || replicas === undefined || replicas < 0) return [];
  const scaler = index.scalerOf(workload);
  const counts = podCountsOf(workload, index);
  if (replicas === 0) return scaler ? [{ at, text: `${titleText(scaler)} leaves 0 replicas alone.` }] : [];
  if (!counts) return [];
  const update = updateText(workload, counts, index);
  if (!scaler) return update ? [{ at, text: update }] : [];
  return [
    {
      at,
      text: paragraphs(
        `${titleText(scaler)} runs ${counts.text} pods${sleeps(scaler) ? ', and 0 while there is nothing to do' : ''}.`,
        `Each apply sets the number back to ${replicas}, unless the field is left out.`,
        update,
      ),
      hint: `autoscaled: ${counts.text}`,
    },
  ];
}

/** A ScaledObject of KEDA goes down to 0 by default (keda apis/keda/v1alpha1/scaledobject_types.go). */
function sleeps(scaler: Resource): boolean {
  const isKeda = scaler.type === 'keda.sh/ScaledObject';
  const minimum = (scaler.root as Node).at('spec').at(isKeda ? 'minReplicaCount' : 'minReplicas');
  return minimum.exists ? minimum.integer() === 0 : isKeda;
}

function updateText(workload: Resource, counts: PodCounts, index: ResourceIndex): string | undefined {
  if (index.rolloutsReferencing(workload).length > 0) return undefined;
  const strategy = (workload.root as Node).at('spec').at('strategy');
  if (workload.type === 'apps/Deployment' && strategy.at('type').string() === 'Recreate') {
    const pods = counts.text === '1' ? 'the only pod stops' : `all ${counts.text} pods stop`;
    return `An update is an outage: ${pods} before new ones start (Recreate).`;
  }
  const limits = limitsOfUpdate(workload);
  if (!limits || (workload.type !== 'apps/Deployment' && !strategy.at('canary').exists)) return undefined;
  const { maxUnavailable, maxSurge, areDefaults } = limits;
  const written = `maxUnavailable ${formatAmount(maxUnavailable)}, maxSurge ${formatAmount(maxSurge)}`;
  return `During an update ${boundsText(limits, counts)} (${written}${areDefaults ? ', the defaults' : ''}).`;
}
