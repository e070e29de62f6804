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

/** The field of a role, whatever is written there. */
export interface ServiceField {
  readonly role: ServiceRole;
  /** Where the name is written. */
  readonly at: Node;
}

export interface SteeredService extends ServiceField {
  readonly name: string;
}

/**
 * The Services whose selector the controller of a Rollout rewrites (argo-rollouts rollout/service.go), with what each
 * is for. A root Service keeps its selector and isn't among them.
 */
export function serviceRolesOf(rollout: Resource): SteeredService[] {
  return serviceFieldsOf(rollout).flatMap((field) => {
    const name = field.at.string();
    return name ? [{ ...field, name }] : [];
  });
}

/** All fields of a Rollout that may name one of them; none of other objects. */
export function serviceFieldsOf(rollout: Resource): ServiceField[] {
  if (rollout.type !== 'argoproj.io/Rollout') return [];
  const strategy = (rollout.root as Node).at('spec').at('strategy');
  const [blueGreen, canary] = [strategy.at('blueGreen'), strategy.at('canary')];
  const pingPong = canary.at('pingPong');
  return [
    field(blueGreen, 'activeService'),
    field(blueGreen, 'previewService'),
    field(canary, 'canaryService'),
    field(canary, 'stableService'),
    field(pingPong, 'pingService'),
    field(pingPong, 'pongService'),
  ];
}

function field(strategy: Node, role: ServiceRole): ServiceField {
  return { role, at: strategy.at(role) };
}

/** Where a Rollout names them. */
export function steeredServicesOf(rollout: Resource): Node[] {
  return serviceRolesOf(rollout).map(({ at }) => at);
}
