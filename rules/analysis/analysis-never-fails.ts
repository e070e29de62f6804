import {
  conditionsOf,
  defineRule,
  dryRunsOf,
  isDryRun,
  limitsOf,
  metricsToRun,
  type Node,
  providerOf,
  type Resource,
  suggestValues,
  titleOfMetric,
} from 'rollsafe';
import { canFail, metricNumber } from 'rollsafe/kubernetes';

export default defineRule({
  summary: 'A metric that may fail as often as it measures',
  why: `
\`failureLimit\` is the number of failed measurements that are *tolerated*: the metric fails with one more. A limit that is as high as
\`count\` can't be exceeded, so the metric is successful even if every single measurement fails, and the release goes on. Without an
\`interval\` there is one measurement, and any \`failureLimit\` above 0 is too high.

Write at most one less than \`count\`: \`count: 5\` with \`failureLimit: 1\` fails with the second failure. A metric that is only watched is said better
with \`dryRun\`, which is never reported here. Neither is a background metric without a \`count\`, nor one without conditions
(\`analysis-no-condition\`). A limit that is above a written \`count\` is refused (\`analysis-metric-invalid\`).
`,
  severity: 'warning',
  references: [
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/analysis/analysis.go',
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/analysis/factory.go',
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
    - name: errors
      interval: 1m
      count: 3 # <-- related
      failureLimit: 3 # <--
      successCondition: result[0] < 0.02
      provider:
        prometheus: {query: avg(error_ratio)}
    - name: smoke
      failureLimit: "1" # <--
      provider: {job: {spec: {}}}
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
      count: 3
      failureLimit: 2
      successCondition: result[0] < 0.02
      provider:
        prometheus: {query: avg(error_ratio)}
    - name: smoke
      failureLimit: "0"
      provider: {job: {spec: {}}}
`,
    },
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
    - name: watched
      interval: 1m
      count: 3
      failureLimit: 3
      provider: {job: {spec: {}}}
    - name: endless
      interval: 1m
      failureLimit: 10
      provider: {job: {spec: {}}}
    - name: refused
      interval: 1m
      count: 3
      failureLimit: 4
      provider: {job: {spec: {}}}
    - name: no-condition
      interval: 1m
      count: 3
      failureLimit: 3
      provider: {prometheus: {query: avg(error_ratio)}}
    - name: by-successes
      interval: 1m
      count: 5
      failureLimit: -1
      consecutiveSuccessLimit: 3
      provider: {job: {spec: {}}}
    - name: by-argument
      interval: 1m
      count: "{{args.count}}"
      failureLimit: 3
      provider: {job: {spec: {}}}
`,
    },
  ],
  kinds: ['argoproj.io/AnalysisTemplate', 'argoproj.io/ClusterAnalysisTemplate', 'argoproj.io/AnalysisRun'],
  resource(resource, { report }) {
    const dryRuns = dryRunsOf(resource as Resource);
    for (const metric of metricsToRun(resource as Resource)) {
      const limits = limitsOf(metric);
      if (!limits || limits.failureLimit < 0 || canFail(limits) || isRefused(metric)) continue;
      if (isDryRun(metric, [dryRuns]) !== false || !isJudged(metric)) continue;
      const { count, failureLimit } = limits;
      const measurements = count === 1 ? 'the one measurement' : `all ${count} measurements`;
      const written = metric.at('count');
      report({
        at: metric.at('failureLimit'),
        message: `${titleOfMetric(metric)} succeeds even if ${measurements} failed: a failureLimit of ${failureLimit} is exceeded by the ${ordinal(failureLimit + 1)} failure`,
        related: written.exists ? [{ at: written, message: `measures ${count} times` }] : [],
        fixes: suggestValues(metric.at('failureLimit'), count > 2 ? [1, count - 1] : [count - 1]),
      });
    }
  },
});

/** A count that is written must not be below the limits. */
function isRefused(metric: Node): boolean {
  const [count = 0, failures = 0, successes = 0] = ['count', 'failureLimit', 'consecutiveSuccessLimit'].map(
    (field) => metricNumber(metric.at(field).value),
  );
  return count > 0 && count < failures + Math.max(0, successes);
}

/** Whether a measurement can fail: by a condition, or by the provider itself. */
function isJudged(metric: Node): boolean {
  const provider = providerOf(metric)?.name;
  return (
    provider === 'job' || provider === 'kayenta' || provider === 'plugin' || conditionsOf(metric).length > 0
  );
}

function ordinal(number: number): string {
  const teen = number % 100 > 10 && number % 100 < 14;
  return `${number}${(teen ? undefined : ['th', 'st', 'nd', 'rd'][number % 10]) ?? 'th'}`;
}
