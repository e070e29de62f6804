import {
  type Analysis,
  analysesOf,
  analysesUsing,
  blueGreenOf,
  defineRule,
  type Fix,
  metricsOf,
  type Node,
  offer,
  type Resource,
  type ResourceIndex,
  rewriteText,
  templatesOf,
} from 'rollsafe';
import { hasPlaceholder, namesService } from 'rollsafe/kubernetes';

export default defineRule({
  summary: 'A blue-green analysis asks the Service that leads elsewhere',
  why: `
Until the switch \`activeService\` leads to the old version and \`previewService\` to the new one; after it both lead to the
new one, and production comes through \`activeService\`.

So a \`prePromotionAnalysis\` that asks the active Service judges the old version, which is fine, and lets the new one pass
unseen. A \`postPromotionAnalysis\` that asks the preview Service sees the new version without its production traffic:
errors that users get don't show. Ask the other Service.

An analysis that gets both Services compares them, and isn't reported. The rule reads hosts in arguments and in the metrics
of templates that are at hand; labels such as \`app="pay"\` don't count as one.
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
    blueGreen:
      activeService: pay
      previewService: pay-preview # <-- related
      postPromotionAnalysis:
        templates: [{templateName: errors}]
        args:
          - name: service-name
            value: pay-preview.default.svc.cluster.local # <-- warning
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
      postPromotionAnalysis:
        templates: [{templateName: errors}]
        args:
          - name: service-name
            value: pay.default.svc.cluster.local
`,
    },
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: pay}
spec:
  strategy:
    blueGreen:
      activeService: pay # <-- related
      previewService: pay-preview
      prePromotionAnalysis:
        templates:
          - templateName: smoke # <-- warning
---
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata: {name: smoke}
spec:
  metrics:
    - name: ready
      provider:
        web:
          url: http://pay:8080/ready # <-- related
`,
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: pay}
spec:
  strategy:
    blueGreen:
      activeService: pay
      previewService: pay-preview
      prePromotionAnalysis:
        templates:
          - templateName: smoke
---
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata: {name: smoke}
spec:
  metrics:
    - name: ready
      provider:
        web:
          url: http://pay-preview:8080/ready
`,
    },
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: pay}
spec:
  strategy:
    blueGreen:
      activeService: pay
      previewService: pay-preview
      prePromotionAnalysis:
        templates: [{templateName: errors}]
        args:
          - name: service
            valueFrom: {fieldRef: {fieldPath: spec.strategy.blueGreen.activeService}} # <-- warning
`,
    },
    // A comparison of both, the name of the application, names that are filled in.
    {
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: compared}
spec:
  strategy:
    blueGreen:
      activeService: pay
      previewService: pay-preview
      prePromotionAnalysis:
        templates: [{templateName: compare}]
        args: [{name: old-service, value: pay}, {name: new-service, value: pay-preview}]
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: labelled}
spec:
  strategy:
    blueGreen:
      activeService: pay
      previewService: pay-preview
      prePromotionAnalysis:
        templates: [{templateName: by-label}]
        args: [{name: app, value: pay}]
---
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata: {name: by-label}
spec:
  metrics:
    - name: errors
      provider: {prometheus: {query: 'sum(rate(errors_total{app="pay", version="new"}[5m]))'}}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: filled-in}
spec:
  strategy:
    blueGreen:
      activeService: "\${ACTIVE}"
      prePromotionAnalysis:
        templates: [{templateName: smoke}]
        args: [{name: service, value: "\${ACTIVE}"}]
`,
    },
  ],
  kinds: ['argoproj.io/Rollout'],
  resource(resource, { index, report }) {
    const rollout = resource as Resource;
    const blueGreen = blueGreenOf(rollout);
    if (!blueGreen) return;
    for (const analysis of analysesOf(rollout)) {
      const side = SIDES.find(({ place }) => place === analysis.place);
      if (!side) continue;
      const wrong = blueGreen.at(side.wrong);
      const asked = hostsAsked(analysis, side.wrong, wrong, index);
      if (hostsAsked(analysis, side.right, blueGreen.at(side.right), index).length > 0) continue;
      for (const { at, where, isOwn } of asked) {
        report({
          at,
          message: `${side.place}Analysis asks ${side.wrong} "${wrong.string()}", ${side.consequence}`,
          related: [
            { at: wrong, message: `the ${side.wrong}` },
            ...(where ? [{ at: where, message: 'asked here' }] : []),
          ],
          fixes: isOwn
            ? askOther(where ?? at, side.right, wrong.string() ?? '', blueGreen.at(side.right))
            : [],
        });
      }
    }
  },
});

const SIDES = [
  {
    place: 'prePromotion',
    wrong: 'activeService',
    right: 'previewService',
    consequence: 'which leads to the old version until the switch: the new one is promoted unseen',
  },
  {
    place: 'postPromotion',
    wrong: 'previewService',
    right: 'activeService',
    consequence: 'which production does not come through: what users get from the new version is not judged',
  },
] as const;

interface Asked {
  /** The argument, or the name of the template. */
  readonly at: Node;
  /** The text in the template. */
  readonly where?: Node;
  /** Whether no other analysis reads the text. */
  readonly isOwn: boolean;
}

/** Where an analysis certainly names a Service. */
function hostsAsked(analysis: Analysis, role: string, service: Node, index: ResourceIndex): Asked[] {
  const name = service.string();
  if (!name || hasPlaceholder(name)) return [];
  const args = analysis.args.flatMap(({ name: under, node }) => {
    const value = node.at('value');
    const path = node.at('valueFrom').at('fieldRef').at('fieldPath');
    if (path.string() === `spec.strategy.blueGreen.${role}`) return [{ at: path, isOwn: true }];
    return namesService(value.string() ?? '', name, under) ? [{ at: value, isOwn: true }] : [];
  });
  return [...args, ...hostsInTemplates(analysis, name, index)];
}

/** In the metrics of templates: the first text of each one. */
function hostsInTemplates(analysis: Analysis, name: string, index: ResourceIndex): Asked[] {
  const [first] = analysis.references;
  if (!first) return [];
  return templatesOf(analysis, index).found.flatMap((template) => {
    const where = metricsOf(template)
      .flatMap(textsIn)
      .find((text) => namesService(text.string() ?? '', name));
    const at = analysis.references.find((reference) => reference.name === template.name)?.at ?? first.at;
    return where ? [{ at, where, isOwn: analysesUsing(template, index).length === 1 }] : [];
  });
}

function textsIn(node: Node): Node[] {
  if (node.string() !== undefined) return [node];
  return [...node.items(), ...node.fields().map(([, value]) => value)].flatMap(textsIn);
}

/** The other Service in the place of the wrong one: in the path of a field, or as the host of a text. */
function askOther(asked: Node, role: string, wrong: string, right: Node): Fix[] {
  const name = right.string();
  const text = asked.string() ?? '';
  if (!name || hasPlaceholder(name)) return [];
  const [, before, host, after] = /^(.*\/\/)?([^.:/?#]+)(.*)$/s.exec(text) ?? [];
  const other = text.startsWith('spec.strategy.')
    ? `spec.strategy.blueGreen.${role}`
    : `${before ?? ''}${name}${after}`;
  return text.startsWith('spec.strategy.') || host === wrong
    ? offer('suggestion', `Ask ${role} "${name}"`, rewriteText(asked, other))
    : [];
}
