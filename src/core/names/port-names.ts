/** The fields that name a port: of a container, or of a Service. */
import type { V1Service } from '@kubernetes/client-node';
import type { ResourceIndex } from '../index/resource-index.ts';
import type { Node } from '../node.ts';
import { type Backend, backendsOf } from '../objects/ingress-backends.ts';
import { type Container, containersOf, type Pod, podsOf } from '../pod.ts';
import type { Resource } from '../resource.ts';
import { listField, type Named, type NameField } from './name-field.ts';
import { placeOf } from './place.ts';

/** Target ports of a Service, ports of probes and hooks, and ports of an Ingress's backends. */
export function portFieldsOf(resource: Resource, index: ResourceIndex): NameField[] {
  const service = resource.as('core/Service');
  return [
    ...(service ? targetPortsOf(service, index) : []),
    ...podsOf(resource).flatMap(containersOf).flatMap(probedPortsOf),
    ...backendsOf(resource).map((backend) =>
      listField(backend.port, () => servicePortsOf(backend, resource, index)),
    ),
  ];
}

/** A Service over more pods than this is looked at in part, so that ten thousand copies cost no square. */
const ENOUGH = 100;

function targetPortsOf(service: Resource<V1Service>, index: ResourceIndex): NameField[] {
  const ports = service.root.at('spec').at('ports').items();
  return ports.map((port) =>
    listField(port.at('targetPort') as Node, () =>
      firstOf(index.podsSelectedBy(service))
        .flatMap(containersOf)
        .flatMap((container) => portsIn(container, port.at('protocol').string() ?? 'TCP')),
    ),
  );
}

function firstOf(pods: Iterable<Pod>): Pod[] {
  const first: Pod[] = [];
  for (const pod of pods) {
    if (first.length === ENOUGH) break;
    first.push(pod);
  }
  return first;
}

/** The kubelet looks a name up in the container itself, whatever the protocol (kubernetes pkg/probe/util.go). */
function probedPortsOf(container: Container): NameField[] {
  const { node } = container;
  const lifecycle = node.at('lifecycle');
  const probes = [node.at('readinessProbe'), node.at('livenessProbe'), node.at('startupProbe')] as Node[];
  const hooks = [lifecycle.at('postStart'), lifecycle.at('preStop')] as Node[];
  return [...probes, ...hooks]
    .flatMap((probe) => [probe.at('httpGet').at('port'), probe.at('tcpSocket').at('port')])
    .map((at) => listField(at, () => portsIn(container)));
}

/** The named ports of a container; with a protocol only those of that. */
function portsIn({ node, name }: Container, protocol?: string): Named[] {
  const ports = node.at('ports').items() as Node[];
  return ports
    .filter((port) => protocol === undefined || (port.at('protocol').string() ?? 'TCP') === protocol)
    .flatMap((port) =>
      namedPort(port, `port ${port.at('containerPort').integer() ?? '?'} of container ${name}`),
    );
}

function servicePortsOf({ service }: Backend, ingress: Resource, index: ResourceIndex): Named[] {
  const name = service.string();
  if (!name) return [];
  const services = index.find({ type: 'core/Service', name, namespace: ingress.namespace }, ingress);
  return services.flatMap(({ root, source }) =>
    ((root as Node).at('spec').at('ports').items() as Node[]).flatMap((port) =>
      namedPort(port, `port ${port.at('port').integer() ?? '?'} of Service ${name} · ${source.path}`),
    ),
  );
}

function namedPort(port: Node, detail: string): Named[] {
  const at = port.at('name');
  const name = at.string();
  return name ? [{ name, place: placeOf(at), detail }] : [];
}
