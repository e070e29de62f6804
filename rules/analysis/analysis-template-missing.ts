import {
  analysesOf,
  defineRule,
  type Fix,
  nearest,
  nestedReferencesOf,
  offer,
  type Problem,
  type Resource,
  type ResourceIndex,
  refusalOf,
  removeEntry,
  setValue,
  suggestValues,
  type TemplateReference,
} from 'rollsafe';
import { hasPlaceholder } from 'rollsafe/kubernetes';

export default defineRule({
  summary: 'An analysis template that does not exist',
  why: `
An AnalysisTemplate is looked up in the namespace of the Rollout, and a ClusterAnalysisTemplate only where the reference
says \`clusterScope: true\`. When one isn't there, the controller marks the Rollout as InvalidSpec and does nothing with
it any more. The analyses of an experiment are looked up later: such a release gets as far as the experiment and is
then aborted.

Write the name as the template has it, add or drop \`clusterScope: true\`, or put the template into the namespace of the
Rollout; one that several namespaces share has to be a ClusterAnalysisTemplate. Ignore this where another repository
applies the template.
`,
  severity: 'error',
  references: [
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/controller.go',
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/validation/validation_references.go',
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/experiments/experiment.go',
  ],
  examples: [
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata: # <-- related
  name: success-rate
spec:
  metrics:
    - name: success-rate
      successCondition: result[0] >= 0.95
      provider:
        prometheus: {address: 'http://prometheus.example.com', query: sum(success)}
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
                clusterScope: false
              - templateName: success-rate # <--
                clusterScope: true
              - {templateName: latency} # <--
`,
      fixed: `
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata:
  name: success-rate
spec:
  metrics:
    - name: success-rate
      successCondition: result[0] >= 0.95
      provider:
        prometheus: {address: 'http://prometheus.example.com', query: sum(success)}
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
                clusterScope: false
              - templateName: success-rate
              - {templateName: latency}
`,
      good: `
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata:
  name: success-rate
spec:
  metrics:
    - name: success-rate
      successCondition: result[0] >= 0.95
      provider:
        prometheus: {address: 'http://prometheus.example.com', query: sum(success)}
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
`,
    },
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata: # <-- related
  name: smoke
  namespace: shared
spec:
  metrics:
    - name: answers
      provider:
        web: {url: 'http://web.example.com/healthz'}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: web
  namespace: shop
spec:
  workloadRef: {apiVersion: apps/v1, kind: Deployment, name: web}
  strategy:
    blueGreen:
      activeService: web
      prePromotionAnalysis:
        templates:
          - templateName: smoke # <--
`,
      good: `
apiVersion: argoproj.io/v1alpha1
kind: ClusterAnalysisTemplate
metadata:
  name: smoke
spec:
  metrics:
    - name: answers
      provider:
        web: {url: 'http://web.example.com/healthz'}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: web
  namespace: shop
spec:
  workloadRef: {apiVersion: apps/v1, kind: Deployment, name: web}
  strategy:
    blueGreen:
      activeService: web
      prePromotionAnalysis:
        templates:
          - templateName: smoke
            clusterScope: true
`,
    },
    {
      // A forgotten clusterScope, in the background.
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: ClusterAnalysisTemplate
metadata: # <-- related
  name: error-rate
spec:
  metrics:
    - name: error-rate
      interval: 1m
      failureCondition: result[0] > 0.05
      provider:
        prometheus: {address: 'http://prometheus.example.com', query: sum(errors)}
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
          - templateName: error-rate # <--
`,
      fixed: `
apiVersion: argoproj.io/v1alpha1
kind: ClusterAnalysisTemplate
metadata:
  name: error-rate
spec:
  metrics:
    - name: error-rate
      interval: 1m
      failureCondition: result[0] > 0.05
      provider:
        prometheus: {address: 'http://prometheus.example.com', query: sum(errors)}
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
          - templateName: error-rate
            clusterScope: true
`,
    },
    {
      // Experiments, and a template that is put together of others.
      bad: `
apiVersion: v1
kind: List
items:
  - apiVersion: argoproj.io/v1alpha1
    kind: AnalysisTemplate
    metadata:
      name: everything
    spec:
      templates:
        - templateName: latency # <--
  - apiVersion: argoproj.io/v1alpha1
    kind: Rollout
    metadata:
      name: web
    spec:
      workloadRef: {apiVersion: apps/v1, kind: Deployment, name: web}
      strategy:
        canary:
          steps:
            - experiment:
                duration: 10m
                templates:
                  - {name: canary, specRef: canary}
                analyses:
                  - {name: all, templateName: everything}
                  - {name: errors, templateName: error-rate} # <--
  - apiVersion: argoproj.io/v1alpha1
    kind: Experiment
    metadata:
      name: try
    spec:
      duration: 10m
      templates: []
      analyses:
        - name: errors
          templateName: error-rate # <--
`,
    },
    {
      // One file of many proves nothing.
      good: {
        closed: false,
        files: {
          'rollout.yaml': `
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
          - templateName: error-rate
`,
        },
      },
    },
    {
      // A name that another tool completes, and a field in the wrong place.
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: web
spec:
  workloadRef: {apiVersion: apps/v1, kind: Deployment, name: web}
  strategy:
    canary:
      analysis:
        templateName: error-rate
        templates:
          - templateName: error-rate-\${TEAM}
`,
    },
    {
      // A slip of the pen.
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata: {name: success-rate}
spec:
  metrics:
    - name: answers
      provider: {web: {url: 'http://web.example.com/healthz'}}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: web}
spec:
  workloadRef: {apiVersion: apps/v1, kind: Deployment, name: web}
  strategy:
    canary:
      analysis:
        templates: [{templateName: sucess-rate}] # <--
`,
    },
  ],
  kinds: [
    'argoproj.io/Rollout',
    'argoproj.io/Experiment',
    'argoproj.io/AnalysisTemplate',
    'argoproj.io/ClusterAnalysisTemplate',
  ],
  resource(owner, { index, report }) {
    const resource: Resource = owner;
    if (!index.isClosed(resource)) return;
    for (const { reference, consequence } of referencesOf(resource)) {
      if (hasPlaceholder(reference.name) || index.find(reference, resource).length > 0) continue;
      // `name-reference-not-rewritten` speaks of these.
      if (resource.type === 'argoproj.io/Rollout' && index.renamed(reference, resource)) continue;
      const where = reference.namespace === undefined ? '' : ` for namespace ${reference.namespace}`;
      report({
        at: reference.at,
        message: `${kindOf(reference)} "${reference.name}" is nowhere in these manifests${where}: ${consequence}`,
        related: namesakes(reference, resource, index),
        fixes: [
          ...otherScope(reference, resource, index),
          ...nearestTemplates(reference, resource, index),
        ].slice(0, 3),
      });
    }
  },
});

/** The templates that an object names, with what follows when one isn't there. */
function referencesOf(resource: Resource) {
  return [
    ...analysesOf(resource).flatMap((analysis) =>
      analysis.references.map((reference) => ({ reference, consequence: refusalOf(analysis) })),
    ),
    ...nestedReferencesOf(resource).map((reference) => ({
      reference,
      consequence: `no analysis with ${resource.title} can start`,
    })),
  ];
}

function kindOf({ type }: TemplateReference): string {
  return type.slice('argoproj.io/'.length);
}

/** Templates of that name which the reference doesn't mean. */
function namesakes(
  { type, name }: TemplateReference,
  from: Resource,
  index: ResourceIndex,
): NonNullable<Problem['related']> {
  const [ofCluster, ofNamespace] = ['argoproj.io/ClusterAnalysisTemplate', 'argoproj.io/AnalysisTemplate'];
  const find = (kind: string, namespace: string | undefined) =>
    index.find({ type: kind, name, namespace }, from).map((template) => template.root.at('metadata'));
  if (type === ofCluster)
    return find(ofNamespace, from.namespace).map((at) => ({
      at,
      message: 'an AnalysisTemplate is looked up only without clusterScope',
    }));
  return [
    ...find(ofCluster, undefined).map((at) => ({
      at,
      message: 'a ClusterAnalysisTemplate is looked up only with clusterScope: true',
    })),
    ...find(ofNamespace, undefined).map((at) => ({ at, message: 'this one is in another namespace' })),
  ];
}

/** The namesake that a reference means with the other `clusterScope`. */
function otherScope({ type, name, at }: TemplateReference, from: Resource, index: ResourceIndex): Fix[] {
  const isOfCluster = type === 'argoproj.io/ClusterAnalysisTemplate';
  const other = isOfCluster ? 'argoproj.io/AnalysisTemplate' : 'argoproj.io/ClusterAnalysisTemplate';
  const namespace = isOfCluster ? from.namespace : undefined;
  const scope = at.parent?.at('clusterScope');
  if (!scope || index.find({ type: other, name, namespace }, from).length === 0) return [];
  return isOfCluster
    ? offer('unsafe', 'Remove clusterScope', removeEntry(scope))
    : offer('unsafe', 'Write clusterScope: true', setValue(scope, true));
}

function nearestTemplates(
  { type, name, at }: TemplateReference,
  from: Resource,
  index: ResourceIndex,
): Fix[] {
  const others = index.ofType(type, from).filter((template) => template !== from);
  return suggestValues(
    at,
    nearest(
      name,
      others.flatMap((template) => template.name ?? []),
    ),
  );
}
