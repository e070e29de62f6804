import { blueGreenOf, defineRule, type Fix, type Node, suggestValues } from 'rollsafe';

export default defineRule({
  summary: 'A blue-green release is switched to as soon as its pods are available',
  why: `
By default a blue-green Rollout promotes itself: once all new pods are available, production goes to them, and nobody has
looked at them. The second set of pods buys a quick way back then, but no check before the switch.

Three settings put one there: \`prePromotionAnalysis\`, which must succeed first; \`autoPromotionEnabled: false\`, so that
somebody promotes by hand; or \`autoPromotionSeconds\`, a time in which the preview can be watched and the release stopped.

Ignore it where readiness probes are all the check that is wanted, as in a test environment.
`,
  severity: 'info',
  references: [
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/docs/features/bluegreen.md',
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/bluegreen.go',
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
    blueGreen: # <-- info
      activeService: pay
      previewService: pay-preview
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
      prePromotionAnalysis:
        templates: [{templateName: smoke}]
`,
    },
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
      autoPromotionEnabled: true # <-- info
      autoPromotionSeconds: 0
      prePromotionAnalysis: {templates: []}
      postPromotionAnalysis: {templates: [{templateName: smoke}]}
`,
    },
    // By hand, after a while, values that are filled in, a canary.
    {
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: by-hand}
spec: {strategy: {blueGreen: {activeService: pay, autoPromotionEnabled: false}}}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: later}
spec: {strategy: {blueGreen: {activeService: pay, autoPromotionEnabled: true, autoPromotionSeconds: 600}}}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: filled-in}
spec: {strategy: {blueGreen: {activeService: pay, autoPromotionSeconds: "\${SECONDS}"}}}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: filled-in-too}
spec: {strategy: {blueGreen: {activeService: pay, autoPromotionEnabled: "\${AUTO}"}}}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: canary}
spec: {strategy: {canary: {steps: [{setWeight: 50}, {pause: {}}]}}}
`,
    },
  ],
  kinds: ['argoproj.io/Rollout'],
  resource(rollout, { report }) {
    const blueGreen = blueGreenOf(rollout);
    if (!blueGreen || mayCheckFirst(blueGreen as Node)) return;
    const enabled = blueGreen.at('autoPromotionEnabled');
    report({
      at: enabled.exists ? enabled : blueGreen,
      message: `production is switched to a new version of ${rollout.title} as soon as its pods are available: nothing looks at it before`,
      fixes: blueGreen.at('previewService').string() ? checksFor(blueGreen as Node) : [],
    });
  },
});

/** Whether something stands between the new pods and production, or may, by a value that isn't known. */
function mayCheckFirst(blueGreen: Node): boolean {
  const enabled = blueGreen.at('autoPromotionEnabled');
  const seconds = blueGreen.at('autoPromotionSeconds');
  const analysis = blueGreen.at('prePromotionAnalysis');
  const templates = analysis.at('templates');
  const isUnchecked = !analysis.exists || (analysis.isMap && templates.items().length === 0);
  return (
    (enabled.exists && enabled.boolean() !== true) ||
    (seconds.exists && seconds.integer() !== 0) ||
    !isUnchecked
  );
}

/** Where there is a preview to look at: until somebody promotes, or for ten minutes. */
function checksFor(blueGreen: Node): Fix[] {
  return [
    ...suggestValues(blueGreen.at('autoPromotionEnabled'), [false]),
    ...suggestValues(blueGreen.at('autoPromotionSeconds'), [600]),
  ];
}
