import {
  type Analysis,
  analysesOf,
  type CanaryStep,
  canaryOf,
  canaryStepsOf,
  defineRule,
  type Fix,
  limitsOf,
  metricsOf,
  type Node,
  offer,
  type Problem,
  type Resource,
  type ResourceIndex,
  removeEntry,
  type TemplateReference,
  templatesOf,
  timingOf,
  titleOfMetric,
} from 'rollsafe';
import { failsAfter, pauseSeconds } from 'rollsafe/kubernetes';

export default defineRule({
  summary: 'A background analysis that is over before it can say no',
  why: `
The background analysis of a canary starts at \`startingStep\` and ends, as a success, when the release is through. The steps between take
about as long as their pauses. A metric needs its \`initialDelay\` and then one \`interval\` more for every failure that \`failureLimit\` tolerates before it
can fail: with \`interval: 5m\` and \`failureLimit: 3\` that is a quarter of an hour. When the pauses are shorter, the release is through before
a bad version can be stopped.

Lengthen the pauses, measure more often, or tolerate fewer failures. A pause without a \`duration\` waits for a person and is long enough;
steps with an analysis, an experiment or a plugin take a time of their own, and nothing is said then.

A \`startingStep\` behind the last step is never reached, and that analysis doesn't run at all.
`,
  severity: 'warning',
  references: [
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/analysis/analysis.go',
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/replicaset/canary.go',
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
      initialDelay: 30s
      interval: 5m
      failureLimit: 3 # <-- related
      successCondition: result[0] < 0.02
      provider:
        prometheus: {query: avg(error_ratio)}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: web
spec:
  strategy:
    canary:
      analysis:
        templates:
          - templateName: errors # <--
      steps:
        - setWeight: 20
        - pause: {duration: 5m}
        - setWeight: 50
        - pause: {duration: 300}
        - setWeight: 100
`,
      good: `
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata:
  name: errors
spec:
  metrics:
    - name: errors
      initialDelay: 30s
      interval: 1m
      failureLimit: 3
      successCondition: result[0] < 0.02
      provider:
        prometheus: {query: avg(error_ratio)}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: web
spec:
  strategy:
    canary:
      analysis:
        templates:
          - templateName: errors
      steps:
        - setWeight: 20
        - pause: {duration: 5m}
        - setWeight: 50
        - pause: {duration: 300}
        - setWeight: 100
`,
    },
    // Only the steps from the starting step count; behind the last one there is none.
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: ClusterAnalysisTemplate
metadata:
  name: errors
spec:
  metrics:
    - name: errors
      initialDelay: 5m # <-- related
      interval: 1m
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
        startingStep: 2
        templates:
          - {templateName: errors, clusterScope: true} # <--
      steps:
        - setWeight: 20
        - pause: {}
        - setWeight: 50
        - pause: {duration: 1m}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: api
spec:
  strategy:
    canary:
      analysis:
        startingStep: 3 # <--
        templates:
          - templateName: elsewhere
      steps:
        - setWeight: 20
        - pause: {}
`,
    },
    // An endless pause; steps that take a time of their own; the first measurement decides; a metric that can't fail.
    {
      good: `
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata:
  name: errors
spec:
  metrics:
    - {name: slow, initialDelay: 1h, interval: 1m, provider: {job: {spec: {}}}}
---
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata:
  name: quick
spec:
  metrics:
    - {name: at-once, interval: 5m, provider: {job: {spec: {}}}}
    - {name: never, interval: 5m, count: 2, failureLimit: 2, provider: {job: {spec: {}}}}
    - {name: by-argument, interval: "{{args.interval}}", failureLimit: 5, provider: {job: {spec: {}}}}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: endless
spec:
  strategy:
    canary:
      analysis: {templates: [{templateName: errors}]}
      steps:
        - setWeight: 20
        - pause: {}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: busy
spec:
  strategy:
    canary:
      analysis: {templates: [{templateName: errors}]}
      steps:
        - setWeight: 20
        - analysis: {templates: [{templateName: quick}]}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: quick
spec:
  strategy:
    canary:
      analysis: {templates: [{templateName: quick}], startingStep: 1}
      steps:
        - setWeight: 20
        - pause: {duration: 10s}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: unread
spec:
  strategy:
    canary:
      analysis: {templates: [{templateName: errors}]}
      steps:
        - setWeight: 20
        - pause: {duration: "\${PAUSE}"}
`,
    },
    // A canary without steps, and a last step to start at.
    {
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: web
spec:
  strategy:
    canary:
      analysis: {templates: [{templateName: elsewhere}], startingStep: 1}
      steps:
        - pause: {}
`,
    },
  ],
  kinds: ['argoproj.io/Rollout'],
  resource(rollout, { index, report }) {
    const canary = canaryOf(rollout as Resource<never>);
    const steps = canary ? canaryStepsOf(canary) : [];
    const background = analysesOf(rollout as Resource).find(({ place }) => place === 'background');
    if (!background || steps.length === 0) return;
    const never = neverStarts(background, steps);
    if (never) report({ ...never, fixes: fromTheFirst(background, steps, index) });
    else for (const problem of tooShort(background, steps, index)) report(problem);
  },
});

function startOf(background: Analysis): number | undefined {
  const start = background.node.at('startingStep');
  return start.exists ? start.integer() : 0;
}

function neverStarts(background: Analysis, steps: readonly CanaryStep[]): Problem | undefined {
  const start = startOf(background);
  if (start === undefined || start <= steps.length) return undefined;
  return {
    at: background.node.at('startingStep'),
    message: `the background analysis never starts: it waits for step ${start}, and the last step is ${steps.length - 1}, counted from 0`,
  };
}

/** Without a `startingStep`, where the steps leave the time then. */
function fromTheFirst(background: Analysis, steps: readonly CanaryStep[], index: ResourceIndex): Fix[] {
  return tooShort(background, steps, index, 0).length === 0
    ? offer('suggestion', 'Remove startingStep', removeEntry(background.node.at('startingStep')))
    : [];
}

function tooShort(
  background: Analysis,
  steps: readonly CanaryStep[],
  index: ResourceIndex,
  start = startOf(background),
): Problem[] {
  const time = start === undefined ? undefined : timeOf(steps.slice(Math.max(0, start)));
  if (time === undefined) return [];
  return background.references.flatMap((reference) => slowMetrics(background, reference, index, time));
}

/** How many seconds the steps wait at least; undefined when that can't be told. */
function timeOf(steps: readonly CanaryStep[]): number | undefined {
  let sum = 0;
  for (const { node, kinds } of steps) {
    if (kinds.some((kind) => kind === 'analysis' || kind === 'experiment' || kind === 'plugin'))
      return undefined;
    if (!kinds.includes('pause')) continue;
    const duration = (node.at('pause') as Node).at('duration');
    const seconds = duration.exists ? pauseSeconds(duration.integer() ?? duration.string() ?? '') : undefined;
    if (seconds === undefined) return undefined;
    sum += Math.max(0, seconds);
  }
  return sum;
}

function slowMetrics(
  { owner }: Analysis,
  reference: TemplateReference,
  index: ResourceIndex,
  time: number,
): Problem[] {
  const slow = templatesOf({ owner, references: [reference] }, index)
    .found.flatMap(metricsOf)
    .flatMap((metric) => {
      const seconds = failureOf(metric);
      return seconds !== undefined && seconds > time ? [{ metric, seconds }] : [];
    });
  const [first] = slow;
  if (!first) return [];
  return [
    {
      at: reference.at,
      message: `the background analysis ends too early: ${titleOfMetric(first.metric)} can fail after ${first.seconds} s at the earliest, and the pauses of the steps are ${time} s`,
      related: slow.map(({ metric, seconds }) => ({
        at: reasonOf(metric),
        message: `${titleOfMetric(metric)} can't fail in the first ${seconds} s`,
      })),
    },
  ];
}

function failureOf(metric: Node): number | undefined {
  const limits = limitsOf(metric);
  const timing = timingOf(metric);
  return limits && timing && failsAfter(limits, timing);
}

function reasonOf(metric: Node): Node {
  const fields = ['failureLimit', 'initialDelay', 'interval'].map((field) => metric.at(field));
  return fields.find((field) => field.exists) ?? metric;
}
