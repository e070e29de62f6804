/**
 * The engine: texts and rules in, findings out. No files, no clock, no promises; what it needs to know of the world
 * comes in as arguments.
 */
import { bundlesOf, type Input } from './bundle.ts';
import type { Finding, Report } from './finding.ts';
import { Layout } from './layout.ts';
import { type Manifest, type ReadingProblem, readManifest, unrenderedTemplate } from './manifest.ts';
import { ResourceIndex } from './resource-index.ts';
import { type Rule, severitiesOf, severityOf } from './rule.ts';
import { RuleRunner } from './rule-runner.ts';
import { defaultSettings, type Settings } from './settings.ts';
import { type SuppressionPolicy, suppress } from './suppress.ts';
import { suppressionsIn } from './suppression.ts';

export interface LintInput {
  readonly inputs: readonly Input[];
  /** All rules, those of the `syntax` group included: they give reading problems their severity. */
  readonly rules: readonly Rule[];
  readonly settings?: Settings;
  /** Problems that the edge met before there was a text: files that are missing or no text. */
  readonly problems?: readonly ReadingProblem[];
  /** The date, `2027-03-01`; left out, no suppression expires. */
  readonly today?: string;
}

interface Draft {
  readonly input: Input;
  readonly manifest: Manifest;
}

/** Judges the targets among the inputs; the others are read for what they tell about these. Never throws. */
export function lint({
  inputs,
  rules,
  settings = defaultSettings,
  problems = [],
  today = '',
}: LintInput): Report {
  const layout = new Layout(inputs.map(({ source }) => source));
  const drafts = inputs.map((input) => ({ input, manifest: readInput(input, layout) }));
  const targets = drafts.filter(({ input }) => input.target);
  const found = [
    ...[...problems, ...targets.flatMap(({ manifest }) => manifest.problems)].flatMap((problem) =>
      asFinding(problem, rules, settings),
    ),
    ...judge(drafts, layout, new RuleRunner(rules, settings)),
  ];
  const suppressions = targets
    .filter(
      ({ input, manifest }) => manifest.resources.length > 0 && !layout.isFragment(input.source.location),
    )
    .flatMap(({ manifest }) => suppressionsIn(manifest.source, manifest.resources));
  const policy = suppressionPolicy(inputs, rules, settings, today);
  const sifted = suppress(withoutRepetitions(found.sort(byPlace)), suppressions, policy);
  const remarks = sifted.problems.flatMap((problem) => asFinding(problem, rules, settings));
  return {
    findings: remarks.length > 0 ? [...sifted.findings, ...remarks].sort(byPlace) : sifted.findings,
    suppressed: sifted.suppressed,
    counts: {
      files: targets.length,
      documents: sum(targets, ({ manifest }) => manifest.documents),
      resources: sum(targets, ({ manifest }) => manifest.resources.length),
    },
  };
}

function judge(drafts: readonly Draft[], layout: Layout, runner: RuleRunner): Finding[] {
  const bundles = bundlesOf(drafts, layout);
  const fragments = drafts.filter(({ input }) => layout.isFragment(input.source.location));
  const index = new ResourceIndex(
    bundles,
    fragments.flatMap(({ manifest }) => manifest.resources),
    layout,
  );
  const wanted = new Set(
    drafts.filter(({ input }) => input.target).flatMap(({ manifest }) => manifest.resources),
  );
  return bundles
    .flatMap(({ resources }) => resources)
    .filter((resource) => wanted.has(resource) && !index.isOwned(resource))
    .flatMap((resource) => runner.run(resource, index));
}

/** A suppression is in vain only where its rule was looked for with everything at hand: in no single named file. */
function suppressionPolicy(
  inputs: readonly Input[],
  rules: readonly Rule[],
  settings: Settings,
  today: string,
): SuppressionPolicy {
  const byId = new Map(rules.map((rule) => [rule.id, rule]));
  const open = new Set(inputs.filter(({ origin }) => origin === 'named').map(({ source }) => source.path));
  return {
    today,
    requireReasons: settings.requireReasons,
    isRule: (id) => byId.has(id),
    maySuppress: ({ rule, severity }) => !(severity === 'error' && byId.get(rule)?.category === 'syntax'),
    ran: (id, path) => {
      const rule = byId.get(id);
      return rule !== undefined && !open.has(path) && isShown(rule, path, settings);
    },
  };
}

/** Whether every finding of a rule would be shown for a file. */
function isShown(rule: Rule, path: string, settings: Settings): boolean {
  const { severity } = settings.ruleFor(rule.id, path);
  const advice = severity === undefined && severitiesOf(rule).includes('info');
  return severity !== 'off' && (settings.only?.has(rule.id) ?? true) && (settings.advice || !advice);
}

function readInput({ source, origin }: Input, layout: Layout): Manifest {
  return layout.isChartTemplate(source.location) ? unrenderedTemplate(source) : readManifest(source, origin);
}

/** The errors of the `syntax` group stand whatever the configuration says: what can't be read wasn't checked. */
function asFinding(problem: ReadingProblem, rules: readonly Rule[], settings: Settings): Finding[] {
  const rule = rules.find(({ id }) => id === problem.rule);
  if (!rule) return [];
  const own = severityOf(rule);
  const configured = own === 'error' ? undefined : settings.ruleFor(rule.id, problem.source.path).severity;
  if (configured === 'off') return [];
  return [{ fixes: [], ...problem, severity: configured ?? own, resource: undefined, path: '' }];
}

function sum<T>(items: readonly T[], count: (item: T) => number): number {
  return items.reduce((total, item) => total + count(item), 0);
}

function byPlace(a: Finding, b: Finding): number {
  if (a.source.path !== b.source.path) return a.source.path < b.source.path ? -1 : 1;
  return (
    a.span.start - b.span.start || (a.rule < b.rule ? -1 : a.rule > b.rule ? 1 : a.span.end - b.span.end)
  );
}

/** One text reached through two aliases is one finding. */
function withoutRepetitions(sorted: readonly Finding[]): Finding[] {
  return sorted.filter((finding, at) => {
    const before = sorted[at - 1];
    return !(
      before &&
      before.rule === finding.rule &&
      before.source === finding.source &&
      before.span.start === finding.span.start &&
      before.message === finding.message
    );
  });
}
