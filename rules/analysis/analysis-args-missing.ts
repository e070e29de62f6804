import {
  type Analysis,
  type AnalysisArg,
  analysesOf,
  analysesUsing,
  appendItems,
  declaredArgsOf,
  defineRule,
  type Node,
  nearest,
  offer,
  type Problem,
  type Resource,
  type ResourceIndex,
  refusalOf,
  removeEntry,
  removeItem,
  type ServiceRole,
  serviceRolesOf,
  setValue,
  suggestValues,
  templatesOf,
} from 'rollsafe';
import { hasPlaceholder } from 'rollsafe/kubernetes';

export default defineRule({
  summary: 'An argument of an analysis that gets no value',
  why: `
A template can declare an argument without a value; then whoever uses the template has to pass one. When nobody does,
the controller refuses the Rollout (InvalidSpec). In an experiment nothing is checked before: the release gets as far as
the experiment, whose analysis ends with an error, and is aborted.

Pass the argument in the \`args\` of the analysis, under exactly the name that the template declares, or give it a
default in the template. \`value: ""\` is a value.

Three forms only look like a value: an argument with both \`value\` and \`valueFrom\` is an error, a \`fieldRef\` is read
in a Rollout but never in a template, and an argument of a Rollout that has just a name is passed as empty text (a
warning).
`,
  severity: { default: 'error', empty: 'warning' },
  references: [
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/analysis/helpers.go',
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/analysis/factory.go',
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
    - name: service # <-- related
    - {name: limit, value: "0.95"}
  metrics:
    - name: success-rate
      successCondition: result[0] >= {{args.limit}}
      provider:
        prometheus:
          address: http://prometheus.example.com
          query: sum(success{service="{{args.service}}"})
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
        - setWeight: 25
        - analysis: # <-- error
            templates:
              - templateName: success-rate
`,
      good: `
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata:
  name: success-rate
spec:
  args:
    - name: service
    - {name: limit, value: "0.95"}
  metrics:
    - name: success-rate
      successCondition: result[0] >= {{args.limit}}
      provider:
        prometheus:
          address: http://prometheus.example.com
          query: sum(success{service="{{args.service}}"})
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
        - setWeight: 25
        - analysis:
            templates:
              - templateName: success-rate
            args:
              - {name: service, value: web}
`,
    },
    {
      // The background, an experiment of a Rollout, and an Experiment.
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: ClusterAnalysisTemplate
metadata:
  name: latency
spec:
  args:
    - name: hash # <-- related
  metrics:
    - name: latency
      interval: 1m
      failureCondition: result[0] > 0.5
      provider:
        prometheus: {address: 'http://prometheus.example.com', query: 'latency{hash="{{args.hash}}"}'}
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
        templates: [{templateName: latency, clusterScope: true}]
        args: # <-- error
          - {name: Hash, valueFrom: {podTemplateHashValue: Latest}}
      steps:
        - experiment:
            duration: 10m
            templates: [{name: canary, specRef: canary}]
            analyses:
              - name: latency # <-- error
                templateName: latency
                clusterScope: true
---
apiVersion: argoproj.io/v1alpha1
kind: Experiment
metadata:
  name: try
spec:
  duration: 10m
  templates: []
  analyses:
    - name: latency
      templateName: latency
      clusterScope: true
      args: # <-- error
        - name: hash
`,
      good: `
apiVersion: argoproj.io/v1alpha1
kind: ClusterAnalysisTemplate
metadata:
  name: latency
spec:
  args:
    - name: hash
  metrics:
    - name: latency
      interval: 1m
      failureCondition: result[0] > 0.5
      provider:
        prometheus: {address: 'http://prometheus.example.com', query: 'latency{hash="{{args.hash}}"}'}
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
        templates: [{templateName: latency, clusterScope: true}]
        args:
          - {name: hash, valueFrom: {podTemplateHashValue: Latest}}
      steps:
        - experiment:
            duration: 10m
            templates: [{name: canary, specRef: canary}]
            analyses:
              - name: latency
                templateName: latency
                clusterScope: true
                args:
                  - {name: hash, valueFrom: {podTemplateHashValue: Latest}}
---
apiVersion: argoproj.io/v1alpha1
kind: Experiment
metadata:
  name: try
spec:
  duration: 10m
  templates: []
  analyses:
    - name: latency
      templateName: latency
      clusterScope: true
      args:
        - {name: hash, value: "{{templates.canary.podTemplateHash}}"}
`,
    },
    {
      // Just a name.
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata:
  name: smoke
spec:
  args:
    - name: path
      value: /healthz
  metrics:
    - name: answers
      provider:
        web: {url: 'http://web.example.com{{args.path}}'}
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
        templates: [{templateName: smoke}]
        args:
          - name: path # <-- warning
`,
      good: `
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata:
  name: smoke
spec:
  args:
    - name: path
      value: /healthz
  metrics:
    - name: answers
      provider:
        web: {url: 'http://web.example.com{{args.path}}'}
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
        templates: [{templateName: smoke}]
        args:
          - name: path
            value: ""
`,
    },
    {
      // What only looks like a value.
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata:
  name: smoke
spec:
  args:
    - name: token
      value: anonymous
      valueFrom: # <-- error
        secretKeyRef: {name: smoke, key: token}
    - name: app
      valueFrom:
        fieldRef: {fieldPath: metadata.name} # <-- error
  metrics:
    - name: answers
      provider:
        web:
          url: http://web.example.com/{{args.app}}
          headers:
            - {key: Authorization, value: 'Bearer {{args.token}}'}
`,
      good: `
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata:
  name: smoke
spec:
  args:
    - name: token
      valueFrom:
        secretKeyRef: {name: smoke, key: token}
    - name: app
      valueFrom:
        fieldRef: {fieldPath: metadata.name}
  metrics:
    - name: answers
      provider:
        web:
          url: http://web.example.com/{{args.app}}
          headers:
            - {key: Authorization, value: 'Bearer {{args.token}}'}
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
              - templateName: smoke
            args:
              - name: app
                valueFrom:
                  fieldRef: {fieldPath: metadata.name}
`,
    },
    {
      // Another template of the same analysis has the default; a template that isn't here may have it.
      good: `
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata:
  name: success-rate
spec:
  args:
    - name: service
  metrics:
    - name: success-rate
      provider:
        prometheus: {address: 'http://prometheus.example.com', query: 'sum(success{service="{{args.service}}"})'}
---
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata:
  name: defaults
spec:
  args:
    - {name: service, value: web}
  templates:
    - templateName: success-rate
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
              - templateName: defaults
        - analysis:
            templates:
              - templateName: success-rate
              - templateName: elsewhere
`,
    },
    {
      // What its name says can be passed.
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata:
  name: success-rate
spec:
  args:
    - name: service-name # <-- related
  metrics:
    - name: success-rate
      provider:
        prometheus: {address: 'http://prometheus.example.com', query: 'success{service="{{args.service-name}}"}'}
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
      previewService: web-preview
      prePromotionAnalysis: # <-- error
        templates: [{templateName: success-rate}]
`,
    },
  ],
  kinds: [
    'argoproj.io/Rollout',
    'argoproj.io/Experiment',
    'argoproj.io/AnalysisTemplate',
    'argoproj.io/ClusterAnalysisTemplate',
    'argoproj.io/AnalysisRun',
  ],
  resource(owner, { index, report }) {
    const resource: Resource = owner;
    for (const analysis of analysesOf(resource)) {
      unpassed(analysis, index).forEach(report);
      passedEmpty(analysis, index).forEach(report);
    }
    if (resource.type.includes('Analysis')) unusable(resource, index).forEach(report);
  },
});

/** The arguments that no template gives a value and that the analysis doesn't pass. */
function unpassed(analysis: Analysis, index: ResourceIndex): Problem[] {
  const { node, owner, args, place } = analysis;
  const { found, complete } = templatesOf(analysis, index);
  const given = node.at('args');
  if (!complete || (given.exists && !given.isList)) return [];
  if (args.some(({ name }) => hasPlaceholder(name))) return [];
  const passed = new Set(args.filter((arg) => passes(arg, owner)).map(({ name }) => name));
  const declared = found.flatMap((template) => declaredArgsOf(template).map((arg) => ({ ...arg, template })));
  const defaults = new Set(declared.filter(({ isSet }) => isSet).map(({ name }) => name));
  // The background is checked template by template, before their defaults are merged.
  const lacking = declared.filter(
    ({ name, isSet }) =>
      !isSet && !passed.has(name) && !hasPlaceholder(name) && (place === 'background' || !defaults.has(name)),
  );
  const names = [...new Set(lacking.map(({ name }) => name))];
  return names.map((name) => {
    const [first, ...others] = lacking.filter((arg) => arg.name === name);
    const templates = [first, ...others].map((arg) => arg?.template.title).join(' and ');
    return {
      at: given,
      message: `nothing gives argument "${name}" of ${templates} a value: ${refusalOf(analysis)}`,
      related: lacking
        .filter((arg) => arg.name === name)
        .map((arg) => ({ at: arg.node.at('name'), message: 'declared without a value' })),
      fixes: [
        ...args
          .filter((arg) => !declared.some((other) => other.name === arg.name))
          .filter((arg) => arg.isSet && nearest(arg.name, [name]).length > 0)
          .flatMap((arg) => suggestValues(arg.node.at('name'), [name])),
        ...likelyValues(name, analysis).flatMap(([title, value]) =>
          offer('suggestion', title, appendItems(given, { name, ...value })),
        ),
      ].slice(0, 3),
    };
  });
}

type ArgValue =
  | { readonly value: string }
  | { readonly valueFrom: { readonly podTemplateHashValue: string } };

/** What an argument whose name says what it is can get from its Rollout, with titles. */
function likelyValues(name: string, { owner, place, args }: Analysis): (readonly [string, ArgValue])[] {
  if (owner.type !== 'argoproj.io/Rollout' || args.some((arg) => arg.name === name)) return [];
  if (/hash/i.test(name))
    return [[`Pass the hash of the new pods as ${name}`, { valueFrom: { podTemplateHashValue: 'Latest' } }]];
  if (!/service|svc/i.test(name)) return [];
  return serviceRolesOf(owner)
    .filter(({ role }) => (ROLES[place] ?? ['canaryService', 'stableService']).includes(role))
    .map((service) => [`Pass ${service.name} as ${name}`, { value: service.name }] as const);
}

/** The Services that lead to what an analysis of blueGreen is to judge. */
const ROLES: { readonly [place in Analysis['place']]?: readonly ServiceRole[] } = {
  prePromotion: ['previewService'],
  postPromotion: ['activeService'],
};

/** A Rollout passes an argument without a value as empty text, an Experiment doesn't pass it. */
function passes({ isSet }: AnalysisArg, owner: Resource): boolean {
  return isSet || owner.type === 'argoproj.io/Rollout';
}

function passedEmpty(analysis: Analysis, index: ResourceIndex): Problem[] {
  const { owner, args } = analysis;
  if (owner.type !== 'argoproj.io/Rollout') return [];
  const declared = templatesOf(analysis, index).found.flatMap(declaredArgsOf);
  return args
    .filter(({ name, isSet }) => !isSet && declared.some((arg) => arg.name === name))
    .map(({ node, name }) => ({
      at: node.at('name'),
      as: 'empty',
      message: `argument "${name}" has neither value nor valueFrom: the template gets an empty text, in place of its default too`,
      fixes: [
        ...offer('suggestion', 'Write value: ""', setValue(node.at('value'), '')),
        ...(declared.some((arg) => arg.name === name && arg.isSet)
          ? offer('suggestion', 'Leave it to the default', removeItem(node))
          : []),
      ],
    }));
}

/** Arguments of a template whose value can't be read. */
function unusable(template: Resource, index: ResourceIndex): Problem[] {
  const spec = (template.root as Node).at('spec');
  const names = declaredArgsOf(template);
  return names.flatMap(({ node, name }): Problem[] => {
    const [value, valueFrom] = [node.at('value'), node.at('valueFrom')];
    const fieldRef = valueFrom.at('fieldRef');
    if (value.exists && valueFrom.exists)
      return [
        {
          at: valueFrom,
          message: `argument "${name}" of ${template.title} has both value and valueFrom: every AnalysisRun with it ends with an error`,
          related: [{ at: value, message: 'the value' }],
          fixes: [
            ...offer('suggestion', 'Remove value', removeEntry(value)),
            ...offer('suggestion', 'Remove valueFrom', removeEntry(valueFrom)),
          ],
        },
      ];
    if (!spec.exists || !fieldRef.exists || valueFrom.at('secretKeyRef').exists) return [];
    if (analysesUsing(template, index).some(({ args }) => args.some((arg) => arg.name === name))) return [];
    return [
      {
        at: fieldRef,
        message: `argument "${name}" of ${template.title} asks for a field, which is read for arguments of a Rollout only: every AnalysisRun that needs it ends with an error`,
      },
    ];
  });
}
