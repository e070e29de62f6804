/** What labels have to do with names: selectors that take in pods, and the labels of these pods. */
import type { ResourceIndex } from '../index/resource-index.ts';
import type { Node } from '../node.ts';
import { type Pod, podsOf, SELECTING_KINDS } from '../pod.ts';
import type { Resource } from '../resource.ts';
import { namePlaceOf } from './name-field.ts';
import { distinct, type Place, touches, wholeOf } from './place.ts';

/** Where a Service or a PodDisruptionBudget has its selector; undefined for other objects. */
export function selectorNodeOf({ type, root }: Resource<never>): Node | undefined {
  if (type !== 'core/Service' && type !== 'policy/PodDisruptionBudget') return undefined;
  const selector = (root as Node).at('spec').at('selector');
  return selector.isMap ? selector : undefined;
}

/** The names of the workloads whose pods a Service or a PodDisruptionBudget selects. */
export function workloadsSelectedBy(resource: Resource, index: ResourceIndex): Place[] {
  const service = resource.as('core/Service');
  const budget = resource.as('policy/PodDisruptionBudget');
  const pods = service ? index.podsSelectedBy(service) : budget ? index.podsCountedBy(budget) : [];
  const workloads = new Set([...pods].flatMap(({ resource: owner }) => runnersOf(owner, index)));
  return distinct([...workloads].map(namePlaceOf));
}

/** A workload with the Rollouts that run its pods. */
function runnersOf(workload: Resource, index: ResourceIndex): readonly Resource[] {
  return [workload, ...index.rolloutsReferencing(workload)];
}

/** The Services and PodDisruptionBudgets that select a pod. */
export function selectorsOver(pod: Pod, index: ResourceIndex): readonly Resource<never>[] {
  return [...index.servicesSelecting(pod), ...index.budgetsSelecting(pod)];
}

/** The pods of an object that have the labels at an offset; at the selector of a controller all of its pods. */
export function podsLabelledAt(resource: Resource, offset: number): Pod[] {
  const isAt = (node: Node) => node.isMap && touches(wholeOf(node).span, offset);
  const isController = (SELECTING_KINDS as readonly string[]).includes(resource.type);
  const atSelector = isController && isAt((resource.root as Node).at('spec').at('selector'));
  return podsOf(resource).filter((pod) => atSelector || isAt(labelsNodeOf(pod)));
}

export function labelsNodeOf({ metadata }: Pod): Node {
  return metadata.at('labels') as Node;
}
