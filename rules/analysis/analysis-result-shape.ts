import {
  conditionsOf,
  defineRule,
  type Fix,
  metricsToRun,
  type Node,
  offer,
  prometheusQueryOf,
  providerOf,
  type Resource,
  rewriteText,
  titleOfMetric,
} from 'rollsafe';
import { promqlShape, type ResultShape, readCondition, shapeProblem } from 'rollsafe/kubernetes';

export default defineRule({
  summary: 'A condition that takes the result for something else',
  why: `
Prometheus answers nearly every query with a vector, and a vector is a list of numbers to a condition, even when there is one: it
has to read \`result[0]\`. Only a query that is a number as a whole (\`scalar(...)\`, \`time()\`) gives a bare \`result\`. The wrong one of
the two can't be evaluated: every measurement is an error, and after the fifth in a row (\`consecutiveErrorLimit\` is 4 by default)
the analysis ends as Error and aborts the release.

The same goes for other uses that don't fit, such as \`isNaN(result)\` of a list, or a comparison with a number in quotes. Datadog and
Wavefront answer with one number, Graphite with a list.

Nothing is said where the query is an argument as a whole, or where the condition uses \`any\`, \`all\` and other closures.
`,
  severity: 'error',
  references: [
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/metricproviders/prometheus/prometheus.go',
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/metricproviders/datadog/datadog.go',
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/evaluate/evaluate.go',
    'https://prometheus.io/docs/prometheus/latest/querying/basics/#expression-language-data-types',
  ],
  examples: [
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata:
  name: success-rate
spec:
  args:
    - name: service
  metrics:
    - name: success-rate
      successCondition: result >= 0.95 # <--
      provider:
        prometheus:
          query: | # <-- related
            sum(rate(requests_total{service="{{args.service}}", code!~"5.."}[5m])) /
            sum(rate(requests_total{service="{{args.service}}"}[5m]))
`,
      good: `
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata:
  name: success-rate
spec:
  args:
    - name: service
  metrics:
    - name: success-rate
      successCondition: result[0] >= 0.95
      provider:
        prometheus:
          query: |
            sum(rate(requests_total{service="{{args.service}}", code!~"5.."}[5m])) /
            sum(rate(requests_total{service="{{args.service}}"}[5m]))
`,
    },
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: ClusterAnalysisTemplate
metadata:
  name: shapes
spec:
  metrics:
    - name: scalar
      successCondition: result[0] >= 0.95 # <--
      provider: {prometheus: {query: scalar(avg(up))}}
    - name: quoted
      successCondition: result[0] >= '0.95' # <--
      provider: {prometheus: {query: avg(up)}}
    - name: no-number
      failureCondition: isNaN(result) || result[0] > 5 # <--
      provider: {prometheus: {query: avg(up)}}
    - name: range
      successCondition: result >= 1 # <--
      provider: {prometheus: {query: scalar(avg(up)), rangeQuery: {start: 'now() - duration("5m")', end: now(), step: 1m}}}
    - name: datadog
      successCondition: result[0] < 0.05 # <--
      provider: {datadog: {query: "sum:errors{*}.as_rate()"}}
    - name: graphite
      successCondition: result < 0.05 # <--
      provider: {graphite: {query: errors}}
`,
      fixed: `
apiVersion: argoproj.io/v1alpha1
kind: ClusterAnalysisTemplate
metadata:
  name: shapes
spec:
  metrics:
    - name: scalar
      successCondition: result >= 0.95
      provider: {prometheus: {query: scalar(avg(up))}}
    - name: quoted
      successCondition: result[0] >= '0.95'
      provider: {prometheus: {query: avg(up)}}
    - name: no-number
      failureCondition: isNaN(result[0]) || result[0] > 5
      provider: {prometheus: {query: avg(up)}}
    - name: range
      successCondition: result[0] >= 1
      provider: {prometheus: {query: scalar(avg(up)), rangeQuery: {start: 'now() - duration("5m")', end: now(), step: 1m}}}
    - name: datadog
      successCondition: result < 0.05
      provider: {datadog: {query: "sum:errors{*}.as_rate()"}}
    - name: graphite
      successCondition: result[0] < 0.05
      provider: {graphite: {query: errors}}
`,
      good: `
apiVersion: argoproj.io/v1alpha1
kind: ClusterAnalysisTemplate
metadata:
  name: shapes
spec:
  metrics:
    - name: scalar
      successCondition: result >= 0.95
      provider: {prometheus: {query: scalar(avg(up))}}
    - name: length
      successCondition: len(result) == 0 || result[0] >= 0.95
      provider: {prometheus: {query: avg(up)}}
    - name: default
      successCondition: default(result[0], 1) >= 0.95
      provider: {prometheus: {query: avg(up)}}
    - name: all
      successCondition: all(result, {# >= 0.95})
      provider: {prometheus: {query: up}}
    - name: range
      successCondition: result[0] >= 1
      provider: {prometheus: {query: scalar(avg(up)), rangeQuery: {start: 'now() - duration("5m")', end: now(), step: 1m}}}
    - name: datadog
      successCondition: default(result, 0) < 0.05
      provider: {datadog: {query: "sum:errors{*}.as_rate()"}}
    - name: graphite
      successCondition: result[0] < 0.05
      provider: {graphite: {query: errors}}
    - name: query-by-argument
      successCondition: result >= 0.95
      provider: {prometheus: {query: "{{args.query}}"}}
    - name: web
      successCondition: result >= 0.95
      provider: {web: {url: "http://web/rate", jsonPath: "{$.rate}"}}
    - name: threshold-by-argument
      successCondition: result >= {{args.least}}
      provider: {prometheus: {query: avg(up)}}
`,
    },
    // What no result could mend is analysis-condition-invalid.
    {
      good: `
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata:
  name: success-rate
spec:
  metrics:
    - name: success-rate
      successCondition: result => 0.95
      provider: {prometheus: {query: avg(up)}}
`,
    },
  ],
  kinds: ['argoproj.io/AnalysisTemplate', 'argoproj.io/ClusterAnalysisTemplate', 'argoproj.io/AnalysisRun'],
  resource(resource, { report }) {
    for (const metric of metricsToRun(resource as Resource)) {
      const answer = answerOf(metric);
      for (const condition of answer ? conditionsOf(metric) : []) {
        const text = condition.string();
        if (!answer || text === undefined || readCondition(text).problem) continue;
        const problem = shapeProblem(text, answer.shape);
        if (!problem) continue;
        const result = answer.shape === 'number' ? 'one number' : 'a list of numbers';
        report({
          at: condition,
          message: `the result of ${titleOfMetric(metric)} is ${result}, and every measurement is an error: ${problem}`,
          related: [{ at: answer.at, message: `answered with ${result}` }],
          fixes: readRightly(condition, text, answer.shape),
        });
      }
    }
  },
});

const BY_PROVIDER: Readonly<Record<string, ResultShape>> = {
  datadog: 'number',
  wavefront: 'number',
  graphite: 'numbers',
};

function answerOf(metric: Node): { readonly shape: ResultShape; readonly at: Node } | undefined {
  const provider = providerOf(metric);
  if (!provider) return undefined;
  const query = prometheusQueryOf(metric);
  if (query) {
    const shape = query.isRange ? 'vector' : promqlShape(query.text);
    return shape && { shape: shape === 'scalar' ? 'number' : 'numbers', at: query.at };
  }
  const shape = Object.hasOwn(BY_PROVIDER, provider.name) ? BY_PROVIDER[provider.name] : undefined;
  return shape && { shape, at: provider.node.at('query') };
}

/** The result where nothing takes it as a list, and the first of a list. */
const BARE =
  /(?<!["'\x60\w.])(?<!\b(?:len|all|any|none|one|filter|map|count|sum|mean|median|min|max|first|last)\(\s*)result\b(?!\s*[[.])/g;
const FIRST = /(?<!["'\x60\w.])result\s*\[\s*0\s*\]/g;

/** The other way of reading the result, where that is all that is wrong. */
function readRightly(condition: Node, text: string, shape: ResultShape): Fix[] {
  const [pattern, read] = shape === 'number' ? [FIRST, 'result'] : [BARE, 'result[0]'];
  const right = text.replace(pattern, read);
  if (right === text || readCondition(right).problem || shapeProblem(right, shape)) return [];
  return offer('unsafe', `Read ${read}`, rewriteText(condition, right));
}
