/** What moves the weights of a canary: the routers under `trafficRouting` of a Rollout. */
import type { Node } from '../node.ts';

/** The routers that the controller has code for (argo-rollouts rollout/trafficrouting.go newTrafficRoutingReconciler). */
export const ROUTERS = [
  'nginx',
  'alb',
  'istio',
  'smi',
  'ambassador',
  'appMesh',
  'traefik',
  'apisix',
  'plugins',
] as const;

export type Router = (typeof ROUTERS)[number];

/** The routers that a `trafficRouting` names, in that order; an empty map of plugins names none. */
export function routersOf(trafficRouting: Node): Router[] {
  return ROUTERS.filter((router) => {
    const node = trafficRouting.at(router);
    return router === 'plugins' && node.isMap ? node.fields().length > 0 : node.exists;
  });
}
