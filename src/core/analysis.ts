/** Analyses of Argo Rollouts: who starts them, of which templates, with which arguments. */
import type { Node } from './node.ts';
import type { Resource } from './resource.ts';
import type { ResourceIndex } from './resource-index.ts';
import type { Reference } from './scope.ts';

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

export interface TemplateReference extends Reference {
  readonly type: 'argoproj.io/AnalysisTemplate' | 'argoproj.io/ClusterAnalysisTemplate';
  /** The node with the name. */
  readonly at: Node;
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
  /** Those that are here and can be no other, nested ones included, each once. */
  readonly found: readonly Resource[];
  /** Those that aren't here. */
  readonly missing: readonly TemplateReference[];
  /** Whether `found` is all of them: none is missing, ambiguous or a name that another tool completes. */
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
  return [{ place, owner, node, references: referencesIn(node, owner), args: argsIn(node) }];
}

function experimentAnalyses(owner: Resource, experiment: Node): Analysis[] {
  return experiment
    .at('analyses')
    .items()
    .map((node) => ({
      place: 'experiment',
      owner,
      node,
      references: reference(node, owner),
      args: argsIn(node),
    }));
}

function referencesIn(node: Node, owner: Resource): TemplateReference[] {
  return node
    .at('templates')
    .items()
    .flatMap((item) => reference(item, owner));
}

function reference(node: Node, owner: Resource): TemplateReference[] {
  const at = node.at('templateName');
  const name = at.string();
  if (!name) return [];
  return node.at('clusterScope').boolean()
    ? [{ type: 'argoproj.io/ClusterAnalysisTemplate', name, namespace: undefined, at }]
    : [{ type: 'argoproj.io/AnalysisTemplate', name, namespace: owner.namespace, at }];
}

/**
 * The templates of an analysis with those that they name themselves (`spec.templates`), which are looked up in the
 * namespace of the owner (argo-rollouts rollout/controller.go getReferencedAnalysisTemplatesFromRef).
 */
export function templatesOf({ owner, references }: Analysis, index: ResourceIndex): AnalysisTemplates {
  const found = new Set<Resource>();
  const missing: TemplateReference[] = [];
  let complete = true;
  const visit = (one: TemplateReference) => {
    const [template, ...others] = index.find(one, owner);
    if (!template) missing.push(one);
    if (!template || others.length > 0) complete = false;
    else if (!found.has(template)) {
      found.add(template);
      referencesIn((template.root as Node).at('spec'), owner).forEach(visit);
    }
  };
  references.forEach(visit);
  return { found: [...found], missing, complete };
}

const users = new WeakMap<ResourceIndex, ReadonlyMap<Resource, readonly Analysis[]>>();

/** The analyses of the project that use a template, also through another template. */
export function analysesUsing(template: Resource, index: ResourceIndex): readonly Analysis[] {
  const known = users.get(index) ?? usersOf(index);
  users.set(index, known);
  return known.get(template) ?? [];
}

function usersOf(index: ResourceIndex): Map<Resource, Analysis[]> {
  const map = new Map<Resource, Analysis[]>();
  for (const one of index.everything.flatMap(analysesOf)) {
    for (const template of templatesOf(one, index).found) {
      const list = map.get(template);
      if (list) list.push(one);
      else map.set(template, [one]);
    }
  }
  return map;
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

/** The metrics of an AnalysisTemplate, ClusterAnalysisTemplate or AnalysisRun. */
export function metricsOf(template: Resource): Node[] {
  return (template.root as Node).at('spec').at('metrics').items();
}

const PLACEHOLDER = /\{\{\s*args\.(.*?)\s*\}\}/g;

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
  return [...new Set([...text.matchAll(PLACEHOLDER)].map((match) => match[1] ?? ''))];
}
