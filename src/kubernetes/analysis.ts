// What a metric of an analysis does: how often it measures, what its limits mean, and when it gives a verdict.
import { hasPlaceholder } from './placeholder.ts';

/** What a measurement, a metric or a whole AnalysisRun came to. */
export type AnalysisPhase = 'Successful' | 'Failed' | 'Inconclusive' | 'Error';

/** The numbers that bound a metric. */
export interface MetricLimits {
  /** How many measurements without errors are taken; Infinity when only the rollout ends them. */
  readonly count: number;
  /** How many failed measurements are tolerated: one more fails the metric. -1 turns the limit off. */
  readonly failureLimit: number;
  readonly inconclusiveLimit: number;
  readonly consecutiveErrorLimit: number;
  /** How many successful measurements in a row settle the metric early; 0 turns it off. */
  readonly consecutiveSuccessLimit: number;
}

/** How the measurements went so far. Errors aren't counted by `count`. */
export interface MetricTally {
  readonly successful: number;
  readonly failed: number;
  readonly inconclusive: number;
  readonly consecutiveError: number;
  readonly consecutiveSuccess: number;
}

/**
 * The limits that apply where none is written.
 *
 * Source: argo-rollouts utils/defaults/defaults.go, pkg/apis/rollouts/v1alpha1/analysis_types.go.
 */
export const DEFAULT_METRIC_LIMITS: Omit<MetricLimits, 'count'> = {
  failureLimit: 0,
  inconclusiveLimit: 0,
  consecutiveErrorLimit: 4,
  consecutiveSuccessLimit: 0,
};

/** How long after an error the next measurement is taken, whatever the interval is, in seconds. */
export const SECONDS_AFTER_ERROR = 10;

const ATOI = /^[+-]?[0-9]+$/;

/** Whether a text is a whole number to Go's `strconv.Atoi`. */
export function isAtoi(text: string): boolean {
  return ATOI.test(text) && Number.isSafeInteger(Number(text));
}

/**
 * A count or limit as the controller reads it: a text that is no whole number is 0. Undefined for what is absent, for
 * a text that another tool or an argument completes, and for values of other types. Never throws.
 *
 * Source: apimachinery pkg/util/intstr/intstr.go IntValue.
 */
export function metricNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value : undefined;
  if (typeof value !== 'string' || hasPlaceholder(value)) return undefined;
  return isAtoi(value) ? Number(value) : 0;
}

/**
 * How many measurements a metric takes: `count`; without one (0, or a text that is no number) a single one, or with an
 * interval no end of them, which is Infinity. Undefined where the count can't be read. Never throws.
 *
 * Source: argo-rollouts pkg/apis/rollouts/v1alpha1/analysis_types.go EffectiveCount.
 */
export function effectiveCount(metric: {
  readonly hasInterval: boolean;
  readonly count: unknown;
}): number | undefined {
  const absent = metric.count === undefined || metric.count === null;
  const count = absent ? 0 : metricNumber(metric.count);
  if (count !== 0) return count;
  return metric.hasInterval ? Number.POSITIVE_INFINITY : 1;
}

/**
 * What a measurement is by the two conditions, each undefined when it isn't written: without any, every answer of the
 * provider is a success. Never throws.
 *
 * Source: argo-rollouts utils/evaluate/evaluate.go EvaluateResult.
 */
export function measurementPhase(success: boolean | undefined, failure: boolean | undefined): AnalysisPhase {
  if (failure ?? success === false) return 'Failed';
  return (success ?? true) ? 'Successful' : 'Inconclusive';
}

/**
 * What a metric is after its last measurement; undefined while it goes on. Limits are exceeded, not reached, and when
 * several are at once an error wins over inconclusive, and that over a failure. Never throws.
 *
 * Source: argo-rollouts analysis/analysis.go assessMetricStatus, assessMetricFailureInconclusiveOrError.
 */
export function metricPhase(tally: MetricTally, limits: MetricLimits): AnalysisPhase | undefined {
  const { failureLimit, consecutiveSuccessLimit } = limits;
  if (tally.consecutiveError > limits.consecutiveErrorLimit) return 'Error';
  if (tally.inconclusive > limits.inconclusiveLimit) return 'Inconclusive';
  if (failureLimit >= 0 && tally.failed > failureLimit) return 'Failed';
  if (consecutiveSuccessLimit > 0 && tally.consecutiveSuccess >= consecutiveSuccessLimit) return 'Successful';
  if (tally.successful + tally.failed + tally.inconclusive < limits.count) return undefined;
  if (consecutiveSuccessLimit <= 0) return 'Successful';
  return failureLimit < 0 ? 'Failed' : 'Inconclusive';
}

/** The worst first: what a whole AnalysisRun is, and what a rollout goes by. */
const WORST_FIRST: readonly AnalysisPhase[] = ['Error', 'Failed', 'Inconclusive', 'Successful'];

/**
 * What an AnalysisRun is by its metrics, dry runs left out; successful without any. Never throws.
 *
 * Source: argo-rollouts analysis/analysis.go assessRunStatus, utils/analysis/helpers.go IsWorse.
 */
export function runPhase(metrics: readonly AnalysisPhase[]): AnalysisPhase {
  return WORST_FIRST.find((phase) => metrics.includes(phase)) ?? 'Successful';
}

/**
 * Whether failed measurements can fail a metric: the failure limit is below the number of measurements, or not being
 * successful often enough in a row counts as a failure. Never throws.
 */
export function canFail({ count, failureLimit, consecutiveSuccessLimit }: MetricLimits): boolean {
  return failureLimit < 0 ? consecutiveSuccessLimit > 0 && Number.isFinite(count) : failureLimit < count;
}

/** When a metric measures, in seconds; `interval` is 0 for a single measurement. */
export interface MetricTiming {
  readonly initialDelay: number;
  readonly interval: number;
}

/**
 * How many seconds after the start of the analysis the `nth` measurement (from 1) is taken when none of them takes time
 * or has an error. Never throws.
 *
 * Source: argo-rollouts analysis/analysis.go generateMetricTasks, calculateNextReconcileTime.
 */
export function measuredAfter(nth: number, { initialDelay, interval }: MetricTiming): number {
  return initialDelay + Math.max(0, nth - 1) * interval;
}

/**
 * How many seconds after the start of the analysis a metric fails when every measurement does; undefined when failures
 * never fail it. Never throws.
 */
export function failsAfter(limits: MetricLimits, timing: MetricTiming): number | undefined {
  if (!canFail(limits)) return undefined;
  return measuredAfter(limits.failureLimit < 0 ? limits.count : limits.failureLimit + 1, timing);
}

/** How many seconds after the start of the analysis a metric succeeds when every measurement does; maybe Infinity. */
export function succeedsAfter(
  { count, consecutiveSuccessLimit }: MetricLimits,
  timing: MetricTiming,
): number {
  const needed = consecutiveSuccessLimit > 0 ? Math.min(count, consecutiveSuccessLimit) : count;
  return Number.isFinite(needed) ? measuredAfter(needed, timing) : Number.POSITIVE_INFINITY;
}

/** Patterns whose matches are certain without an engine: literal text, maybe anchored, or anything. */
const LITERAL = /^(\^?)([A-Za-z0-9_ -]+)(\$?)$/;
const ANYTHING = /^\^?\.[*+]\$?$/;

/**
 * Whether the `metricName` of a dry run or a retention takes in a metric: it is a regular expression of Go that may match
 * anywhere in the name. Undefined where the pattern is more than a text or `.*`. Never throws.
 *
 * Source: argo-rollouts utils/analysis/helpers.go GetDryRunMetrics.
 */
export function takesInMetric(pattern: string, name: string): boolean | undefined {
  if (ANYTHING.test(pattern)) return name !== '' || pattern.includes('*');
  const [, start, text = '', end] = LITERAL.exec(pattern) ?? [];
  if (start === undefined) return undefined;
  if (start && end) return name === text;
  if (start) return name.startsWith(text);
  return end ? name.endsWith(text) : name.includes(text);
}
