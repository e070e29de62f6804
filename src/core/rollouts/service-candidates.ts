/** The Services that a Rollout can be given to steer. */
import type { V1Service } from '@kubernetes/client-node';
import type { ResourceIndex } from '../index/resource-index.ts';
import type { Resource } from '../resource.ts';
import type { ServiceRole } from './rollout-services.ts';

/**
 * The names of Services over the pods of a Rollout that no Rollout steers; all of its namespace when its pods aren't
 * here.
 */
export function freeServicesOf(rollout: Resource, index: ResourceIndex): string[] {
  const [pod] = index.podsRunBy(rollout);
  const services = pod
    ? index.servicesSelecting(pod)
    : (index.ofType('core/Service', rollout) as unknown as readonly Resource<V1Service>[]);
  const free = services.filter((service) => index.rolloutsSteering(service).length === 0);
  return [...new Set(free.flatMap(({ name }) => name ?? []))];
}

/**
 * Those that suit a role, three at most: the Service that everybody uses already is one for the stable or the active
 * pods; for the other roles its name has to say so, since it leads to some of the pods alone from then on.
 */
export function serviceCandidatesOf(rollout: Resource, role: ServiceRole, index: ResourceIndex): string[] {
  const word = role.replace('Service', '');
  const isOpen = role === 'stableService' || role === 'activeService';
  return freeServicesOf(rollout, index)
    .filter((name) => isOpen || name.includes(word))
    .slice(0, 3);
}
