/** The arguments of analyses: where templates declare them, who passes them, and `{{args.name}}`, which uses them. */
import type { ResourceIndex } from '../index/resource-index.ts';
import type { Node } from '../node.ts';
import type { Resource } from '../resource.ts';
import {
  type Analysis,
  analysesOf,
  analysesUsing,
  argNamesIn,
  declaredArgsOf,
  hasMetrics,
  metricsOf,
  nestedReferencesOf,
  type TemplateReference,
  templatesNesting,
} from '../rollouts/analysis.ts';
import type { Span } from '../source.ts';
import { listField, type Named, type NameField } from './name-field.ts';
import { placeOf } from './place.ts';

/** The names of the arguments that the analyses of a Rollout or an Experiment pass. */
export function passedArgFieldsOf(owner: Resource, index: ResourceIndex): NameField[] {
  return analysesOf(owner).flatMap((analysis) => {
    const args = analysis.node.at('args').items() as Node[];
    const declared = () => templatesMeant(analysis, index).flatMap(declaredIn);
    return args.map((arg) => listField(arg.at('name'), declared));
  });
}

/** Every template that an analysis can mean, those that they name included: several where a name is ambiguous. */
function templatesMeant({ owner, references }: Analysis, index: ResourceIndex): readonly Resource[] {
  const meant = new Set<Resource>();
  const visit = (reference: TemplateReference) => {
    for (const template of index.find(reference, owner)) {
      if (meant.has(template)) continue;
      meant.add(template);
      nestedReferencesOf(template).forEach(visit);
    }
  };
  references.forEach(visit);
  return [...meant];
}

function declaredIn(template: Resource): Named[] {
  return declaredArgsOf(template).map(({ node, name }) => ({
    name,
    place: placeOf(node.at('name')),
    detail: `argument of ${template.kind} ${template.name} · ${template.source.path}`,
  }));
}

/** The strings in which the metrics of a template or an AnalysisRun may use arguments; none for other kinds. */
export function argTextsOf(template: Resource): Node[] {
  return hasMetrics(template) ? metricsOf(template).flatMap(stringsIn) : [];
}

/** The arguments that they may use: the template's own, and what is declared beside it under other names. */
export function usableArgsOf(template: Resource, index: ResourceIndex): Named[] {
  const own = declaredIn(template);
  const beside = templatesBeside(template, index).flatMap(declaredIn);
  return [...own, ...beside.filter(({ name }) => !own.some((arg) => arg.name === name))];
}

/** The templates that it is merged with, whose arguments it may use too (argo-rollouts utils/analysis/helpers.go). */
function templatesBeside(template: Resource, index: ResourceIndex): readonly Resource[] {
  const merged = analysesUsing(template, index).flatMap((analysis) => templatesMeant(analysis, index));
  return [...new Set([...merged, ...templatesNesting(template, index)])].filter((one) => one !== template);
}

function stringsIn(node: Node): Node[] {
  if (node.string() !== undefined) return [node];
  const parts = node.isList ? node.items() : node.fields().map(([, value]) => value);
  return parts.flatMap((part) => stringsIn(part as Node));
}

/** `{{args.name}}` in a text. */
export interface ArgUse {
  readonly name: string;
  /** Where the name is. */
  readonly span: Span;
}

const USE = /\{\{\s*args\.([^{}]*?)\s*\}\}/g;

/** Where a string uses arguments, as it is written. */
export function argUsesIn({ source, span }: Node): ArgUse[] {
  const text = source.text.slice(span.start, span.end);
  return [...text.matchAll(USE)].flatMap(({ 0: tag, 1: name = '', index }) => {
    if (argNamesIn(tag)[0] !== name) return [];
    const start = span.start + index + tag.indexOf('args.') + 'args.'.length;
    return [{ name, span: { start, end: start + name.length } }];
  });
}

/** The name that is being written at an offset behind `{{args.`, up to its last letter; undefined elsewhere. */
export function argWordAt({ source, span }: Node, offset: number): Span | undefined {
  const before = /\{\{\s*args\.([\w.-]*)$/.exec(source.text.slice(span.start, offset));
  if (!before) return undefined;
  const rest = /^[\w.-]*/.exec(source.text.slice(offset, span.end))?.[0] ?? '';
  return { start: offset - (before[1] ?? '').length, end: offset + rest.length };
}
