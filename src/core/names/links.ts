/** Links: from the places that name or select something to what they mean. */
import type { ResourceIndex } from '../index/resource-index.ts';
import type { Resource } from '../resource.ts';
import { argTextsOf, argUsesIn, passedArgFieldsOf, usableArgsOf } from './arg-names.ts';
import { keyFieldsOf } from './key-names.ts';
import { type NameField, namePlaceOf } from './name-field.ts';
import { objectFieldsOf } from './object-names.ts';
import { distinct, type Place, placeOf, touches, wholeOf } from './place.ts';
import { portFieldsOf } from './port-names.ts';
import { podsLabelledAt, selectorNodeOf, selectorsOver, workloadsSelectedBy } from './selections.ts';

/** A place that names or selects something, and where that is; at least one place. */
export interface Link {
  readonly from: Place;
  readonly to: readonly Place[];
}

/** All links out of an object: names, `{{args.name}}`, and the selector of a Service or a PodDisruptionBudget. */
export function linksOf(resource: Resource, index: ResourceIndex): readonly Link[] {
  return [...nameLinksOf(resource, index), ...selectionLinksOf(resource, index)];
}

/** What a cursor leads to. Labels of a pod lead to the Services and PodDisruptionBudgets that select it. */
export function definitionsAt(resource: Resource, index: ResourceIndex, offset: number): readonly Place[] {
  const links = linksOf(resource, index).filter(({ from }) => touches(from.span, offset));
  const pods = podsLabelledAt(resource, offset);
  const selecting = new Set(pods.flatMap((pod) => selectorsOver(pod, index)));
  return distinct([...links.flatMap(({ to }) => to), ...[...selecting].map(namePlaceOf)]);
}

/** The fields of an object in which names are written. */
export function nameFieldsOf(resource: Resource, index: ResourceIndex): readonly NameField[] {
  return [
    ...objectFieldsOf(resource, index),
    ...keyFieldsOf(resource, index),
    ...portFieldsOf(resource, index),
    ...passedArgFieldsOf(resource, index),
  ];
}

/** The links out of an object that are names. */
export function nameLinksOf(resource: Resource, index: ResourceIndex): Link[] {
  const named = nameFieldsOf(resource, index).map(({ at, find }) => {
    const name = at.string();
    return { from: placeOf(at), to: name ? find(name).map(({ place }) => place) : [] };
  });
  return [...named, ...argLinksOf(resource, index)].filter(({ to }) => to.length > 0);
}

function argLinksOf(resource: Resource, index: ResourceIndex): Link[] {
  const texts = argTextsOf(resource);
  if (texts.length === 0) return [];
  const usable = usableArgsOf(resource, index);
  return texts.flatMap((text) =>
    argUsesIn(text).map(({ name, span }) => ({
      from: { source: text.source, span },
      to: usable.filter((arg) => arg.name === name).map(({ place }) => place),
    })),
  );
}

function selectionLinksOf(resource: Resource, index: ResourceIndex): Link[] {
  const selector = selectorNodeOf(resource);
  const to = selector ? workloadsSelectedBy(resource, index) : [];
  return selector && to.length > 0 ? [{ from: wholeOf(selector), to }] : [];
}
