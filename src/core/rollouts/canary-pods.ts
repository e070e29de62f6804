/** How many pods of each version a canary runs in each of its steps. */
import type { CanaryStrategy } from '../../kubernetes/argo-types.ts';
import {
  amountOf,
  basicCanarySplit,
  type CanarySplit,
  DEFAULT_ROLLING_UPDATE,
  type RoutedCanary,
  readRolloutIntOrPercent,
  routedCanarySplit,
} from '../../kubernetes/index.ts';
import type { Node } from '../node.ts';
import { type CanaryStep, fullWeightOf, isRouted } from './canary-steps.ts';

/**
 * The pods that each of the steps goes for when `spec.replicas` is `replicas`; undefined in a step whose weight or
 * size can't be read or is refused.
 */
export function canaryPodsOf(
  canary: Node<CanaryStrategy>,
  steps: readonly CanaryStep[],
  replicas: number,
): (CanarySplit | undefined)[] {
  return isRouted(canary) ? routedPods(canary, steps, replicas) : basicPods(canary, steps, replicas);
}

function basicPods(
  canary: Node<CanaryStrategy>,
  steps: readonly CanaryStep[],
  replicas: number,
): (CanarySplit | undefined)[] {
  const written = canary.at('maxSurge');
  const maxSurge = written.exists ? readRolloutIntOrPercent(written.value) : DEFAULT_ROLLING_UPDATE.maxSurge;
  return steps.map(({ weight }) => {
    if (!maxSurge || !isBetween(weight, 100)) return undefined;
    return basicCanarySplit({ replicas, weight, surge: amountOf(maxSurge, replicas, 'up') });
  });
}

function routedPods(
  canary: Node<CanaryStrategy>,
  steps: readonly CanaryStep[],
  replicas: number,
): (CanarySplit | undefined)[] {
  const maxWeight = fullWeightOf(canary);
  const written = (canary as Node).at('minPodsPerReplicaSet');
  const minPods = written.exists ? written.integer() : 0;
  const isDynamic = canary.at('dynamicStableScale').boolean() === true;
  return heldSizesOf(steps).map((held, at) => {
    const weight = steps[at]?.weight;
    if (!maxWeight || minPods === undefined || held?.size === 'unknown' || !isBetween(weight, maxWeight))
      return undefined;
    const scale = held ? { scale: held.size } : {};
    const stable = isDynamic ? { stableWeight: maxWeight - weight } : {};
    return routedCanarySplit({ replicas, weight, maxWeight, minPods, ...scale, ...stable });
  });
}

function isBetween(weight: number | undefined, most: number): weight is number {
  return weight !== undefined && weight >= 0 && weight <= most;
}

/** The size that a `setCanaryScale` gave the canary. */
export interface HeldSize {
  /** The number of the step, from 1. */
  readonly step: number;
  readonly size: NonNullable<RoutedCanary['scale']> | 'unknown';
}

/**
 * The size that holds in each step, until another step sets one or hands the size back to the weight; undefined where
 * the weight decides (argo-rollouts utils/replicaset/canary.go UseSetCanaryScale, GetCanaryReplicasOrWeight).
 */
export function heldSizesOf(steps: readonly CanaryStep[]): (HeldSize | undefined)[] {
  let held: HeldSize | undefined;
  return steps.map((step) => {
    if (step.kinds.includes('setCanaryScale')) held = sizeIn(step);
    return held;
  });
}

function sizeIn({ node, number: step }: CanaryStep): HeldSize | undefined {
  const scale = node.at('setCanaryScale');
  const [replicas, weight, follows] = [
    scale.at('replicas'),
    scale.at('weight'),
    scale.at('matchTrafficWeight'),
  ];
  if (follows.boolean() === true) return undefined;
  const [name, written] = replicas.exists ? (['replicas', replicas] as const) : (['weight', weight] as const);
  if (!written.exists) return undefined;
  const size = written.integer();
  return { step, size: size === undefined || size < 0 ? 'unknown' : { [name]: size } };
}
