import {
  defineRule,
  type Fix,
  type Node,
  nearest,
  offer,
  type Pod,
  type Resource,
  type ResourceIndex,
  removeEntry,
  serviceSelector,
  setValue,
  suggestValues,
} from 'rollsafe';
import { formatSelector, hasPlaceholder, type Selector, withoutRuntimeLabels } from 'rollsafe/kubernetes';

const deployment = (labels: string, namespace = '') => `
apiVersion: apps/v1
kind: Deployment
metadata: {name: web${namespace}}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata:
      labels: {${labels}}
    spec:
      containers: [{name: web, image: "registry.example.com/web:1.4.0"}]
`;

const service = (selector: string, namespace = '') => `
apiVersion: v1
kind: Service
metadata: {name: web${namespace}}
spec:
  selector: ${selector}
  ports: [{port: 80}]
`;

export default defineRule({
  summary: 'A Service whose selector matches no pods',
  why: `
A Service sends to the pods that carry all labels of its selector, in its own namespace. When no pod template does, it has
no endpoints and every connection fails; nothing else says so, since the API accepts any selector. Usually a label was
renamed on one side only.

Reported only where everything that is applied together is at hand (a folder, a rendered stream), and nothing else in the
project has such pods. Labels that controllers add at run time are left out of the comparison. When the pods come from
elsewhere (an operator, another repository), turn the rule off for the file.
`,
  severity: 'error',
  references: [
    'https://kubernetes.io/docs/concepts/services-networking/service/',
    'https://github.com/kubernetes/kubernetes/blob/v1.28.0/pkg/controller/endpointslice/endpointslice_controller.go',
  ],
  examples: [
    {
      bad: `${deployment('app: web, tier: front')}---${service('{app: web, tier: frontend} # <--').replace('selector: {app: web, tier: frontend} # <--', 'selector: # <--\n    app: web\n    tier: frontend')}`,
      good: `${deployment('app: web, tier: front')}---${service('{app: web}')}`,
    },
    {
      bad: service('{app: web} # <--').replace('selector: {app: web} # <--', 'selector: # <--\n    app: web'),
    },
    {
      bad: `${deployment('app: web', ', namespace: shop')}---${service('{app: web} # <--', ', namespace: office')}`,
      good: `${deployment('app: web', ', namespace: shop')}---${service('{app: web}')}`,
    },
    // No selector of its own, and ExternalName.
    {
      good: `
apiVersion: v1
kind: Service
metadata: {name: database}
spec: {ports: [{port: 5432}]}
---
apiVersion: v1
kind: Service
metadata: {name: mail}
spec: {type: ExternalName, externalName: mail.example.com, selector: {app: nothing}}
`,
    },
    // Labels that controllers, or the application itself, add at run time.
    { good: `${deployment('app: web')}---${service('{app: web, rollouts-pod-template-hash: 5f9c}')}` },
    { good: `${deployment('app: web')}---${service('{app: web, web-role: leader}')}` },
    { good: service('{statefulset.kubernetes.io/pod-name: web-0}') },
    // Another kind of the same name, and a text that another tool fills in.
    { good: service('{app: web}').replace('apiVersion: v1', 'apiVersion: serving.knative.dev/v1') },
    { good: service('{app: "${APP}"}') },
    // The pods of a Rollout are those of the Deployment it refers to.
    {
      good: `${deployment('app: web').replace('spec:\n', 'spec:\n  replicas: 0\n')}---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: web}
spec:
  workloadRef: {apiVersion: apps/v1, kind: Deployment, name: web}
---${service('{app: web}')}`,
    },
    // A single file proves nothing, and the pods may be in another folder of the project.
    { good: { files: { 'service.yaml': service('{app: web}') }, closed: false } },
    {
      good: { files: { 'net/service.yaml': service('{app: web}'), 'apps/web.yaml': deployment('app: web') } },
    },
    // The cluster's own pods.
    { good: service('{component: kube-scheduler}', ', namespace: kube-system') },
    // An operator makes the pods of a custom object.
    {
      good: `
apiVersion: kafka.example.com/v1
kind: Kafka
metadata: {name: orders}
---${service('{kafka-cluster: orders}')}`,
    },
  ],
  kinds: ['core/Service'],
  resource(service, { index, report }) {
    const selector = serviceSelector(service);
    if (!selector || selector.length === 0 || !index.isClosed(service as Resource)) return;
    if (index.podsSelectedBy(service).size > 0 || isUndecided(selector, service.namespace, index)) return;
    const near = nearestPod(selector, service.namespace, index);
    const where = service.namespace ? ` in namespace ${service.namespace}` : '';
    report({
      at: service.root.at('spec').at('selector'),
      message: `${service.title} selects no pods: no pod template${where} has ${formatSelector(selector)}, so every connection to it fails`,
      related: near
        ? [{ at: near.metadata.at('labels'), message: `the nearest labels, of ${near.resource.title}` }]
        : [],
      fixes: near
        ? suggestionsOf(service.root.at('spec').at('selector') as Node, selector, near)
        : similarValues(service as Resource, selector, index),
    });
  },
});

/** Whether pods may have the labels that no manifest here shows: in `kube-system` the cluster runs its own. */
function isUndecided(selector: Selector, namespace: string | undefined, index: ResourceIndex): boolean {
  const written = withoutRuntimeLabels(selector);
  const values = written.flatMap((requirement) => requirement.values);
  return (
    namespace === 'kube-system' ||
    written.length === 0 ||
    values.some(hasPlaceholder) ||
    (written.length < selector.length && index.podMatching(written, namespace) !== undefined) ||
    index.operated.some((object) => values.some((value) => mentions(object, value)))
  );
}

function mentions({ root }: Resource, value: string): boolean {
  return root.source.text.slice(root.span.start, root.span.end).includes(value);
}

/** The one label that the nearest pod doesn't have: its own value instead, or do without. */
function suggestionsOf(map: Node, selector: Selector, { labels, resource }: Pod): Fix[] {
  const unmet = selector.find(({ key, values }) => !values.includes(labels[key] ?? ''));
  if (!unmet) return [];
  const has = labels[unmet.key];
  const at = map.at(unmet.key);
  const title = `Select ${resource.title}`;
  return has === undefined
    ? offer('suggestion', `${title}, without ${unmet.key}`, removeEntry(at))
    : offer('suggestion', `${title}, by ${unmet.key}: ${has}`, setValue(at, has));
}

/** Of a single label a similar value that pods have. */
function similarValues(service: Resource, selector: Selector, index: ResourceIndex): Fix[] {
  const [only, ...others] = selector;
  const value = only?.values[0];
  if (!only || value === undefined || others.length > 0) return [];
  const values = index.labelValuesNear(service, only.key, []);
  return suggestValues((service.root as Node).at('spec').at('selector').at(only.key), nearest(value, values));
}

/** A pod that lacks just one of the labels. */
function nearestPod(
  selector: Selector,
  namespace: string | undefined,
  index: ResourceIndex,
): Pod | undefined {
  if (selector.length < 2) return undefined;
  return selector
    .map((_, left) =>
      index.podMatching(
        selector.filter((_, at) => at !== left),
        namespace,
      ),
    )
    .find((pod) => pod !== undefined);
}
