/** What both limits of a rolling update come to together. */
import {
  type Amount,
  DEFAULT_ROLLING_UPDATE,
  effectiveRollingUpdate,
  isZero,
  type RollingUpdate,
  readIntOrPercent,
  readRolloutIntOrPercent,
} from '../../kubernetes/index.ts';
import type { Node } from '../node.ts';
import { updateLimitsOf } from '../objects/update-limits.ts';
import type { Resource } from '../resource.ts';
import type { PodCounts } from './pod-counts.ts';
import { counted } from './wording.ts';

export interface Limits {
  readonly maxUnavailable: Amount;
  readonly maxSurge: Amount;
  /** Whether neither is written. */
  readonly areDefaults: boolean;
  /** What they come to with so many replicas. */
  at(replicas: number): RollingUpdate;
}

/** The limits of a Deployment or of a canary without traffic routing; undefined when they are refused or not read. */
export function limitsOfUpdate(workload: Resource): Limits | undefined {
  const limits = updateLimitsOf(workload);
  const isRollout = workload.type === 'argoproj.io/Rollout';
  if (!limits?.steers || !(isRollout || workload.type === 'apps/Deployment')) return undefined;
  const read = isRollout ? readRolloutIntOrPercent : readIntOrPercent;
  const amount = (node: Node, byDefault: Amount) => (node.exists ? read(node.value) : byDefault);
  const maxUnavailable = amount(limits.maxUnavailable, DEFAULT_ROLLING_UPDATE.maxUnavailable);
  const maxSurge = amount(limits.maxSurge, DEFAULT_ROLLING_UPDATE.maxSurge);
  if (!maxUnavailable || !maxSurge || isMoreThanAll(maxUnavailable)) return undefined;
  if (isZero(maxUnavailable) && isZero(maxSurge)) return undefined;
  const areDefaults = !limits.maxUnavailable.exists && !limits.maxSurge.exists;
  const at = (replicas: number) => effectiveRollingUpdate({ replicas, maxSurge, maxUnavailable });
  return { maxUnavailable, maxSurge, areDefaults, at };
}

export function isMoreThanAll({ unit, value }: Amount): boolean {
  return unit === 'percent' && value > 100;
}

/** `at least 3 ready, at most 4 pods`, at both ends of a range. */
export function boundsText({ at }: Limits, { ends }: PodCounts): string {
  const bounds = ends.map((count) => {
    const { surge, unavailable } = at(count);
    return `at least ${count - unavailable} ready, at most ${counted(count + surge, 'pod')}`;
  });
  return ends.length === 1 ? bounds.join() : bounds.map((text, end) => `of ${ends[end]} ${text}`).join('; ');
}
