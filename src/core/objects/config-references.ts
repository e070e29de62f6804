/** Where pods read ConfigMaps and Secrets: through variables, and through volumes. */
import { hasPlaceholder } from '../../kubernetes/index.ts';
import type { ResourceIndex } from '../index/resource-index.ts';
import type { Node } from '../node.ts';
import { type Container, containersOf, type Pod } from '../pod.ts';
import type { Resource } from '../resource.ts';

/** One place that names a ConfigMap or a Secret. */
export interface ConfigReference {
  readonly pod: Pod;
  readonly type: 'core/ConfigMap' | 'core/Secret';
  readonly name: string;
  /** The node with the name. */
  readonly at: Node;
  /** The container that reads it into variables, once, when it starts. */
  readonly container: Container | undefined;
  /** The volume that is made of it, whose files follow changes. */
  readonly volume: Node | undefined;
  /** The keys that it asks for one by one; none when it takes them as they come. */
  readonly keys: readonly Node[];
  /** Whether containers start without it. */
  readonly optional: boolean;
  /** Where containers mount a part of the volume; such a mount never follows changes. */
  readonly subPaths: readonly Node[];
}

/** The objects that a reference can mean; none when nothing of that name is here. */
export function objectsNamedBy(
  { type, name, pod }: ConfigReference,
  index: ResourceIndex,
): readonly Resource[] {
  return index.find({ type, name, namespace: pod.resource.namespace }, pod.resource);
}

/** `ConfigMap "web"`, as messages name it. */
export function titleOfReference({ type, name }: Pick<ConfigReference, 'type' | 'name'>): string {
  return `${type.slice('core/'.length)} "${name}"`;
}

/**
 * The references of a pod in the order of its containers, then of its volumes. Those with a name that another tool
 * completes are left out, and image pull secrets, without which a pod still may run (kubernetes api core/v1
 * types.go EnvVarSource, EnvFromSource, VolumeSource, ProjectedVolumeSource).
 */
export function configReferencesOf(pod: Pod): ConfigReference[] {
  return configFieldsOf(pod).filter(({ name }) => name !== '' && !hasPlaceholder(name));
}

/** The same, whatever the name is; empty where it is left out or no text. */
export function configFieldsOf(pod: Pod): ConfigReference[] {
  const containers = containersOf(pod);
  return [
    ...containers.flatMap((container) => [...inVariables(container), ...inSources(container)]),
    ...(pod.spec.at('volumes').items() as Node[]).flatMap((volume) => inVolume(volume, pod, containers)),
  ];
}

function inVariables(container: Container): ConfigReference[] {
  return (container.node.at('env').items() as Node[]).flatMap((variable) => {
    const from = variable.at('valueFrom');
    const ofConfigMap = from.at('configMapKeyRef');
    const ofSecret = from.at('secretKeyRef');
    return [
      ...named(container, ofConfigMap, 'core/ConfigMap', [ofConfigMap.at('key')]),
      ...named(container, ofSecret, 'core/Secret', [ofSecret.at('key')]),
    ];
  });
}

function inSources(container: Container): ConfigReference[] {
  return (container.node.at('envFrom').items() as Node[]).flatMap((source) => [
    ...named(container, source.at('configMapRef'), 'core/ConfigMap', []),
    ...named(container, source.at('secretRef'), 'core/Secret', []),
  ]);
}

function named(
  container: Container,
  reference: Node,
  type: ConfigReference['type'],
  keys: readonly Node[],
): ConfigReference[] {
  if (!reference.isMap) return [];
  const at = reference.at('name');
  const name = at.string() ?? '';
  const { pod } = container;
  return [
    {
      pod,
      type,
      name,
      at,
      container,
      volume: undefined,
      keys,
      optional: isOptional(reference),
      subPaths: [],
    },
  ];
}

function inVolume(volume: Node, pod: Pod, containers: readonly Container[]): ConfigReference[] {
  const subPaths = subPathsOf(volume, containers);
  const file = (source: Node, type: ConfigReference['type'], at: Node): ConfigReference[] => {
    if (!source.isMap) return [];
    const name = at.string() ?? '';
    const keys = source
      .at('items')
      .items()
      .map((item) => (item as Node).at('key'));
    const optional = isOptional(source);
    return [{ pod, type, name, at, container: undefined, volume, keys, optional, subPaths }];
  };
  const configMap = volume.at('configMap');
  const secret = volume.at('secret');
  return [
    ...file(configMap, 'core/ConfigMap', configMap.at('name')),
    ...file(secret, 'core/Secret', secret.at('secretName')),
    ...(volume.at('projected').at('sources').items() as Node[]).flatMap((source) => [
      ...file(source.at('configMap'), 'core/ConfigMap', source.at('configMap').at('name')),
      ...file(source.at('secret'), 'core/Secret', source.at('secret').at('name')),
    ]),
  ];
}

/** Where containers mount a part of a volume. */
export function subPathsOf(volume: Node, containers: readonly Container[]): Node[] {
  const name = volume.at('name').string();
  if (name === undefined) return [];
  return containers
    .flatMap(({ node }) => node.at('volumeMounts').items() as Node[])
    .filter((mount) => mount.at('name').string() === name)
    .flatMap((mount) => [mount.at('subPath'), mount.at('subPathExpr')])
    .filter((path) => path.string());
}

/** A value that isn't known here counts as true. */
function isOptional(reference: Node): boolean {
  const optional = reference.at('optional');
  return optional.exists && optional.boolean() !== false;
}
