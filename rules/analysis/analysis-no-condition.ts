import {
  conditionsOf,
  defineRule,
  dryRunsOf,
  isDryRun,
  metricsToRun,
  type Node,
  providerOf,
  type Resource,
  titleOfMetric,
} from 'rollsafe';

export default defineRule({
  summary: 'A metric that accepts every answer',
  why: `
Without \`successCondition\` and \`failureCondition\` a measurement is successful as soon as the provider answers, whatever the number is:
an error rate of 100% passes. Say what is good (\`successCondition: result[0] >= 0.95\`), or what is bad.

Some providers judge by themselves and aren't reported: a Job by its exit, kayenta by its thresholds, a web request by its status, a
plugin as it likes. Neither are dry runs, which are there to watch.
`,
  severity: 'warning',
  references: [
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/evaluate/evaluate.go',
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/docs/features/analysis.md',
  ],
  examples: [
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata:
  name: success-rate
spec:
  metrics:
    - name: success-rate # <--
      interval: 1m
      count: 5
      provider:
        prometheus: # <-- related
          query: sum(rate(ok_total[5m])) / sum(rate(requests_total[5m]))
    - name: errors # <--
      successCondition: ""
      provider:
        datadog: {query: "sum:errors{*}.as_rate()"}
`,
      good: `
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata:
  name: success-rate
spec:
  metrics:
    - name: success-rate
      interval: 1m
      count: 5
      successCondition: result[0] >= 0.95
      provider:
        prometheus:
          query: sum(rate(ok_total[5m])) / sum(rate(requests_total[5m]))
    - name: errors
      failureCondition: default(result, 0) > 0.05
      provider:
        datadog: {query: "sum:errors{*}.as_rate()"}
`,
    },
    {
      good: `
apiVersion: argoproj.io/v1alpha1
kind: ClusterAnalysisTemplate
metadata:
  name: all
spec:
  dryRun:
    - metricName: watched-.*
    - metricName: traffic
  metrics:
    - {name: job, provider: {job: {spec: {}}}}
    - {name: kayenta, provider: {kayenta: {address: "https://kayenta.example.com"}}}
    - {name: web, provider: {web: {url: "http://web/health"}}}
    - {name: plugin, provider: {plugin: {example/one: {}}}}
    - {name: traffic, provider: {prometheus: {query: up}}}
    - {name: watched-errors, provider: {prometheus: {query: up}}}
`,
    },
  ],
  kinds: ['argoproj.io/AnalysisTemplate', 'argoproj.io/ClusterAnalysisTemplate', 'argoproj.io/AnalysisRun'],
  resource(resource, { report }) {
    const dryRuns = dryRunsOf(resource as Resource);
    for (const metric of metricsToRun(resource as Resource)) {
      const measurer = measurerOf(metric);
      if (!measurer || conditionsOf(metric).length > 0 || isDryRun(metric, [dryRuns]) !== false) continue;
      report({
        at: metric,
        message: `every answer that ${measurer.name} gives to ${titleOfMetric(metric)} counts as a success`,
        related: [{ at: measurer.node, message: 'asked here' }],
      });
    }
  },
});

/** Providers that only measure: a number says nothing by itself. */
const MEASURERS = new Set([
  'prometheus',
  'datadog',
  'newRelic',
  'wavefront',
  'cloudWatch',
  'graphite',
  'influxdb',
  'skywalking',
]);

function measurerOf(metric: Node) {
  const provider = providerOf(metric);
  return provider && MEASURERS.has(provider.name) ? provider : undefined;
}
