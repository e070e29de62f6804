/** The steps of a canary with all that is known of each: its pods, its time, and what they depend on. */
import type { CanarySplit } from '../../kubernetes/index.ts';
import type { ResourceIndex } from '../index/resource-index.ts';
import type { Resource } from '../resource.ts';
import { canaryPodsOf, type HeldSize, heldSizesOf } from '../rollouts/canary-pods.ts';
import { type CanaryStep, type canaryOf, canaryStepsOf } from '../rollouts/canary-steps.ts';
import { type StepTime, timesOf } from './canary-times.ts';
import { type PodCounts, podCountsOf } from './pod-counts.ts';

export type Canary = NonNullable<ReturnType<typeof canaryOf>>;

export interface Stage {
  readonly canary: Canary;
  readonly step: CanaryStep;
  readonly time: StepTime;
  /** Undefined when the number of pods is unknown, or 0. */
  readonly pods: StagePods | undefined;
  /** The size that a step `setCanaryScale` holds. */
  readonly held: HeldSize | undefined;
}

export interface StagePods {
  readonly counts: PodCounts;
  /** The pods of both versions at each end of the counts. */
  readonly splits: readonly CanarySplit[];
}

export function stagesOf(rollout: Resource, canary: Canary, index: ResourceIndex): Stage[] {
  const steps = canaryStepsOf(canary);
  const times = timesOf(steps, rollout, index);
  const held = heldSizesOf(steps);
  const counts = podCountsOf(rollout, index);
  const pods = (counts?.ends ?? []).map((replicas) => canaryPodsOf(canary, steps, replicas));
  return steps.flatMap((step, at) => {
    const time = times[at];
    const splits = pods.map((ofStep) => ofStep[at]).filter((split) => split !== undefined);
    const isKnown = counts && counts.ends[0] !== 0 && splits.length === counts.ends.length;
    return time
      ? [{ canary, step, time, pods: isKnown ? { counts, splits } : undefined, held: held[at] }]
      : [];
  });
}
