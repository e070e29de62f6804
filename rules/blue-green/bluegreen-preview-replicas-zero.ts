import {
  blueGreenOf,
  defineRule,
  offer,
  type Resource,
  removeEntry,
  replicasOf,
  suggestValues,
} from 'rollsafe';

export default defineRule({
  summary: 'A blue-green preview without pods',
  why: `
\`previewReplicaCount\` is the number of pods that the new version has until it is promoted. With \`0\` it has none: the
preview Service leads nowhere, a \`prePromotionAnalysis\` or a person who is to promote finds nothing to look at, and the
first pods of the new version start when the decision is made already.

Leave the field out for as many pods as the Rollout has, or write \`1\` to save some. The controller scales the new version
to its full size before the switch in any case.
`,
  severity: 'warning',
  references: [
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/docs/features/bluegreen.md',
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/replicaset/replicaset.go',
  ],
  examples: [
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: pay
spec:
  replicas: 4
  strategy:
    blueGreen:
      activeService: pay
      previewService: pay-preview
      previewReplicaCount: 0 # <-- warning
      autoPromotionEnabled: false
`,
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: pay
spec:
  replicas: 4
  strategy:
    blueGreen:
      activeService: pay
      previewService: pay-preview
      previewReplicaCount: 1
      autoPromotionEnabled: false
`,
    },
    // The default, a Rollout without pods, a value that is filled in.
    {
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: default}
spec: {strategy: {blueGreen: {activeService: pay, previewReplicaCount: null}}}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: asleep}
spec: {replicas: 0, strategy: {blueGreen: {activeService: pay, previewReplicaCount: 0}}}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: filled-in}
spec: {strategy: {blueGreen: {activeService: pay, previewReplicaCount: "\${COUNT}"}}}
`,
    },
  ],
  kinds: ['argoproj.io/Rollout'],
  resource(rollout, { report }) {
    const count = blueGreenOf(rollout)?.at('previewReplicaCount');
    if (count?.integer() !== 0 || replicasOf(rollout as Resource) === 0) return;
    report({
      at: count,
      message: `previewReplicaCount 0: the new version of ${rollout.title} has no pods until it is promoted, so nobody can look at it before`,
      fixes: [
        ...suggestValues(count, [1]),
        ...offer('suggestion', 'Remove previewReplicaCount', removeEntry(count)),
      ],
    });
  },
});
