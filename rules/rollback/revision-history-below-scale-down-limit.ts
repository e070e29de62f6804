import { defineRule, offer, setValue } from 'rollsafe';

export default defineRule({
  summary: 'More old revisions are to stay scaled up than are kept at all',
  why: `
\`blueGreen.scaleDownDelayRevisionLimit\` says how many old ReplicaSets may keep their pods for a while after the switch,
\`revisionHistoryLimit\` (10 when left out) how many old ReplicaSets there are. When the first is larger, the Rollouts
controller takes the Rollout for invalid: it sets the condition InvalidSpec and does nothing more for it, neither updates
nor scaling.

Raise \`revisionHistoryLimit\`, or lower the other one. The check is made for blue-green only.
`,
  severity: 'error',
  references: [
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/validation/validation.go',
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/docs/features/bluegreen.md',
  ],
  examples: [
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: pay
spec:
  revisionHistoryLimit: 1 # <-- related
  strategy:
    blueGreen:
      activeService: pay-live
      scaleDownDelayRevisionLimit: 3 # <-- error
`,
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: pay
spec:
  revisionHistoryLimit: 3
  strategy:
    blueGreen:
      activeService: pay-live
      scaleDownDelayRevisionLimit: 3
`,
    },
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: pay
spec:
  strategy: {blueGreen: {activeService: pay-live, scaleDownDelayRevisionLimit: 11}} # <-- error
`,
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: pay
spec:
  strategy: {blueGreen: {activeService: pay-live, scaleDownDelayRevisionLimit: 10}}
`,
    },
    // A canary isn't checked for it; both strategies at once are refused for another reason.
    {
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: pay
spec:
  revisionHistoryLimit: 1
  strategy:
    canary:
      scaleDownDelayRevisionLimit: 3
      trafficRouting: {nginx: {stableIngress: pay}}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: both
spec:
  revisionHistoryLimit: 1
  strategy:
    canary: {}
    blueGreen: {activeService: both, scaleDownDelayRevisionLimit: 3}
`,
    },
    // Filled in by another tool.
    {
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: pay
spec:
  revisionHistoryLimit: "\${HISTORY}"
  strategy: {blueGreen: {activeService: pay-live, scaleDownDelayRevisionLimit: 3}}
`,
    },
  ],
  kinds: ['argoproj.io/Rollout'],
  resource(rollout, { report }) {
    const spec = rollout.root.at('spec');
    const strategy = spec.at('strategy');
    const history = spec.at('revisionHistoryLimit');
    const scaledUp = strategy.at('blueGreen').at('scaleDownDelayRevisionLimit');
    const kept = history.exists ? history.integer() : DEFAULT_HISTORY;
    const wanted = scaledUp.integer();
    if (kept === undefined || wanted === undefined || wanted <= kept || strategy.at('canary').exists) return;
    report({
      at: scaledUp,
      message: `${rollout.title} is to leave ${wanted} old revisions scaled up but keeps ${kept}: the controller takes it for invalid and neither updates nor scales it`,
      related: history.exists ? [{ at: history, message: 'as many old revisions are kept' }] : [],
      fixes: [
        ...offer('suggestion', `Set revisionHistoryLimit: ${wanted}`, setValue(history, wanted)),
        ...offer('suggestion', `Set scaleDownDelayRevisionLimit: ${kept}`, setValue(scaledUp, kept)),
      ],
    });
  },
});

/** Of a Rollout (argo-rollouts utils/defaults/defaults.go). */
const DEFAULT_HISTORY = 10;
