/**
 * All objects of a run. Conflicts are looked up inside a bundle, references in the bundle first and then in the rest
 * of the project.
 */
import type { V1PodDisruptionBudget, V1Service } from '@kubernetes/client-node';
import { affixedNames, matches, replicaRange, type Selector } from '../../kubernetes/index.ts';
import type { Layout } from '../layout/layout.ts';
import type { Node } from '../node.ts';
import { isOperated } from '../objects/operated.ts';
import { RuntimeNames } from '../objects/runtime-names.ts';
import { SCALERS, scaleTargetOf } from '../objects/scale-target.ts';
import { type Pod, podsOf, replicasOf, selectorOf } from '../pod.ts';
import { groupOf, type Resource } from '../resource.ts';
import type { Source } from '../source.ts';
import type { Bundle } from './bundle.ts';
import { labelKey } from './label-index.ts';
import { namespacesMeet } from './namespaced.ts';
import { budgetSelector, type Reference, Scope, serviceSelector, workloadReference } from './scope.ts';

interface Member {
  readonly scope: Scope;
  readonly closed: boolean;
  /** The place in the bundle, so that of two rivals the later one speaks. */
  readonly order: number;
}

/** Numbers of pods, both included. */
export interface WorkloadRange {
  readonly least: number;
  readonly most: number;
  /** What sets them, when it isn't `replicas`, with the places of its minimum and maximum. */
  readonly scaler:
    | { readonly resource: Resource; readonly minimum: Node; readonly maximum: Node }
    | undefined;
}

const NO_PODS: ReadonlySet<Pod> = new Set();
/** Rivals come in the order of the bundle; beyond these, copies of one workload would cost their square. */
const MOST_RIVALS = 500;

export class ResourceIndex {
  readonly #layout: Layout;
  readonly #members = new Map<Resource, Member>();
  readonly #project: Scope;
  readonly #runtimeNames: RuntimeNames;
  readonly #selected = new Map<Resource<V1Service>, ReadonlySet<Pod>>();
  readonly #services = new Map<Scope, Map<string, readonly Resource<V1Service>[]>>();
  readonly #liveExports = new Map<Source, boolean>();
  #farScalers: Map<Resource, Resource> | undefined;
  readonly #budgets = new Map<Scope, Map<string, readonly Resource<V1PodDisruptionBudget>[]>>();
  readonly #different = new WeakMap<ReadonlySet<Pod>, readonly Pod[]>();
  #operated: readonly Resource[] | undefined;
  #operatedNames: ReadonlySet<string | undefined> | undefined;

  /** `fragments` are objects that only a build makes whole: they prove that something exists, and nothing else. */
  constructor(bundles: readonly Bundle[], fragments: readonly Resource[], layout: Layout) {
    this.#layout = layout;
    for (const { resources, closed } of bundles) {
      const scope = new Scope(resources);
      resources.forEach((resource, order) => {
        this.#members.set(resource, { scope, closed, order });
      });
    }
    this.#project = new Scope([...bundles.flatMap(({ resources }) => resources), ...fragments]);
    this.#runtimeNames = new RuntimeNames(this.#project.resources);
  }

  /** Whether an object is in a bundle, and no fragment that only a build makes whole. */
  isWhole(resource: Resource): boolean {
    return this.#members.has(resource);
  }

  /** Whether what isn't in the bundle of this object (nor in the project) doesn't exist. */
  isClosed(resource: Resource): boolean {
    return this.#members.get(resource)?.closed ?? false;
  }

  /** Every object of the project whose kind, name and namespace fit; those of the own bundle when there are any. */
  find(reference: Reference, from: Resource): readonly Resource[] {
    const near = this.#scopeOf(from).find(reference);
    return near.length > 0 ? near : this.#project.find(reference);
  }

  /** Those of the own bundle alone. */
  findNear(reference: Reference, from: Resource): readonly Resource[] {
    return this.#scopeOf(from).find(reference);
  }

  /** Whether the controller that made an object is here too, as in a live export: then that one is judged instead. */
  isOwned(resource: Resource): boolean {
    const owners = (resource.root as Node).at('metadata').at('ownerReferences').items() as Node[];
    return owners.some((owner) => {
      const [apiVersion, kind, name] = ['apiVersion', 'kind', 'name'].map((key) => owner.at(key).string());
      if (apiVersion === undefined || kind === undefined || name === undefined) return false;
      return (
        this.find({ type: `${groupOf(apiVersion)}/${kind}`, name, namespace: resource.namespace }, resource)
          .length > 0
      );
    });
  }

  /** Whether two objects are in one bundle. */
  areTogether(one: Resource, other: Resource): boolean {
    const scope = this.#members.get(one)?.scope;
    return scope !== undefined && scope === this.#members.get(other)?.scope;
  }

  /**
   * Whether an object stands in a text that shows a cluster as it is: it holds objects that controllers made, with a
   * uid and an owner, which nobody writes to be applied.
   */
  isLiveExport({ source }: Resource): boolean {
    const known = this.#liveExports.get(source);
    if (known !== undefined) return known;
    const inSource = this.#project.resources.filter((resource) => resource.source === source);
    const isLive = inSource.some(isMadeByController);
    this.#liveExports.set(source, isLive);
    return isLive;
  }

  /**
   * Whether an object of this name may be made by an operator: a custom object of the project has the same name, or
   * its beginning up to a hyphen (`search` makes `search-es-http`).
   */
  mayBeOperated(name: string): boolean {
    this.#operatedNames ??= new Set(this.operated.map((custom) => custom.name));
    const parts = name.split('-');
    return parts.some((_, at) => this.#operatedNames?.has(parts.slice(0, at + 1).join('-')));
  }

  /** The custom objects of the project that operators may make pods and Services of. */
  get operated(): readonly Resource[] {
    this.#operated ??= this.#project.resources.filter(isOperated);
    return this.#operated;
  }

  /** The pods that a Service sends to: those of its own bundle, or else of the project. */
  podsSelectedBy(service: Resource<V1Service>): ReadonlySet<Pod> {
    const known = this.#selected.get(service);
    if (known) return known;
    const selector = serviceSelector(service);
    const pods = selector && selector.length > 0 ? this.#podsNear(service as Resource, selector) : NO_PODS;
    this.#selected.set(service, pods);
    return pods;
  }

  #podsNear(from: Resource, selector: Selector): ReadonlySet<Pod> {
    const near = this.#scopeOf(from).podSet(selector, from.namespace);
    return near.size > 0 ? near : this.#project.podSet(selector, from.namespace);
  }

  /** One of these pods. */
  podMatching(selector: Selector, namespace: string | undefined): Pod | undefined {
    const [first] = this.#project.podsMatching(selector, namespace);
    return first;
  }

  /** The pods of the project whose labels a selector matches. */
  podsMatching(selector: Selector, namespace: string | undefined): Pod[] {
    return [...this.#project.podsMatching(selector, namespace)];
  }

  /** The values that a label has among the pods of an object's bundle that a selector matches. */
  labelValuesNear(resource: Resource, key: string, selector: Selector): ReadonlySet<string> {
    return this.#scopeOf(resource).labelValues(key, selector, resource.namespace);
  }

  /** The Services that send to a pod. Pods with equal labels in one bundle and namespace share the answer. */
  servicesSelecting(pod: Pod): readonly Resource<V1Service>[] {
    const { namespace } = pod.resource;
    const memo = this.#servicesIn(this.#scopeOf(pod.resource));
    const key = JSON.stringify([namespace, labelKey(pod.labels)]);
    const services =
      memo.get(key) ??
      this.#project
        .servicesMatching(pod.labels, namespace)
        .filter((service) => this.podsSelectedBy(service).has(pod));
    memo.set(key, services);
    return services;
  }

  /** One of the Services that send to the pods that a workload runs. */
  serviceOver(workload: Resource): Resource<V1Service> | undefined {
    return this.podsRunBy(workload)
      .map((pod) => this.servicesSelecting(pod)[0])
      .find((service) => service !== undefined);
  }

  #servicesIn(scope: Scope): Map<string, readonly Resource<V1Service>[]> {
    const memo = this.#services.get(scope) ?? new Map();
    this.#services.set(scope, memo);
    return memo;
  }

  /** The pods that a controller runs; a Rollout with `workloadRef` runs those of the workload it names. */
  podsRunBy(resource: Resource): readonly Pod[] {
    return podsOf(this.workloadReferencedBy(resource) ?? resource);
  }

  /** The workload whose template a Rollout runs; undefined when it is ambiguous or not here. */
  workloadReferencedBy(rollout: Resource): Resource | undefined {
    const reference = workloadReference(rollout);
    const found = reference ? this.find(reference, rollout) : [];
    return found.length === 1 ? found[0] : undefined;
  }

  /** The Rollouts whose `workloadRef` names this workload. */
  rolloutsReferencing(workload: Resource): readonly Resource[] {
    const near = this.#scopeOf(workload).rolloutsReferencing(workload);
    return near.length > 0 ? near : this.#project.rolloutsReferencing(workload);
  }

  /** The Rollouts whose controller writes the selector of this Service. */
  rolloutsSteering(service: Resource<V1Service>): readonly Resource[] {
    const near = this.#scopeOf(service as Resource).rolloutsSteering(service as Resource);
    return near.length > 0 ? near : this.#project.rolloutsSteering(service as Resource);
  }

  /** The first Rollout before this one in the bundle that steers a Service of that name too. */
  earlierRolloutSteering(name: string, rollout: Resource): Resource | undefined {
    const member = this.#members.get(rollout);
    return member?.scope
      .rolloutsSteering({ name, namespace: rollout.namespace })
      .find((other) => (this.#members.get(other)?.order ?? 0) < member.order);
  }

  /** The Ingresses of an object's bundle that send to a Service of that name in its namespace. */
  ingressesTo(name: string, from: Resource): readonly Resource[] {
    return this.#scopeOf(from).ingressesTo({ name, namespace: from.namespace });
  }

  /** Flagger's Canaries that take over the updates of a workload. */
  canariesOf(workload: Resource): readonly Resource[] {
    const near = this.#scopeOf(workload).canariesOf(workload);
    return near.length > 0 ? near : this.#project.canariesOf(workload);
  }

  /** The autoscaler of a workload: a HorizontalPodAutoscaler or a KEDA ScaledObject. */
  scalerOf(workload: Resource): Resource | undefined {
    return this.#scopeOf(workload).scalersOf(workload)[0] ?? this.#farScalerOf(workload);
  }

  /** One of another bundle counts where this is the one workload that it can mean: not a namesake of its own target. */
  #farScalerOf(workload: Resource): Resource | undefined {
    if (!this.#farScalers) {
      this.#farScalers = new Map();
      for (const scaler of SCALERS.flatMap((type) => this.#project.ofType(type, undefined))) {
        const target = scaleTargetOf(scaler);
        const [only, ...others] = target ? this.find(target, scaler) : [];
        if (only && others.length === 0) this.#farScalers.set(only, scaler);
      }
    }
    return this.#farScalers.get(workload);
  }

  /**
   * With how many pods a workload runs: its replicas, or the range of its autoscaler. Undefined for 0 replicas, which
   * autoscalers leave alone, and where a count is no count.
   */
  replicaRangeOf(workload: Resource): WorkloadRange | undefined {
    const replicas = replicasOf(workload);
    const scaler = this.scalerOf(workload);
    if (replicas === 0 || !scaler)
      return replicas ? { least: replicas, most: replicas, scaler: undefined } : undefined;
    const spec = (scaler.root as Node).at('spec');
    const range = replicaRange(scaler.type, spec.value);
    if (!range) return undefined;
    const keda = scaler.type === 'keda.sh/ScaledObject';
    const minimum = spec.at(keda ? 'minReplicaCount' : 'minReplicas');
    const maximum = spec.at(keda ? 'maxReplicaCount' : 'maxReplicas');
    return {
      least: range.minimum,
      most: range.maximum ?? Number.POSITIVE_INFINITY,
      scaler: { resource: scaler, minimum, maximum },
    };
  }

  /**
   * The controllers before this one in the bundle whose selector takes in the pods of this one, or whose pods this
   * one's selector takes in. Each once.
   */
  *earlierRivalsOf(workload: Resource): Generator<Resource> {
    const member = this.#members.get(workload);
    if (!member) return;
    const seen = new Set<Resource>([workload]);
    let looked = 0;
    for (const rival of this.#overlapping(workload, member.scope)) {
      if (++looked > MOST_RIVALS) return;
      const order = this.#members.get(rival)?.order ?? 0;
      if (seen.has(rival) || order > member.order) continue;
      seen.add(rival);
      yield rival;
    }
  }

  *#overlapping(workload: Resource, scope: Scope): Generator<Resource> {
    const selector = this.selectorOf(workload);
    if (selector) for (const pod of scope.podsMatching(selector, workload.namespace)) yield pod.resource;
    for (const pod of this.podsRunBy(workload))
      yield* scope.controllersMatching(pod.labels, workload.namespace);
  }

  /** The selector of a controller; a Rollout without one inherits that of the workload it refers to. */
  selectorOf(workload: Resource): Selector | undefined {
    const own = selectorOf(workload);
    if (own) return own;
    const referenced = this.workloadReferencedBy(workload);
    return referenced && selectorOf(referenced);
  }

  /** Whether a controller's selector matches a pod's labels. */
  selects(workload: Resource, pod: Pod): boolean {
    const selector = this.selectorOf(workload);
    return selector !== undefined && matches(selector, pod.labels);
  }

  /** The PodDisruptionBudgets of the bundle that count a pod. Pods with equal labels and namespace share the answer. */
  budgetsSelecting({ labels, resource }: Pod): readonly Resource<V1PodDisruptionBudget>[] {
    const scope = this.#scopeOf(resource);
    const memo = this.#budgets.get(scope) ?? new Map();
    this.#budgets.set(scope, memo);
    const key = JSON.stringify([resource.namespace, labelKey(labels)]);
    const budgets = memo.get(key) ?? scope.budgetsMatching(labels, resource.namespace);
    memo.set(key, budgets);
    return budgets;
  }

  /** Whether a PodDisruptionBudget of the project counts a pod. */
  hasBudget(pod: Pod): boolean {
    return (
      this.budgetsSelecting(pod).length > 0 ||
      this.#project.budgetsMatching(pod.labels, pod.resource.namespace).length > 0
    );
  }

  /** The pods of its bundle that a PodDisruptionBudget counts. */
  podsCountedBy(budget: Resource<V1PodDisruptionBudget>): ReadonlySet<Pod> {
    const selector = budgetSelector(budget);
    return selector ? this.#scopeOf(budget as Resource).podSet(selector, budget.namespace) : NO_PODS;
  }

  /** A PodDisruptionBudget of another name before this one in the bundle that counts a pod of this one too. */
  earlierBudgetOverPodsOf(
    budget: Resource<V1PodDisruptionBudget>,
  ): { readonly rival: Resource<V1PodDisruptionBudget>; readonly pod: Pod } | undefined {
    const orderOf = (one: Resource<V1PodDisruptionBudget>) => this.#members.get(one as Resource)?.order ?? 0;
    for (const pod of this.#differentPods(this.podsCountedBy(budget))) {
      const rival = this.budgetsSelecting(pod).find(
        (one) =>
          orderOf(one) < orderOf(budget) &&
          one.name !== budget.name &&
          namespacesMeet(one.namespace, budget.namespace),
      );
      if (rival) return { rival, pod };
    }
    return undefined;
  }

  /** One pod of each namespace and set of labels. */
  #differentPods(pods: ReadonlySet<Pod>): readonly Pod[] {
    const known = this.#different.get(pods);
    if (known) return known;
    const different = new Map<string, Pod>();
    for (const pod of pods) {
      const key = JSON.stringify([pod.resource.namespace, labelKey(pod.labels)]);
      if (!different.has(key)) different.set(key, pod);
    }
    const representatives = [...different.values()];
    this.#different.set(pods, representatives);
    return representatives;
  }

  /** The objects of a type (`group/Kind`) in the project whose namespace can be that of another object. */
  ofType(type: string, from: Resource): readonly Resource[] {
    return this.#project.ofType(type, from.namespace);
  }

  /**
   * The one object of the bundle that kustomize made of what a reference means, when that name itself isn't in the
   * project: with a hash behind the name, or with a prefix and suffix that the referring object has got too.
   */
  renamed(reference: Reference, from: Resource): Resource | undefined {
    if (this.find(reference, from).length > 0) return undefined;
    const scope = this.#scopeOf(from);
    const found = new Set(
      affixedNames(reference.name, from.name ?? '').flatMap((name) => [
        ...scope.find({ ...reference, name }),
        ...scope.hashedFrom({ ...reference, name }),
      ]),
    );
    return found.size === 1 ? [...found][0] : undefined;
  }

  /** Whether a kustomization of the project generates the ConfigMap or Secret. */
  isGenerated(reference: Reference): boolean {
    return this.#layout.generates(reference);
  }

  /** Whether kustomize appends a hash to a name of a ConfigMap or Secret, but not where this custom object says it. */
  isHashedUnseen(reference: Reference, from: Resource): boolean {
    return this.#layout.hashesUnseen(from.source.location, reference);
  }

  /**
   * Whether a ConfigMap or Secret of that name may be made at run time: an operator makes it of a custom object, or a
   * program that was told the name does.
   */
  isMadeAtRunTime(name: string): boolean {
    return this.#runtimeNames.has(name);
  }

  /** The objects of the same kind and name before this one in the bundle, whatever their namespace. */
  earlierNamesakesOf(resource: Resource): Resource[] {
    const member = this.#members.get(resource);
    if (!member || resource.name === undefined) return [];
    const { type, name } = resource;
    return member.scope
      .find({ type, name, namespace: undefined })
      .filter((other) => (this.#members.get(other)?.order ?? 0) < member.order);
  }

  /** Whether a kustomization of the project rewrites images of this name in the file of the object. */
  rewritesImage(resource: Resource, image: string): boolean {
    return this.#layout.rewritesImage(resource.source.location, image);
  }

  /** Whether a kustomization of the project puts the annotation on the object. */
  addsAnnotation(resource: Resource, key: string): boolean {
    return this.#layout.addsAnnotation(resource.source.location, key);
  }

  /** Every object of the project, fragments included. */
  get everything(): readonly Resource[] {
    return this.#project.resources;
  }

  #scopeOf(resource: Resource): Scope {
    return this.#members.get(resource)?.scope ?? this.#project;
  }
}

function isMadeByController({ root }: Resource): boolean {
  const metadata = (root as Node).at('metadata');
  return metadata.at('uid').exists && metadata.at('ownerReferences').items().length > 0;
}
