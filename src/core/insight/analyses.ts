/** How long an analysis takes, as far as its templates tell. */
import { failsAfter, succeedsAfter } from '../../kubernetes/index.ts';
import type { ResourceIndex } from '../index/resource-index.ts';
import type { Node } from '../node.ts';
import type { Resource } from '../resource.ts';
import { type Analysis, metricsOf, templatesOf } from '../rollouts/analysis.ts';
import { dryRunsOf, isDryRun, limitsOf, providersOf, timingOf } from '../rollouts/metric.ts';
import { code, durationText } from './wording.ts';

/** Seconds from the start of an analysis, measurements themselves taken to need no time. */
export interface AnalysisTime {
  /** When it passes if every measurement succeeds, Infinity when only the rollout ends it; undefined when that can't be told. */
  readonly passes: number | undefined;
  /** When it fails if every measurement fails; undefined when that can't be told, and when none can fail it. */
  readonly fails: number | undefined;
}

/** The providers whose measurements take a time of their own (argo-rollouts metricproviders/job, /kayenta). */
const SLOW_PROVIDERS: ReadonlySet<string> = new Set(['job', 'kayenta', 'plugin']);

/** Whether a measurement of this metric takes a time that the manifest doesn't tell. */
export function takesTime(metric: Node): boolean {
  return providersOf(metric).some(({ name }) => SLOW_PROVIDERS.has(name));
}

/** It passes with its slowest metric, dry runs included, and fails with its first (argo-rollouts analysis/analysis.go assessRunStatus). */
export function analysisTimeOf(analysis: Analysis, index: ResourceIndex): AnalysisTime {
  const { found, complete } = templatesOf(analysis, index);
  const metrics = found.flatMap((template) => metricsOf(template).map((metric) => ({ template, metric })));
  if (!complete || metrics.length === 0) return { passes: undefined, fails: undefined };
  const passes = metrics.map(({ metric }) => passesAfter(metric));
  const failures = metrics.flatMap(({ template, metric }) => failureOf(metric, template, analysis) ?? []);
  return {
    passes: passes.includes(undefined) ? undefined : Math.max(...passes.map(Number)),
    fails: failures.length > 0 ? Math.min(...failures) : undefined,
  };
}

function passesAfter(metric: Node): number | undefined {
  const [limits, timing] = [limitsOf(metric), timingOf(metric)];
  return limits && timing && !takesTime(metric) ? succeedsAfter(limits, timing) : undefined;
}

function failureOf(metric: Node, template: Resource, { node, place, owner }: Analysis): number | undefined {
  const [limits, timing] = [limitsOf(metric), timingOf(metric)];
  const ownDryRuns =
    place === 'experiment' ? (owner.root as Node).at('spec').at('dryRun') : node.at('dryRun');
  if (!limits || !timing || isDryRun(metric, [dryRunsOf(template), ownDryRuns]) !== false) return undefined;
  return failsAfter(limits, timing);
}

/** What an analysis does, by its templates: `` `errors` passes after 4m ``; undefined when nothing can be told. */
export function analysisText(analysis: Analysis, index: ResourceIndex): string | undefined {
  const { passes, fails } = analysisTimeOf(analysis, index);
  const names = analysis.references.map(({ name }) => code(name)).join(', ');
  const outcomes = [passingText(passes, analysis), failingText(fails)].filter((text) => text !== undefined);
  return outcomes.length > 0 ? `${names}: ${outcomes.join(', ')}` : undefined;
}

/** Only a background analysis may be without end. */
function passingText(passes: number | undefined, { place }: Analysis): string | undefined {
  if (passes === undefined) return undefined;
  if (!Number.isFinite(passes))
    return place === 'background' ? 'measures until the release is through' : undefined;
  return `passes ${passes > 0 ? `after ${durationText(passes)}` : 'at once'} when every measurement succeeds`;
}

function failingText(fails: number | undefined): string | undefined {
  if (fails === undefined) return undefined;
  return fails > 0
    ? `fails after ${durationText(fails)} at the earliest`
    : 'may fail with the first measurement';
}
