import { canaryOf, canaryStepsOf, defineRule, moveItem, offer } from 'rollsafe';

export default defineRule({
  summary: 'Analysis before any pod of the new version runs',
  why: `
Until the first \`setWeight\` above 0 the weight is 0 and no pod of the new version runs. An analysis step in that place
measures the old version, passes, and says nothing about the release.

Put it behind the first \`setWeight\`, or behind a \`setCanaryScale\` that starts pods without users. A \`pause\` in front is an
approval, which is fine; so is an experiment, which runs its own pods. Ignore the rule for an analysis that checks the
surroundings before the release starts, such as a migration.
`,
  severity: 'warning',
  references: [
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/replicaset/canary.go',
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/docs/features/analysis.md',
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
        - setWeight: 0
        - analysis: # <-- warning
            templates: [{templateName: success-rate}]
        - setWeight: 20
        - pause: {duration: 10m}
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
        - setWeight: 20
        - analysis:
            templates: [{templateName: success-rate}]
        - pause: {duration: 10m}
`,
    },
    // The only step.
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: checkout
spec:
  strategy:
    canary:
      steps:
        - analysis: {templates: [{templateName: smoke}]} # <-- warning
`,
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: checkout
spec:
  strategy:
    canary:
      steps:
        - pause: {}
        - setWeight: 10
        - analysis: {templates: [{templateName: smoke}]}
`,
    },
    // Pods without users, and an experiment, which runs its own.
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
        - setCanaryScale: {replicas: 1}
        - analysis: {templates: [{templateName: smoke}]}
        - setWeight: 10
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: basket
spec:
  strategy:
    canary:
      steps:
        - experiment:
            templates: [{name: next, specRef: canary}]
            analyses: [{name: smoke, templateName: smoke}]
        - analysis: {templates: [{templateName: smoke}]}
        - setWeight: 10
        - pause: {}
`,
    },
    // In the background it goes on through all steps; and a weight that isn't known here.
    {
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: checkout
spec:
  strategy:
    canary:
      analysis: {templates: [{templateName: success-rate}]}
      steps: [{setWeight: 10}, {pause: {}}]
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: basket
spec:
  strategy:
    canary:
      steps: [{setWeight: "$(FIRST)"}, {analysis: {templates: [{templateName: smoke}]}}]
`,
    },
  ],
  kinds: ['argoproj.io/Rollout'],
  resource(rollout, { report }) {
    const canary = canaryOf(rollout);
    if (!canary) return;
    const steps = canaryStepsOf(canary);
    const exposed = steps.find((step) => step.isExposed);
    for (const { node, number, kinds, isExposed } of steps) {
      if (isExposed || kinds.includes('experiment')) return;
      if (kinds.includes('analysis'))
        report({
          at: node.at('analysis'),
          message: `the analysis in step ${number} measures the old version: at weight 0 no pod of the new one runs`,
          fixes: exposed
            ? offer('suggestion', `Move it behind step ${exposed.number}`, ...moveItem(node, exposed.node))
            : [],
        });
    }
  },
});
