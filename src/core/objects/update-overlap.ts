/** Whether an update runs new pods beside all the old ones, so that both ask for what only one of them can have. */
import {
  DEFAULT_ROLLING_UPDATE,
  effectiveRollingUpdate,
  formatAmount,
  isZero,
  readIntOrPercent,
  readRolloutIntOrPercent,
} from '../../kubernetes/index.ts';
import type { ResourceIndex } from '../index/resource-index.ts';
import type { Node } from '../node.ts';
import type { Resource } from '../resource.ts';
import { exclusiveClaimsOf } from './claims.ts';
import { hostPortsOf } from './host-ports.ts';
import { type UpdateLimits, updateLimitsOf } from './update-limits.ts';

/** Whether a new pod of a workload waits for what an old one keeps: a claim of one node or pod, a port of the node. */
export function waitsForOldPods(workload: Resource, index: ResourceIndex): boolean {
  return index
    .podsRunBy(workload)
    .some((pod) => exclusiveClaimsOf(pod, index).length > 0 || hostPortsOf(pod).length > 0);
}

/**
 * Why the new pods of a workload with so many replicas start while all old ones still run, in words that fit behind
 * a colon; undefined when an old pod goes first, and for values that are no amounts. A DaemonSet has the pods of
 * its nodes, whatever the replicas.
 */
export function updateOverlapOf(workload: Resource, replicas: number): string | undefined {
  const limits = updateLimitsOf(workload);
  if (!limits) return undefined;
  if (workload.type === 'argoproj.io/Rollout' && !limits.map.exists) return undefined;
  if (!limits.steers) return besideStable(limits);
  if (!limits.hasSurge) return undefined;
  return workload.type === 'apps/DaemonSet' ? onEachNode(limits) : bySurge(workload, limits, replicas);
}

function besideStable({ hasSurge }: UpdateLimits): string {
  return hasSurge
    ? 'with traffic routing the canary pods are added to all stable ones'
    : 'blueGreen starts all new pods before the old ones go';
}

/** Without `maxUnavailable: 0` beside it the surge is refused. */
function onEachNode(limits: UpdateLimits): string | undefined {
  const maxSurge = readIntOrPercent(limits.maxSurge.value);
  const maxUnavailable = readIntOrPercent(limits.maxUnavailable.value);
  if (!maxSurge || isZero(maxSurge) || !maxUnavailable || !isZero(maxUnavailable)) return undefined;
  return `maxSurge ${formatAmount(maxSurge)} starts the new pod of a node before the old one goes`;
}

function bySurge({ type }: Resource, limits: UpdateLimits, replicas: number): string | undefined {
  const amount = (limit: Node, byDefault: typeof DEFAULT_ROLLING_UPDATE.maxSurge) => {
    const read = type === 'argoproj.io/Rollout' ? readRolloutIntOrPercent : readIntOrPercent;
    return limit.exists ? read(limit.value) : byDefault;
  };
  const maxSurge = amount(limits.maxSurge, DEFAULT_ROLLING_UPDATE.maxSurge);
  const maxUnavailable = amount(limits.maxUnavailable, DEFAULT_ROLLING_UPDATE.maxUnavailable);
  if (!maxSurge || !maxUnavailable) return undefined;
  const { surge, unavailable } = effectiveRollingUpdate({ replicas, maxSurge, maxUnavailable });
  if (surge === 0 || unavailable > 0) return undefined;
  const word = (limit: Node) => (limit.exists ? '' : ' (the default)');
  return `maxSurge ${formatAmount(maxSurge)}${word(limits.maxSurge)} and maxUnavailable ${formatAmount(maxUnavailable)}${word(limits.maxUnavailable)} of ${replicas} start ${surge} more before any goes`;
}
