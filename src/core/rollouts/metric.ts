/** A metric of an analysis, read from its manifest: what it asks whom, how often, and what its limits are. */
import {
  DEFAULT_METRIC_LIMITS,
  effectiveCount,
  hasPlaceholder,
  type MetricLimits,
  type MetricTiming,
  metricNumber,
  parseGoDuration,
  takesInMetric,
} from '../../kubernetes/index.ts';
import type { Node } from '../node.ts';
import type { Resource } from '../resource.ts';
import { metricsOf } from './analysis.ts';

/** The fields that bound a metric, numbers or texts with numbers (argo-rollouts analysis_types.go Metric). */
export const METRIC_NUMBERS = [
  'count',
  'failureLimit',
  'inconclusiveLimit',
  'consecutiveErrorLimit',
  'consecutiveSuccessLimit',
] as const;

export type MetricNumber = (typeof METRIC_NUMBERS)[number];

/**
 * The metrics of an AnalysisTemplate, ClusterAnalysisTemplate or AnalysisRun that are still to run: none of an
 * AnalysisRun that a cluster has begun with.
 */
export function metricsToRun(resource: Resource): Node[] {
  const hasBegun = resource.type === 'argoproj.io/AnalysisRun' && (resource.root as Node).at('status').exists;
  return hasBegun ? [] : metricsOf(resource).filter((metric) => metric.isMap);
}

/** `metric "errors"`, as messages name it. */
export function titleOfMetric(metric: Node): string {
  const name = metric.at('name').string();
  return name ? `metric "${name}"` : 'a metric';
}

/** The providers that a metric names; of `plugin` each of its plugins is one. */
export function providersOf(metric: Node): { readonly name: string; readonly node: Node }[] {
  return metric
    .at('provider')
    .fields()
    .filter(([, node]) => node.exists)
    .flatMap(([name, node]) =>
      name === 'plugin' ? node.fields().map(() => ({ name, node })) : { name, node },
    );
}

/** The one provider of a metric; undefined when there are none or several. */
export function providerOf(metric: Node): { readonly name: string; readonly node: Node } | undefined {
  const [only, ...others] = providersOf(metric);
  return others.length > 0 ? undefined : only;
}

/** The query of a metric that asks Prometheus, a range query marked: its answer is a list whatever the query is. */
export function prometheusQueryOf(
  metric: Node,
): { readonly at: Node; readonly text: string; readonly isRange: boolean } | undefined {
  const provider = providerOf(metric);
  if (provider?.name !== 'prometheus') return undefined;
  const at = provider.node.at('query');
  const text = at.string();
  return text ? { at, text, isRange: provider.node.at('rangeQuery').exists } : undefined;
}

/** The `successCondition` and `failureCondition` of a metric, those that are written and no empty text. */
export function conditionsOf(metric: Node): Node[] {
  return [metric.at('successCondition'), metric.at('failureCondition')].filter(
    (condition) => condition.exists && condition.string() !== '',
  );
}

/** How many measurements a metric takes, as `effectiveCount` says. */
export function countOf(metric: Node): number | undefined {
  const interval = metric.at('interval');
  if (interval.exists && interval.string() === undefined) return undefined;
  return effectiveCount({ hasInterval: Boolean(interval.string()), count: metric.at('count').value });
}

/** The limits of a metric with their defaults; undefined when one of them can't be read. */
export function limitsOf(metric: Node): MetricLimits | undefined {
  const count = countOf(metric);
  if (count === undefined) return undefined;
  const limits = { count, ...DEFAULT_METRIC_LIMITS };
  for (const field of METRIC_NUMBERS.slice(1)) {
    const node = metric.at(field);
    const value = node.exists ? metricNumber(node.value) : limits[field];
    if (value === undefined) return undefined;
    limits[field] = value;
  }
  return limits;
}

/** When a metric measures, in seconds; undefined when that can't be read. */
export function timingOf(metric: Node): MetricTiming | undefined {
  const initialDelay = secondsAt(metric.at('initialDelay'));
  const interval = secondsAt(metric.at('interval'));
  return initialDelay === undefined || interval === undefined ? undefined : { initialDelay, interval };
}

function secondsAt(node: Node): number | undefined {
  if (!node.exists) return 0;
  const text = node.string();
  return text === '' ? 0 : text === undefined ? undefined : parseGoDuration(text);
}

/**
 * Whether a metric is a dry run, which decides nothing, by the `dryRun` lists of its template and of the analysis.
 * Undefined when a pattern can't be read.
 */
export function isDryRun(metric: Node, lists: readonly Node[]): boolean | undefined {
  const name = metric.at('name').string();
  const answers = lists
    .flatMap((list) => list.items())
    .map((item) => {
      const pattern = item.at('metricName').string();
      return pattern === undefined || name === undefined || hasPlaceholder(pattern)
        ? undefined
        : takesInMetric(pattern, name);
    });
  if (answers.includes(true)) return true;
  return answers.includes(undefined) ? undefined : false;
}

/** The `dryRun` list of a template. */
export function dryRunsOf(template: Resource): Node {
  return (template.root as Node).at('spec').at('dryRun');
}

/** A count that decides something: five measurements, or one more than the failures and successes that its limits take. */
export function sensibleCount(metric: Node): number {
  const [failures = 0, successes = 0] = ['failureLimit', 'consecutiveSuccessLimit'].map((field) =>
    metricNumber(metric.at(field).value),
  );
  return Math.max(5, failures + successes + 1);
}
