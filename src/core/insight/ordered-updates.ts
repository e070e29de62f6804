/** The limits of a DaemonSet, which goes from node to node, and of a StatefulSet, which goes by the number of the pod. */
import {
  type Amount,
  DEFAULT_DAEMON_SET_UPDATE,
  formatAmount,
  isZero,
  readIntOrPercent,
  unavailableInOrder,
} from '../../kubernetes/index.ts';
import type { Node } from '../node.ts';
import type { UpdateLimits } from '../objects/update-limits.ts';
import type { Resource } from '../resource.ts';
import type { Insight } from './insight.ts';
import type { PodCounts } from './pod-counts.ts';
import { isMoreThanAll } from './rolling-update.ts';
import { counted, paragraphs, rangeText } from './wording.ts';

/**
 * How many pods a DaemonSet has is for the nodes to say; both limits round up (kubernetes
 * pkg/controller/daemon/util/daemonset_util.go UnavailableCount, SurgeCount), and just one of them may be above 0.
 */
export function daemonSetInsights({ maxUnavailable, maxSurge }: UpdateLimits): Insight[] {
  const unavailable = amountOr(maxUnavailable, DEFAULT_DAEMON_SET_UPDATE.maxUnavailable);
  const surge = amountOr(maxSurge, DEFAULT_DAEMON_SET_UPDATE.maxSurge);
  if (!unavailable || !surge || isMoreThanAll(unavailable) || isMoreThanAll(surge)) return [];
  if (isZero(unavailable) === isZero(surge)) return [];
  const way = isZero(surge)
    ? `the old pod of a node goes before the new one starts, on at most ${nodesText(unavailable)} at a time`
    : `the new pod of a node starts beside the old one, on at most ${nodesText(surge)} at a time`;
  const written = [
    { at: maxUnavailable, text: `maxUnavailable ${formatAmount(unavailable)}: ${way}` },
    { at: maxSurge, text: `maxSurge ${formatAmount(surge)}: ${way}` },
  ];
  return written.filter(({ at }) => at.exists);
}

function amountOr(node: Node, byDefault: Amount): Amount | undefined {
  return node.exists ? readIntOrPercent(node.value) : byDefault;
}

function nodesText(amount: Amount): string {
  return amount.unit === 'percent'
    ? `${formatAmount(amount)} of its nodes (rounded up)`
    : counted(amount.value, 'node');
}

/** `maxUnavailable` and `partition` of a StatefulSet. */
export function statefulSetInsights(
  workload: Resource,
  { maxUnavailable, map }: UpdateLimits,
  counts: PodCounts | undefined,
): Insight[] {
  if (!counts || counts.ends[0] === 0) return [];
  const amount = readIntOrPercent(maxUnavailable.value);
  const isAllowed = amount && !isZero(amount) && !isMoreThanAll(amount);
  return [
    ...(isAllowed ? [unavailableInsight(maxUnavailable, amount, counts)] : []),
    ...partitionInsight(workload, map.at('partition'), counts),
  ];
}

function unavailableInsight(at: Node, amount: Amount, { ends, text }: PodCounts): Insight {
  const pods = rangeText(ends.map((count) => unavailableInOrder(amount, count)));
  return {
    at,
    text: paragraphs(
      `maxUnavailable ${formatAmount(amount)} of ${text} → ${pods} at a time`,
      'Read from Kubernetes 1.35 on, before with the gate MaxUnavailableStatefulSet; otherwise one pod at a time.',
    ),
    ...(amount.unit === 'percent' && { hint: `→ ${pods} of ${text}` }),
  };
}

/** Pods are counted from 0, unless `ordinals` says otherwise; those below the partition keep their version. */
function partitionInsight({ root }: Resource, at: Node, { ends, text }: PodCounts): Insight[] {
  const partition = at.integer();
  if (!partition || partition < 0 || (root as Node).at('spec').at('ordinals').exists) return [];
  const updated = rangeText(ends.map((count) => Math.max(0, count - partition)));
  const kept =
    partition === 1 ? 'pod 0 keeps its version' : `pods below number ${partition} keep their version`;
  return [
    {
      at,
      text: `partition ${partition} of ${text} → ${updated} updated: ${kept}`,
      hint: `→ ${updated} of ${text} updated`,
    },
  ];
}
