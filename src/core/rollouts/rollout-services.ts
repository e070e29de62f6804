/** The Services that a Rollout steers: its controller writes a hash of the pods to send to into their selectors. */
import type { Node } from '../node.ts';
import type { Resource } from '../resource.ts';

/** The field with which a Rollout names a Service. */
export type ServiceRole =
  | 'activeService'
  | 'previewService'
  | 'canaryService'
  | 'stableService'
  | 'pingService'
  | 'pongService';

export interface SteeredService {
  readonly role: ServiceRole;
  readonly name: string;
  /** Where the name is written. */
  readonly at: Node;
}

/**
 * The Services whose selector the controller of a Rollout rewrites (argo-rollouts rollout/service.go), with what each
 * is for. A root Service keeps its selector and isn't among them.
 */
export function serviceRolesOf(rollout: Resource): SteeredService[] {
  if (rollout.type !== 'argoproj.io/Rollout') return [];
  const strategy = (rollout.root as Node).at('spec').at('strategy');
  const [blueGreen, canary] = [strategy.at('blueGreen'), strategy.at('canary')];
  const pingPong = canary.at('pingPong');
  return [
    ...steered(blueGreen, 'activeService'),
    ...steered(blueGreen, 'previewService'),
    ...steered(canary, 'canaryService'),
    ...steered(canary, 'stableService'),
    ...steered(pingPong, 'pingService'),
    ...steered(pingPong, 'pongService'),
  ];
}

function steered(strategy: Node, role: ServiceRole): SteeredService[] {
  const at = strategy.at(role);
  const name = at.string();
  return name ? [{ role, name, at }] : [];
}

/** Where a Rollout names them. */
export function steeredServicesOf(rollout: Resource): Node[] {
  return serviceRolesOf(rollout).map(({ at }) => at);
}
