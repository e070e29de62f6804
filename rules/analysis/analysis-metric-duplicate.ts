import {
  analysesOf,
  defineRule,
  type Fix,
  metricsOf,
  type Node,
  nestedReferencesOf,
  offer,
  type Resource,
  type ResourceIndex,
  refusalOf,
  removeItem,
  suggestValues,
  type TemplateReference,
  templatesOf,
} from 'rollsafe';
import { hasPlaceholder } from 'rollsafe/kubernetes';

export default defineRule({
  summary: 'Two metrics of the same name in one analysis',
  why: `
The templates of an analysis are merged into one AnalysisRun, in which every metric has a name of its own. When two have
the same, the controller refuses the Rollout (InvalidSpec), although each template is valid alone. It is the same with
two \`dryRun\` or \`measurementRetention\` entries for one metric name, and with an argument that two templates give
different values.

Give the metrics different names, or start the templates in analyses of their own.
`,
  severity: 'error',
  references: [
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/analysis/helpers.go',
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/analysis/factory.go',
  ],
  examples: [
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata:
  name: success-rate
spec:
  metrics:
    - name: success-rate # <-- related
      interval: 1m
      successCondition: result[0] >= 0.95
      provider:
        prometheus: {address: 'http://prometheus.example.com', query: sum(success)}
    - name: success-rate # <--
      interval: 5m
      successCondition: result[0] >= 0.99
      provider:
        prometheus: {address: 'http://prometheus.example.com', query: sum(success)}
`,
      good: `
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata:
  name: success-rate
spec:
  metrics:
    - name: success-rate-1m
      interval: 1m
      successCondition: result[0] >= 0.95
      provider:
        prometheus: {address: 'http://prometheus.example.com', query: sum(success)}
    - name: success-rate-5m
      interval: 5m
      successCondition: result[0] >= 0.99
      provider:
        prometheus: {address: 'http://prometheus.example.com', query: sum(success)}
`,
    },
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata:
  name: shop
spec:
  metrics:
    - name: success-rate # <-- related
      provider:
        prometheus: {address: 'http://prometheus.example.com', query: sum(success)}
---
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata:
  name: cart
spec:
  metrics:
    - name: success-rate # <-- related
      provider:
        prometheus: {address: 'http://prometheus.example.com', query: sum(cart_success)}
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
              - templateName: shop
              - templateName: cart # <--
`,
      good: `
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata:
  name: shop
spec:
  metrics:
    - name: success-rate
      provider:
        prometheus: {address: 'http://prometheus.example.com', query: sum(success)}
---
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata:
  name: cart
spec:
  metrics:
    - name: success-rate
      provider:
        prometheus: {address: 'http://prometheus.example.com', query: sum(cart_success)}
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
              - templateName: shop
        - analysis:
            templates:
              - templateName: cart
`,
    },
    {
      // A template that is put together of others, and arguments with two values.
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata:
  name: whole
spec:
  args:
    - name: service
      value: shop # <-- related
  metrics:
    - name: latency # <-- related
      provider: {prometheus: {address: 'http://prometheus.example.com', query: latency}}
  templates:
    - templateName: part # <--
    - templateName: other # <--
---
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata:
  name: part
spec:
  metrics:
    - name: latency # <-- related
      provider: {prometheus: {address: 'http://prometheus.example.com', query: latency_part}}
---
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata:
  name: other
spec:
  args:
    - name: service
      value: cart # <-- related
  metrics:
    - name: errors
      provider: {prometheus: {address: 'http://prometheus.example.com', query: errors}}
`,
    },
    {
      // Entries for one metric.
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata:
  name: errors
spec:
  metrics:
    - name: errors
      provider: {prometheus: {address: 'http://prometheus.example.com', query: errors}}
  dryRun:
    - metricName: errors # <-- related
    - metricName: errors # <--
  measurementRetention:
    - {metricName: errors, limit: 20} # <-- related
    - {metricName: errors, limit: 30} # <--
---
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata:
  name: tried
spec:
  metrics:
    - name: errors
      provider: {prometheus: {address: 'http://prometheus.example.com', query: errors}}
  dryRun:
    - metricName: errors # <-- related
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: shop
spec:
  workloadRef: {apiVersion: apps/v1, kind: Deployment, name: shop}
  strategy:
    blueGreen:
      activeService: shop
      prePromotionAnalysis:
        dryRun:
          - metricName: errors # <-- related
        templates:
          - templateName: tried # <--
`,
      fixed: `
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata:
  name: errors
spec:
  metrics:
    - name: errors
      provider: {prometheus: {address: 'http://prometheus.example.com', query: errors}}
  dryRun:
    - metricName: errors
  measurementRetention:
    - {metricName: errors, limit: 20}
    - {metricName: errors, limit: 30}
---
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata:
  name: tried
spec:
  metrics:
    - name: errors
      provider: {prometheus: {address: 'http://prometheus.example.com', query: errors}}
  dryRun:
    - metricName: errors
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: shop
spec:
  workloadRef: {apiVersion: apps/v1, kind: Deployment, name: shop}
  strategy:
    blueGreen:
      activeService: shop
      prePromotionAnalysis:
        dryRun:
          - metricName: errors
        templates:
          - templateName: tried
`,
    },
    {
      // The same template twice is one; the same default twice is one; what a Rollout passes replaces a default.
      good: `
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata:
  name: latency
spec:
  args: [{name: service, value: shop}, {name: limit}]
  metrics:
    - name: latency
      provider: {prometheus: {address: 'http://prometheus.example.com', query: 'latency{service="{{args.service}}"}'}}
---
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata:
  name: errors
spec:
  args: [{name: service, value: shop}, {name: limit, value: "5"}]
  metrics:
    - name: errors
      provider: {prometheus: {address: 'http://prometheus.example.com', query: 'errors{service="{{args.service}}"}'}}
  templates:
    - templateName: latency
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: shop
spec:
  workloadRef: {apiVersion: apps/v1, kind: Deployment, name: shop}
  strategy:
    canary:
      analysis:
        templates: [{templateName: latency}, {templateName: errors}, {templateName: latency}]
        args: [{name: service, value: cart}]
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
    const sets = [
      ...analysesOf(resource).map((analysis) => ({
        own: entriesOf(analysis.node),
        references: analysis.references,
        consequence: refusalOf(analysis),
      })),
      {
        own: resource.type.includes('Analysis') ? definitionsOf(resource) : [],
        references: nestedReferencesOf(resource),
        consequence: 'no AnalysisRun can be made of it',
      },
    ];
    for (const { own, references, consequence } of sets) {
      for (const { at, title, definitions } of clashes(own, references, resource, index)) {
        const how = definitions[0]?.value === undefined ? 'twice' : 'twice with different values';
        const isOwn = own.some((definition) => definitions.includes(definition));
        report({
          at,
          message: `${title} is defined ${how}: ${isOwn ? 'no AnalysisRun can be made of it' : consequence}`,
          related: definitions
            .filter((definition) => definition.at !== at)
            .map((definition) => ({ at: definition.at, message: 'defined here' })),
          fixes: tellApart(at, resource),
        });
      }
    }
  },
});

/** Something that one analysis may define only once, or only with one value. */
interface Definition {
  readonly at: Node;
  /** `metric "latency"` */
  readonly title: string;
  /** What may be the same again; undefined where nothing may. */
  readonly value: string | undefined;
}

interface Clash {
  /** In the object itself, or the reference that brings the second definition in. */
  readonly at: Node;
  readonly title: string;
  readonly definitions: readonly Definition[];
}

/** What is defined twice by an object and the templates that it names; not what one of these defines twice alone. */
function clashes(
  own: readonly Definition[],
  references: readonly TemplateReference[],
  owner: Resource,
  index: ResourceIndex,
): Clash[] {
  const seen = new Set<Resource>([owner]);
  const groups = references.map((reference) => {
    const { found } = templatesOf({ owner, references: [reference] }, index);
    const fresh = found.filter((template) => !seen.has(template));
    for (const template of fresh) seen.add(template);
    return { reference, definitions: fresh.flatMap(definitionsOf) };
  });
  const firsts = new Map<string, { readonly definition: Definition; readonly group: object }>();
  const meet = (definition: Definition, group: object, at: Node): Clash[] => {
    const first = firsts.get(definition.title);
    if (!first) firsts.set(definition.title, { definition, group });
    if (!first || (first.group === group && group !== own)) return [];
    if (definition.value !== undefined && definition.value === first.definition.value) return [];
    return [{ at, title: definition.title, definitions: [first.definition, definition] }];
  };
  return [
    ...own.flatMap((definition) => meet(definition, own, definition.at)),
    ...groups.flatMap(({ reference, definitions }) =>
      definitions.flatMap((definition) => meet(definition, reference, reference.at)),
    ),
  ];
}

/** What a template or an AnalysisRun defines. */
function definitionsOf(template: Resource): Definition[] {
  const spec = (template.root as Node).at('spec');
  return [
    ...named(spec.at('metrics').items(), 'name', 'metric'),
    ...entriesOf(spec),
    ...(spec.at('args').items() as Node[]).flatMap(definedValue),
  ];
}

function entriesOf(node: Node): Definition[] {
  return [
    ...named(node.at('dryRun').items(), 'metricName', 'the dryRun entry for'),
    ...named(node.at('measurementRetention').items(), 'metricName', 'the measurementRetention entry for'),
  ];
}

function named(items: readonly Node[], key: 'name' | 'metricName', what: string): Definition[] {
  return items.flatMap((item) => {
    const at = item.at(key);
    const name = at.string();
    return name && !hasPlaceholder(name) ? [{ at, title: `${what} "${name}"`, value: undefined }] : [];
  });
}

function definedValue(arg: Node): Definition[] {
  const at = arg.at('value');
  const value = at.string();
  if (value === undefined || hasPlaceholder(value)) return [];
  return named([arg], 'name', 'argument').map(({ title }) => ({ at, title, value }));
}

/** An entry for a metric that has one goes; a metric gets a number behind its name. */
function tellApart(at: Node, owner: Resource): Fix[] {
  const item = at.parent;
  if (at.key === 'metricName' && item) {
    const isSame = item.fields().length === 1;
    return offer(isSame ? 'unsafe' : 'suggestion', 'Remove the second entry', removeItem(item));
  }
  if (at.key !== 'name') return [];
  const names = metricsOf(owner).map((metric) => metric.at('name').string());
  const free = [2, 3, 4, 5].map((number) => `${at.string()}-${number}`).find((name) => !names.includes(name));
  return free === undefined ? [] : suggestValues(at, [free]);
}
