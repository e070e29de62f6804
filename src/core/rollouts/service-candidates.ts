/** The Services that a Rollout can be given for a role. */
import type { V1Service } from '@kubernetes/client-node';
import type { ResourceIndex } from '../index/resource-index.ts';
import type { Resource } from '../resource.ts';
import type { ServiceRole } from './rollout-services.ts';

/**
 * The names of Services over the pods of a Rollout (all of its namespace, when its pods aren't here) that no Rollout
 * steers, and so may lead elsewhere from now on without harm: for a role that gets only new pods, or only some, those whose
 * name says so.
 */
export function serviceCandidatesOf(rollout: Resource, role: ServiceRole, index: ResourceIndex): string[] {
  const [pod] = index.podsRunBy(rollout);
  const services = pod
    ? index.servicesSelecting(pod)
    : (index.ofType('core/Service', rollout) as unknown as readonly Resource<V1Service>[]);
  const names = services
    .filter((service) => index.rolloutsSteering(service).length === 0)
    .map(({ name }) => name);
  return [...new Set(names)].filter((name) => name !== undefined).filter((name) => suits(name, role));
}

/** The Service that everybody uses already is the one for the stable or the active pods. */
function suits(name: string, role: ServiceRole): boolean {
  return role === 'stableService' || role === 'activeService' || name.includes(role.replace('Service', ''));
}
