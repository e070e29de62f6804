import {
  conditionsOf,
  defineRule,
  type Fix,
  metricsToRun,
  type Node,
  nearest,
  offer,
  providerOf,
  type Resource,
  rewriteText,
  titleOfMetric,
} from 'rollsafe';
import { readCondition } from 'rollsafe/kubernetes';

export default defineRule({
  summary: 'A condition that no measurement can answer',
  why: `
\`successCondition\` and \`failureCondition\` are expressions of the expr language that come to true or false. One with a mistake
isn't refused when it is applied: every measurement becomes an error, and after the fifth in a row (\`consecutiveErrorLimit\`, 4 by
default, is exceeded) the analysis ends as Error and aborts a release that may be fine.

Frequent mistakes: \`=\` or \`=>\` for a comparison, \`95%\` for 0.95, a name other than \`result\`, \`AND\` for \`and\`, a comparison of a
number with a text in quotes. Texts stand in \`'...'\` or \`"..."\`.

Only what is certain is reported; what depends on the answer of the provider is \`analysis-result-shape\`.
`,
  severity: 'error',
  references: [
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/evaluate/evaluate.go',
    'https://expr-lang.org/docs/language-definition',
  ],
  examples: [
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata:
  name: web
spec:
  metrics:
    - name: success-rate
      successCondition: result[0] => 0.95 # <--
      failureCondition: results[0] < 0.9 # <--
      provider:
        prometheus:
          query: sum(rate(ok_total[5m])) / sum(rate(requests_total[5m]))
    - name: version
      successCondition: "'1.4.0'" # <--
      provider:
        web: {url: "http://web/version", jsonPath: "{$.version}"}
    - name: pods
      successCondition: result[0] >= {{args.least}} && isnan(result[0]) # <--
      provider:
        prometheus: {query: count(up)}
`,
      fixed: `
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata:
  name: web
spec:
  metrics:
    - name: success-rate
      successCondition: result[0] >= 0.95
      failureCondition: results[0] < 0.9
      provider:
        prometheus:
          query: sum(rate(ok_total[5m])) / sum(rate(requests_total[5m]))
    - name: version
      successCondition: "'1.4.0'"
      provider:
        web: {url: "http://web/version", jsonPath: "{$.version}"}
    - name: pods
      successCondition: result[0] >= {{args.least}} && isnan(result[0])
      provider:
        prometheus: {query: count(up)}
`,
      good: `
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata:
  name: web
spec:
  metrics:
    - name: success-rate
      successCondition: result[0] >= 0.95
      failureCondition: result[0] < 0.9
      provider:
        prometheus:
          query: sum(rate(ok_total[5m])) / sum(rate(requests_total[5m]))
    - name: version
      successCondition: result == '1.4.0'
      provider:
        web: {url: "http://web/version", jsonPath: "{$.version}"}
    - name: pods
      successCondition: result[0] >= {{args.least}} && not isNaN(result[0])
      provider:
        prometheus: {query: count(up)}
`,
    },
    // What the reader doesn't know, or what an argument or another tool completes, is left alone.
    {
      good: `
apiVersion: argoproj.io/v1alpha1
kind: AnalysisRun
metadata:
  name: web
spec:
  metrics:
    - name: closure
      successCondition: all(result, {# > 0.95})
      provider: {prometheus: {query: up}}
    - name: variable
      successCondition: let x = len(result); x > 0
      provider: {prometheus: {query: up}}
    - name: by-argument
      successCondition: result[0] {{args.operator}} 0.95
      failureCondition: "\${CONDITION}"
      provider: {prometheus: {query: up}}
    - name: empty
      successCondition: ""
      provider: {prometheus: {query: up}}
`,
    },
    // The conditions of a Job are never read; those of kayenta neither.
    {
      good: `
apiVersion: argoproj.io/v1alpha1
kind: ClusterAnalysisTemplate
metadata:
  name: smoke
spec:
  metrics:
    - name: smoke
      successCondition: result = ok
      provider: {job: {spec: {}}}
    - name: canary
      successCondition: result = ok
      provider: {kayenta: {address: "https://kayenta.example.com"}}
`,
    },
  ],
  kinds: ['argoproj.io/AnalysisTemplate', 'argoproj.io/ClusterAnalysisTemplate', 'argoproj.io/AnalysisRun'],
  resource(resource, { report }) {
    for (const metric of metricsToRun(resource as Resource).filter(readsConditions)) {
      for (const condition of conditionsOf(metric)) {
        const text = condition.string();
        const problem = text === undefined ? undefined : readCondition(text).problem;
        if (!problem) continue;
        report({
          at: condition,
          message: `a condition of ${titleOfMetric(metric)} can't be evaluated, so that every measurement is an error: ${problem}`,
          fixes: repairs(condition, text ?? ''),
        });
      }
    }
  },
});

function readsConditions(metric: Node): boolean {
  const provider = providerOf(metric)?.name;
  return provider !== 'job' && provider !== 'kayenta';
}

/** Operators of other languages have one meaning; a name or a percentage is for a person to judge. */
function repairs(condition: Node, text: string): Fix[] {
  const operators = outsideOfQuotes(text, withOperators);
  const names = outsideOfQuotes(operators, withNames);
  const isBetter = (other: string) => other !== text && readCondition(other).problem === undefined;
  if (isBetter(operators)) return write('unsafe', condition, operators);
  return isBetter(names) ? write('suggestion', condition, names) : [];
}

function write(safety: Fix['safety'], condition: Node, text: string): Fix[] {
  return offer(safety, `Write ${text}`, rewriteText(condition, text));
}

function outsideOfQuotes(text: string, change: (part: string) => string): string {
  const parts = text.split(/(\{\{[^{}]*\}\}|"[^"]*"|'[^']*'|`[^`]*`)/);
  return parts.map((part, at) => (at % 2 === 0 ? change(part) : part)).join('');
}

function withOperators(part: string): string {
  return part
    .replace(/=>/g, '>=')
    .replace(/=</g, '<=')
    .replace(/<>/g, '!=')
    .replace(/(?<![=!<>])=(?!=)/g, '==')
    .replace(/\b(?:AND|OR|NOT)\b/g, (word) => word.toLowerCase());
}

const NAMES = ['result', 'isNaN', 'isInf', 'isNil', 'asInt', 'asFloat', 'default', 'len'];
const WORDS = new Set([
  ...NAMES,
  'and',
  'or',
  'not',
  'in',
  'true',
  'false',
  'nil',
  'all',
  'any',
  'none',
  'one',
]);

function withNames(part: string): string {
  return part
    .replace(/(?<![\w.])([A-Za-z]\w*)/g, (word) =>
      WORDS.has(word) ? word : (nearest(word, NAMES)[0] ?? word),
    )
    .replace(/(?<![\w.])(\d+(?:\.\d+)?)%/g, (_, percent) => String(Number(percent) / 100));
}
