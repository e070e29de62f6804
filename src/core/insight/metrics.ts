/** The metrics of an analysis: when they decide, and how many failures they take. */
import {
  canFail,
  failsAfter,
  type MetricLimits,
  type MetricTiming,
  measuredAfter,
  SECONDS_AFTER_ERROR,
  succeedsAfter,
} from '../../kubernetes/index.ts';
import type { Node } from '../node.ts';
import type { Resource } from '../resource.ts';
import { conditionsOf, dryRunsOf, isDryRun, limitsOf, metricsToRun, timingOf } from '../rollouts/metric.ts';
import { takesTime } from './analyses.ts';
import type { Insight } from './insight.ts';
import { counted, durationText, ordinal, paragraphs } from './wording.ts';

/** Of an AnalysisTemplate, ClusterAnalysisTemplate or AnalysisRun; none for metrics that are refused or can't be read. */
export function metricInsights(owner: Resource): Insight[] {
  return metricsToRun(owner).flatMap((metric) => {
    const limits = limitsOf(metric);
    const timing = timingOf(metric);
    return limits && timing && isAccepted(limits, timing) ? insightsAt(metric, owner, limits, timing) : [];
  });
}

/** As the controller checks it before the first measurement (argo-rollouts utils/analysis/factory.go ValidateMetric). */
function isAccepted(limits: MetricLimits, { interval, initialDelay }: MetricTiming): boolean {
  const { count, failureLimit, inconclusiveLimit, consecutiveErrorLimit, consecutiveSuccessLimit } = limits;
  if (count < 1 || interval < 0 || initialDelay < 0 || (count > 1 && interval === 0)) return false;
  if (failureLimit < -1 || Math.min(inconclusiveLimit, consecutiveErrorLimit, consecutiveSuccessLimit) < 0)
    return false;
  if (failureLimit < 0 && consecutiveSuccessLimit === 0) return false;
  return count >= Math.max(0, failureLimit) + consecutiveSuccessLimit && count >= inconclusiveLimit;
}

/** The fields that the whole text explains, the one with the hint first. */
const FIELDS = ['name', 'interval', 'count', 'initialDelay', 'consecutiveSuccessLimit'] as const;

function insightsAt(metric: Node, owner: Resource, limits: MetricLimits, timing: MetricTiming): Insight[] {
  const text = metricText(metric, owner, limits, timing);
  const hint = hintOf(metric, limits, timing);
  const whole = FIELDS.map((field) => metric.at(field)).filter((at) => at.exists);
  return [
    ...whole.map((at, index) => ({ at, text, ...(hint && index === 0 && { hint }) })),
    ...failureInsight(metric.at('failureLimit'), text, limits),
    ...inconclusiveInsight(metric, limits),
    ...errorInsight(metric.at('consecutiveErrorLimit'), limits),
  ];
}

function metricText(metric: Node, owner: Resource, limits: MetricLimits, timing: MetricTiming): string {
  const dry = isDryRun(metric, [dryRunsOf(owner)]);
  return paragraphs(
    headline(limits, timing),
    failureLine(limits, timing),
    settledLine(limits, timing),
    takesTime(metric) ? 'Each measurement takes a time of its own, which comes on top.' : undefined,
    dry ? 'It is a dry run and decides nothing.' : undefined,
  );
}

/** `at most 3 failures of 5, one every 1m: decides after 4m`. */
function headline(limits: MetricLimits, timing: MetricTiming): string {
  const { count } = limits;
  const every = `one every ${durationText(timing.interval)}`;
  const first = timing.initialDelay > 0 ? `, the first after ${durationText(timing.initialDelay)}` : '';
  if (count === 1) {
    const when = timing.initialDelay > 0 ? ` after ${durationText(timing.initialDelay)}` : ' at once';
    return canFail(limits)
      ? `one measurement${when}: it decides`
      : `one measurement${when}, which can't fail the metric`;
  }
  const failures = tolerated(limits);
  if (!Number.isFinite(count)) return `${failures}, ${every}${first}, until the release is through`;
  return `${failures} of ${count}, ${every}${first}: decides after ${durationText(measuredAfter(count, timing))}`;
}

function tolerated({ failureLimit }: MetricLimits): string {
  if (failureLimit < 0) return 'any number of failures';
  return failureLimit === 0 ? 'no failure' : `at most ${counted(failureLimit, 'failure')}`;
}

function failureLine(limits: MetricLimits, timing: MetricTiming): string | undefined {
  const { count, failureLimit } = limits;
  if (count === 1 || failureLimit < 0) return undefined;
  const seconds = failsAfter(limits, timing);
  if (seconds === undefined) return 'As many failures as measurements are tolerated: nothing fails it.';
  const after =
    seconds > 0 ? `after ${durationText(seconds)} at the earliest` : 'and that may be the first measurement';
  return `The ${ordinal(failureLimit + 1)} failure fails it, ${after}.`;
}

function settledLine(limits: MetricLimits, timing: MetricTiming): string | undefined {
  const { consecutiveSuccessLimit: needed, count, failureLimit } = limits;
  if (needed === 0) return undefined;
  const otherwise = Number.isFinite(count)
    ? `; without them it ends as ${failureLimit < 0 ? 'failed' : 'inconclusive'}`
    : '';
  const seconds = durationText(succeedsAfter(limits, timing));
  return `${counted(needed, 'success', 'successes')} in a row settle it, after ${seconds} at the earliest${otherwise}.`;
}

function hintOf(metric: Node, limits: MetricLimits, timing: MetricTiming): string | undefined {
  if (Number.isFinite(limits.count)) {
    if (takesTime(metric)) return undefined;
    const seconds = measuredAfter(limits.count, timing);
    return seconds > 0 ? `decides after ${durationText(seconds)}` : undefined;
  }
  const fails = failsAfter(limits, timing);
  return fails ? `can fail after ${durationText(fails)}` : undefined;
}

/** The limit is exceeded, not reached. */
function failureInsight(at: Node, text: string, limits: MetricLimits): Insight[] {
  if (!at.exists) return [];
  if (limits.failureLimit <= 0) return [{ at, text }];
  const hint = canFail(limits) ? `the ${ordinal(limits.failureLimit + 1)} fails it` : 'nothing fails it';
  return [{ at, text, hint }];
}

function inconclusiveInsight(metric: Node, { inconclusiveLimit, count }: MetricLimits): Insight[] {
  const at = metric.at('inconclusiveLimit');
  if (!at.exists) return [];
  if (conditionsOf(metric).length < 2)
    return [
      { at, text: 'A measurement is inconclusive only with both a successCondition and a failureCondition.' },
    ];
  if (inconclusiveLimit >= count) return [{ at, text: 'No number of inconclusive measurements ends it.' }];
  return [
    {
      at,
      text: `The ${ordinal(inconclusiveLimit + 1)} inconclusive measurement ends it, and the release pauses until somebody decides.`,
    },
  ];
}

function errorInsight(at: Node, { consecutiveErrorLimit }: MetricLimits): Insight[] {
  if (!at.exists) return [];
  return [
    {
      at,
      text: `The ${ordinal(consecutiveErrorLimit + 1)} error in a row ends it with an error. After an error it is asked again ${durationText(SECONDS_AFTER_ERROR)} later, and errors don't count as measurements.`,
    },
  ];
}
