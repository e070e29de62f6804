import { canaryOf, canaryStepsOf, defineRule, fullWeightOf, isCheck } from 'rollsafe';

export default defineRule({
  summary: 'All traffic on the new version before the first check',
  why: `
A pause or an analysis that comes after \`setWeight: 100\` watches a version that everybody has already got. If it is bad, all
users meet it; without \`trafficRouting\` the old pods are gone by then too, and going back starts them again.

Let the first check stand behind a small weight. A pause at 100% as the last of several stages, to let the version settle while
the old pods are still there, is fine and not reported; so is a first check of pods that \`setCanaryScale\` or an experiment
started without users. It is fine to ignore for a service whose users can't be split.
`,
  severity: 'warning',
  references: [
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/canary.go',
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/docs/features/canary/index.md',
  ],
  examples: [
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: checkout
spec:
  replicas: 10
  strategy:
    canary:
      steps:
        - pause: {}
        - setWeight: 50
        - setWeight: 100 # <-- warning
        - analysis: # <-- related
            templates: [{templateName: success-rate}]
`,
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: checkout
spec:
  replicas: 10
  strategy:
    canary:
      steps:
        - setWeight: 10
        - analysis:
            templates: [{templateName: success-rate}]
        - setWeight: 100
        - pause: {duration: 30m}
`,
    },
    // A router with a finer scale.
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: checkout
spec:
  strategy:
    canary:
      canaryService: checkout-canary
      stableService: checkout
      trafficRouting:
        maxTrafficWeight: 1000
        nginx: {stableIngress: checkout}
      steps:
        - setWeight: 1000 # <-- warning
        - pause: {duration: 30m}
`,
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: checkout
spec:
  strategy:
    canary:
      canaryService: checkout-canary
      stableService: checkout
      trafficRouting:
        maxTrafficWeight: 1000
        nginx: {stableIngress: checkout}
      steps:
        - setWeight: 100
        - pause: {duration: 30m}
`,
    },
    // Checked before any user comes: pods of its own size, or an experiment.
    {
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: checkout
spec:
  strategy:
    canary:
      canaryService: checkout-canary
      stableService: checkout
      trafficRouting:
        nginx: {stableIngress: checkout}
      steps:
        - setCanaryScale: {weight: 100}
        - pause: {}
        - setWeight: 100
        - pause: {duration: 10m}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: basket
spec:
  strategy:
    canary:
      steps:
        - experiment: {duration: 10m, templates: [{name: next, specRef: canary}]}
        - setWeight: 100
        - pause: {duration: 10m}
`,
    },
    // No check at all is canary-no-gate; a weight that isn't known here.
    {
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: checkout
spec:
  strategy:
    canary: {steps: [{setWeight: 100}]}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: basket
spec:
  strategy:
    canary: {steps: [{setWeight: "100"}, {pause: {}}]}
`,
    },
  ],
  kinds: ['argoproj.io/Rollout'],
  resource(rollout, { report }) {
    const canary = canaryOf(rollout);
    const full = canary && fullWeightOf(canary);
    if (!canary || full === undefined) return;
    const steps = canaryStepsOf(canary);
    const check = steps.find(isCheck);
    if (check?.weight !== full) return;
    const exposure = steps.find(({ kinds, weight }) => kinds.includes('setWeight') && weight === full);
    const [kind = ''] = check.kinds.filter((name) => name !== 'setWeight');
    if (!exposure) return;
    report({
      at: exposure.node.at('setWeight'),
      message: `all requests go to the new version before the first check, the ${kind} in step ${check.number}`,
      related: [{ at: check.node.at(kind), message: 'the first step that waits or checks' }],
    });
  },
});
