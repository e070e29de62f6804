/** Calls the hooks of the rules for one object and makes findings of what they report. A rule that throws is a finding. */
import type { Finding, RelatedPlace } from './finding.ts';
import { HookContext, Others } from './hook-context.ts';
import type { ResourceIndex } from './index/resource-index.ts';
import type { LocalFindings } from './local-findings.ts';
import type { Node } from './node.ts';
import { containersOf, type Pod, podsOf } from './pod.ts';
import type { Resource } from './resource.ts';
import { type Problem, type Rule, type RuleContext, severitiesOf, severityOf } from './rule.ts';
import type { RuleSetting, Settings } from './settings.ts';
import type { Source } from './source.ts';

/** `kinds` of a rule is what its author promised the hook; the runner keeps that promise by dispatching on it. */
type AnyRule = Omit<Rule, 'kinds' | 'resource'> & {
  readonly kinds?: readonly string[];
  resource?(resource: Resource, context: RuleContext): void;
};

export class RuleRunner {
  readonly #settings: Settings;
  readonly #rules: readonly AnyRule[];
  readonly #byType = new Map<string, readonly AnyRule[]>();
  readonly #local: LocalFindings | undefined;
  readonly #asking = new Map<Source, Set<string>>();

  /** `local` keeps what needn't be asked again when an object comes by in a later version of its text. */
  constructor(rules: readonly Rule[], settings: Settings, local?: LocalFindings) {
    this.#settings = settings;
    this.#local = local;
    this.#rules = (rules as readonly AnyRule[]).filter(
      (rule) => rule.category !== 'syntax' && (settings.only?.has(rule.id) ?? true),
    );
  }

  /** All findings on an object. */
  run(resource: Resource, index: ResourceIndex): Finding[] {
    const kept = this.#local?.of(resource);
    const rules = this.#rulesFor(resource.type).filter(({ id }) => !kept?.rules.has(id));
    const runs = rules.map((rule) => this.#runRule(rule, resource, index));
    for (const { rule, hasAsked } of runs) if (hasAsked) this.#note(rule, resource.source);
    if (this.#local && !kept) {
      const local = runs.filter(({ hasAsked }) => !hasAsked);
      const findings = local.flatMap((run) => run.findings);
      this.#local.keep(resource, { rules: new Set(local.map(({ rule }) => rule)), findings });
    }
    return [...(kept?.findings ?? []), ...runs.flatMap(({ findings }) => findings)];
  }

  /** Whether a rule looked at other objects to judge one of this source. */
  hasAsked(rule: string, source: Source): boolean {
    return this.#asking.get(source)?.has(rule) ?? false;
  }

  #note(rule: string, source: Source): void {
    const rules = this.#asking.get(source) ?? new Set();
    this.#asking.set(source, rules.add(rule));
  }

  #runRule(rule: AnyRule, resource: Resource, index: ResourceIndex): RuleRun {
    const findings: Finding[] = [];
    const setting = this.#settings.ruleFor(rule.id, resource.source.path);
    if (setting.severity === 'off' || this.#isMute(rule, setting))
      return { rule: rule.id, findings, hasAsked: false };
    const report = (problem: Problem) => {
      const severity = setting.severity ?? severityOf(rule, problem.as);
      const asked = setting.severity !== undefined;
      if (severity === 'info' && !asked && !this.#settings.advice) return;
      findings.push(findingOf(rule.id, severity as Finding['severity'], resource, problem));
    };
    const others = new Others(index);
    try {
      callHooks(rule, resource, new HookContext(others, setting.options, report));
    } catch (error) {
      findings.push(internalError(rule.id, resource, error));
    }
    return { rule: rule.id, findings, hasAsked: others.wereAskedFor };
  }

  /** Whether all that a rule could say is advice that nobody asked for. */
  #isMute(rule: AnyRule, { severity }: RuleSetting): boolean {
    return severity === undefined && !this.#settings.advice && severitiesOf(rule)[0] === 'info';
  }

  #rulesFor(type: string): readonly AnyRule[] {
    const known = this.#byType.get(type);
    if (known) return known;
    const rules = this.#rules.filter(
      (rule) => !rule.kinds || rule.kinds.includes(type) || rule.pod || rule.container,
    );
    this.#byType.set(type, rules);
    return rules;
  }
}

/** What a rule said of an object, and whether it looked at others. */
interface RuleRun {
  readonly rule: string;
  readonly findings: readonly Finding[];
  readonly hasAsked: boolean;
}

function callHooks(rule: AnyRule, resource: Resource, context: HookContext): void {
  if (rule.resource && (!rule.kinds || rule.kinds.includes(resource.type))) rule.resource(resource, context);
  if (rule.pod || rule.container) for (const pod of podsOf(resource)) callPodHooks(rule, pod, context);
}

function callPodHooks(rule: AnyRule, pod: Pod, context: HookContext): void {
  rule.pod?.(pod.spec, context.with({ pod }));
  if (!rule.container) return;
  for (const container of containersOf(pod)) rule.container(container.node, context.with({ container }));
}

function findingOf(
  rule: string,
  severity: Finding['severity'],
  resource: Resource,
  problem: Problem,
): Finding {
  const { at, message, related = [], fixes = [] } = problem;
  const aliases = at.aliases;
  return {
    rule,
    severity,
    message,
    source: at.source,
    span: at.focus,
    resource: idOf(resource),
    path: at.path,
    related: [
      ...related.map(placeOf),
      ...aliases.map((span) => ({ source: at.source, span, message: 'used here' })),
    ],
    fixes: aliases.length > 0 ? [] : fixes,
  };
}

function placeOf({ at, message }: { readonly at: Node<unknown>; readonly message: string }): RelatedPlace {
  return { source: at.source, span: at.focus, message };
}

function idOf({ apiVersion, kind, namespace, name }: Resource): Finding['resource'] {
  return { apiVersion, kind, namespace, name };
}

function internalError(rule: string, resource: Resource, error: unknown): Finding {
  const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const message = `rollsafe failed in the rule ${rule} on ${resource.title}: ${reason}`;
  return { ...findingOf('internal-error', 'error', resource, { at: resource.root, message }) };
}
