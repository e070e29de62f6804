/** References: the links of a project, backwards. */
import type { ResourceIndex } from '../index/resource-index.ts';
import type { Pod } from '../pod.ts';
import type { Resource } from '../resource.ts';
import { linksOf, nameLinksOf } from './links.ts';
import { namePlaceOf } from './name-field.ts';
import { distinct, type Place, PlaceMap, touches, wholeOf } from './place.ts';
import { labelsNodeOf, podsLabelledAt, selectorNodeOf, selectorsOver } from './selections.ts';

/**
 * Every place of the project that leads to the thing at the cursor, which may be where it gets its name, or a place
 * that names or selects it; for the labels of a pod the selectors that take it in. By path and place.
 */
export function referencesAt(
  resource: Resource,
  index: ResourceIndex,
  offset: number,
  includeDeclaration: boolean,
): readonly Place[] {
  const things = thingsAt(resource, index, offset);
  const pods = podsLabelledAt(resource, offset);
  const declarations = [
    ...things.map(({ place }) => place),
    ...pods.map((pod) => wholeOf(labelsNodeOf(pod))),
  ];
  const run = things.flatMap(({ objects }) => objects).flatMap((object) => index.podsRunBy(object));
  const selectors = new Set([...pods, ...run].flatMap((pod) => selectorsOf(pod, index)));
  const places = [
    ...(includeDeclaration ? declarations : []),
    ...things.flatMap(({ from }) => from),
    ...selectors,
  ];
  return distinct(places.sort(byPlace));
}

function selectorsOf(pod: Pod, index: ResourceIndex): Place[] {
  return selectorsOver(pod, index).flatMap((owner) => {
    const selector = selectorNodeOf(owner);
    return selector ? [wholeOf(selector)] : [];
  });
}

function byPlace(a: Place, b: Place): number {
  if (a.source.path !== b.source.path) return a.source.path < b.source.path ? -1 : 1;
  return a.span.start - b.span.start;
}

/** Something with a name, and what leads there by that name. */
interface Thing {
  readonly place: Place;
  /** The objects of that name; several where an anchor gives it to them, none for other things than objects. */
  readonly objects: readonly Resource[];
  readonly from: readonly Place[];
}

function thingsAt(resource: Resource, index: ResourceIndex, offset: number): Thing[] {
  const things = thingsOf(index);
  const links = linksOf(resource, index).filter(({ from }) => touches(from.span, offset));
  const meant = distinct(links.flatMap(({ to }) => to)).flatMap((place) => things.get(place) ?? []);
  if (meant.length > 0) return meant;
  return things.in(resource.source).filter(({ place }) => touches(place.span, offset));
}

const known = new WeakMap<ResourceIndex, PlaceMap<Thing>>();

function thingsOf(index: ResourceIndex): PlaceMap<Thing> {
  const things = known.get(index) ?? readThings(index);
  known.set(index, things);
  return things;
}

function readThings(index: ResourceIndex): PlaceMap<Thing> {
  const things = new PlaceMap<{ place: Place; objects: Resource[]; from: Place[] }>();
  const thingAt = (place: Place) => things.of(place, () => ({ place, objects: [], from: [] }));
  for (const resource of index.everything) {
    thingAt(namePlaceOf(resource)).objects.push(resource);
    for (const { from, to } of nameLinksOf(resource, index))
      for (const place of to) thingAt(place).from.push(from);
  }
  return things;
}
