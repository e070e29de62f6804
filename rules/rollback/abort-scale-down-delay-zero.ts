import { defineRule, type Node, offer, type Resource, removeEntry, replicasOf, setValue } from 'rollsafe';

export default defineRule({
  summary: 'A delay of 0 after an abort means never, not at once',
  why: `
After an abort the pods of the new version are scaled down when \`abortScaleDownDelaySeconds\` have passed, 30 by default.
\`0\` isn't the shortest delay: it stands for "don't scale them down". In a blue-green Rollout, and in a canary that set
its size by \`setCanaryScale\`, the pods of the failed version run on until the next update and take their resources,
their connections and their turns at queues with them.

A canary with traffic routing that has no \`setCanaryScale\` is sized by its weight, which an abort sets to 0. There the
controller removes the pods with no delay at all, while proxies may still send to them, whatever the documentation says
(argoproj/argo-rollouts#1841). So 0 gives nobody what it promises.

Write \`1\` for "at once", or leave the field out. It is fine to ignore in a blue-green Rollout whose failed version is
kept on purpose, to look at it.

Not reported: a canary without traffic routing, where the field has no effect.
`,
  severity: 'warning',
  references: [
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/docs/features/scaledown-aborted-rs.md',
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/defaults/defaults.go',
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/replicaset/canary.go',
    'https://github.com/argoproj/argo-rollouts/issues/1841',
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
      activeService: pay-live
      previewService: pay-next
      abortScaleDownDelaySeconds: 0 # <-- warning
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
      activeService: pay-live
      previewService: pay-next
      abortScaleDownDelaySeconds: 1
`,
    },
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: edge
spec:
  strategy:
    canary:
      canaryService: edge-canary
      stableService: edge-stable
      abortScaleDownDelaySeconds: 0 # <-- warning
      trafficRouting: {nginx: {stableIngress: edge}}
      steps:
        - setCanaryScale: {replicas: 2}
        - setWeight: 10
        - pause: {}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: by-weight
spec:
  strategy:
    canary:
      canaryService: by-weight-canary
      stableService: by-weight-stable
      abortScaleDownDelaySeconds: 0 # <-- warning
      trafficRouting: {nginx: {stableIngress: by-weight}}
      steps:
        - setCanaryScale: {matchTrafficWeight: true}
        - setWeight: 10
        - pause: {}
`,
    },
    // Without traffic routing nothing reads it; left out and null are 30.
    {
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: basic
spec:
  strategy:
    canary:
      abortScaleDownDelaySeconds: 0
      trafficRouting:
      steps: [{setWeight: 20}, {pause: {}}]
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: default
spec:
  strategy: {blueGreen: {activeService: default, abortScaleDownDelaySeconds: null}}
`,
    },
  ],
  kinds: ['argoproj.io/Rollout'],
  resource(rollout, { index, report }) {
    const { blueGreen, canary } = strategiesOf(rollout.root);
    if (blueGreen.exists === canary.exists) return;
    const delay = (blueGreen.exists ? blueGreen : canary).at('abortScaleDownDelaySeconds');
    if (delay.integer() !== 0 || (canary.exists && !canary.at('trafficRouting').exists)) return;
    const isCounted = blueGreen.exists && !blueGreen.at('previewReplicaCount').exists;
    const count = isCounted && !index.scalerOf(rollout as Resource) ? replicasOf(rollout) : undefined;
    report({
      at: delay,
      message:
        canary.exists && !setsCanaryScale(canary)
          ? `abortScaleDownDelaySeconds 0 is to keep the pods of a version that fails, but those of ${rollout.title}, sized by weight, go at once instead of after 30 s, while proxies may still send to them`
          : `abortScaleDownDelaySeconds 0 means never: after an abort the ${count === undefined ? '' : `${count} `}pods of the version that failed run on beside the others of ${rollout.title} until the next update`,
      fixes: [
        ...offer('suggestion', 'Remove abortScaleDownDelaySeconds, for 30 s', removeEntry(delay)),
        ...offer('suggestion', 'Set abortScaleDownDelaySeconds: 1, for at once', setValue(delay, 1)),
      ],
    });
  },
});

function strategiesOf(root: Node<unknown>): { readonly blueGreen: Node; readonly canary: Node } {
  const strategy = root.at('spec').at('strategy');
  return { blueGreen: strategy.at('blueGreen'), canary: strategy.at('canary') };
}

/** A size of its own is what the controller keeps after an abort (argo-rollouts UseSetCanaryScale). */
function setsCanaryScale(canary: Node): boolean {
  const steps = canary.at('steps').items() as Node[];
  return steps.some((step) => {
    const scale = step.at('setCanaryScale');
    return scale.at('replicas').exists || scale.at('weight').exists;
  });
}
