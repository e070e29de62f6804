/** The Services that an Ingress sends to. */
import type { Node } from '../node.ts';
import type { Resource } from '../resource.ts';

/**
 * Where an Ingress names them, in every version of its API; none for other objects. With the port `use-annotation` the
 * name is that of an action in an annotation instead (AWS Load Balancer Controller, Ingress annotations).
 */
export function backendNamesOf(ingress: Resource): Node[] {
  if (ingress.type !== 'networking.k8s.io/Ingress' && ingress.type !== 'extensions/Ingress') return [];
  const spec = (ingress.root as Node).at('spec');
  const paths = (spec.at('rules').items() as Node[]).flatMap(
    (rule) => rule.at('http').at('paths').items() as Node[],
  );
  return [spec.at('defaultBackend'), spec.at('backend'), ...paths.map((path) => path.at('backend'))]
    .flatMap((backend) => nameIn(backend) ?? [])
    .filter((name) => name.string());
}

function nameIn(backend: Node): Node | undefined {
  const service = backend.at('service');
  const port = service.exists ? service.at('port').at('name') : backend.at('servicePort');
  if (port.string() === 'use-annotation') return undefined;
  return service.exists ? service.at('name') : backend.at('serviceName');
}
