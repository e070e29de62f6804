/** `maxUnavailable` and `maxSurge`: how many pods an update takes away and adds. */
import {
  type Amount,
  amountOf,
  DEFAULT_DAEMON_SET_UPDATE,
  DEFAULT_ROLLING_UPDATE,
  effectiveRollingUpdate,
  formatAmount,
  isZero,
  type RollingUpdate,
  readIntOrPercent,
  readRolloutIntOrPercent,
  unavailableInOrder,
} from '../../kubernetes/index.ts';
import type { ResourceIndex } from '../index/resource-index.ts';
import type { Node } from '../node.ts';
import { type UpdateLimits, updateLimitsOf } from '../objects/update-limits.ts';
import type { Resource } from '../resource.ts';
import type { Insight } from './insight.ts';
import { type PodCounts, podCountsOf } from './pod-counts.ts';
import { counted, paragraphs, rangeText } from './wording.ts';

/** Of Deployments, DaemonSets, StatefulSets and Rollouts; none for limits that are refused. */
export function updateLimitInsights(workload: Resource, index: ResourceIndex): Insight[] {
  const limits = updateLimitsOf(workload);
  if (!limits || index.rolloutsReferencing(workload).length > 0) return [];
  if (workload.type === 'apps/DaemonSet') return ofDaemonSet(limits);
  const counts = podCountsOf(workload, index);
  if (workload.type === 'apps/StatefulSet') return ofStatefulSet(workload, limits, counts);
  if (!limits.steers) return unread(limits, counts);
  return ofRollingUpdate(rollingUpdateOf(workload), limits, counts);
}

/** Both limits of a rolling update, and what they come to. */
export interface Resolution {
  readonly maxUnavailable: Amount;
  readonly maxSurge: Amount;
  at(replicas: number): RollingUpdate;
}

/** The limits of a Deployment or of a canary without traffic routing; undefined when they are refused or unread. */
export function rollingUpdateOf(workload: Resource): Resolution | undefined {
  const limits = updateLimitsOf(workload);
  if (!limits?.steers || !limits.hasSurge || workload.type === 'apps/DaemonSet') return undefined;
  const read = workload.type === 'argoproj.io/Rollout' ? readRolloutIntOrPercent : readIntOrPercent;
  const amount = (node: Node, byDefault: Amount) => (node.exists ? read(node.value) : byDefault);
  const maxUnavailable = amount(limits.maxUnavailable, DEFAULT_ROLLING_UPDATE.maxUnavailable);
  const maxSurge = amount(limits.maxSurge, DEFAULT_ROLLING_UPDATE.maxSurge);
  if (!maxUnavailable || !maxSurge || (isZero(maxUnavailable) && isZero(maxSurge))) return undefined;
  if (isOverAll(maxUnavailable)) return undefined;
  const at = (replicas: number) => effectiveRollingUpdate({ replicas, maxSurge, maxUnavailable });
  return { maxUnavailable, maxSurge, at };
}

function isOverAll({ unit, value }: Amount): boolean {
  return unit === 'percent' && value > 100;
}

function ofRollingUpdate(
  update: Resolution | undefined,
  limits: UpdateLimits,
  counts: PodCounts | undefined,
): Insight[] {
  if (!update) return [];
  return [
    ...insightAt(limits.maxUnavailable, unavailableText(update, limits, counts)),
    ...insightAt(limits.maxSurge, surgeText(update, limits, counts)),
  ];
}

type Told = Omit<Insight, 'at'>;

function insightAt(at: Node, told: Told): Insight[] {
  return at.exists ? [{ at, ...told }] : [];
}

function unavailableText(update: Resolution, limits: UpdateLimits, counts: PodCounts | undefined): Told {
  const amount = update.maxUnavailable;
  const written = `maxUnavailable ${formatAmount(amount)}`;
  if (!counts) return { text: `${written} of the replicas, rounded down` };
  if (counts.ends[0] === 0) return nothingToUpdate(written);
  const pods = counts.ends.map((count) => Math.min(amountOf(amount, count, 'down'), count));
  const fallbacks = counts.ends.filter((count) => update.at(count).fallback);
  return {
    text: paragraphs(
      `${written} of ${counts.text} → ${rangeText(pods)}: ${boundsText(update, counts)}`,
      fallbackText(fallbacks, counts),
      otherLimit('maxSurge', update.maxSurge, limits.maxSurge, counts),
      originText(counts),
    ),
    ...(amount.unit === 'percent' && { hint: hintOf(pods, counts, fallbacks.length > 0) }),
  };
}

function surgeText(update: Resolution, limits: UpdateLimits, counts: PodCounts | undefined): Told {
  const amount = update.maxSurge;
  const written = `maxSurge ${formatAmount(amount)}`;
  if (!counts) return { text: `${written} of the replicas, rounded up` };
  if (counts.ends[0] === 0) return nothingToUpdate(written);
  const pods = counts.ends.map((count) => update.at(count).surge);
  const fallbacks = counts.ends.filter((count) => update.at(count).fallback);
  return {
    text: paragraphs(
      `${written} of ${counts.text} → ${rangeText(pods)}: ${boundsText(update, counts)}`,
      fallbackText(fallbacks, counts),
      otherLimit('maxUnavailable', update.maxUnavailable, limits.maxUnavailable, counts),
      originText(counts),
    ),
    ...(amount.unit === 'percent' && { hint: hintOf(pods, counts, false) }),
  };
}

function nothingToUpdate(written: string): Told {
  return { text: `${written} of 0: without pods there is nothing to update` };
}

/** `at least 3 ready, at most 4 pods`, at both ends of a range. */
export function boundsText({ at }: Pick<Resolution, 'at'>, { ends }: PodCounts): string {
  const bounds = ends.map((count) => {
    const { surge, unavailable } = at(count);
    return `at least ${count - unavailable} ready, at most ${counted(count + surge, 'pod')}`;
  });
  return ends.length === 1 ? bounds.join() : bounds.map((text, end) => `of ${ends[end]} ${text}`).join('; ');
}

function fallbackText(fallbacks: readonly number[], { ends }: PodCounts): string | undefined {
  if (fallbacks.length === 0) return undefined;
  const when = ends.length > fallbacks.length ? ` of ${fallbacks.join(' and ')}` : '';
  return `Both limits${when} come to 0, and the controller takes one pod away, since the update couldn't move otherwise.`;
}

function otherLimit(
  name: 'maxSurge' | 'maxUnavailable',
  amount: Amount,
  node: Node,
  { ends }: PodCounts,
): string {
  const rounding = name === 'maxSurge' ? 'up' : 'down';
  const pods = ends.map((count) => amountOf(amount, count, rounding));
  const written = `${name} ${formatAmount(amount)}${node.exists ? '' : ' (the default)'}`;
  return amount.unit === 'percent' ? `With ${written} → ${rangeText(pods)}.` : `With ${written}.`;
}

function originText({ ends, text, origin }: PodCounts): string | undefined {
  return origin === counted(ends[0] ?? 0, 'replica') ? undefined : `${text} pods: ${origin}.`;
}

function hintOf(pods: readonly number[], { ends, text }: PodCounts, isFallback: boolean): string {
  const of = ends.length === 1 ? text : ends.join(' to ');
  return `→ ${rangeText(pods)} of ${of}${isFallback ? ', in effect 1' : ''}`;
}

/** With traffic routing, and in a blue-green Rollout: only a restart reads maxUnavailable (argo-rollouts rollout/restart.go). */
function unread(
  { maxUnavailable, maxSurge, hasSurge }: UpdateLimits,
  counts: PodCounts | undefined,
): Insight[] {
  const why = hasSurge
    ? 'With traffic routing an update goes by the weights'
    : 'A blue-green update starts all new pods beside the old ones';
  const amount = readRolloutIntOrPercent(maxUnavailable.value);
  const restarted = amount && counts && counts.ends[0] !== 0 ? restartText(amount, counts) : '';
  return [
    ...insightAt(maxUnavailable, {
      text: `${why} and doesn't read it; a restart of the pods (\`restartAt\`) does${restarted}.`,
    }),
    ...(hasSurge ? insightAt(maxSurge, { text: `${why} and doesn't read it.`, hint: 'not read' }) : []),
  ];
}

function restartText(amount: Amount, { ends, text }: PodCounts): string {
  const pods = ends.map((count) => Math.max(1, Math.min(amountOf(amount, count, 'down'), count)));
  return `, and takes ${rangeText(pods)} of ${text} at a time`;
}

/** How many pods a DaemonSet has is for the nodes to say; both limits round up (kubernetes pkg/controller/daemon/util). */
function ofDaemonSet(limits: UpdateLimits): Insight[] {
  const amount = (node: Node, byDefault: Amount) => (node.exists ? readIntOrPercent(node.value) : byDefault);
  const unavailable = amount(limits.maxUnavailable, DEFAULT_DAEMON_SET_UPDATE.maxUnavailable);
  const surge = amount(limits.maxSurge, DEFAULT_DAEMON_SET_UPDATE.maxSurge);
  if (!unavailable || !surge || isOverAll(unavailable) || isOverAll(surge)) return [];
  if (isZero(unavailable) === isZero(surge)) return [];
  const first = isZero(surge)
    ? `at most ${nodesText(unavailable)} are without a ready pod at a time: the old pod goes first`
    : `the new pod of a node starts beside the old one, on at most ${nodesText(surge)} at a time`;
  const written = (name: string, value: Amount) => `${name} ${formatAmount(value)}: ${first}`;
  return [
    ...insightAt(limits.maxUnavailable, { text: written('maxUnavailable', unavailable) }),
    ...insightAt(limits.maxSurge, { text: written('maxSurge', surge) }),
  ];
}

function nodesText(amount: Amount): string {
  return amount.unit === 'percent'
    ? `${formatAmount(amount)} of the nodes that it is for, rounded up,`
    : counted(amount.value, 'node');
}

function ofStatefulSet(workload: Resource, limits: UpdateLimits, counts: PodCounts | undefined): Insight[] {
  if (!counts || counts.ends[0] === 0) return [];
  const amount = readIntOrPercent(limits.maxUnavailable.value);
  const isAllowed = amount && !isZero(amount) && !isOverAll(amount);
  return [
    ...(isAllowed ? insightAt(limits.maxUnavailable, unavailableInOrderText(amount, counts)) : []),
    ...partitionInsight(workload, limits.map.at('partition'), counts),
  ];
}

function unavailableInOrderText(amount: Amount, counts: PodCounts): Told {
  const pods = counts.ends.map((count) => unavailableInOrder(amount, count));
  return {
    text: paragraphs(
      `maxUnavailable ${formatAmount(amount)} of ${counts.text} → ${rangeText(pods)} at a time`,
      'Read from Kubernetes 1.35 on, before with the gate MaxUnavailableStatefulSet; otherwise one pod at a time.',
    ),
    ...(amount.unit === 'percent' && { hint: hintOf(pods, counts, false) }),
  };
}

/** Pods are counted from 0, unless \`ordinals\` says otherwise; those below the partition keep their version. */
function partitionInsight({ root }: Resource, at: Node, { ends, text }: PodCounts): Insight[] {
  const partition = at.integer();
  if (!partition || partition < 0 || (root as Node).at('spec').at('ordinals').exists) return [];
  const updated = rangeText(ends.map((count) => Math.max(0, count - partition)));
  const kept = partition === 1 ? 'pod 0 keeps its' : `pods 0 to ${partition - 1} keep their`;
  return [
    {
      at,
      text: `partition ${partition} of ${text} → ${updated} updated: ${kept} version`,
      hint: `→ ${updated} of ${text} updated`,
    },
  ];
}
