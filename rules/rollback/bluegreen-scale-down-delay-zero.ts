import { defineRule, offer, type Resource, removeEntry, replicasOf, setValue } from 'rollsafe';

export default defineRule({
  summary: 'The old pods get no time after a blue-green switch',
  why: `
After the switch the old pods stay for \`scaleDownDelaySeconds\`, 30 by default, for two reasons. Each node learns of the
new selector in its own time, and until then sends to the old pods. And while they run, going back is a switch of the
Service, without a new start.

\`0\` asks for neither. Connections break during the switch, and a version that turns out bad a minute later takes a full
rollout to leave. \`postPromotionAnalysis\` has nothing to return to. Controllers since 1.1 go wrong in the other
direction too: they set no deadline for 0, and the old pods may run on for good (argoproj/argo-rollouts#1992), so that 0
doesn't even save resources.

Leave the field out, or write as many seconds as somebody needs to notice a bad version. \`1\` is the way to say "at once".
`,
  severity: 'warning',
  references: [
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/docs/features/bluegreen.md',
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/replicaset.go',
    'https://github.com/argoproj/argo-rollouts/issues/1992',
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
      scaleDownDelaySeconds: 0 # <-- warning
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
      scaleDownDelaySeconds: 600
`,
    },
    {
      bad: `
{"apiVersion": "argoproj.io/v1alpha1", "kind": "Rollout", "metadata": {"name": "pay"}, "spec": {
  "strategy": {"blueGreen": {"activeService": "pay-live",
    "scaleDownDelaySeconds": 0, # <-- warning
    "postPromotionAnalysis": {"templates": [{"templateName": "smoke"}]}}}
}}
`,
    },
    // The default of 30, a short delay that somebody chose, a canary, a value to be filled in.
    {
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: default
spec:
  strategy: {blueGreen: {activeService: default, scaleDownDelaySeconds: null}}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: short
spec:
  strategy: {blueGreen: {activeService: short, scaleDownDelaySeconds: 1}}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: canary
spec:
  strategy: {canary: {scaleDownDelaySeconds: 0, trafficRouting: {nginx: {stableIngress: web}}}}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: filled-in
spec:
  strategy: {blueGreen: {activeService: filled-in, scaleDownDelaySeconds: "\${DELAY}"}}
`,
    },
  ],
  kinds: ['argoproj.io/Rollout'],
  resource(rollout, { index, report }) {
    const strategy = rollout.root.at('spec').at('strategy');
    const delay = strategy.at('blueGreen').at('scaleDownDelaySeconds');
    if (delay.integer() !== 0 || strategy.at('canary').exists) return;
    const count = index.scalerOf(rollout as Resource) ? undefined : replicasOf(rollout);
    const pods = count === undefined ? 'old pods' : `${count} old ${count === 1 ? 'pod' : 'pods'}`;
    report({
      at: delay,
      message: `scaleDownDelaySeconds 0 gives the ${pods} of ${rollout.title} no time after the switch: nodes may still send to them, and there is no way back without a new rollout`,
      fixes: [
        ...offer('suggestion', 'Remove scaleDownDelaySeconds, for 30 s', removeEntry(delay)),
        ...offer('suggestion', 'Set scaleDownDelaySeconds: 1, for at once', setValue(delay, 1)),
      ],
    });
  },
});
