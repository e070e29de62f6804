/** `minAvailable` and `maxUnavailable` of a PodDisruptionBudget: how many pods may be evicted. */
import type { V1PodDisruptionBudget } from '@kubernetes/client-node';
import {
  type Amount,
  allowedDisruptions,
  amountOf,
  type DisruptionLimits,
  formatAmount,
  readDisruptionLimit,
} from '../../kubernetes/index.ts';
import type { ResourceIndex } from '../index/resource-index.ts';
import { budgetSelector } from '../index/scope.ts';
import type { Node } from '../node.ts';
import { isCounted, workloadsCountedBy } from '../objects/counted-workloads.ts';
import type { Resource } from '../resource.ts';
import type { Insight } from './insight.ts';
import { podCountsOf } from './pod-counts.ts';
import { counted, paragraphs, rangeText, titleText } from './wording.ts';

/** None for a budget that is refused, or that selects nothing. */
export function budgetInsights(budget: Resource<V1PodDisruptionBudget>, index: ResourceIndex): Insight[] {
  const spec = (budget.root as Node).at('spec');
  const [least, most] = [spec.at('minAvailable'), spec.at('maxUnavailable')];
  const limits = {
    minAvailable: readDisruptionLimit(least.value),
    maxUnavailable: readDisruptionLimit(most.value),
  };
  const amount = limits.minAvailable ?? limits.maxUnavailable;
  if (!amount || (least.exists && most.exists) || !budgetSelector(budget)) return [];
  const at = least.exists ? least : most;
  const written = `${least.exists ? 'minAvailable' : 'maxUnavailable'} ${formatAmount(amount)}`;
  const pods = podsUnder(budget, index);
  if (!pods) return [{ at, text: `${written}: ${uncounted(limits, amount)}` }];
  return [{ at, ...countedText(written, limits, amount, pods) }];
}

function uncounted({ maxUnavailable }: DisruptionLimits, { unit, value }: Amount): string {
  const pods = unit === 'percent' ? `${value}% of the pods, rounded up,` : counted(value, 'pod');
  return maxUnavailable
    ? `an eviction must leave at most ${pods} missing`
    : `an eviction must leave at least ${pods} healthy`;
}

interface PodsUnder {
  /** The fewest and the most. */
  readonly ends: readonly number[];
  readonly isOpen: boolean;
  readonly owners: string;
}

/** The pods of all workloads under a budget; undefined when there are none, or they can't be counted. */
function podsUnder(budget: Resource<V1PodDisruptionBudget>, index: ResourceIndex): PodsUnder | undefined {
  const workloads = workloadsCountedBy(budget, index);
  if (!workloads?.every((workload) => isCounted(workload, index))) return undefined;
  const counts = workloads.map((workload) => podCountsOf(workload, index));
  const running = workloads.filter((_, at) => counts[at]?.ends[0] !== 0);
  const [first, ...others] = running;
  if (!first) return undefined;
  let [fewest, most, isOpen] = [0, 0, false];
  for (const count of counts) {
    if (!count) return undefined;
    fewest += Math.min(...count.ends);
    most += Math.max(...count.ends);
    isOpen ||= count.text.endsWith('or more');
  }
  const owners = others.length === 0 ? titleText(first) : `${running.length} workloads`;
  return { ends: isOpen || fewest === most ? [fewest] : [fewest, most], isOpen, owners };
}

function countedText(
  written: string,
  limits: DisruptionLimits,
  amount: Amount,
  { ends, isOpen, owners }: PodsUnder,
): Omit<Insight, 'at'> {
  const of = `${rangeText(ends)}${isOpen ? ' or more' : ''}`;
  const allowed = rangeText(ends.map((count) => allowedDisruptions(limits, count)));
  const resolved = rangeText(ends.map((count) => amountOf(amount, count, 'up')));
  const rounded = amount.unit === 'percent' ? ` of ${of} → ${resolved}, rounded up` : '';
  const outcome = `${allowed} of ${of} may be evicted at a time, when all are healthy`;
  return {
    text: paragraphs(
      `${written}${rounded}: ${outcome}`,
      `Counted: the pods of ${owners}.`,
      allowed === '0' ? 'Drains wait until somebody deletes the pods.' : undefined,
    ),
    ...((amount.unit === 'percent' || limits.minAvailable) && { hint: `→ ${allowed} of ${of} may go` }),
  };
}
