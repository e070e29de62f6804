// How many pods a rolling update may add and take away, as the controllers resolve it.
import { type Amount, amountOf } from './int-or-percent.ts';

/** The three fields that decide; `replicas` is a whole number >= 0, defaults are already applied. */
export interface RollingUpdateSpec {
  readonly replicas: number;
  readonly maxSurge: Amount;
  readonly maxUnavailable: Amount;
}

/** Numbers of pods: at most `replicas + surge` exist and at least `replicas - unavailable` are available. */
export interface RollingUpdate {
  /** Pods that may exist beyond `replicas`; pods that are terminating aren't counted. */
  readonly surge: number;
  /** Pods that may be missing, never more than `replicas`. */
  readonly unavailable: number;
  /** Both resolved to 0 and the controller took one unavailable pod, since it could not move otherwise. */
  readonly fallback: boolean;
}

/**
 * What applies to each of the two fields that is absent, in a Deployment and in a Rollout.
 *
 * Source: kubernetes pkg/apis/apps/v1/defaults.go SetDefaults_Deployment; argo-rollouts
 * utils/defaults/defaults.go.
 */
export const DEFAULT_ROLLING_UPDATE: { readonly maxSurge: Amount; readonly maxUnavailable: Amount } = {
  maxSurge: { unit: 'percent', value: 25 },
  maxUnavailable: { unit: 'percent', value: 25 },
};

/**
 * What applies to each of the two fields that is absent, in a DaemonSet.
 *
 * Source: kubernetes pkg/apis/apps/v1/defaults.go SetDefaults_DaemonSet.
 */
export const DEFAULT_DAEMON_SET_UPDATE: { readonly maxSurge: Amount; readonly maxUnavailable: Amount } = {
  maxSurge: { unit: 'count', value: 0 },
  maxUnavailable: { unit: 'count', value: 1 },
};

/**
 * What a Deployment's rolling update, or a Rollout's canary without traffic routing, may do with `replicas`
 * pods: the surge rounds up, the unavailable pods round down, both zero become one unavailable pod. Without
 * replicas there is nothing to update and both are 0. Never throws.
 *
 * Source: kubernetes pkg/controller/deployment/util/deployment_util.go ResolveFenceposts, MaxSurge,
 * MaxUnavailable; argo-rollouts utils/replicaset/replicaset.go resolveFenceposts, MaxUnavailable.
 */
export function effectiveRollingUpdate(spec: RollingUpdateSpec): RollingUpdate {
  const { replicas, maxSurge, maxUnavailable } = spec;
  if (replicas <= 0) return { surge: 0, unavailable: 0, fallback: false };
  const surge = amountOf(maxSurge, replicas, 'up');
  const unavailable = amountOf(maxUnavailable, replicas, 'down');
  const fallback = surge === 0 && unavailable === 0;
  return { surge, unavailable: fallback ? 1 : Math.min(unavailable, replicas), fallback };
}

/**
 * The greatest number of replicas with which both fields resolve to 0 and the controller takes one pod instead
 * (`fallback` above): 0 when that never happens, Infinity when both are written as zero.
 *
 * Source: as `effectiveRollingUpdate`; a surge above zero rounds up to a pod at least.
 */
export function largestFallback({ maxSurge, maxUnavailable }: Omit<RollingUpdateSpec, 'replicas'>): number {
  if (maxSurge.value > 0) return 0;
  if (maxUnavailable.value === 0) return Number.POSITIVE_INFINITY;
  return maxUnavailable.unit === 'count' ? 0 : Math.ceil(100 / maxUnavailable.value) - 1;
}

/**
 * How many pods of a StatefulSet may be down at a time in an update, where its `maxUnavailable` is read at all (beta
 * and on by default from Kubernetes 1.35): rounded down, and one at least. `replicas` is a whole number >= 0. Never
 * throws.
 *
 * Source: kubernetes pkg/controller/statefulset/stateful_set_utils.go getStatefulSetMaxUnavailable.
 */
export function unavailableInOrder(maxUnavailable: Amount, replicas: number): number {
  return Math.min(Math.max(1, amountOf(maxUnavailable, replicas, 'down')), replicas);
}

/**
 * In how many rounds at least a rolling update brings all its pods: at no time more than `surge` and `unavailable`
 * together are on their way. 0 without replicas. Never throws.
 *
 * Source: kubernetes pkg/controller/deployment/rolling.go, whose two bounds on all pods leave no more room.
 */
export function fewestRounds({ surge, unavailable }: RollingUpdate, replicas: number): number {
  return replicas > 0 ? Math.ceil(replicas / Math.max(1, surge + unavailable)) : 0;
}
