import {
  analysesOf,
  declaredArgsOf,
  defineRule,
  type Node,
  nearest,
  offer,
  type Resource,
  removeItem,
  suggestValues,
  templatesOf,
} from 'rollsafe';
import { hasPlaceholder } from 'rollsafe/kubernetes';

export default defineRule({
  summary: 'An argument of an analysis that no template declares',
  why: `
What an analysis passes under a name that none of its templates declares is dropped without a word. Mostly the name is
mistyped: the template then keeps its default and measures something else than was meant, or lacks the argument
(\`analysis-args-missing\`).

Write the name as the template declares it, or take the argument out. Where an argument is passed for one of several
templates, it is enough that one declares it.
`,
  severity: 'warning',
  references: ['https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/analysis/helpers.go'],
  examples: [
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata:
  name: success-rate
spec:
  args: # <-- related
    - name: service-name
      value: web
  metrics:
    - name: success-rate
      provider:
        prometheus: {address: 'http://prometheus.example.com', query: 'success{service="{{args.service-name}}"}'}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: shop
spec:
  workloadRef: {apiVersion: apps/v1, kind: Deployment, name: shop}
  strategy:
    canary:
      steps:
        - setWeight: 25
        - analysis:
            templates:
              - templateName: success-rate
            args:
              - name: service_name # <--
                value: shop
`,
      good: `
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata:
  name: success-rate
spec:
  args:
    - name: service-name
      value: web
  metrics:
    - name: success-rate
      provider:
        prometheus: {address: 'http://prometheus.example.com', query: 'success{service="{{args.service-name}}"}'}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: shop
spec:
  workloadRef: {apiVersion: apps/v1, kind: Deployment, name: shop}
  strategy:
    canary:
      steps:
        - setWeight: 25
        - analysis:
            templates:
              - templateName: success-rate
            args:
              - name: service-name
                value: shop
`,
    },
    {
      // A template without arguments, in an experiment.
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: ClusterAnalysisTemplate
metadata: {name: smoke}
spec:
  metrics:
    - name: answers
      provider: {web: {url: 'http://web.example.com/healthz'}}
---
apiVersion: argoproj.io/v1alpha1
kind: Experiment
metadata:
  name: try
spec:
  duration: 10m
  templates: []
  analyses:
    - name: smoke
      templateName: smoke
      clusterScope: true
      args:
        - {name: url, value: 'http://try.example.com/healthz'} # <--
`,
    },
    {
      // One template of several has it, be it nested.
      good: `
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata: {name: both}
spec:
  templates: [{templateName: latency}]
  metrics:
    - name: answers
      provider: {web: {url: 'http://web.example.com/healthz'}}
---
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata: {name: latency}
spec:
  args: [{name: service}]
  metrics:
    - name: latency
      provider:
        prometheus: {address: 'http://prometheus.example.com', query: 'latency{service="{{args.service}}"}'}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: web}
spec:
  workloadRef: {apiVersion: apps/v1, kind: Deployment, name: web}
  strategy:
    blueGreen:
      activeService: web
      postPromotionAnalysis:
        templates: [{templateName: both}]
        args: [{name: service, value: web}]
`,
    },
    {
      // A template that isn't here may declare anything.
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: web}
spec:
  workloadRef: {apiVersion: apps/v1, kind: Deployment, name: web}
  strategy:
    canary:
      analysis:
        templates: [{templateName: elsewhere}]
        args: [{name: service, value: web}]
`,
    },
  ],
  kinds: ['argoproj.io/Rollout', 'argoproj.io/Experiment'],
  resource(owner, { index, report }) {
    for (const analysis of analysesOf(owner)) {
      const { found, complete } = templatesOf(analysis, index);
      if (!complete || !found.every(hasReadableArgs)) continue;
      const declared = new Set(found.flatMap(declaredArgsOf).map(({ name }) => name));
      const unpassed = [...declared].filter((name) => analysis.args.every((arg) => arg.name !== name));
      const titles = found.map(({ title }) => title).join(' or ');
      for (const { node, name } of analysis.args) {
        if (declared.has(name) || [name, ...declared].some(hasPlaceholder)) continue;
        report({
          at: node.at('name'),
          message: `no argument "${name}" is declared by ${titles}: the value is dropped`,
          related: found.map(({ root }) => ({ at: root.at('spec').at('args'), message: 'what it declares' })),
          fixes: [
            ...suggestValues(node.at('name'), nearest(name, unpassed)).slice(0, 2),
            ...offer('suggestion', 'Remove the argument', removeItem(node)),
          ],
        });
      }
    }
  },
});

function hasReadableArgs({ root }: Resource): boolean {
  const args = (root as Node).at('spec').at('args');
  return args.isList || !args.exists;
}
