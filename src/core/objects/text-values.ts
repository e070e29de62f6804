/** Where objects have labels, annotations and selectors, whose values must be texts, and what kubectl reads instead. */
import type { Node } from '../node.ts';
import { podsOf, SELECTING_KINDS } from '../pod.ts';
import type { Resource } from '../resource.ts';

/** A value with the label or annotation that it belongs to. */
export interface TextValue {
  readonly key: string;
  readonly at: Node;
}

/**
 * What kubectl reads in the place of a text; undefined for texts, and for null, which is an empty one. The value itself
 * isn't told: it may be a password.
 */
export function notText(node: Node<unknown>): string | undefined {
  if (!node.exists || node.string() !== undefined) return undefined;
  if (node.isMap) return 'a map';
  if (node.isList) return 'a list';
  return node.boolean() === undefined ? 'a number' : 'a boolean';
}

/** The annotations of an object and of what it makes, each place once. */
export function annotationsIn(resource: Resource): TextValue[] {
  return once(metadatasOf(resource).flatMap((metadata) => valuesOf(metadata.at('annotations'))));
}

/** The labels of an object and of what it makes, and those that its selectors ask for, each place once. */
export function labelsIn(resource: Resource): TextValue[] {
  const labels = metadatasOf(resource).flatMap((metadata) => valuesOf(metadata.at('labels')));
  return once([...labels, ...plainSelectorsOf(resource).flatMap(valuesOf), ...requirementsIn(resource)]);
}

/** An alias shows one value at several places: its own counts, else the first. */
function once(values: readonly TextValue[]): TextValue[] {
  const own = values.filter(({ at }) => at.aliases.length === 0);
  const aliased = values.filter(({ at }) => at.aliases.length > 0);
  const byPlace = new Map([...own, ...aliased].reverse().map((value) => [value.at.span.start, value]));
  return [...byPlace.values()];
}

function valuesOf(map: Node): TextValue[] {
  return map.fields().map(([key, at]) => ({ key, at }));
}

/** Every metadata in an object: its own, and that of what is made of it. */
function metadatasOf(resource: Resource): Node[] {
  const root = resource.root as Node;
  const pods = podsOf(resource);
  return [
    root.at('metadata'),
    ...pods.map(({ metadata }) => metadata as Node),
    ...pods.flatMap(({ spec }) => claimTemplatesOf(spec as Node)),
    ...madeBy(resource.type, root.at('spec')),
  ];
}

/** What else a kind makes, or puts on its pods (kubernetes api; argo-rollouts types.go PodTemplateMetadata). */
function madeBy(type: string, spec: Node): Node[] {
  const strategy = spec.at('strategy');
  switch (type) {
    case 'apps/StatefulSet':
      return spec
        .at('volumeClaimTemplates')
        .items()
        .map((claim) => (claim as Node).at('metadata'));
    case 'batch/CronJob':
      return [spec.at('jobTemplate').at('metadata')];
    case 'argoproj.io/Rollout':
      return [
        ...['canaryMetadata', 'stableMetadata'].map((field) => strategy.at('canary').at(field)),
        ...['previewMetadata', 'activeMetadata'].map((field) => strategy.at('blueGreen').at(field)),
      ];
    default:
      return [];
  }
}

function claimTemplatesOf(podSpec: Node): Node[] {
  const volumes = podSpec.at('volumes').items() as Node[];
  return volumes.map((volume) => volume.at('ephemeral').at('volumeClaimTemplate').at('metadata'));
}

/** Selectors that are a map of labels, as a Service has one. */
function plainSelectorsOf(resource: Resource): Node[] {
  const own = ['core/Service', 'core/ReplicationController'].includes(resource.type)
    ? [(resource.root as Node).at('spec').at('selector')]
    : [];
  return [...own, ...podsOf(resource).map(({ spec }) => (spec as Node).at('nodeSelector'))];
}

const SELECTING: ReadonlySet<string> = new Set([
  ...SELECTING_KINDS,
  'batch/Job',
  'policy/PodDisruptionBudget',
]);

/** Selectors with `matchLabels` and `matchExpressions`. */
function requirementsIn(resource: Resource): TextValue[] {
  const own = SELECTING.has(resource.type) ? [(resource.root as Node).at('spec').at('selector')] : [];
  const selectors = [...own, ...podsOf(resource).flatMap(({ spec }) => spreadSelectorsOf(spec as Node))];
  return selectors.flatMap((selector) => [
    ...valuesOf(selector.at('matchLabels')),
    ...(selector.at('matchExpressions').items() as Node[]).flatMap((expression) => {
      const key = expression.at('key').string() ?? '';
      return (expression.at('values').items() as Node[]).map((at) => ({ key, at }));
    }),
  ]);
}

/** The selectors by which a pod keeps near to others or away from them. */
function spreadSelectorsOf(podSpec: Node): Node[] {
  const affinity = podSpec.at('affinity');
  const terms = [affinity.at('podAffinity'), affinity.at('podAntiAffinity')].flatMap((kind) => [
    ...(kind.at('requiredDuringSchedulingIgnoredDuringExecution').items() as Node[]),
    ...(kind.at('preferredDuringSchedulingIgnoredDuringExecution').items() as Node[]).map((term) =>
      term.at('podAffinityTerm'),
    ),
  ]);
  const constraints = podSpec.at('topologySpreadConstraints').items() as Node[];
  return [...terms, ...constraints].map((one) => one.at('labelSelector'));
}
