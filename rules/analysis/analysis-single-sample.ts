import {
  countOf,
  defineRule,
  dryRunsOf,
  type Fix,
  isDryRun,
  metricsToRun,
  type Node,
  offer,
  prometheusQueryOf,
  type Resource,
  sensibleCount,
  setValues,
  titleOfMetric,
} from 'rollsafe';
import { isOverTime } from 'rollsafe/kubernetes';

export default defineRule({
  summary: 'One measurement of a rate decides about a release',
  why: `
Without \`interval\` and \`count\` a metric measures once, at the moment when the analysis begins. A rate or a latency differs from one
moment to the next: a single good sample lets a bad version pass, a single bad one aborts a good release, and right after a change
of weight the window of the query still holds the time before it. Several measurements with an \`interval\`, and an
\`initialDelay\` as long as that window, tell more.

It is fine where a pause before the analysis collects enough traffic and the query covers it.
`,
  severity: 'info',
  references: [
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/v1alpha1/analysis_types.go',
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
    - name: errors # <--
      successCondition: result[0] < 0.02
      provider:
        prometheus:
          query: sum(rate(errors_total[5m])) / sum(rate(requests_total[5m])) # <-- related
    - name: latency
      interval: 1m
      count: 1 # <--
      successCondition: result[0] < 0.3
      provider:
        prometheus:
          query: histogram_quantile(0.95, sum by (le) (rate(latency_seconds_bucket[5m])))
`,
      good: `
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata:
  name: errors
spec:
  metrics:
    - name: errors
      interval: 1m
      count: 5
      successCondition: result[0] < 0.02
      provider:
        prometheus:
          query: sum(rate(errors_total[5m])) / sum(rate(requests_total[5m]))
    - name: latency
      interval: 1m
      successCondition: result[0] < 0.3
      provider:
        prometheus:
          query: histogram_quantile(0.95, sum by (le) (rate(latency_seconds_bucket[5m])))
`,
    },
    // A state is the same at every moment; a test runs once; a dry run decides nothing.
    {
      good: `
apiVersion: argoproj.io/v1alpha1
kind: ClusterAnalysisTemplate
metadata:
  name: states
spec:
  dryRun:
    - metricName: watched
  metrics:
    - name: pods
      successCondition: result[0] >= 3
      provider: {prometheus: {query: sum(up)}}
    - name: smoke
      provider: {job: {spec: {}}}
    - name: watched
      successCondition: result[0] < 5
      provider: {prometheus: {query: "sum(rate(errors_total[5m]))"}}
    - name: by-argument
      interval: 1m
      count: "{{args.count}}"
      successCondition: result[0] < 5
      provider: {prometheus: {query: "sum(rate(errors_total[5m]))"}}
`,
    },
  ],
  kinds: ['argoproj.io/AnalysisTemplate', 'argoproj.io/ClusterAnalysisTemplate', 'argoproj.io/AnalysisRun'],
  resource(resource, { report }) {
    const dryRuns = dryRunsOf(resource as Resource);
    for (const metric of metricsToRun(resource as Resource)) {
      const query = prometheusQueryOf(metric);
      if (!query || !isOverTime(query.text) || countOf(metric) !== 1) continue;
      if (isDryRun(metric, [dryRuns]) !== false) continue;
      const count = metric.at('count');
      report({
        at: count.exists ? count : metric,
        message: `${titleOfMetric(metric)} measures once: one sample of a value that changes all the time decides about the release`,
        related: [{ at: query.at, message: 'a value over time' }],
        fixes: measureOften(metric),
      });
    }
  },
});

function measureOften(metric: Node): Fix[] {
  const count = sensibleCount(metric);
  const values = metric.at('interval').string() ? { count } : { interval: '1m', count };
  return offer('suggestion', `Measure ${count} times`, ...setValues(metric, values));
}
