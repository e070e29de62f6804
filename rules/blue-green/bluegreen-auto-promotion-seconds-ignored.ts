import { blueGreenOf, defineRule, offer, removeEntry } from 'rollsafe';

export default defineRule({
  summary: 'A time for automatic promotion where nothing is promoted automatically',
  why: `
With \`autoPromotionEnabled: false\` a blue-green Rollout waits until somebody promotes it, however long that takes:
\`autoPromotionSeconds\` is read only when automatic promotion is on. Whoever counts on the seconds has a release that never
goes out, and two sets of pods running meanwhile.

To promote by itself after the time, take \`autoPromotionEnabled: false\` out. To wait for somebody, take the seconds out.
`,
  severity: 'warning',
  references: [
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/docs/features/bluegreen.md',
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/pause.go',
  ],
  examples: [
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: pay
spec:
  strategy:
    blueGreen:
      activeService: pay
      previewService: pay-preview
      autoPromotionEnabled: false # <-- related
      autoPromotionSeconds: 300 # <-- warning
`,
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: pay
spec:
  strategy:
    blueGreen:
      activeService: pay
      previewService: pay-preview
      autoPromotionSeconds: 300
`,
    },
    // 0 is the default; a value that is filled in.
    {
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: default}
spec: {strategy: {blueGreen: {activeService: pay, autoPromotionEnabled: false, autoPromotionSeconds: 0}}}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: enabled}
spec: {strategy: {blueGreen: {activeService: pay, autoPromotionEnabled: true, autoPromotionSeconds: 60}}}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: filled-in}
spec: {strategy: {blueGreen: {activeService: pay, autoPromotionEnabled: "\${AUTO}", autoPromotionSeconds: 60}}}
`,
    },
  ],
  kinds: ['argoproj.io/Rollout'],
  resource(rollout, { report }) {
    const blueGreen = blueGreenOf(rollout);
    const enabled = blueGreen?.at('autoPromotionEnabled');
    const seconds = blueGreen?.at('autoPromotionSeconds');
    if (!seconds || enabled?.boolean() !== false || !((seconds.integer() ?? 0) > 0)) return;
    report({
      at: seconds,
      message: `autoPromotionSeconds ${seconds.integer()} does nothing beside autoPromotionEnabled: false: ${rollout.title} waits until somebody promotes it`,
      related: [{ at: enabled, message: 'automatic promotion is off' }],
      fixes: [
        ...offer('suggestion', 'Remove autoPromotionEnabled: false', removeEntry(enabled)),
        ...offer('suggestion', 'Remove autoPromotionSeconds', removeEntry(seconds)),
      ],
    });
  },
});
