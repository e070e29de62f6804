/** The Services that an Ingress sends to. */
import type { Node } from '../node.ts';
import type { Resource } from '../resource.ts';

/**
 * Where an Ingress names them, in every version of its API; none for other objects. With the port `use-annotation` the
 * name is that of an action in an annotation instead (AWS Load Balancer Controller, Ingress annotations).
 */
export function backendNamesOf(ingress: Resource): Node[] {
  return backendsOf(ingress)
    .filter(({ port }) => port.string() !== 'use-annotation')
    .map(({ service }) => service)
    .filter((service) => service.string());
}

export interface Backend {
  /** The name of the Service. */
  readonly service: Node;
  /** The name of its port; before networking.k8s.io/v1 its number too. */
  readonly port: Node;
}

/** All backends of an Ingress that may be a Service; none of other objects. */
export function backendsOf(ingress: Resource): Backend[] {
  if (ingress.type !== 'networking.k8s.io/Ingress' && ingress.type !== 'extensions/Ingress') return [];
  const spec = (ingress.root as Node).at('spec');
  const paths = (spec.at('rules').items() as Node[]).flatMap(
    (rule) => rule.at('http').at('paths').items() as Node[],
  );
  return [spec.at('defaultBackend'), spec.at('backend'), ...paths.map((path) => path.at('backend'))].map(
    (backend) => {
      const service = backend.at('service');
      return service.exists
        ? { service: service.at('name'), port: service.at('port').at('name') }
        : { service: backend.at('serviceName'), port: backend.at('servicePort') };
    },
  );
}
