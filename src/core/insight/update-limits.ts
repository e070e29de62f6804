/** `maxUnavailable` and `maxSurge`: how many pods an update takes away and adds. */
import { type Amount, amountOf, formatAmount, readRolloutIntOrPercent } from '../../kubernetes/index.ts';
import type { ResourceIndex } from '../index/resource-index.ts';
import type { Node } from '../node.ts';
import { type UpdateLimits, updateLimitsOf } from '../objects/update-limits.ts';
import type { Resource } from '../resource.ts';
import type { Insight } from './insight.ts';
import { daemonSetInsights, statefulSetInsights } from './ordered-updates.ts';
import { type PodCounts, podCountsOf } from './pod-counts.ts';
import { boundsText, type Limits, limitsOfUpdate } from './rolling-update.ts';
import { paragraphs, rangeText } from './wording.ts';

/** Of Deployments, DaemonSets, StatefulSets and Rollouts; none for limits that are refused. */
export function updateLimitInsights(workload: Resource, index: ResourceIndex): Insight[] {
  const written = updateLimitsOf(workload);
  if (!written || index.rolloutsReferencing(workload).length > 0) return [];
  if (workload.type === 'apps/DaemonSet') return daemonSetInsights(written);
  const counts = podCountsOf(workload, index);
  if (workload.type === 'apps/StatefulSet') return statefulSetInsights(workload, written, counts);
  if (!written.steers) return unread(written, counts);
  const limits = limitsOfUpdate(workload);
  if (!limits) return [];
  return (['maxUnavailable', 'maxSurge'] as const).flatMap((name) =>
    written[name].exists ? [{ at: written[name], ...told(name, limits, written, counts) }] : [],
  );
}

type LimitName = 'maxUnavailable' | 'maxSurge';

const ROUNDING = { maxUnavailable: 'down', maxSurge: 'up' } as const;

function told(
  name: LimitName,
  limits: Limits,
  written: UpdateLimits,
  counts: PodCounts | undefined,
): Omit<Insight, 'at'> {
  const amount = limits[name];
  const limit = `${name} ${formatAmount(amount)}`;
  if (!counts) return { text: `${limit} of the replicas, rounded ${ROUNDING[name]}` };
  if (counts.ends[0] === 0) return { text: `${limit} of 0: without pods there is nothing to update` };
  const pods = resolved(name, amount, counts);
  const isPercent = amount.unit === 'percent';
  const other = name === 'maxSurge' ? 'maxUnavailable' : 'maxSurge';
  const fallbacks = counts.ends.filter((count) => limits.at(count).fallback);
  return {
    text: paragraphs(
      `${limit} of ${counts.text}${isPercent ? ` → ${pods}` : ''}: ${boundsText(limits, counts)}`,
      fallbackText(fallbacks, counts),
      otherText(other, limits[other], written[other], counts),
      counts.note,
    ),
    ...(isPercent && { hint: hintOf(pods, counts, name === 'maxUnavailable' && fallbacks.length > 0) }),
  };
}

function resolved(name: LimitName, amount: Amount, { ends }: PodCounts): string {
  return rangeText(ends.map((count) => amountOf(amount, count, ROUNDING[name])));
}

function fallbackText(fallbacks: readonly number[], { ends }: PodCounts): string | undefined {
  if (fallbacks.length === 0) return undefined;
  const when = ends.length > fallbacks.length ? ` of ${fallbacks.join(' and ')}` : '';
  return `Both limits${when} come to 0, and the controller takes one pod away, since the update couldn't move otherwise.`;
}

function otherText(name: LimitName, amount: Amount, node: Node, counts: PodCounts): string {
  const limit = `${name} ${formatAmount(amount)}${node.exists ? '' : ' (the default)'}`;
  return amount.unit === 'percent' ? `With ${limit} → ${resolved(name, amount, counts)}.` : `With ${limit}.`;
}

function hintOf(pods: string, { text }: PodCounts, isFallback: boolean): string {
  return `→ ${pods} of ${text}${isFallback ? ', in effect 1' : ''}`;
}

/** With traffic routing, and in a blue-green Rollout, only a restart reads maxUnavailable (argo-rollouts rollout/restart.go). */
function unread(
  { maxUnavailable, maxSurge, hasSurge }: UpdateLimits,
  counts: PodCounts | undefined,
): Insight[] {
  const why = hasSurge
    ? 'With traffic routing an update goes by the weights'
    : 'A blue-green update starts all new pods beside the old ones';
  const restart = restartText(readRolloutIntOrPercent(maxUnavailable.value), counts);
  return [
    ...(maxUnavailable.exists
      ? [
          {
            at: maxUnavailable,
            text: `${why} and doesn't read it; a restart of the pods (\`restartAt\`) does${restart}.`,
          },
        ]
      : []),
    ...(hasSurge && maxSurge.exists
      ? [{ at: maxSurge, text: `${why} and doesn't read it.`, hint: 'not read' }]
      : []),
  ];
}

function restartText(amount: Amount | undefined, counts: PodCounts | undefined): string {
  if (!amount || !counts || counts.ends[0] === 0) return '';
  const pods = counts.ends.map((count) => Math.max(1, Math.min(amountOf(amount, count, 'down'), count)));
  return `, and takes ${rangeText(pods)} of ${counts.text} at a time`;
}
