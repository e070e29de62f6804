/** What a rule is: a plain object that says what it looks for, why, and what to call when an object comes by. */
import type { V1Container, V1PodSpec } from '@kubernetes/client-node';
import type { Finding, Severity } from './finding.ts';
import type { Fix } from './fix.ts';
import type { ResourceIndex } from './index/resource-index.ts';
import type { ObjectOf } from './kinds.ts';
import type { Node } from './node.ts';
import type { Container, Pod } from './pod.ts';
import type { Resource } from './resource.ts';

/** What a rule reports. */
export interface Problem {
  /** The place: what is underlined is the node's focus. */
  readonly at: Node<unknown>;
  /** One sentence that names the thing and the consequence, with its numbers; no advice. */
  readonly message: string;
  /** Which of the rule's situations this is; `default` when left out. */
  readonly as?: string;
  readonly related?: readonly { readonly at: Node<unknown>; readonly message: string }[];
  readonly fixes?: readonly Fix[];
}

export interface RuleContext {
  /**
   * The other objects of the bundle and the project. What is said without it is taken to depend on the object's document
   * alone, and kept while that stays the same.
   */
  readonly index: ResourceIndex;
  /** The rule's options from the configuration, checked against its schema. */
  readonly options: Readonly<Record<string, unknown>>;
  report(problem: Problem): void;
}

/** Manifests with marks, which are documentation and test at once. `# <--` stands on the line of a finding. */
export type ExampleText = string | ExampleFiles;

export interface ExampleFiles {
  /** Text by path. */
  readonly files: Readonly<Record<string, string>>;
  /** The paths that findings are wanted for; all when left out. */
  readonly targets?: readonly string[];
  /** Whether the files are everything that is applied together, as in a folder; true when left out. */
  readonly closed?: boolean;
  readonly options?: Readonly<Record<string, unknown>>;
}

export interface Example {
  readonly bad?: ExampleText;
  /** Where nothing may be reported. */
  readonly good?: ExampleText;
  /** What the rule's fixes make of `bad`, where that isn't `good`. */
  readonly fixed?: ExampleText;
}

/** The parts of a rule that only `explain`, reports with rule texts and the documentation read. */
export interface RuleText {
  /** Markdown: what goes wrong, when it is fine, what to do. */
  readonly why: string;
  /** Primary sources. */
  readonly references: readonly string[];
  readonly examples: readonly Example[];
}

/** The parts of a rule that a run needs. The hooks are tried on every object of the kinds. */
export interface RuleBehaviour<K extends string = string> {
  /** What is wrong, as a headline. */
  readonly summary: string;
  /** One word, or one a situation with `default` among them. */
  readonly severity: Severity | { readonly default: Severity; readonly [situation: string]: Severity };
  /** JSON Schema of each option. */
  readonly options?: Readonly<Record<string, object>>;
  /** Group and kind (`apps/Deployment`, `core/Service`) that `resource` is called for; all when left out. */
  readonly kinds?: readonly K[];
  resource?(resource: Resource<ObjectOf<K>>, context: RuleContext): void;
  /** Called for the pod template of any kind, and for bare Pods. */
  pod?(spec: Node<V1PodSpec>, context: RuleContext & { readonly pod: Pod }): void;
  /** Called for every container of every pod. */
  container?(node: Node<V1Container>, context: RuleContext & { readonly container: Container }): void;
}

export interface RuleDefinition<K extends string = string> extends RuleBehaviour<K>, RuleText {}

/** A rule in the folder that it came from. */
export interface Rule extends RuleBehaviour<never> {
  readonly id: string;
  readonly category: string;
}

/** The identity: it only gives a rule its types. */
export function defineRule<const K extends string>(rule: RuleDefinition<K>): RuleDefinition<K> {
  return rule;
}

/** The severity of a situation by the rule's own metadata. */
export function severityOf(rule: Pick<Rule, 'severity'>, situation = 'default'): Severity {
  return typeof rule.severity === 'string'
    ? rule.severity
    : (rule.severity[situation] ?? rule.severity.default);
}

/** Every severity that a rule can have, the gravest first. */
export function severitiesOf(rule: Pick<Rule, 'severity'>): readonly Severity[] {
  const all = typeof rule.severity === 'string' ? [rule.severity] : Object.values(rule.severity);
  return (['error', 'warning', 'info'] as const).filter((severity) => all.includes(severity));
}

export type { Finding };
