import {
  defineRule,
  type Fix,
  type Node,
  offer,
  type Resource,
  type ResourceIndex,
  removeEntry,
  removeItem,
  requirementNode,
  selectorOf,
  serviceSelector,
} from 'rollsafe';
import {
  formatSelector,
  isReleaseLabel,
  type Requirement,
  type Selector,
  withoutControllerLabels,
} from 'rollsafe/kubernetes';

export default defineRule({
  summary: 'A selector that holds a label of one release',
  why: `
The selector of a Deployment, ReplicaSet, StatefulSet or DaemonSet can't be changed. With the version, the chart or a
timestamp in it, the next release changes it and is refused ("field is immutable"): the release stands still until
somebody deletes the workload, with all of its pods. Rollouts refuse it from Argo Rollouts 1.9 on; before, the change was
taken and left the running pods behind without following a single step.

The selector of a Service can be changed, which is worse than it sounds: the moment it is applied, all old pods leave the
Service, and new ones aren't ready yet.

Select by labels that stay for the life of the application, such as \`app.kubernetes.io/name\` and
\`app.kubernetes.io/instance\`, and keep the release's labels on the pods alone. Mind that for a workload that exists
already this change itself needs the workload to be made anew.

Judged by the value: \`blue\`, \`stable\`, \`v1\` and the like are names of tracks, no releases. Not reported either: a label
that tells two workloads here apart, and an object that has the release in its own name, since the next release is
another object then.
`,
  severity: { default: 'error', service: 'warning' },
  references: [
    'https://kubernetes.io/docs/concepts/workloads/controllers/deployment/#label-selector-updates',
    'https://helm.sh/docs/chart_best_practices/labels/',
    'https://kubernetes.io/docs/concepts/overview/working-with-objects/common-labels/',
    'https://github.com/kubernetes/kubernetes/blob/v1.28.0/pkg/registry/apps/deployment/strategy.go',
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/manifests/crds/rollout-crd.yaml',
  ],
  examples: [
    {
      bad: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: dns
spec:
  selector:
    matchLabels:
      app.kubernetes.io/name: dns
      helm.sh/chart: dns-2.5.1 # <-- error
  template:
    metadata:
      labels:
        app.kubernetes.io/name: dns
        helm.sh/chart: dns-2.5.1
`,
      good: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: dns
spec:
  selector:
    matchLabels:
      app.kubernetes.io/name: dns
  template:
    metadata:
      labels:
        app.kubernetes.io/name: dns
        helm.sh/chart: dns-2.5.1
`,
    },
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: edge
spec:
  selector:
    matchLabels: {app: edge, app.kubernetes.io/version: "1.9.0"} # <-- error
  template:
    metadata:
      labels: {app: edge, app.kubernetes.io/version: "1.9.0"}
---
apiVersion: v1
kind: List
items:
  - apiVersion: apps/v1
    kind: StatefulSet
    metadata: {name: cache}
    spec:
      selector:
        matchExpressions:
          - {key: app, operator: In, values: [cache]}
          - {key: git-sha, operator: In, values: [1a2b3c4]} # <-- error
      template:
        metadata:
          labels: {app: cache, git-sha: 1a2b3c4}
`,
    },
    {
      bad: `
apiVersion: v1
kind: Service
metadata:
  name: api
spec:
  selector:
    app: api
    deployTimestamp: "1751286504" # <-- warning
  ports: [{port: 80}]
`,
      good: `
apiVersion: v1
kind: Service
metadata:
  name: api
spec:
  selector:
    app: api
  ports: [{port: 80}]
`,
    },
    // Names of tracks.
    {
      good: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: pay-blue
spec:
  selector:
    matchLabels: {app: pay, version: blue}
  template:
    metadata:
      labels: {app: pay, version: blue}
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: reviews
spec:
  selector:
    matchLabels: {app: reviews, version: v1}
  template:
    metadata:
      labels: {app: reviews, version: v1}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: edge
spec:
  selector:
    matchLabels: {app: edge, release: stable}
  template:
    metadata:
      labels: {app: edge, release: stable}
---
apiVersion: v1
kind: Service
metadata:
  name: pay
spec:
  selector: {app: pay, version: green}
`,
    },
    // A sibling that the label tells apart, for the workloads and for the Service that is switched between them.
    {
      good: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: pay-a
spec:
  selector:
    matchLabels: {app: pay, version: "1.4.2"}
  template:
    metadata:
      labels: {app: pay, version: "1.4.2"}
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: pay-b
spec:
  selector:
    matchLabels: {app: pay, version: "1.5.0"}
  template:
    metadata:
      labels: {app: pay, version: "1.5.0"}
---
apiVersion: v1
kind: Service
metadata:
  name: pay
spec:
  selector: {app: pay, version: "1.4.2"}
`,
    },
    // Each release is an object of its own.
    {
      good: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: pay-1-4-2
spec:
  selector:
    matchLabels: {app: pay, version: "1.4.2"}
  template:
    metadata:
      labels: {app: pay, version: "1.4.2"}
`,
    },
    // The lasting labels, whatever they look like, and conditions that no value has to meet.
    {
      good: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: redis
spec:
  selector:
    matchLabels:
      app: redis-6.2.1
      app.kubernetes.io/instance: shop-1.2.3
    matchExpressions:
      - {key: version, operator: Exists}
      - {key: version, operator: NotIn, values: ["1.0.0"]}
  template:
    metadata:
      labels: {app: redis-6.2.1, app.kubernetes.io/instance: shop-1.2.3, version: "2.0.0"}
`,
    },
    // A hash that a controller writes is service-selector-hash-in-source; the rest is filled in later, or is mutable.
    {
      good: `
apiVersion: v1
kind: Service
metadata:
  name: api
spec:
  selector: {app: api, rollouts-pod-template-hash: 5d8f7c6b44}
---
apiVersion: v1
kind: Service
metadata:
  name: filled-in
spec:
  selector: {app: api, version: "\${VERSION}"}
---
apiVersion: v1
kind: ReplicationController
metadata:
  name: old
spec:
  selector: {app: old, version: "1.2.3"}
  template:
    metadata:
      labels: {app: old, version: "1.2.3"}
`,
    },
  ],
  kinds: [
    'apps/Deployment',
    'apps/ReplicaSet',
    'apps/StatefulSet',
    'apps/DaemonSet',
    'argoproj.io/Rollout',
    'core/Service',
  ],
  resource(object, { index, report }) {
    const service = object.as('core/Service');
    const selector = (service ? serviceSelector(service) : selectorOf(object)) ?? [];
    for (const requirement of withoutControllerLabels(selector)) {
      const value = releaseIn(requirement);
      if (value === undefined || isInName(object, value)) continue;
      if (hasSibling(object, requirement, selector, index)) continue;
      const at = requirementNode(object.root.at('spec').at('selector'), requirement.key);
      report({
        at,
        as: service ? 'service' : 'default',
        message: `${object.title} selects by ${formatSelector([requirement])}, which the next release changes: ${harmOf(object)}`,
        fixes: selector.length > 1 ? withoutIt(at, requirement) : [],
      });
    }
  },
});

/** The value of a label that changes with each release, among those that a selector asks for. */
function releaseIn({ key, operator, values }: Requirement): string | undefined {
  return operator === 'In' ? values.find((value) => isReleaseLabel(key, value)) : undefined;
}

/** Whether each release is an object of its own: `web-1-4-2`. */
function isInName({ name }: Resource, value: string): boolean {
  const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  return `-${plain(name ?? '')}-`.includes(`-${plain(value)}-`);
}

/** Whether other pods here have the same labels but another value of this one. */
function hasSibling(
  object: Resource,
  { key, values }: Requirement,
  selector: Selector,
  index: ResourceIndex,
): boolean {
  const others = withoutControllerLabels(selector).filter((other) => other.key !== key);
  if (others.length === 0) return false;
  return [...index.labelValuesNear(object, key, others)].some((value) => !values.includes(value));
}

function withoutIt(at: Node, { key }: Requirement): Fix[] {
  const edit = typeof at.key === 'number' ? removeItem(at) : removeEntry(at);
  return offer('suggestion', `Don't select by ${key}`, edit);
}

function harmOf({ type }: Resource): string {
  switch (type) {
    case 'core/Service':
      return 'when that is applied, all old pods leave the Service before new ones are ready';
    case 'argoproj.io/Rollout':
      return 'Argo Rollouts refuses it from 1.9 on, and older ones leave the running pods behind';
    default:
      return 'the API server refuses it, since a selector is immutable';
  }
}
