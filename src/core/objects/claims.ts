/** The persistent volume claims that a pod mounts by name, and on how many nodes they can be at once. */
import type { V1PersistentVolumeClaim, V1PodSpec } from '@kubernetes/client-node';
import type { ResourceIndex } from '../index/resource-index.ts';
import type { Node } from '../node.ts';
import type { Pod } from '../pod.ts';
import type { Resource } from '../resource.ts';

/** How many pods can use a claim at once: those of one node, a single one, or any. */
export type ClaimReach = 'node' | 'pod' | 'any';

export interface Claim {
  /** `claimName` in the volume of the pod. */
  readonly name: Node<string>;
  /** The claim; undefined when it isn't here. */
  readonly resource: Resource<V1PersistentVolumeClaim> | undefined;
  /** Undefined when the claim isn't here, or its access modes don't tell, or several claims of that name disagree. */
  readonly reach: ClaimReach | undefined;
}

/** The claims of a pod in the order of its volumes; claims made from a template of the pod itself are its own. */
export function claimsOf(pod: Pod, index: ResourceIndex): Claim[] {
  const volumes = pod.spec.at('volumes').items();
  return volumes.flatMap((volume) => {
    const claimName = volume.at('persistentVolumeClaim').at('claimName');
    const name = claimName.string();
    return name === undefined ? [] : [claimOf(claimName as Node<string>, name, pod, index)];
  });
}

/** The claims that a second pod waits for while the first runs; pods that are bound to one node share those of a node. */
export function exclusiveClaimsOf(pod: Pod, index: ResourceIndex): Claim[] {
  const bound = isBoundToOneNode(pod.spec);
  return claimsOf(pod, index).filter(({ reach }) => reach === 'pod' || (reach === 'node' && !bound));
}

const HOSTNAME = 'kubernetes.io/hostname';

function isBoundToOneNode(spec: Node<V1PodSpec>): boolean {
  const affinity = spec.at('affinity').at('podAffinity');
  return (
    spec.at('nodeName').exists ||
    spec.at('nodeSelector').at(HOSTNAME).exists ||
    affinity
      .at('requiredDuringSchedulingIgnoredDuringExecution')
      .items()
      .some((term) => term.at('topologyKey').string() === HOSTNAME)
  );
}

function claimOf(
  claimName: Node<string>,
  name: string,
  { resource: owner }: Pod,
  index: ResourceIndex,
): Claim {
  const reference = { type: 'core/PersistentVolumeClaim', name, namespace: owner.namespace };
  const found = index.find(reference, owner).flatMap((claim) => claim.as('core/PersistentVolumeClaim') ?? []);
  const [reach, ...others] = new Set(found.map(reachOf));
  return { name: claimName, resource: found[0], reach: others.length === 0 ? reach : undefined };
}

/** Source: kubernetes staging/src/k8s.io/api/core/v1/types.go PersistentVolumeAccessMode. */
const REACHES: ReadonlyMap<string, ClaimReach> = new Map([
  ['ReadWriteOnce', 'node'],
  ['ReadWriteOncePod', 'pod'],
  ['ReadWriteMany', 'any'],
  ['ReadOnlyMany', 'any'],
]);

function reachOf(claim: Resource<V1PersistentVolumeClaim>): ClaimReach | undefined {
  const modes = claim.root.at('spec').at('accessModes').items();
  const reaches = modes.map((mode) => REACHES.get(mode.string() ?? ''));
  if (reaches.length === 0 || reaches.includes(undefined)) return undefined;
  return (['any', 'node', 'pod'] as const).find((reach) => reaches.includes(reach));
}
