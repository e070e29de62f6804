/** The fields that name a key of a ConfigMap or a Secret. */
import type { ResourceIndex } from '../index/resource-index.ts';
import type { Node } from '../node.ts';
import { configFieldsOf, objectsNamedBy } from '../objects/config-references.ts';
import { podsOf } from '../pod.ts';
import type { Resource } from '../resource.ts';
import { listField, type Named, type NameField } from './name-field.ts';
import { secretRefsOf } from './object-names.ts';

/** Those of an object's pods, and of the arguments of a template. */
export function keyFieldsOf(resource: Resource, index: ResourceIndex): NameField[] {
  const ofPods = podsOf(resource)
    .flatMap(configFieldsOf)
    .flatMap((reference) =>
      reference.keys.map((at) => listField(at, () => objectsNamedBy(reference, index).flatMap(keysOf))),
    );
  const ofArgs = secretRefsOf(resource).map((reference) =>
    listField(reference.at('key'), () => secretsNamed(reference.at('name'), resource, index).flatMap(keysOf)),
  );
  return [...ofPods, ...ofArgs];
}

function secretsNamed(at: Node, owner: Resource, index: ResourceIndex): readonly Resource[] {
  const name = at.string();
  return name ? index.find({ type: 'core/Secret', name, namespace: owner.namespace }, owner) : [];
}

/** The keys of a ConfigMap or a Secret (kubernetes api core/v1 types.go). */
function keysOf({ root, kind, name, source }: Resource): Named[] {
  const fields = ['data', 'binaryData', 'stringData'].flatMap((field) => (root as Node).at(field).fields());
  return fields.map(([key, value]) => ({
    name: key,
    place: { source, span: value.keySpan ?? value.focus },
    detail: `key of ${kind} ${name} · ${source.path}`,
  }));
}
