/**
 * Where people say that a finding is known: comments (`# rollsafe-ignore rule -- reason`) and annotations
 * (`rollsafe.dev/ignore: rule -- reason`), which survive Helm and Kustomize.
 */
import type { Node } from '../node.ts';
import { containersOf, type Pod, podsOf } from '../pod.ts';
import type { Resource } from '../resource.ts';
import type { Source, Span } from '../source.ts';
import { commentsIn } from './suppression-comments.ts';
import { NAMES_NO_RULE, readSuppressionText, type SuppressionText } from './suppression-text.ts';

export interface Suppression extends SuppressionText {
  readonly source: Source;
  /** The comment, or the annotation's value. */
  readonly place: Span;
  /** Findings that begin in one of these are meant: by the rules, or all of them when no rule is named. */
  readonly scopes: readonly Span[];
  /** The comment with what goes when it is removed; undefined where that isn't clean, and for an annotation. */
  readonly comment: Span | undefined;
}

/** Whether it is in force: nothing is wrong with it, and its last day isn't over. */
export function holds({ fault, until }: Suppression, today: string): boolean {
  return fault === undefined && (until === undefined || until >= today);
}

/** Whether it ignores every rule: `# rollsafe-ignore-file` without one. */
export function isForAll({ fault, rules }: Suppression): boolean {
  return fault === undefined && rules.length === 0;
}

/** What a text has to contain before it is worth to look for suppressions. */
export const MENTION = /rollsafe-ignore|rollsafe\.dev\/ignore/;

/** The suppressions in a source, in the order of the text. */
export function suppressionsIn(source: Source, resources: readonly Resource[]): Suppression[] {
  if (!MENTION.test(source.text)) return [];
  const annotations = resources.flatMap((resource) => annotationsOn(resource));
  return [...commentsIn(source), ...annotations].sort((a, b) => a.place.start - b.place.start);
}

export const ANNOTATION = 'rollsafe.dev/ignore';

/** On an object for all of it, on a pod template for that, and `rollsafe.dev/ignore.<container>` for one container. */
function annotationsOn(resource: Resource): Suppression[] {
  const root = resource.root as Node;
  const metadata = root.at('metadata');
  const pods = podsOf(resource);
  const templates = pods.filter((pod) => pod.metadata.path !== metadata.path);
  return [
    ...annotationsIn(metadata, [root.span], pods),
    ...templates.flatMap((pod) =>
      annotationsIn(pod.metadata as Node, [pod.metadata.entrySpan, pod.spec.entrySpan], [pod]),
    ),
  ];
}

function annotationsIn(metadata: Node, scopes: readonly Span[], pods: readonly Pod[]): Suppression[] {
  return metadata
    .at('annotations')
    .fields()
    .flatMap(([key, value]) => {
      if (key === ANNOTATION) return suppressionAt(value, scopes, key);
      if (!key.startsWith(`${ANNOTATION}.`)) return [];
      return suppressionAt(value, containersNamed(key.slice(ANNOTATION.length + 1), pods), key);
    });
}

function containersNamed(name: string, pods: readonly Pod[]): Span[] {
  const containers = pods.flatMap((pod) => containersOf(pod));
  return containers.filter((container) => container.name === name).map(({ node }) => node.span);
}

function suppressionAt(annotation: Node, scopes: readonly Span[], key: string): Suppression {
  const place = annotation.focus;
  const text = readSuppressionText(annotation.string() ?? '', place.start);
  return {
    ...text,
    source: annotation.source,
    place,
    scopes,
    rules: text.rules.map(({ id }) => ({ id, span: place })),
    comment: undefined,
    fault: faultOf(annotation, scopes, key, text),
  };
}

function faultOf(
  annotation: Node,
  scopes: readonly Span[],
  key: string,
  { rules, fault }: SuppressionText,
): string | undefined {
  if (annotation.exists && annotation.string() === undefined) return `the value of ${key} is no string`;
  if (scopes.length === 0) return `there is no container "${key.slice(ANNOTATION.length + 1)}" here`;
  return rules.length === 0 ? NAMES_NO_RULE : fault;
}
