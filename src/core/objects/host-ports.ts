/** The ports that a pod takes on its node. */
import type { V1ContainerPort } from '@kubernetes/client-node';
import type { Node } from '../node.ts';
import { containersOf, type Pod } from '../pod.ts';

/** A port of the node, written as `hostPort`, or as `containerPort` in the network of the node. */
export interface HostPort {
  readonly node: Node<number>;
  readonly number: number;
}

/**
 * The ports of its node that a pod takes, of those containers that run all the time; only one pod of a node can have
 * each. With `hostNetwork` every declared port is one.
 *
 * Source: kubernetes pkg/apis/core/v1/defaults.go SetDefaults_Pod, defaultHostNetworkPorts;
 * pkg/scheduler/framework/plugins/nodeports.
 */
export function hostPortsOf(pod: Pod): HostPort[] {
  const ofNode = pod.spec.at('hostNetwork').boolean() === true;
  return containersOf(pod)
    .filter(({ role }) => role === 'main' || role === 'sidecar')
    .flatMap(({ node }) => node.at('ports').items())
    .flatMap((port) => hostPortOf(port, ofNode) ?? []);
}

function hostPortOf(port: Node<V1ContainerPort>, ofNode: boolean): HostPort | undefined {
  const written = port.at('hostPort') as Node<number>;
  const node = ofNode && !written.exists ? (port.at('containerPort') as Node<number>) : written;
  const number = node.integer();
  return number !== undefined && number > 0 ? { node, number } : undefined;
}
