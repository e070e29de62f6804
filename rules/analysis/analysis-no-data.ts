import {
  conditionsOf,
  defineRule,
  dryRunsOf,
  type Edit,
  isDryRun,
  limitsOf,
  metricsToRun,
  type Node,
  offer,
  type Problem,
  prometheusQueryOf,
  type Resource,
  rewriteText,
  titleOfMetric,
} from 'rollsafe';
import { fillsGaps, mayBeNaN, readCondition } from 'rollsafe/kubernetes';

export default defineRule({
  summary: 'A metric without an answer to "no data"',
  why: `
When nobody uses the new version yet, or the labels of the query are wrong, Prometheus has nothing to divide. Two things can happen.

- The quotient of two sums that are 0, a quantile of nothing, or \`scalar()\` of nothing is NaN, and no comparison with NaN is true. With a \`failureCondition\` alone
  that is a **success**: a release without any traffic, or with a mistyped query, passes (warning). Add a \`successCondition\`, or \`|| isNaN(result[0])\`.
- The vector is empty, and \`result[0]\` is an error. Five in a row (\`consecutiveErrorLimit\` is 4 by default) abort the release (info). Say what no data means:
  \`len(result) == 0 || result[0] >= 0.95\` lets it pass, \`len(result) > 0 && result[0] >= 0.95\` doesn't; or write \`or vector(0)\` behind the query.

\`isNil(result)\` and \`default(result[0], 1)\` don't help: an empty list isn't nil, and it has no first value. It is fine to ignore where the canary always has traffic
and an abort without data is what you want.
`,
  severity: { default: 'info', passes: 'warning' },
  references: [
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/evaluate/evaluate.go',
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/metricproviders/prometheus/prometheus.go',
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/docs/features/analysis.md',
  ],
  examples: [
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata:
  name: errors
spec:
  metrics:
    - name: error-rate
      interval: 1m
      count: 5
      failureCondition: result[0] > 0.05 # <-- warning
      provider:
        prometheus:
          query: sum(rate(errors_total[5m])) / sum(rate(requests_total[5m])) # <-- related
    - name: latency
      failureCondition: result > 0.3 # <-- warning
      provider:
        prometheus:
          query: scalar(avg(latency_seconds))
    - name: success-rate
      successCondition: result[0] >= 0.95 # <-- info
      provider:
        prometheus:
          query: sum(rate(ok_total[5m])) / sum(rate(requests_total[5m]))
    - name: wrong-guards
      successCondition: isNil(result[0]) || default(result[0], 1) >= 0.95 # <-- info
      failureCondition: result[0] < 0.5
      consecutiveErrorLimit: 0
      provider:
        prometheus: {query: avg(success_ratio)}
`,
      good: `
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata:
  name: errors
spec:
  metrics:
    - name: error-rate
      interval: 1m
      count: 5
      failureCondition: len(result) == 0 || isNaN(result[0]) || result[0] > 0.05
      provider:
        prometheus:
          query: sum(rate(errors_total[5m])) / sum(rate(requests_total[5m]))
    - name: latency
      successCondition: result <= 0.3
      provider:
        prometheus:
          query: scalar(avg(latency_seconds))
    - name: success-rate
      successCondition: len(result) > 0 && result[0] >= 0.95
      provider:
        prometheus:
          query: sum(rate(ok_total[5m])) / sum(rate(requests_total[5m]))
    - name: filled
      successCondition: result[0] < 5
      provider:
        prometheus: {query: sum(errors_total) or vector(0)}
`,
    },
    // A negation is true of NaN; all values are asked; a dry run decides nothing; other providers.
    {
      good: `
apiVersion: argoproj.io/v1alpha1
kind: ClusterAnalysisTemplate
metadata:
  name: errors
spec:
  dryRun:
    - metricName: watched
  metrics:
    - name: negated
      failureCondition: len(result) == 0 || !(result[0] < 0.05)
      provider: {prometheus: {query: sum(errors_total) / sum(requests_total)}}
    - name: closure
      failureCondition: any(result, {# > 0.05})
      provider: {prometheus: {query: sum(errors_total) / sum(requests_total)}}
    - name: watched
      failureCondition: result[0] > 0.05
      provider: {prometheus: {query: sum(errors_total) / sum(requests_total)}}
    - name: web
      successCondition: result[0] == 'ok'
      provider: {web: {url: "http://web/states"}}
    - name: wrong-shape
      failureCondition: result > 0.05
      provider: {prometheus: {query: sum(errors_total)}}
`,
    },
  ],
  kinds: ['argoproj.io/AnalysisTemplate', 'argoproj.io/ClusterAnalysisTemplate', 'argoproj.io/AnalysisRun'],
  resource(resource, { report }) {
    const dryRuns = dryRunsOf(resource as Resource);
    for (const metric of metricsToRun(resource as Resource)) {
      if (isDryRun(metric, [dryRuns]) !== false) continue;
      const problem = passesWithoutNumber(metric) ?? failsOnEmpty(metric);
      if (problem) report(problem);
    }
  },
});

/** The only condition is about failures, and NaN fulfils none. */
function passesWithoutNumber(metric: Node): Problem | undefined {
  const query = prometheusQueryOf(metric);
  const [failure, ...others] = conditionsOf(metric);
  const text = failure?.string();
  if (!query || !failure || text === undefined || others.length > 0) return undefined;
  if (metric.at('successCondition').string() || !mayBeNaN(query.text)) return undefined;
  const { asksNaN, problem, readsFirstOnly } = readCondition(text);
  if (asksNaN || problem || isTrueOfNaN(text) || !(readsFirstOnly || /\bscalar\s*\(/.test(query.text)))
    return undefined;
  return {
    at: failure,
    as: 'passes',
    message: `${titleOfMetric(metric)} succeeds without any data: the query comes to NaN then, and a failureCondition alone lets NaN pass`,
    related: [{ at: query.at, message: 'NaN without data' }],
    fixes: offer('suggestion', 'Let no data fail', withNaN(failure, text, fillsGaps(query.text))),
  };
}

/** A failure without a number, and without a value where the query doesn't fill the gap. */
function withNaN(failure: Node, text: string, isFilled: boolean): Edit | undefined {
  if (!readCondition(text).readsFirstOnly)
    return rewriteText(failure, `isNaN(result) || ${inBrackets(text)}`);
  const guard = isFilled ? '' : 'len(result) == 0 || ';
  return rewriteText(failure, `${guard}isNaN(result[0]) || ${inBrackets(text)}`);
}

/** A negation may be true of NaN. */
function isTrueOfNaN(condition: string): boolean {
  return /!|\bnot\b/.test(condition);
}

function failsOnEmpty(metric: Node): Problem | undefined {
  const query = prometheusQueryOf(metric);
  if (!query || fillsGaps(query.text)) return undefined;
  const unguarded = conditionsOf(metric).filter((condition) => {
    const { readsFirstOnly, asksLength, problem } = readCondition(condition.string() ?? '');
    return readsFirstOnly && !asksLength && !problem;
  });
  const [at] = unguarded;
  const limits = limitsOf(metric);
  if (!at || !limits) return undefined;
  const errors = limits.consecutiveErrorLimit + 1;
  const end = errors === 1 ? 'the first of them ends' : `${errors} of them in a row end`;
  return {
    at,
    message: `without any data result[0] of ${titleOfMetric(metric)} is an error, and ${end} the analysis and the release`,
    related: [{ at: query.at, message: 'an empty vector without data' }],
    fixes: [
      ...offer('suggestion', 'Let no data fail', ...unguarded.map((one) => guarded(one, 'failureCondition'))),
      ...offer('suggestion', 'Let no data pass', ...unguarded.map((one) => guarded(one, 'successCondition'))),
    ],
  };
}

/** A condition that is true without a value when it is the one that is named, and false else. */
function guarded(condition: Node, trueWithout: string): Edit | undefined {
  const text = inBrackets(condition.string() ?? '');
  const guard = condition.key === trueWithout ? 'len(result) == 0 ||' : 'len(result) > 0 &&';
  return rewriteText(condition, `${guard} ${text}`);
}

function inBrackets(condition: string): string {
  return /[|&?;]|\b(?:or|and|not)\b/.test(condition) ? `(${condition.trim()})` : condition.trim();
}
