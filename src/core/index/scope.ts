/** A set of objects with look-ups by name, by label and by selector, each built when first asked for. */
import type { V1PodDisruptionBudget, V1Service } from '@kubernetes/client-node';
import {
  type Labels,
  nameBeforeHash,
  readLabelSelector,
  readMapSelector,
  type Selector,
  withoutControllerLabels,
} from '../../kubernetes/index.ts';
import type { Kinds } from '../kinds.ts';
import type { Node } from '../node.ts';
import { backendNamesOf } from '../objects/ingress-backends.ts';
import { scaleTargetOf } from '../objects/scale-target.ts';
import { type Pod, podsOf, selectorOf } from '../pod.ts';
import { groupOf, type Resource } from '../resource.ts';
import { steeredServicesOf } from '../rollouts/rollout-services.ts';
import { LabelIndex, SelectorIndex } from './label-index.ts';
import { namespacesMeet } from './namespaced.ts';

/** Which object another one names. `type` is `group/Kind`. */
export interface Reference {
  readonly type: string;
  readonly name: string;
  readonly namespace: string | undefined;
}

/** A field that names an object, whatever is written there. */
export interface NamingField extends Omit<Reference, 'name'> {
  /** Where the name is written. */
  readonly at: Node;
}

export class Scope {
  readonly resources: readonly Resource[];
  #byName: Map<string, Resource[]> | undefined;
  #byType: Map<string, Resource[]> | undefined;
  #hashed: Map<string, Resource[]> | undefined;
  #scalers: Map<string, Resource[]> | undefined;
  #workloadRefs: Map<string, Resource[]> | undefined;
  #canaries: Map<string, Resource[]> | undefined;
  #steering: Map<string, Resource[]> | undefined;
  #ingresses: Map<string, Resource[]> | undefined;
  #pods: LabelIndex<Pod> | undefined;
  readonly #podSets = new Map<string, ReadonlySet<Pod>>();
  readonly #labelValues = new Map<string, ReadonlySet<string>>();
  #services: SelectorIndex<Resource<V1Service>> | undefined;
  #budgets: SelectorIndex<Resource<V1PodDisruptionBudget>> | undefined;
  #controllers: SelectorIndex<Resource> | undefined;

  constructor(resources: readonly Resource[]) {
    this.resources = resources;
  }

  /** The objects with that kind and name whose namespace can be the reference's. */
  find({ type, name, namespace }: Reference): Resource[] {
    this.#byName ??= indexBy(
      this.resources,
      (resource) => resource.name && nameKey(resource.type, resource.name),
    );
    return inNamespace(this.#byName.get(nameKey(type, name)), namespace);
  }

  /** HorizontalPodAutoscalers and KEDA ScaledObjects that scale an object. */
  scalersOf({ type, name, namespace }: Resource): Resource[] {
    this.#scalers ??= indexBy(this.resources, scaledName);
    return name === undefined ? [] : inNamespace(this.#scalers.get(nameKey(type, name)), namespace);
  }

  /** Rollouts whose `workloadRef` names an object. */
  rolloutsReferencing({ type, name, namespace }: Resource): Resource[] {
    this.#workloadRefs ??= indexBy(this.resources, (resource) => {
      const reference = workloadReference(resource);
      return reference && nameKey(reference.type, reference.name);
    });
    return name === undefined ? [] : inNamespace(this.#workloadRefs.get(nameKey(type, name)), namespace);
  }

  /** Flagger's Canaries whose `targetRef` names an object. */
  canariesOf({ type, name, namespace }: Resource): Resource[] {
    this.#canaries ??= indexBy(this.resources, canaryTarget);
    return name === undefined ? [] : inNamespace(this.#canaries.get(nameKey(type, name)), namespace);
  }

  /** Pods whose labels a selector matches. */
  *podsMatching(selector: Selector, namespace: string | undefined): Generator<Pod> {
    yield* this.#podIndex().matching(selector, namespace);
  }

  /** The same pods as a set, which equal selectors share. */
  podSet(selector: Selector, namespace: string | undefined): ReadonlySet<Pod> {
    const key = JSON.stringify([namespace, selector]);
    const pods = this.#podSets.get(key) ?? new Set(this.podsMatching(selector, namespace));
    this.#podSets.set(key, pods);
    return pods;
  }

  /** The values that a label has among the pods that a selector matches, which equal selectors share. */
  labelValues(key: string, selector: Selector, namespace: string | undefined): ReadonlySet<string> {
    const id = JSON.stringify([namespace, selector, key]);
    const known = this.#labelValues.get(id);
    if (known) return known;
    const values = new Set<string>();
    for (const { labels } of this.podSet(selector, namespace)) {
      const value = Object.hasOwn(labels, key) ? labels[key] : undefined;
      if (value !== undefined) values.add(value);
    }
    this.#labelValues.set(id, values);
    return values;
  }

  /** Rollouts that steer a Service of that name. */
  rolloutsSteering({ name, namespace }: Pick<Resource, 'name' | 'namespace'>): Resource[] {
    this.#steering ??= groupBy(this.resources, (resource) =>
      steeredServicesOf(resource).flatMap((node) => node.string() ?? []),
    );
    return name === undefined ? [] : inNamespace(this.#steering.get(name), namespace);
  }

  /** Ingresses that send to a Service of that name. */
  ingressesTo({ name, namespace }: Pick<Reference, 'name' | 'namespace'>): Resource[] {
    this.#ingresses ??= groupBy(this.resources, (resource) =>
      backendNamesOf(resource).flatMap((node) => node.string() ?? []),
    );
    return inNamespace(this.#ingresses.get(name), namespace);
  }

  /** Services that send to pods with these labels. */
  servicesMatching(labels: Labels, namespace: string | undefined): Resource<V1Service>[] {
    this.#services ??= this.#selectors(this.#all('core/Service'), (service) =>
      unlessEmpty(serviceSelector(service)),
    );
    return [...this.#services.matching(labels, namespace)];
  }

  /** PodDisruptionBudgets that count pods with these labels. */
  budgetsMatching(labels: Labels, namespace: string | undefined): Resource<V1PodDisruptionBudget>[] {
    this.#budgets ??= this.#selectors(this.#all('policy/PodDisruptionBudget'), budgetSelector);
    return [...this.#budgets.matching(labels, namespace)];
  }

  /** Controllers whose selector matches these labels. */
  *controllersMatching(labels: Labels, namespace: string | undefined): Generator<Resource> {
    this.#controllers ??= this.#selectors(this.resources, (resource) => unlessEmpty(selectorOf(resource)));
    yield* this.#controllers.matching(labels, namespace);
  }

  /** The objects of a type whose namespace can be that one. */
  ofType(type: string, namespace: string | undefined): Resource[] {
    this.#byType ??= indexBy(this.resources, (resource) => resource.type);
    return inNamespace(this.#byType.get(type), namespace);
  }

  /** The ConfigMaps and Secrets to whose name kustomize appended a hash, by type and the name before it. */
  hashedFrom({ type, name, namespace }: Reference): Resource[] {
    this.#hashed ??= indexBy(this.resources, (resource) => {
      const bare = resource.name === undefined ? undefined : nameBeforeHash(resource.name);
      return bare && nameKey(resource.type, bare);
    });
    return inNamespace(this.#hashed.get(nameKey(type, name)), namespace);
  }

  #all<K extends keyof Kinds>(type: K): Resource<Kinds[K]>[] {
    return this.resources.flatMap((resource) => resource.as(type) ?? []);
  }

  #podIndex(): LabelIndex<Pod> {
    if (this.#pods) return this.#pods;
    this.#pods = new LabelIndex();
    for (const resource of this.resources)
      for (const pod of podsOf(resource)) this.#pods.add(pod.labels, resource.namespace, pod);
    return this.#pods;
  }

  #selectors<R extends Resource<never>>(
    owners: readonly R[],
    read: (owner: R) => Selector | undefined,
  ): SelectorIndex<R> {
    const index = new SelectorIndex<R>(this.#podIndex());
    for (const owner of owners) {
      const selector = read(owner);
      if (selector) index.add(selector, owner.namespace, owner);
    }
    return index;
  }
}

/**
 * The labels that a Service asks of its pods, without those that controllers add at run time; undefined when it
 * selects nothing by itself (no selector, ExternalName).
 */
export function serviceSelector(service: Resource<V1Service>): Selector | undefined {
  const spec = service.root.at('spec');
  if (spec.at('type').string() === 'ExternalName') return undefined;
  const selector = readMapSelector(spec.at('selector').value);
  return selector && withoutControllerLabels(selector);
}

/** An empty selector takes in everything, which no Service and no controller may mean. */
function unlessEmpty(selector: Selector | undefined): Selector | undefined {
  return selector?.length ? selector : undefined;
}

/**
 * The labels of the pods that a PodDisruptionBudget counts: all of the namespace for `{}`, but none for `{}` in
 * policy/v1beta1, nor without a selector (kubernetes api policy/v1 types.go, policy/v1beta1 types.go).
 */
export function budgetSelector(budget: Resource<V1PodDisruptionBudget>): Selector | undefined {
  const selector = readLabelSelector(budget.root.at('spec').at('selector').value);
  return budget.apiVersion === 'policy/v1beta1' ? unlessEmpty(selector) : selector;
}

/** The workload that a Rollout takes its pod template from. */
export function workloadReference(resource: Resource): Reference | undefined {
  return named(workloadField(resource));
}

/** The field that names it; undefined when there is none, or its kind isn't said. */
export function workloadField(resource: Resource): NamingField | undefined {
  const reference = resource.as('argoproj.io/Rollout')?.root.at('spec').at('workloadRef');
  return reference && fieldIn(reference, resource.namespace);
}

function fieldIn(reference: Node, namespace: string | undefined): NamingField | undefined {
  const apiVersion = reference.at('apiVersion').string();
  const kind = reference.at('kind').string();
  if (apiVersion === undefined || kind === undefined) return undefined;
  return { type: `${groupOf(apiVersion)}/${kind}`, at: reference.at('name'), namespace };
}

function named(field: NamingField | undefined): Reference | undefined {
  const name = field?.at.string();
  return field && name !== undefined ? { type: field.type, name, namespace: field.namespace } : undefined;
}

function scaledName(resource: Resource): string | undefined {
  const target = scaleTargetOf(resource);
  return target && nameKey(target.type, target.name);
}

/** What a Canary of Flagger drives (flagger.app/v1beta1, `targetRef`). */
function canaryTarget(resource: Resource): string | undefined {
  if (resource.type !== 'flagger.app/Canary') return undefined;
  const target = named(fieldIn((resource.root as Node).at('spec').at('targetRef'), resource.namespace));
  return target && nameKey(target.type, target.name);
}

/** Deployments, DaemonSets and ReplicaSets of the old group `extensions` are the same objects as those of `apps`. */
const nameKey = (type: string, name: string) => `${type.replace(/^extensions\//, 'apps/')}\u0000${name}`;

function indexBy(
  resources: readonly Resource[],
  key: (resource: Resource) => string | undefined,
): Map<string, Resource[]> {
  return groupBy(resources, (resource) => key(resource) ?? []);
}

/** As `indexBy`, with any number of keys; a key that comes twice counts once. */
function groupBy(
  resources: readonly Resource[],
  keys: (resource: Resource) => string | readonly string[],
): Map<string, Resource[]> {
  const index = new Map<string, Resource[]>();
  for (const resource of resources) {
    const ids = keys(resource);
    for (const id of new Set(typeof ids === 'string' ? [ids] : ids)) {
      const list = index.get(id);
      if (list) list.push(resource);
      else index.set(id, [resource]);
    }
  }
  return index;
}

function inNamespace<R extends Resource<never>>(
  resources: readonly R[] | undefined,
  namespace: string | undefined,
): R[] {
  return (resources ?? []).filter((resource) => namespacesMeet(resource.namespace, namespace));
}
