import {
  type Analysis,
  analysesOf,
  analysesUsing,
  argNamesIn,
  countOf,
  declaredArgsOf,
  defineRule,
  type Edit,
  type Fix,
  metricsOf,
  type Node,
  offer,
  type Resource,
  type ResourceIndex,
  sensibleCount,
  setValue,
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
        const { found } = templatesOf({ owner, references: [reference] }, index);
        const endless = found.flatMap(endlessMetrics);
        const [first] = endless;
        if (!first) continue;
        report({
          at: reference.at,
          message: `${first.title} never ends, since it has an interval and ${first.count}: the controller refuses the Rollout (InvalidSpec)`,
          related: endless.map(({ at, title }) => ({ at, message: `${title} is endless` })),
          fixes: found.every((template) => isOnlyWaitedFor(template, index)) ? end(endless) : [],
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
  /** What gives it a count. */
  readonly edit: Edit | undefined;
}

function endlessMetrics(template: Resource): EndlessMetric[] {
  return metricsOf(template).flatMap((metric) => {
    const count = metric.at('count');
    const title = `${titleOfMetric(metric)} of ${template.title}`;
    if (countOf(metric) === Number.POSITIVE_INFINITY) {
      const text = count.exists ? `the count ${String(count.value)}` : 'no count';
      const edit = setValue(count, sensibleCount(metric));
      return { at: count.exists ? count : metric.at('interval'), title, count: text, edit };
    }
    const arg = countArgOf(metric, template);
    if (!arg || !isZeroByDefault(arg, metric)) return [];
    const text = 'a count from an argument without a number as its default';
    const edit = arg.at('valueFrom').exists
      ? undefined
      : setValue(arg.at('value'), `${sensibleCount(metric)}`);
    return { at: count, title, count: text, edit };
  });
}

/** Nobody watches it in the background, where it has to go on. */
function isOnlyWaitedFor(template: Resource, index: ResourceIndex): boolean {
  return analysesUsing(template, index).every(isWaitedFor);
}

/** Counts for all of them; an argument that two of them ask for gets one. */
function end(endless: readonly EndlessMetric[]): Fix[] {
  const edits = new Map(
    endless.map(({ edit, at }) => [edit ? `${edit.source.path}:${edit.span.start}` : at, edit]),
  );
  return offer('suggestion', 'Give it a count', ...edits.values());
}

/** The argument of the template that the count of a metric is, as a whole. */
function countArgOf(metric: Node, template: Resource): Node | undefined {
  const text = metric.at('count').string() ?? '';
  const [name, ...others] = argNamesIn(text);
  const arg = declaredArgsOf(template).find((declared) => declared.name === name);
  return others.length === 0 && /^\{\{[^{}]*\}\}$/.test(text) ? arg?.node : undefined;
}

/**
 * Whether an argument comes to 0 in the template: one without a value, or from a Secret, is checked as "dummy-value".
 * With both a value and a source the argument itself is refused.
 */
function isZeroByDefault(arg: Node, metric: Node): boolean {
  const value = arg.at('value');
  if (value.exists && (value.string() === undefined || arg.at('valueFrom').exists)) return false;
  const hasInterval = Boolean(metric.at('interval').string());
  return effectiveCount({ hasInterval, count: value.string() ?? 'dummy-value' }) === Number.POSITIVE_INFINITY;
}
