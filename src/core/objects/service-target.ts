/** What the ports of a Service lead to in a pod. */
import type { V1Service, V1ServicePort } from '@kubernetes/client-node';
import type { Node } from '../node.ts';
import { type Container, containersOf, type Pod } from '../pod.ts';
import type { Resource } from '../resource.ts';

export interface ServiceTarget {
  readonly servicePort: Node<V1ServicePort>;
  /** TCP when left out. */
  readonly protocol: string;
  /** A number, or the name of a container port; quoted digits are refused and count as no name. */
  readonly port: number | string;
}

const DIGITS = /^[0-9]*$/;

/**
 * The targets of a Service's ports; a `targetPort` that is absent, 0 or empty is the same as `port` (kubernetes
 * pkg/apis/core/v1/defaults.go SetDefaults_Service). Ports with values of other types are left out.
 */
export function targetsOf(service: Resource<V1Service>): ServiceTarget[] {
  return service.root
    .at('spec')
    .at('ports')
    .items()
    .flatMap((servicePort) => {
      const protocol = servicePort.at('protocol');
      const port = targetOf(servicePort);
      const name = protocol.exists ? protocol.string() : 'TCP';
      return port === undefined || name === undefined ? [] : [{ servicePort, protocol: name, port }];
    });
}

function targetOf(servicePort: Node<V1ServicePort>): number | string | undefined {
  const target = servicePort.at('targetPort') as Node;
  const name = target.string();
  if (name) return DIGITS.test(name) ? undefined : name;
  const written = name === '' ? undefined : target.integer();
  if (target.exists && written === undefined && name === undefined) return undefined;
  return written || servicePort.at('port').integer();
}

/**
 * The container of a pod that declares a port by that name or number, with that protocol: a main one, else a native
 * sidecar, whose ports Services see from Kubernetes 1.32 on (kubernetes pkg/api/v1/pod/util.go FindPort;
 * endpointslice utils.go).
 */
export function declarerOf(pod: Pod, port: number | string, protocol: string): Container | undefined {
  const key = typeof port === 'number' ? 'containerPort' : 'name';
  const declares = ({ node }: Container) =>
    (node.at('ports').items() as Node[]).some(
      (declared) =>
        declared.at(key).value === port && (declared.at('protocol').string() ?? 'TCP') === protocol,
    );
  const containers = containersOf(pod);
  return (
    containers.find((container) => container.role === 'main' && declares(container)) ??
    containers.find((container) => container.role === 'sidecar' && declares(container))
  );
}

/** Whether a Service has a port that leads to something in a pod: a number always does, a name where it is declared. */
export function reaches(targets: readonly ServiceTarget[], pod: Pod): boolean {
  return targets.some(({ port, protocol }) => typeof port === 'number' || declarerOf(pod, port, protocol));
}
