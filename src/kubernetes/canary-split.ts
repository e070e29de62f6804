// How many pods of the new and the old version a canary runs at a weight, as the Rollouts controller computes it.

/** Numbers of pods. */
export interface CanarySplit {
  readonly canary: number;
  readonly stable: number;
}

export interface BasicCanary {
  /** `spec.replicas`, a whole number >= 0. */
  readonly replicas: number;
  /** Of the current step, 0 to 100. */
  readonly weight: number;
  /** The pods that `maxSurge` comes to, a whole number >= 0. */
  readonly surge: number;
}

const WHOLE = 100;

/**
 * The split that a canary without traffic routing goes for: the nearest to the weight among those with the total of
 * `replicas` or, with a surge, one pod more; of two that are as near, the one without surge. From 1% to 99% both sides
 * have a pod, but for two oddities of the controller: a single pod without surge is all old or all new, and where
 * the ideal lies half-way below the last pod without surge (75% of 2, 90% of 5, 95% of 10, 98% of 25, 99% of 50) no
 * new pod runs at all. Never throws.
 *
 * Source: argo-rollouts utils/replicaset/canary.go CalculateReplicaCountsForBasicCanary,
 * approximateWeightedCanaryStableReplicaCounts.
 */
export function basicCanarySplit({ replicas, weight, surge }: BasicCanary): CanarySplit {
  if (replicas <= 0) return { canary: 0, stable: 0 };
  const best = candidates(replicas, weight, surge).reduce<Candidate | undefined>(
    (nearest, next) => (nearest && distance(nearest, weight) <= distance(next, weight) ? nearest : next),
    undefined,
  );
  return best ? { canary: best.canary, stable: best.total - best.canary } : { canary: 0, stable: replicas };
}

interface Candidate {
  readonly canary: number;
  readonly total: number;
}

/** In the controller's order; the floating-point operations are its own too. */
function candidates(replicas: number, weight: number, surge: number): Candidate[] {
  const up = Math.ceil((replicas * weight) / WHOLE);
  const down = Math.floor((replicas * weight) / WHOLE);
  const mayBeOneSided = weight === WHOLE || weight === 0 || (replicas === 1 && surge === 0);
  const mayRoundDown = (total: number) =>
    !isTied(total, weight) && (down !== 0 || mayBeOneSided) ? [{ canary: down, total }] : [];
  return [
    ...(up < replicas || mayBeOneSided ? [{ canary: up, total: replicas }] : []),
    ...mayRoundDown(replicas),
    ...(surge > 0 ? [{ canary: up, total: replicas + 1 }, ...mayRoundDown(replicas + 1)] : []),
  ];
}

function isTied(total: number, weight: number): boolean {
  return (total * (weight / WHOLE)) % 1 === 0.5;
}

function distance({ canary, total }: Candidate, weight: number): number {
  return Math.abs((canary * WHOLE) / total - weight);
}

export interface RoutedCanary {
  /** `spec.replicas`, a whole number >= 0. */
  readonly replicas: number;
  /** Of the current step, 0 to `maxWeight`. */
  readonly weight: number;
  /** `trafficRouting.maxTrafficWeight`; 100 when left out. */
  readonly maxWeight?: number;
  /** The size that a step `setCanaryScale` holds, if one does: pods, or a percentage of `replicas`. */
  readonly scale?: { readonly replicas?: number; readonly weight?: number };
  /** `minPodsPerReplicaSet`. */
  readonly minPods?: number;
  /** The weight that the stable pods still get, where `dynamicStableScale` takes them away as the canary grows. */
  readonly stableWeight?: number;
}

/**
 * The split of a canary with traffic routing: pods for the weight, rounded up, or a size of their own; all stable pods
 * stay, unless the stable side scales with the weight. `maxSurge` and `maxUnavailable` don't count. Never throws.
 *
 * Source: argo-rollouts utils/replicaset/canary.go CalculateReplicaCountsForTrafficRoutedCanary,
 * trafficWeightToReplicas, CheckMinPodsPerReplicaSet.
 */
export function routedCanarySplit(spec: RoutedCanary): CanarySplit {
  const { replicas, weight, maxWeight = WHOLE, scale = {}, minPods = 0, stableWeight } = spec;
  const podsFor = (part: number, whole: number) => {
    const pods = Math.ceil((replicas * part) / whole);
    return pods > 0 ? Math.max(pods, Math.min(minPods, replicas)) : 0;
  };
  const byWeight = scale.weight === undefined ? podsFor(weight, maxWeight) : podsFor(scale.weight, WHOLE);
  const canary = scale.replicas ?? byWeight;
  if (stableWeight === undefined) return { canary, stable: replicas };
  return { canary, stable: podsFor(Math.max(maxWeight - weight, stableWeight), maxWeight) };
}

/** The share of the canary's pods in percent, unrounded; 0 where no pod runs. */
export function canaryShare({ canary, stable }: CanarySplit): number {
  return canary + stable > 0 ? (canary / (canary + stable)) * WHOLE : 0;
}
