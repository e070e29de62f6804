import {
  type Analysis,
  type ArgPlaceholder,
  analysesUsing,
  appendItems,
  declaredArgsOf,
  defineRule,
  type Fix,
  metricsOf,
  type Node,
  nearest,
  offer,
  placeholdersIn,
  type Resource,
  type ResourceIndex,
  refusalOf,
  replaceParts,
  templatesNesting,
  templatesOf,
} from 'rollsafe';
import { hasPlaceholder } from 'rollsafe/kubernetes';

export default defineRule({
  summary: 'A metric that uses an argument which its template does not declare',
  why: `
\`{{args.name}}\` in a metric stands for an argument that \`spec.args\` of the same template declares. For any other name
the controller has nothing to put there: a Rollout with such a step, prePromotionAnalysis or postPromotionAnalysis is
InvalidSpec, and in the background or in an experiment the AnalysisRun ends with an error, which aborts the release.

Declare the argument, with a default or without one, or write the name as it is declared. In the background and in
experiments a template may use what another template of the same analysis declares. What a Rollout passes doesn't
count: an argument that no template declares is dropped.
`,
  severity: 'error',
  references: [
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/template/template.go',
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/validation/validation_references.go',
  ],
  examples: [
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata:
  name: success-rate
spec:
  args:
    - name: service-name
  metrics:
    - name: success-rate
      interval: 1m
      count: 5
      successCondition: result[0] >= {{ args.limit }} # <--
      provider:
        prometheus:
          address: http://prometheus.example.com
          query: | # <--
            sum(success{service="{{args.service}}"})
              / sum(total{service="{{args.service-name}}"})
`,
      good: `
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata:
  name: success-rate
spec:
  args:
    - name: service-name
    - name: limit
      value: "0.95"
  metrics:
    - name: success-rate
      interval: 1m
      count: 5
      successCondition: result[0] >= {{ args.limit }}
      provider:
        prometheus:
          address: http://prometheus.example.com
          query: |
            sum(success{service="{{args.service-name}}"})
              / sum(total{service="{{args.service-name}}"})
`,
    },
    {
      // What the Rollout passes is dropped; the other uses are told along.
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: ClusterAnalysisTemplate
metadata:
  name: smoke
spec:
  metrics:
    - name: answers
      provider:
        job:
          spec:
            template:
              spec:
                restartPolicy: Never
                containers:
                  - name: smoke
                    image: registry.example.com/smoke:1.0.0
                    args: [--url, 'http://{{args.host}}'] # <--
                    env:
                      - {name: HOST, value: '{{args.host}}'} # <-- related
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: web
spec:
  workloadRef: {apiVersion: apps/v1, kind: Deployment, name: web}
  strategy:
    blueGreen:
      activeService: web
      prePromotionAnalysis:
        templates: [{templateName: smoke, clusterScope: true}]
        args: [{name: host, value: web.example.com}]
`,
    },
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: AnalysisRun
metadata:
  name: once
spec:
  args:
    - {name: host, value: web.example.com}
  metrics:
    - name: answers
      provider:
        web: {url: 'http://{{args.hostname}}/healthz'} # <--
`,
      good: `
apiVersion: argoproj.io/v1alpha1
kind: AnalysisRun
metadata:
  name: once
spec:
  args:
    - {name: host, value: web.example.com}
  metrics:
    - name: answers
      provider:
        web: {url: 'http://{{args.host}}/healthz'}
`,
    },
    {
      // In the background the arguments of all templates are one set.
      good: `
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata:
  name: arguments
spec:
  args:
    - {name: service, value: web}
  templates:
    - templateName: errors
---
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata:
  name: errors
spec:
  metrics:
    - name: errors
      interval: 1m
      failureCondition: result[0] > 10
      provider:
        prometheus: {address: 'http://prometheus.example.com', query: 'errors{service="{{args.service}}"}'}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: web
spec:
  workloadRef: {apiVersion: apps/v1, kind: Deployment, name: web}
  strategy:
    canary:
      analysis:
        templates:
          - templateName: arguments
`,
      // A step is checked template by template.
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata:
  name: arguments
spec:
  args:
    - {name: service, value: web}
  templates:
    - templateName: errors
---
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata:
  name: errors
spec:
  metrics:
    - name: errors
      failureCondition: result[0] > 10
      provider:
        prometheus: {address: 'http://prometheus.example.com', query: 'errors{service="{{args.service}}"}'} # <--
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: web
spec:
  workloadRef: {apiVersion: apps/v1, kind: Deployment, name: web}
  strategy:
    canary:
      steps:
        - analysis:
            templates:
              - templateName: arguments
`,
    },
    {
      // A part of a template that isn't used here, and a template that isn't here beside it.
      good: `
apiVersion: argoproj.io/v1alpha1
kind: ClusterAnalysisTemplate
metadata:
  name: whole
spec:
  args:
    - name: service
  templates:
    - {templateName: part, clusterScope: true}
---
apiVersion: argoproj.io/v1alpha1
kind: ClusterAnalysisTemplate
metadata:
  name: part
spec:
  metrics:
    - name: errors
      failureCondition: result[0] > 10
      provider:
        prometheus: {address: 'http://prometheus.example.com', query: 'errors{service="{{args.service}}"}'}
---
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata:
  name: latency
spec:
  metrics:
    - name: latency
      interval: 1m
      failureCondition: result[0] > 10
      provider:
        prometheus: {address: 'http://prometheus.example.com', query: 'latency{service="{{args.service}}"}'}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: web
spec:
  workloadRef: {apiVersion: apps/v1, kind: Deployment, name: web}
  strategy:
    canary:
      analysis:
        templates:
          - templateName: latency
          - templateName: elsewhere
`,
    },
    {
      // Braces of other tools.
      good: `
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata:
  name: smoke
spec:
  args: []
  metrics:
    - name: answers
      provider:
        web:
          url: http://web.example.com
          jsonBody: {text: '{{ .Values.text }} {{args}} {args.text}'}
          method: POST
`,
    },
  ],
  kinds: ['argoproj.io/AnalysisTemplate', 'argoproj.io/ClusterAnalysisTemplate', 'argoproj.io/AnalysisRun'],
  resource(owner, { index, report }) {
    const template: Resource = owner;
    const declared = declaredNames([template]);
    const args = (template.root as Node).at('spec').at('args');
    if ((args.exists && !args.isList) || [...declared].some(hasPlaceholder)) return;
    for (const [name, [first, ...others]] of usesIn(template)) {
      if (!first || declared.has(name) || isDeclaredBeside(template, name, index)) continue;
      report({
        at: first.at,
        message: `${template.title} uses argument "${name}" but doesn't declare it: ${consequence(template, index)}`,
        related: others.map(alsoUsed),
        fixes: [
          ...nearest(name, declared)
            .slice(0, 2)
            .flatMap((other) => useInstead(name, other, [first, ...others])),
          ...declare(name, template, index),
        ],
      });
    }
  },
});

/** Where its metrics use arguments, by name. */
function usesIn(template: Resource): Map<string, ArgPlaceholder[]> {
  const uses = new Map<string, ArgPlaceholder[]>();
  for (const use of metricsOf(template).flatMap(placeholdersIn)) {
    const known = uses.get(use.name);
    if (known) known.push(use);
    else uses.set(use.name, [use]);
  }
  return uses;
}

const declaredNames = (templates: readonly Resource[]) =>
  new Set(templates.flatMap(declaredArgsOf).map(({ name }) => name));

const alsoUsed = ({ at }: ArgPlaceholder) => ({ at, message: 'used here too' });

/** Whether other templates that it is merged with may declare it, wherever it is used. */
function isDeclaredBeside(template: Resource, name: string, index: ResourceIndex): boolean {
  const analyses = analysesUsing(template, index);
  if (analyses.length === 0) return declaredNames(templatesNesting(template, index)).has(name);
  return analyses.every((analysis) => {
    const { found, complete } = templatesOf(analysis, index);
    return !isCheckedAlone(analysis) && (!complete || declaredNames(found).has(name));
  });
}

function isCheckedAlone({ place }: Analysis): boolean {
  return place !== 'background' && place !== 'experiment';
}

function consequence(template: Resource, index: ResourceIndex): string {
  if (template.type === 'argoproj.io/AnalysisRun') return 'it ends with an error';
  const checked = analysesUsing(template, index).find(isCheckedAlone);
  return checked ? refusalOf(checked) : 'every AnalysisRun of it ends with an error, which aborts a release';
}

/** Another argument wherever this one is used. */
function useInstead(name: string, other: string, uses: readonly ArgPlaceholder[]): Fix[] {
  const use = new RegExp(`\\{\\{\\s*args\\.${name.replaceAll(/[^\w-]/g, '\\$&')}\\s*\\}\\}`, 'g');
  const edits = uses.flatMap(({ at }) => replaceParts(at, use, `{{args.${other}}}`));
  return offer('suggestion', `Use {{args.${other}}}`, ...edits);
}

/** A declaration without a default, where everybody who uses the template passes the argument already. */
function declare(name: string, template: Resource, index: ResourceIndex): Fix[] {
  const isPassed = analysesUsing(template, index).every(({ args }) => args.some((arg) => arg.name === name));
  if (template.type === 'argoproj.io/AnalysisRun' || !isPassed) return [];
  const args = (template.root as Node).at('spec').at('args');
  return offer('suggestion', `Declare the argument ${name}`, appendItems(args, { name }));
}
