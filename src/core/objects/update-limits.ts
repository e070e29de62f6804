/** Where each kind writes how many pods an update may add and take away, and how many pods there are to take. */
import type { Node } from '../node.ts';
import type { Resource } from '../resource.ts';

/** The limits of a rolling update as written. */
export interface UpdateLimits {
  /** The map that holds them; absent when nothing is written. */
  readonly map: Node;
  readonly maxUnavailable: Node;
  readonly maxSurge: Node;
  /** Whether the kind and strategy have a maxSurge: StatefulSets and blue-green Rollouts have none. */
  readonly hasSurge: boolean;
  /** Whether they decide how an update goes on: not with traffic routing, and not in a blue-green Rollout. */
  readonly steers: boolean;
}

/**
 * The limits of a Deployment, DaemonSet, StatefulSet or Rollout; undefined for other kinds, for other ways to update
 * (Recreate, OnDelete), and for a Rollout with two strategies, which is refused as it is.
 */
export function updateLimitsOf(workload: Resource): UpdateLimits | undefined {
  const spec = (workload.root as Node).at('spec');
  switch (workload.type) {
    case 'apps/Deployment':
      return ofRollingUpdate(spec.at('strategy'), true);
    case 'apps/DaemonSet':
      return ofRollingUpdate(spec.at('updateStrategy'), true);
    case 'apps/StatefulSet':
      return ofRollingUpdate(spec.at('updateStrategy'), false);
    case 'argoproj.io/Rollout':
      return ofRollout(spec.at('strategy'));
    default:
      return undefined;
  }
}

function ofRollingUpdate(strategy: Node, hasSurge: boolean): UpdateLimits | undefined {
  const type = strategy.at('type');
  if (type.exists && type.string() !== 'RollingUpdate') return undefined;
  return limitsIn(strategy.at('rollingUpdate'), hasSurge, true);
}

function ofRollout(strategy: Node): UpdateLimits | undefined {
  const canary = strategy.at('canary');
  const blueGreen = strategy.at('blueGreen');
  if (!blueGreen.exists) return limitsIn(canary, true, !canary.at('trafficRouting').exists);
  return canary.exists ? undefined : limitsIn(blueGreen, false, false);
}

function limitsIn(map: Node, hasSurge: boolean, steers: boolean): UpdateLimits {
  return { map, maxUnavailable: map.at('maxUnavailable'), maxSurge: map.at('maxSurge'), hasSurge, steers };
}
