/**
 * The engine: texts and rules in, findings out. No files, no clock, no promises; what it needs to know of the world
 * comes in as arguments.
 */
import { bundlesOf, type Input } from './bundle.ts';
import type { Finding, Report } from './finding.ts';
import { Layout } from './layout.ts';
import { type Manifest, type ReadingProblem, readManifest, unrenderedTemplate } from './manifest.ts';
import { ResourceIndex } from './resource-index.ts';
import { type Rule, severityOf } from './rule.ts';
import { RuleRunner } from './rule-runner.ts';
import { defaultSettings, type Settings } from './settings.ts';

export interface LintInput {
  readonly inputs: readonly Input[];
  /** All rules, those of the `syntax` group included: they give reading problems their severity. */
  readonly rules: readonly Rule[];
  readonly settings?: Settings;
  /** Problems that the edge met before there was a text: files that are missing or no text. */
  readonly problems?: readonly ReadingProblem[];
}

/** Judges the targets among the inputs; the others are read for what they tell about these. Never throws. */
export function lint({ inputs, rules, settings = defaultSettings, problems = [] }: LintInput): Report {
  const layout = new Layout(inputs.map(({ source }) => source));
  const drafts = inputs.map((input) => ({ input, manifest: readInput(input, layout) }));
  const targets = drafts.filter(({ input }) => input.target);
  const bundles = bundlesOf(drafts, layout);
  const fragments = drafts.filter(({ input }) => layout.isFragment(input.source.location));
  const index = new ResourceIndex(
    bundles,
    fragments.flatMap(({ manifest }) => manifest.resources),
    layout,
  );
  const reading = [...problems, ...targets.flatMap(({ manifest }) => manifest.problems)];
  const runner = new RuleRunner(rules, settings, index);
  const wanted = new Set(targets.flatMap(({ manifest }) => manifest.resources));
  const judged = bundles
    .flatMap(({ resources }) => resources)
    .filter((resource) => wanted.has(resource) && !index.isOwned(resource));
  const findings = [
    ...reading.flatMap((problem) => asFinding(problem, rules, settings)),
    ...judged.flatMap((resource) => runner.run(resource)),
  ];
  return {
    findings: withoutRepetitions(findings.sort(byPlace)),
    counts: {
      files: targets.length,
      documents: sum(targets, ({ manifest }) => manifest.documents),
      resources: sum(targets, ({ manifest }) => manifest.resources.length),
    },
  };
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
  return [{ ...problem, severity: configured ?? own, resource: undefined, path: '', fixes: [] }];
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
