import {
  type AnalysisArg,
  analysesOf,
  defineRule,
  type Fix,
  type Node,
  nearest,
  type Resource,
  type ResourceIndex,
  steeredServicesOf,
  suggestValues,
} from 'rollsafe';
import { hasPlaceholder } from 'rollsafe/kubernetes';

export default defineRule({
  summary: 'An argument of an analysis that names a Service elsewhere',
  why: `
An argument such as \`shop-svc.default.svc.cluster.local\` ties the analysis to one Service. When no such Service is there,
or the namespace isn't the one that the Rollout runs in, the metric has no data, or data of another installation that has
nothing to do with this release.

Name a Service of the Rollout, in its namespace; without a namespace in the value the template can add that of the
Rollout (\`fieldRef: {fieldPath: metadata.namespace}\`). Ignore this for a Service that another repository applies.
`,
  severity: 'info',
  references: [
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/docs/features/analysis.md',
    'https://kubernetes.io/docs/concepts/services-networking/dns-pod-service/',
  ],
  examples: [
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: shop
  namespace: shop
spec:
  workloadRef: {apiVersion: apps/v1, kind: Deployment, name: shop}
  strategy:
    canary:
      canaryService: shop-canary
      stableService: shop
      analysis:
        templates:
          - templateName: success-rate
        args:
          - name: stable
            value: shop.default.svc.cluster.local # <--
          - name: canary
            value: shop-canary-svc # <--
---
apiVersion: v1
kind: Service
metadata: {name: shop, namespace: shop}
spec:
  selector: {app: shop}
  ports: [{port: 80}]
---
apiVersion: v1
kind: Service
metadata: {name: shop-canary, namespace: shop}
spec:
  selector: {app: shop}
  ports: [{port: 80}]
`,
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: shop
  namespace: shop
spec:
  workloadRef: {apiVersion: apps/v1, kind: Deployment, name: shop}
  strategy:
    canary:
      canaryService: shop-canary
      stableService: shop
      analysis:
        templates:
          - templateName: success-rate
        args:
          - name: stable
            value: shop.shop.svc.cluster.local
          - name: canary
            value: shop-canary
---
apiVersion: v1
kind: Service
metadata: {name: shop, namespace: shop}
spec:
  selector: {app: shop}
  ports: [{port: 80}]
---
apiVersion: v1
kind: Service
metadata: {name: shop-canary, namespace: shop}
spec:
  selector: {app: shop}
  ports: [{port: 80}]
`,
    },
    {
      // A namespace, where the Rollout leaves its own open and no such Service is there.
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: shop
spec:
  workloadRef: {apiVersion: apps/v1, kind: Deployment, name: shop}
  strategy:
    canary:
      steps:
        - setWeight: 20
        - analysis:
            templates: [{templateName: success-rate}]
            args:
              - {name: service-name, value: shop-svc.default.svc.cluster.local} # <--
`,
    },
    {
      // One file of many; hosts, hashes and texts that don't name a Service; a Service of an experiment; another one here.
      good: {
        closed: false,
        files: {
          'rollout.yaml': `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: shop
spec:
  workloadRef: {apiVersion: apps/v1, kind: Deployment, name: shop}
  strategy:
    canary:
      analysis:
        templates: [{templateName: success-rate}]
        args: [{name: service-name, value: shop-svc}]
`,
        },
      },
    },
    {
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: shop
  namespace: shop
spec:
  workloadRef: {apiVersion: apps/v1, kind: Deployment, name: shop}
  strategy:
    canary:
      steps:
        - experiment:
            duration: 10m
            templates:
              - {name: canary, specRef: canary, service: {name: try-svc}}
            analyses:
              - name: compare
                templateName: compare
                args:
                  - {name: service, value: try-svc}
                  - {name: host, value: www.example.com}
                  - {name: prometheus, value: prometheus-service.monitoring.svc.cluster.local}
                  - {name: metrics, value: shop.metrics}
                  - {name: address, value: 'http://gateway-svc:9090'}
                  - {name: given, value: '\${SERVICE}-svc'}
                  - {name: hash, valueFrom: {podTemplateHashValue: Latest}}
---
apiVersion: v1
kind: Service
metadata: {name: shop, namespace: metrics}
spec:
  selector: {app: metrics}
  ports: [{port: 80}]
`,
    },
  ],
  kinds: ['argoproj.io/Rollout'],
  resource(owner, { index, report }) {
    const rollout: Resource = owner;
    for (const { args } of analysesOf(rollout)) {
      for (const arg of args) {
        const problem = problemOf(arg, rollout, index);
        if (!problem) continue;
        const { what, fixes } = problem;
        report({ at: arg.node.at('value'), message: `argument "${arg.name}" names ${what}`, fixes });
      }
    }
  },
});

const SERVICE = /^([a-z](?:[a-z0-9-]*[a-z0-9])?)(?:\.([a-z0-9-]+)(?:\.svc(?:\.cluster\.local\.?)?)?)?$/;

interface ServiceProblem {
  readonly what: string;
  readonly fixes: readonly Fix[];
}

/** What is wrong with the Service that an argument names; undefined when it names none, or one that is there. */
function problemOf(
  { node }: AnalysisArg,
  rollout: Resource,
  index: ResourceIndex,
): ServiceProblem | undefined {
  const host = node.at('value').string() ?? '';
  const [, name, namespace] = SERVICE.exec(host) ?? [];
  if (name === undefined || hasPlaceholder(rollout.namespace ?? '')) return undefined;
  const find = (where: string | undefined) =>
    index.find({ type: 'core/Service', name, namespace: where }, rollout);
  const there = find(namespace ?? rollout.namespace);
  if (namespace !== undefined && rollout.namespace !== undefined && namespace !== rollout.namespace) {
    const isElsewhere = there.some((service) => service.namespace === namespace);
    const isOwn = steersService(rollout, name) || find(rollout.namespace).length > 0;
    if (!isOwn || isElsewhere) return undefined;
    const what = `Service "${name}" in namespace ${namespace}, but ${rollout.title} and that Service are in ${rollout.namespace}: what is measured isn't this release`;
    const right = host.replace(`${name}.${namespace}`, `${name}.${rollout.namespace}`);
    return { what, fixes: suggestValues(node.at('value'), [right]) };
  }
  const isMissing = there.length === 0 && /-(?:svc|service)$/.test(name) && index.isClosed(rollout);
  if (!isMissing || steersService(rollout, name) || isMadeLater(rollout, name, index)) return undefined;
  const what = `Service "${name}", which is nowhere in these manifests: the metric has no data, or that of something else`;
  const names = index.ofType('core/Service', rollout).flatMap((service) => service.name ?? []);
  return {
    what,
    fixes: suggestValues(
      node.at('value'),
      nearest(name, names).map((near) => host.replace(name, near)),
    ),
  };
}

/** `rollout-service-missing` speaks of those. */
function steersService(rollout: Resource, name: string): boolean {
  return steeredServicesOf(rollout).some((service) => service.string() === name);
}

function isMadeLater(rollout: Resource, name: string, index: ResourceIndex): boolean {
  const steps = (rollout.root as Node).at('spec').at('strategy').at('canary').at('steps').items() as Node[];
  const templates = steps.flatMap((step) => step.at('experiment').at('templates').items() as Node[]);
  const reference = { type: 'core/Service', name, namespace: rollout.namespace };
  return (
    templates.some((template) => template.at('service').at('name').string() === name) ||
    index.isMadeAtRunTime(name) ||
    index.renamed(reference, rollout) !== undefined
  );
}
