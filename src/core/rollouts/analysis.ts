/** Analyses of Argo Rollouts: who starts them, of which templates, with which arguments. */
import { hasPlaceholder } from '../../kubernetes/index.ts';
import type { ResourceIndex } from '../index/resource-index.ts';
import type { NamingField } from '../index/scope.ts';
import type { Node } from '../node.ts';
import type { Resource } from '../resource.ts';

/**
 * Where an analysis is started. `experiment` is one of the `analyses` of an experiment step or of an Experiment;
 * all others but `background` must end by themselves.
 */
export type AnalysisPlace = 'background' | 'step' | 'prePromotion' | 'postPromotion' | 'experiment';

export interface Analysis {
  readonly place: AnalysisPlace;
  /** The Rollout or Experiment that starts it. */
  readonly owner: Resource;
  /** The map that has `templates` and `args`; in an experiment the item that has `templateName` and `args`. */
  readonly node: Node;
  /** The templates that it names, in order. */
  readonly references: readonly TemplateReference[];
  /** What it passes to them. */
  readonly args: readonly AnalysisArg[];
}

/** The field of an analysis or a template that names a template, whatever is written there. */
export interface TemplateField extends NamingField {
  readonly type: 'argoproj.io/AnalysisTemplate' | 'argoproj.io/ClusterAnalysisTemplate';
}

export interface TemplateReference extends TemplateField {
  readonly name: string;
}

/** An argument that an analysis passes, or that a template declares. Those without a name are left out. */
export interface AnalysisArg {
  readonly node: Node;
  readonly name: string;
  /** Whether it has a `value` or a `valueFrom`. */
  readonly isSet: boolean;
}

/** What the templates of an analysis come to: they are merged into one AnalysisRun. */
export interface AnalysisTemplates {
  /** Those that are here as a whole and can be no other, nested ones included, each once. */
  readonly found: readonly Resource[];
  /** Those that aren't here. A name that another tool completes may still be. */
  readonly missing: readonly TemplateReference[];
  /** Whether `found` is all of them: at least one, and none is missing or ambiguous. */
  readonly complete: boolean;
}

/** `{{args.name}}` in a string of a metric. */
export interface ArgPlaceholder {
  readonly name: string;
  /** The string. */
  readonly at: Node;
}

/**
 * The analyses of a Rollout or an Experiment in the order of its manifest (argo-rollouts
 * pkg/apis/rollouts/v1alpha1 types.go, experiment_types.go); none for other kinds.
 */
export function analysesOf(owner: Resource): Analysis[] {
  const spec = (owner.root as Node).at('spec');
  if (owner.type === 'argoproj.io/Experiment') return experimentAnalyses(owner, spec);
  if (owner.type !== 'argoproj.io/Rollout') return [];
  const canary = spec.at('strategy').at('canary');
  const blueGreen = spec.at('strategy').at('blueGreen');
  return [
    ...analysis(owner, 'background', canary.at('analysis')),
    ...canary
      .at('steps')
      .items()
      .flatMap((step) => [
        ...analysis(owner, 'step', step.at('analysis')),
        ...experimentAnalyses(owner, step.at('experiment')),
      ]),
    ...analysis(owner, 'prePromotion', blueGreen.at('prePromotionAnalysis')),
    ...analysis(owner, 'postPromotion', blueGreen.at('postPromotionAnalysis')),
  ];
}

function analysis(owner: Resource, place: AnalysisPlace, node: Node): Analysis[] {
  if (!node.isMap) return [];
  return [{ place, owner, node, references: referencesIn(node, owner.namespace), args: argsIn(node) }];
}

function experimentAnalyses(owner: Resource, experiment: Node): Analysis[] {
  return experiment
    .at('analyses')
    .items()
    .map((node) => ({
      place: 'experiment',
      owner,
      node,
      references: reference(node, owner.namespace),
      args: argsIn(node),
    }));
}

/** The `experiment` of each step of a Rollout that has one, or the `spec` of an Experiment; none for other kinds. */
export function experimentsOf(owner: Resource): Node[] {
  const spec = (owner.root as Node).at('spec');
  if (owner.type === 'argoproj.io/Experiment') return spec.isMap ? [spec] : [];
  if (owner.type !== 'argoproj.io/Rollout') return [];
  const steps = spec.at('strategy').at('canary').at('steps').items() as Node[];
  return steps.map((step) => step.at('experiment')).filter((experiment) => experiment.isMap);
}

function referencesIn(node: Node, namespace: string | undefined): TemplateReference[] {
  return node
    .at('templates')
    .items()
    .flatMap((item) => reference(item, namespace));
}

function reference(node: Node, namespace: string | undefined): TemplateReference[] {
  const field = templateField(node, namespace);
  const name = field.at.string();
  return name ? [{ ...field, name }] : [];
}

function templateField(node: Node, namespace: string | undefined): TemplateField {
  const at = node.at('templateName');
  return node.at('clusterScope').boolean()
    ? { type: 'argoproj.io/ClusterAnalysisTemplate', namespace: undefined, at }
    : { type: 'argoproj.io/AnalysisTemplate', namespace, at };
}

/**
 * The fields with which an analysis of an object, or a template itself, names templates: also those where no name
 * stands yet.
 */
export function templateFieldsOf(resource: Resource): TemplateField[] {
  const lists = isTemplate(resource) ? [(resource.root as Node).at('spec')] : [];
  const analyses = analysesOf(resource);
  const items = [...lists, ...analyses.map(({ node }) => node)].flatMap((node) =>
    node.at('templates').items(),
  );
  const single = analyses.filter(({ place }) => place === 'experiment').map(({ node }) => node);
  return [...items, ...single].map((item) => templateField(item, resource.namespace));
}

/**
 * The templates that a template names under `spec.templates`; none for other kinds. They are looked up in the namespace
 * of whoever starts the analysis, which for a ClusterAnalysisTemplate is unknown.
 */
export function nestedReferencesOf(template: Resource): TemplateReference[] {
  if (!isTemplate(template)) return [];
  const namespace = template.type === 'argoproj.io/AnalysisTemplate' ? template.namespace : undefined;
  return referencesIn((template.root as Node).at('spec'), namespace);
}

function isTemplate({ type }: Resource): boolean {
  return type === 'argoproj.io/AnalysisTemplate' || type === 'argoproj.io/ClusterAnalysisTemplate';
}

/**
 * The templates of an analysis with those that they name themselves (argo-rollouts rollout/controller.go
 * getReferencedAnalysisTemplatesFromRef). Also of some of its references alone.
 */
export function templatesOf(
  { owner, references }: Pick<Analysis, 'owner' | 'references'>,
  index: ResourceIndex,
): AnalysisTemplates {
  const found = new Set<Resource>();
  const missing: TemplateReference[] = [];
  let unclear = false;
  const visit = (one: TemplateReference) => {
    const [template, ...others] = index.find(one, owner);
    if (!template && !hasPlaceholder(one.name)) missing.push(one);
    if (!template || others.length > 0 || !index.isWhole(template)) unclear = true;
    else if (!found.has(template)) {
      found.add(template);
      referencesIn((template.root as Node).at('spec'), owner.namespace).forEach(visit);
    }
  };
  references.forEach(visit);
  return { found: [...found], missing, complete: found.size > 0 && !unclear };
}

interface Users {
  readonly analyses: ReadonlyMap<Resource, readonly Analysis[]>;
  readonly parents: ReadonlyMap<Resource, readonly Resource[]>;
}

const known = new WeakMap<ResourceIndex, Users>();

/** The analyses of the project that use a template, also through another template. */
export function analysesUsing(template: Resource, index: ResourceIndex): readonly Analysis[] {
  return usersIn(index).analyses.get(template) ?? [];
}

/** The templates of the project that name a template, also through another one. */
export function templatesNesting(template: Resource, index: ResourceIndex): readonly Resource[] {
  return usersIn(index).parents.get(template) ?? [];
}

function usersIn(index: ResourceIndex): Users {
  const users = known.get(index) ?? readUsers(index);
  known.set(index, users);
  return users;
}

function readUsers(index: ResourceIndex): Users {
  const analyses = new Map<Resource, Analysis[]>();
  const parents = new Map<Resource, Resource[]>();
  for (const resource of index.everything) {
    for (const one of analysesOf(resource))
      for (const template of templatesOf(one, index).found) put(analyses, template, one);
    const references = nestedReferencesOf(resource);
    for (const nested of templatesOf({ owner: resource, references }, index).found)
      put(parents, nested, resource);
  }
  return { analyses, parents };
}

function put<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

/**
 * What becomes of the owner when an analysis can't be put together, as messages say it: the controller checks all
 * analyses of a Rollout before a release, except for those of its experiments, which then start in the middle of it.
 */
export function refusalOf({ owner, place }: Analysis): string {
  if (owner.type === 'argoproj.io/Experiment') return `${owner.title} ends with an error`;
  return place === 'experiment'
    ? `the experiment ends with an error, which aborts the release of ${owner.title}`
    : `the Rollouts controller refuses ${owner.title} (InvalidSpec)`;
}

/** The arguments that an AnalysisTemplate or ClusterAnalysisTemplate declares, or that an AnalysisRun has. */
export function declaredArgsOf(template: Resource): AnalysisArg[] {
  return argsIn((template.root as Node).at('spec'));
}

function argsIn(node: Node): AnalysisArg[] {
  return node
    .at('args')
    .items()
    .flatMap((arg) => {
      const name = arg.at('name').string();
      return name ? [{ node: arg, name, isSet: arg.at('value').exists || arg.at('valueFrom').exists }] : [];
    });
}

/** Whether an object holds metrics and declares arguments: a template of either kind, or an AnalysisRun. */
export function hasMetrics(resource: Resource): boolean {
  return isTemplate(resource) || resource.type === 'argoproj.io/AnalysisRun';
}

/** The metrics of an AnalysisTemplate, ClusterAnalysisTemplate or AnalysisRun. */
export function metricsOf(template: Resource): Node[] {
  return (template.root as Node).at('spec').at('metrics').items();
}

const TAG = /\{\{([^{}]*)\}\}/g;

/**
 * The arguments that a metric asks for, in every string in it; spaces inside of the braces don't count
 * (argo-rollouts utils/template/template.go).
 */
export function placeholdersIn(node: Node): ArgPlaceholder[] {
  const text = node.string();
  if (text !== undefined) return argNamesIn(text).map((name) => ({ name, at: node }));
  const parts = node.isList ? node.items() : node.fields().map(([, value]) => value);
  return parts.flatMap(placeholdersIn);
}

/** The names in `{{args.name}}` of a text, each once. */
export function argNamesIn(text: string): string[] {
  const tags = [...text.matchAll(TAG)].map(([, tag = '']) => tag.trim());
  return [...new Set(tags.filter((tag) => tag.startsWith('args.')).map((tag) => tag.slice('args.'.length)))];
}
