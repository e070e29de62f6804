import {
  analysesOf,
  blueGreenOf,
  defineRule,
  type Node,
  type Resource,
  serviceCandidatesOf,
  suggestValues,
} from 'rollsafe';

export default defineRule({
  summary: 'A blue-green release is to be checked before the switch, and nothing leads to it',
  why: `
Before the switch \`activeService\` leads to the old version, and only \`previewService\` to the new one. Without a
\`previewService\` a \`prePromotionAnalysis\` has no address to test, and whoever is to promote by hand has nothing to open: the
check that was asked for sees the old version, or nothing.

Name a \`previewService\` with the same selector as the active one. It isn't needed when the analysis tells the new pods by
their hash, which it gets as an argument with \`podTemplateHashValue: Latest\`.
`,
  severity: 'warning',
  references: [
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/docs/features/bluegreen.md',
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/docs/features/analysis.md',
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
    blueGreen: # <-- warning
      activeService: pay
      autoPromotionEnabled: false # <-- related
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
      autoPromotionEnabled: false
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
      previewService: "" # <-- warning
      prePromotionAnalysis: # <-- related
        templates: [{templateName: smoke}]
        args: [{name: path, value: /ready}]
`,
    },
    // Pods told by their hash, also with a promotion by hand; nothing to check; a name that is filled in.
    {
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: hashed}
spec:
  strategy:
    blueGreen:
      activeService: pay
      autoPromotionEnabled: false
      prePromotionAnalysis:
        templates: [{templateName: errors}]
        args: [{name: hash, valueFrom: {podTemplateHashValue: Latest}}]
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: plain}
spec: {strategy: {blueGreen: {activeService: pay, prePromotionAnalysis: {templates: []}}}}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: filled-in}
spec: {strategy: {blueGreen: {activeService: pay, previewService: "\${PREVIEW}", autoPromotionEnabled: false}}}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: filled-in-too}
spec: {strategy: {blueGreen: {activeService: pay, autoPromotionEnabled: "\${AUTO}"}}}
`,
    },
    // A Service that would suit.
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: pay}
spec:
  selector: {matchLabels: {app: pay}}
  template: {metadata: {labels: {app: pay}}}
  strategy:
    blueGreen: # <-- warning
      activeService: pay
      autoPromotionEnabled: false
---
apiVersion: v1
kind: Service
metadata: {name: pay}
spec: {selector: {app: pay}}
---
apiVersion: v1
kind: Service
metadata: {name: pay-preview}
spec: {selector: {app: pay}}
---
apiVersion: v1
kind: Service
metadata: {name: pay-metrics}
spec: {selector: {app: pay}}
`,
    },
  ],
  kinds: ['argoproj.io/Rollout'],
  resource(rollout, { index, report }) {
    const blueGreen = blueGreenOf(rollout);
    const preview = blueGreen?.at('previewService');
    if (!blueGreen || !preview || (preview.exists && preview.string() !== '')) return;
    const analysis = analysesOf(rollout as Resource).find(({ place }) => place === 'prePromotion');
    const isAnalysed = analysis !== undefined && analysis.references.length > 0;
    if (isAnalysed && tellsPodsByHash(analysis.node)) return;
    const enabled = blueGreen.at('autoPromotionEnabled');
    const asked = isAnalysed ? 'prePromotionAnalysis' : 'a promotion by hand';
    if (!isAnalysed && enabled.boolean() !== false) return;
    report({
      at: preview.exists ? preview : blueGreen,
      message: `${rollout.title} has no previewService: before the switch nothing leads to the new version that ${asked} is to judge`,
      related: [{ at: isAnalysed ? analysis.node : enabled, message: 'what is to judge it' }],
      fixes: suggestValues(preview, serviceCandidatesOf(rollout as Resource, 'previewService', index)),
    });
  },
});

function tellsPodsByHash(analysis: Node): boolean {
  const args = analysis.at('args').items();
  return args.some((arg) => arg.at('valueFrom').at('podTemplateHashValue').exists);
}
