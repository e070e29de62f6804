import {
  type Analysis,
  analysesOf,
  argNamesIn,
  countOf,
  declaredArgsOf,
  defineRule,
  metricsOf,
  type Node,
  type Resource,
  templatesOf,
  titleOfMetric,
} from 'rollsafe';
import { effectiveCount } from 'rollsafe/kubernetes';

export default defineRule({
  summary: 'An analysis that a release waits for and that never ends',
  why: `
A metric with an \`interval\` and no \`count\` measures until somebody stops it. That is right for the background analysis of a
canary, which the end of the release stops. A step, \`prePromotionAnalysis\` and \`postPromotionAnalysis\` wait for the verdict,
so the Rollouts controller refuses to run such a Rollout at all (InvalidSpec, "runs indefinitely") and no release begins.

A \`count\` of 0 or one that is no number counts as none. A \`count\` that comes from an argument is checked with what the
*template* gives that argument: without a default value there, or with one from a Secret, it counts as 0, even if the Rollout passes one.

Give the metric a \`count\`, or the argument a default; a template that also watches in the background is best written twice.
`,
  severity: 'error',
  references: [
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/validation/validation_references.go',
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
    - name: errors
      interval: 5m # <-- related
      successCondition: result[0] < 0.02
      provider:
        prometheus: {query: 'sum(rate(errors_total[5m]))'}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: web
spec:
  strategy:
    canary:
      steps:
        - setWeight: 20
        - analysis:
            templates:
              - templateName: errors # <--
`,
      good: `
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata:
  name: errors
spec:
  metrics:
    - name: errors
      interval: 5m
      count: 3
      successCondition: result[0] < 0.02
      provider:
        prometheus: {query: 'sum(rate(errors_total[5m]))'}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: web
spec:
  strategy:
    canary:
      steps:
        - setWeight: 20
        - analysis:
            templates:
              - templateName: errors
`,
    },
    // Zero and what is no number are no count; an argument counts by its default alone; nested templates are checked too.
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: ClusterAnalysisTemplate
metadata:
  name: errors
spec:
  args:
    - name: times
    - name: secret-times
      valueFrom: {secretKeyRef: {name: times, key: times}}
  metrics:
    - name: by-argument
      interval: 1m
      count: "{{args.times}}" # <-- related
      provider: {job: {spec: {}}}
    - name: by-secret
      interval: 1m
      count: "{{ args.secret-times }}" # <-- related
      provider: {job: {spec: {}}}
---
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata:
  name: zero
spec:
  metrics:
    - {name: zero, interval: 1m, count: 0, provider: {job: {spec: {}}}} # <-- related
---
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata:
  name: all
spec:
  templates:
    - templateName: zero
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: web
spec:
  strategy:
    blueGreen:
      activeService: web
      prePromotionAnalysis:
        templates:
          - templateName: errors # <--
            clusterScope: true
        args:
          - {name: times, value: "5"}
      postPromotionAnalysis:
        templates:
          - templateName: all # <--
`,
    },
    // In the background, in an experiment, or used by nobody: something else ends it.
    {
      good: `
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata:
  name: errors
spec:
  metrics:
    - name: errors
      interval: 5m
      provider: {job: {spec: {}}}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: web
spec:
  strategy:
    canary:
      analysis:
        templates: [{templateName: errors}]
      steps:
        - setWeight: 20
        - experiment:
            analyses:
              - {name: errors, templateName: errors}
`,
    },
    {
      good: `
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata:
  name: errors
spec:
  metrics:
    - name: errors
      interval: 5m
      provider: {job: {spec: {}}}
`,
    },
    // One measurement ends by itself; an argument with a default is a count.
    {
      good: `
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata:
  name: errors
spec:
  args:
    - {name: times, value: "5"}
  metrics:
    - name: once
      provider: {job: {spec: {}}}
    - name: by-argument
      interval: 1m
      count: "{{ args.times }}"
      provider: {job: {spec: {}}}
    - name: by-another-tool
      interval: 1m
      count: "\${COUNT}"
      provider: {job: {spec: {}}}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: web
spec:
  strategy:
    canary:
      steps:
        - analysis:
            templates: [{templateName: errors}]
`,
    },
  ],
  kinds: ['argoproj.io/Rollout'],
  resource(rollout, { index, report }) {
    const waiting = analysesOf(rollout as Resource).filter(isWaitedFor);
    for (const { owner, references } of waiting) {
      for (const reference of references) {
        const endless = templatesOf({ owner, references: [reference] }, index).found.flatMap(endlessMetrics);
        const [first] = endless;
        if (!first) continue;
        report({
          at: reference.at,
          message: `${first.title} never ends, since it has an interval and ${first.count}: the controller refuses the Rollout (InvalidSpec)`,
          related: endless.map(({ at, title }) => ({ at, message: `${title} is endless` })),
        });
      }
    }
  },
});

function isWaitedFor({ place }: Analysis): boolean {
  return place === 'step' || place === 'prePromotion' || place === 'postPromotion';
}

interface EndlessMetric {
  readonly at: Node;
  readonly title: string;
  readonly count: string;
}

function endlessMetrics(template: Resource): EndlessMetric[] {
  return metricsOf(template).flatMap((metric) => {
    const count = metric.at('count');
    const title = `${titleOfMetric(metric)} of ${template.title}`;
    if (countOf(metric) === Number.POSITIVE_INFINITY) {
      const text = count.exists ? `the count ${String(count.value)}` : 'no count';
      return { at: count.exists ? count : metric.at('interval'), title, count: text };
    }
    return isZeroByDefault(metric, template)
      ? { at: count, title, count: `a count from an argument without a number as its default` }
      : [];
  });
}

/**
 * Whether the count is an argument of the template that comes to 0 there: one without a value, or from a Secret, is
 * checked as "dummy-value". With both a value and a source the argument itself is refused.
 */
function isZeroByDefault(metric: Node, template: Resource): boolean {
  const text = metric.at('count').string() ?? '';
  const [name, ...others] = argNamesIn(text);
  const arg = declaredArgsOf(template).find((declared) => declared.name === name);
  if (!arg || others.length > 0 || !/^\{\{[^{}]*\}\}$/.test(text)) return false;
  const value = arg.node.at('value');
  if (value.exists && (value.string() === undefined || arg.node.at('valueFrom').exists)) return false;
  const hasInterval = Boolean(metric.at('interval').string());
  return effectiveCount({ hasInterval, count: value.string() ?? 'dummy-value' }) === Number.POSITIVE_INFINITY;
}
