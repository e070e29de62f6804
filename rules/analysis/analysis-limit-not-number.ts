import {
  defineRule,
  type Fix,
  METRIC_NUMBERS,
  type MetricNumber,
  metricsToRun,
  type Node,
  offer,
  type Resource,
  setValue,
  suggestValues,
  titleOfMetric,
} from 'rollsafe';
import { hasPlaceholder, isAtoi, metricNumber } from 'rollsafe/kubernetes';

export default defineRule({
  summary: 'A count or limit of a metric that is read as 0',
  why: `
The counts and limits of a metric may be written as texts, so that arguments can fill them in. A text that is no whole number (\`10%\`,
\`1.5\`, \`three\`) isn't refused: the controller takes it for 0. A \`failureLimit: "10%"\` then fails with the first failure, and a \`count\`
that is 0 is no count, so that the metric never ends by itself.

Write a whole number. Texts with \`{{args.…}}\` or with another tool's variables aren't reported.
`,
  severity: 'warning',
  references: [
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/v1alpha1/analysis_types.go',
    'https://github.com/kubernetes/kubernetes/blob/v1.28.0/staging/src/k8s.io/apimachinery/pkg/util/intstr/intstr.go',
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
      count: "5x" # <--
      failureLimit: 10% # <--
      inconclusiveLimit: "1.5" # <--
      consecutiveErrorLimit: three # <--
      consecutiveSuccessLimit: "2 " # <--
      successCondition: result[0] < 0.02
      provider:
        prometheus: {query: avg(error_ratio)}
`,
      fixed: `
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata:
  name: errors
spec:
  metrics:
    - name: errors
      interval: 1m
      count: "5x"
      failureLimit: 10%
      inconclusiveLimit: "1.5"
      consecutiveErrorLimit: three
      consecutiveSuccessLimit: 2
      successCondition: result[0] < 0.02
      provider:
        prometheus: {query: avg(error_ratio)}
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
      count: "5"
      failureLimit: 1
      inconclusiveLimit: "{{args.limit}}"
      consecutiveErrorLimit: "\${LIMIT}"
      consecutiveSuccessLimit: "+2"
      successCondition: result[0] < 0.02
      provider:
        prometheus: {query: avg(error_ratio)}
`,
    },
    // A share of the count, and a fraction of zeros.
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
      count: 10
      failureLimit: 25% # <--
      inconclusiveLimit: "2.0" # <--
      successCondition: result[0] < 0.02
      provider:
        prometheus: {query: avg(error_ratio)}
`,
      fixed: `
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata:
  name: errors
spec:
  metrics:
    - name: errors
      interval: 1m
      count: 10
      failureLimit: 25%
      inconclusiveLimit: 2
      successCondition: result[0] < 0.02
      provider:
        prometheus: {query: avg(error_ratio)}
`,
    },
  ],
  kinds: ['argoproj.io/AnalysisTemplate', 'argoproj.io/ClusterAnalysisTemplate', 'argoproj.io/AnalysisRun'],
  resource(resource, { report }) {
    for (const metric of metricsToRun(resource as Resource)) {
      for (const field of METRIC_NUMBERS) {
        const at = metric.at(field);
        const text = at.string();
        if (!text || hasPlaceholder(text) || isAtoi(text)) continue;
        report({
          at,
          message: `the ${field} "${text}" of ${titleOfMetric(metric)} is no whole number and counts as 0: ${meaningOfZero(field)}`,
          fixes: wholeNumber(at, text, metricNumber(metric.at('count').value) ?? 0),
        });
      }
    }
  },
});

function meaningOfZero(field: MetricNumber): string {
  const meanings: Readonly<Record<MetricNumber, string>> = {
    count: 'as if there were none',
    failureLimit: 'the first failure is one too many',
    inconclusiveLimit: 'the first inconclusive measurement is one too many',
    consecutiveErrorLimit: 'the first error is one too many',
    consecutiveSuccessLimit: 'as if there were none',
  };
  return meanings[field];
}

/** A number with blanks around it or a fraction of zeros is that number; a share of the count is for a person to round. */
function wholeNumber(at: Node, text: string, count: number): Fix[] {
  const [, whole, fraction] = /^\s*(\d{1,9})(\.\d+)?\s*$/.exec(text) ?? [];
  const [, percent] = /^(\d{1,2})%$/.exec(text) ?? [];
  if (percent !== undefined && count > 0)
    return suggestValues(at, [Math.floor((count * Number(percent)) / 100)]);
  if (whole === undefined) return [];
  const number = Number(whole);
  return fraction === undefined || /^\.0+$/.test(fraction)
    ? offer('unsafe', `Write ${at.key}: ${number}`, setValue(at, number))
    : suggestValues(at, [number, number + 1]);
}
