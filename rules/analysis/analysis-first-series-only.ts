import {
  conditionsOf,
  defineRule,
  type Edit,
  metricsToRun,
  type Node,
  offer,
  prometheusQueryOf,
  type Resource,
  rewriteText,
  titleOfMetric,
} from 'rollsafe';
import { mayHaveManySeries, readCondition } from 'rollsafe/kubernetes';

export default defineRule({
  summary: 'A condition that looks at the first of several series',
  why: `
A query without an outer aggregation, or with one \`by\` labels, answers with one value for each pod, path or code, in no
certain order. \`result[0]\` is one of them, and the others may be as bad as they like.

Aggregate the series into one (\`sum(...)\`, \`max(...)\`), or ask all values: \`all(result, # < 0.05)\`. It is fine where the labels of the
query leave one series. A quantile of a histogram by \`le\` alone is one series and isn't reported.
`,
  severity: 'info',
  references: [
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/metricproviders/prometheus/prometheus.go',
    'https://prometheus.io/docs/prometheus/latest/querying/operators/#aggregation-operators',
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
    - name: errors
      interval: 1m
      count: 5
      successCondition: len(result) > 0 && result[0] < 5 # <--
      provider:
        prometheus:
          query: rate(errors_total{app="web"}[5m]) # <-- related
    - name: by-pod
      interval: 1m
      count: 5
      failureCondition: result[0] > 5 # <--
      provider:
        prometheus:
          query: sum by (pod) (rate(errors_total{app="web"}[5m]))
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
      successCondition: len(result) > 0 && result[0] < 5
      provider:
        prometheus:
          query: sum(rate(errors_total{app="web"}[5m]))
    - name: by-pod
      interval: 1m
      count: 5
      failureCondition: any(result, # > 5)
      provider:
        prometheus:
          query: sum by (pod) (rate(errors_total{app="web"}[5m]))
    - name: latency
      interval: 1m
      count: 5
      successCondition: result[0] < 0.3
      provider:
        prometheus:
          query: histogram_quantile(0.95, sum(rate(latency_seconds_bucket[5m])) by (le))
    - name: by-argument
      interval: 1m
      count: 5
      successCondition: result[0] < 0.3
      provider:
        prometheus:
          query: "{{args.query}}"
    - name: two
      interval: 1m
      count: 5
      successCondition: result[0] < 5 && result[1] < 5
      provider:
        prometheus:
          query: rate(errors_total{app="web"}[5m])
`,
    },
  ],
  kinds: ['argoproj.io/AnalysisTemplate', 'argoproj.io/ClusterAnalysisTemplate', 'argoproj.io/AnalysisRun'],
  resource(resource, { report }) {
    for (const metric of metricsToRun(resource as Resource)) {
      const query = prometheusQueryOf(metric);
      if (!query || query.isRange || !mayHaveManySeries(query.text)) continue;
      const at = conditionsOf(metric).find(readsFirst);
      if (!at) continue;
      report({
        at,
        message: `${titleOfMetric(metric)} looks at one of the series that its query may return, and at no other`,
        related: [{ at: query.at, message: 'a value for each series' }],
        fixes: offer('suggestion', 'Ask all values', ...conditionsOf(metric).filter(readsFirst).map(askAll)),
      });
    }
  },
});

function readsFirst(condition: Node): boolean {
  return readCondition(condition.string() ?? '').readsFirstOnly;
}

/** A comparison of the first value as one of all values: it is good when all are, and bad when any is. */
function askAll(condition: Node): Edit | undefined {
  const [, comparison] =
    /^\s*result\[0\]\s*((?:[<>]=?|[=!]=)\s*[\w.]+)\s*$/.exec(condition.string() ?? '') ?? [];
  const ask = condition.key === 'failureCondition' ? 'any' : 'all';
  return comparison === undefined ? undefined : rewriteText(condition, `${ask}(result, {# ${comparison}})`);
}
