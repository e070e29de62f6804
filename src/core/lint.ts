/**
 * The engine: texts and rules in, findings out. No files, no clock, no promises; what it needs to know of the world
 * comes in as arguments.
 */

import type { Finding, Report } from './finding.ts';
import { bundlesOf, type Input } from './index/bundle.ts';
import { ResourceIndex } from './index/resource-index.ts';
import { Layout } from './layout/layout.ts';
import { type Manifest, type ReadingProblem, readManifest, unrenderedTemplate } from './manifest.ts';
import type { Resource } from './resource.ts';
import { type Rule, severityOf } from './rule.ts';
import { RuleRunner } from './rule-runner.ts';
import { defaultSettings, type Settings } from './settings.ts';
import { suppress } from './suppress/suppress.ts';
import { suppressionsIn } from './suppress/suppression.ts';
import { suppressionPolicy } from './suppress/suppression-policy.ts';

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
export function lint(run: LintInput): Report {
  const { inputs, rules, settings = defaultSettings, problems = [], today = '' } = run;
  const layout = new Layout(inputs.map(({ source }) => source));
  const drafts = inputs.map((input) => ({ input, manifest: readInput(input, layout) }));
  const targets = drafts.filter(({ input }) => input.target);
  const bundles = bundlesOf(drafts, layout);
  const index = new ResourceIndex(bundles, fragmentsAmong(drafts, layout), layout);
  const reading = [...problems, ...targets.flatMap((target) => problemsOf(target, layout))];
  const found = [
    ...reading.flatMap((problem) => asFinding(problem, rules, settings)),
    ...judge(targets, index, new RuleRunner(rules, settings)),
  ];
  const suppressions = targets
    .filter(({ input }) => !layout.isFragment(input.source.location))
    .flatMap(({ manifest }) => suppressionsIn(manifest.source, manifest.resources));
  const policy = suppressionPolicy({ bundles, index, rules, settings, today });
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

/** A patch is no object, and its kustomization says so. */
function problemsOf({ input, manifest }: Draft, layout: Layout): readonly ReadingProblem[] {
  if (!layout.isFragment(input.source.location)) return manifest.problems;
  return manifest.problems.filter(({ rule }) => rule !== 'not-kubernetes');
}

function fragmentsAmong(drafts: readonly Draft[], layout: Layout): Resource[] {
  return drafts
    .filter(({ input }) => layout.isFragment(input.source.location))
    .flatMap(({ manifest }) => manifest.resources);
}

/** An object that another one here has made is judged with that one. */
function judge(targets: readonly Draft[], index: ResourceIndex, runner: RuleRunner): Finding[] {
  return targets
    .flatMap(({ manifest }) => manifest.resources)
    .filter((resource) => index.isWhole(resource) && !index.isOwned(resource))
    .flatMap((resource) => runner.run(resource, index));
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
