/** How a Service is reached from outside of the cluster, as far as Ingresses and its own type tell. */
import type { V1Service } from '@kubernetes/client-node';
import type { ResourceIndex } from '../index/resource-index.ts';
import type { Node } from '../node.ts';
import type { Resource } from '../resource.ts';
import { backendNamesOf } from './ingress-backends.ts';

export interface Exposure {
  readonly by: 'Ingress' | 'LoadBalancer' | 'NodePort';
  /** What messages call it: `Ingress "web"`, or `the LoadBalancer of Service "web"`. */
  readonly title: string;
  /** The Ingress, or the Service itself. */
  readonly resource: Resource;
  /** Where it says so: the name in the Ingress, or the type of the Service. */
  readonly at: Node;
}

/** The ways to a Service of that name in the namespace and the bundle of another object. */
export function exposuresOf(name: string, from: Resource, index: ResourceIndex): Exposure[] {
  const ingresses = index.ingressesTo(name, from).flatMap((ingress) => {
    const at = backendNamesOf(ingress).find((node) => node.string() === name);
    return at ? [{ by: 'Ingress' as const, title: ingress.title, resource: ingress, at }] : [];
  });
  const services = index.findNear({ type: 'core/Service', name, namespace: from.namespace }, from);
  const own = services.flatMap((service) => typeExposure(service as unknown as Resource<V1Service>) ?? []);
  return [...ingresses, ...own];
}

function typeExposure(service: Resource<V1Service>): Exposure | undefined {
  const at = service.root.at('spec').at('type');
  const by = at.string();
  if (by !== 'LoadBalancer' && by !== 'NodePort') return undefined;
  return { by, title: `the ${by} of ${service.title}`, resource: service as Resource, at };
}
