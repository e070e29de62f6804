import {
  type Analysis,
  analysesOf,
  analysesUsing,
  defineRule,
  experimentsOf,
  type Fix,
  metricsOf,
  type Node,
  offer,
  type Problem,
  type Resource,
  type ResourceIndex,
  sensibleCount,
  setValue,
  suggestValues,
  templatesOf,
} from 'rollsafe';
import { effectiveCount } from 'rollsafe/kubernetes';

export default defineRule({
  summary: 'An experiment that never ends',
  why: `
An experiment ends after its \`duration\`, or when its analyses with \`requiredForCompletion: true\` have succeeded; other
analyses can only fail it. Without either, its pods run until somebody terminates it, and a Rollout with such a step
stays there although nothing is wrong.

It is the same when a required analysis has a metric with an interval and no end: the experiment waits for its verdict,
also after its duration.

Set a \`duration\`, or require an analysis whose metrics have a \`count\`. Ignore this for an experiment that somebody is
to end, such as a preview that is looked at by hand.
`,
  severity: 'warning',
  references: [
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/experiments/experiment.go',
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/experiment/experiment.go',
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/docs/features/experiment.md',
  ],
  examples: [
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: web
spec:
  workloadRef: {apiVersion: apps/v1, kind: Deployment, name: web}
  strategy:
    canary:
      steps:
        - setWeight: 25
        - experiment: # <--
            templates:
              - {name: baseline, specRef: stable}
              - {name: canary, specRef: canary}
            analyses:
              - {name: compare, templateName: compare}
`,
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: web
spec:
  workloadRef: {apiVersion: apps/v1, kind: Deployment, name: web}
  strategy:
    canary:
      steps:
        - setWeight: 25
        - experiment:
            duration: 1h
            templates:
              - {name: baseline, specRef: stable}
              - {name: canary, specRef: canary}
            analyses:
              - {name: compare, templateName: compare}
`,
    },
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: Experiment
metadata:
  name: try
spec: # <--
  templates:
    - name: try
      selector: {matchLabels: {app: try}}
      template:
        metadata: {labels: {app: try}}
        spec:
          containers:
            - name: try
              image: registry.example.com/web:1.4.0
`,
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Experiment
metadata:
  name: try
spec:
  templates:
    - name: try
      selector: {matchLabels: {app: try}}
      template:
        metadata: {labels: {app: try}}
        spec:
          containers:
            - name: try
              image: registry.example.com/web:1.4.0
  analyses:
    - name: load
      templateName: load
      requiredForCompletion: true
`,
    },
    {
      // A required analysis without an end.
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata:
  name: compare
spec:
  metrics:
    - name: difference # <-- related
      interval: 1m
      failureCondition: result[0] > 0.1
      provider:
        prometheus: {address: 'http://prometheus.example.com', query: difference}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: web
spec:
  workloadRef: {apiVersion: apps/v1, kind: Deployment, name: web}
  strategy:
    canary:
      steps:
        - experiment:
            duration: 1h
            templates:
              - {name: canary, specRef: canary}
            analyses:
              - name: compare
                templateName: compare
                requiredForCompletion: true # <--
`,
      good: `
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata:
  name: compare
spec:
  metrics:
    - name: difference
      interval: 1m
      count: 30
      failureCondition: result[0] > 0.1
      provider:
        prometheus: {address: 'http://prometheus.example.com', query: difference}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: web
spec:
  workloadRef: {apiVersion: apps/v1, kind: Deployment, name: web}
  strategy:
    canary:
      steps:
        - experiment:
            duration: 1h
            templates:
              - {name: canary, specRef: canary}
            analyses:
              - name: compare
                templateName: compare
                requiredForCompletion: true
`,
    },
    {
      // An analysis that isn't required ends with the experiment; enough successes in a row are an end.
      good: `
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata:
  name: watch
spec:
  metrics:
    - name: errors
      interval: 1m
      failureCondition: result[0] > 0.1
      provider:
        prometheus: {address: 'http://prometheus.example.com', query: errors}
---
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata:
  name: settle
spec:
  metrics:
    - name: errors
      interval: 1m
      consecutiveSuccessLimit: 5
      successCondition: result[0] < 0.1
      provider:
        prometheus: {address: 'http://prometheus.example.com', query: errors}
---
apiVersion: argoproj.io/v1alpha1
kind: Experiment
metadata:
  name: try
spec:
  duration: 1h
  templates: []
  analyses:
    - {name: watch, templateName: watch}
    - {name: settle, templateName: settle, requiredForCompletion: true}
`,
    },
    {
      // Terminated by hand.
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Experiment
metadata:
  name: try
spec:
  terminate: true
  templates: []
`,
    },
  ],
  kinds: ['argoproj.io/Rollout', 'argoproj.io/Experiment'],
  resource(owner, { index, report }) {
    const resource: Resource = owner;
    for (const experiment of experimentsOf(resource)) {
      const analyses = experiment.at('analyses').items() as Node[];
      const ends = experiment.at('duration').exists || analyses.some(mayBeRequired);
      if (ends || experiment.at('terminate').exists) continue;
      report({
        at: experiment,
        message: `only a failure or a person ends this experiment, which has neither a duration nor a required analysis: ${consequence(resource)}`,
        fixes: suggestValues(experiment.at('duration'), ['10m']),
      });
    }
    for (const analysis of analysesOf(resource)) endlessMetrics(analysis, resource, index).forEach(report);
  },
});

/** Whether an experiment may wait for the success of an analysis. */
function mayBeRequired(analysis: Node): boolean {
  const required = analysis.at('requiredForCompletion');
  return required.exists && required.boolean() !== false;
}

function consequence(owner: Resource): string {
  return owner.type === 'argoproj.io/Experiment'
    ? 'its pods run on'
    : `a release of ${owner.title} stays at this step`;
}

/** The metrics for whose verdict an experiment waits for ever. */
function endlessMetrics(analysis: Analysis, owner: Resource, index: ResourceIndex): Problem[] {
  const required = analysis.node.at('requiredForCompletion');
  if (analysis.place !== 'experiment' || required.boolean() !== true) return [];
  return templatesOf(analysis, index).found.flatMap((template) =>
    metricsOf(template)
      .filter(isEndless)
      .map((metric) => ({
        at: required,
        message: `metric "${metric.at('name').string() ?? ''}" of ${template.title} is measured without end, and the experiment waits for it: ${consequence(owner)}`,
        related: [{ at: metric.at('name'), message: 'an interval without count' }],
        fixes: analysesUsing(template, index).every(({ place }) => place === 'experiment') ? end(metric) : [],
      })),
  );
}

function isEndless(metric: Node): boolean {
  if (metric.at('consecutiveSuccessLimit').exists || !metric.at('interval').string()) return false;
  return effectiveCount({ hasInterval: true, count: metric.at('count').value }) === Number.POSITIVE_INFINITY;
}

function end(metric: Node): Fix[] {
  const count = sensibleCount(metric);
  return offer(
    'suggestion',
    `Let the metric end after ${count} measurements`,
    setValue(metric.at('count'), count),
  );
}
