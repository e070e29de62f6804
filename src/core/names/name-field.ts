/** What every name has in common, whatever it is a name of: a field that it is written in, and things that bear it. */
import type { ResourceIndex } from '../index/resource-index.ts';
import type { NamingField } from '../index/scope.ts';
import type { Node } from '../node.ts';
import type { Resource } from '../resource.ts';
import { type Place, placeOf } from './place.ts';

/** Something that can be named. */
export interface Named {
  readonly name: string;
  /** Where it gets its name. */
  readonly place: Place;
  /** What it is and where, `Service · k8s/web.yaml`. */
  readonly detail: string;
}

/** A field that names something. */
export interface NameField {
  /** The value; it may be empty, missing, or no text at all. */
  readonly at: Node;
  /** What a name means here. */
  find(name: string): readonly Named[];
  /** Everything that may be named here, the nearest first. */
  all(): readonly Named[];
}

/** A field that names an object. */
export function objectField(
  { at, type, namespace }: NamingField,
  owner: Resource,
  index: ResourceIndex,
): NameField {
  return {
    at,
    find: (name) => index.find({ type, name, namespace }, owner).map(namedObject),
    all: () => {
      const objects = index.ofType(type, owner);
      const near = objects.filter((object) => index.areTogether(object, owner));
      return [...near, ...objects].filter(({ name }) => name).map(namedObject);
    },
  };
}

/** A field that names one of a list of things. */
export function listField(at: Node, all: () => readonly Named[]): NameField {
  return { at, find: (name) => all().filter((thing) => thing.name === name), all };
}

/** Where an object gets its name. */
export function namePlaceOf({ root }: Resource): Place {
  return placeOf((root as Node).at('metadata').at('name'));
}

function namedObject(object: Resource): Named {
  const { name = '', kind, source } = object;
  return { name, place: namePlaceOf(object), detail: `${kind} · ${source.path}` };
}
