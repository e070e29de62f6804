import {
  defineRule,
  type Fix,
  type Node,
  offer,
  podsOf,
  requirementNode,
  SELECTING_KINDS,
  selectorOf,
  setValue,
} from 'rollsafe';
import { formatSelector, hasPlaceholder, type Labels, matches, type Requirement } from 'rollsafe/kubernetes';

export default defineRule({
  summary: "A workload's selector doesn't match its own pod template",
  why: `
A controller finds its pods by its selector. When its own template doesn't carry the labels, it would create pods for
ever without finding one of them, so the API server refuses such a Deployment, ReplicaSet, StatefulSet or DaemonSet
("selector does not match template labels"), and the Rollouts controller marks such a Rollout as InvalidSpec.

Either side may be the wrong one. Mind that the selector of a workload that exists already can't be changed: there it is
the template that has to follow.
`,
  severity: 'error',
  references: [
    'https://github.com/kubernetes/kubernetes/blob/v1.28.0/pkg/apis/apps/validation/validation.go',
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/validation/validation.go',
  ],
  examples: [
    {
      bad: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  selector:
    matchLabels:
      app: web
      tier: front # <--
  template:
    metadata:
      labels:
        app: web
        tier: frontend # <-- related
    spec:
      containers:
        - name: web
          image: registry.example.com/web:1.4.0
`,
      good: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  selector:
    matchLabels:
      app: web
      tier: frontend
  template:
    metadata:
      labels:
        app: web
        tier: frontend
        extra: "1"
    spec:
      containers:
        - name: web
          image: registry.example.com/web:1.4.0
`,
    },
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: web
spec:
  selector:
    matchExpressions:
      - key: app # <--
        operator: In
        values: [web, api]
  template:
    metadata:
      labels: # <-- related
        name: web
    spec:
      containers:
        - name: web
          image: registry.example.com/web:1.4.0
`,
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: web
spec:
  selector:
    matchExpressions:
      - {key: app, operator: In, values: [web, api]}
      - {key: tier, operator: NotIn, values: [back]}
      - {key: canary, operator: DoesNotExist}
  template:
    metadata:
      labels:
        app: web
    spec:
      containers:
        - name: web
          image: registry.example.com/web:1.4.0
`,
    },
    {
      bad: `
apiVersion: v1
kind: ReplicationController
metadata:
  name: web
spec:
  selector:
    app: web # <--
  template:
    metadata: # <-- related
      name: web
    spec:
      containers:
        - name: web
          image: registry.example.com/web:1.4.0
`,
    },
    {
      // A Rollout that takes its template from a Deployment; a selector that is empty or missing; a text that another
      // tool still fills in.
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: web
spec:
  selector:
    matchLabels: {app: web}
  workloadRef: {apiVersion: apps/v1, kind: Deployment, name: web}
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: empty
spec:
  selector: {}
  template:
    metadata:
      labels: {app: empty}
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: none
spec:
  template:
    metadata:
      labels: {app: none}
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: filled-in
spec:
  selector:
    matchLabels: {app: "\${APP}"}
  template:
    metadata:
      labels: {app: web}
`,
    },
  ],
  kinds: SELECTING_KINDS,
  resource(workload, { report }) {
    const root: Node = workload.root;
    const selector = selectorOf(workload);
    if (!selector || root.at('spec').at('workloadRef').exists) return;
    for (const { labels, metadata } of podsOf(workload)) {
      const unmet = selector.find((requirement) => !matches([requirement], labels));
      if (!unmet || isOpen(unmet, labels)) continue;
      report({
        at: requirementNode(root.at('spec').at('selector'), unmet.key),
        message: `the selector of ${workload.title} asks for ${formatSelector([unmet])}, but its own pod template has ${labelText(unmet.key, labels)}: it is refused`,
        related: [{ at: metadata.at('labels').at(unmet.key), message: 'the labels of its pods' }],
        fixes: suggestionsOf(unmet, metadata.at('labels').at(unmet.key), root.at('spec').at('selector')),
      });
    }
  },
});

/** Pods first: the selector of a workload that exists can't be changed. */
function suggestionsOf({ key, operator, values }: Requirement, label: Node<unknown>, selector: Node): Fix[] {
  const [wanted] = values;
  if (operator !== 'In' || wanted === undefined) return [];
  const selected = requirementNode(selector, key);
  const has = label.string();
  return [
    ...offer('suggestion', `Label the pods ${key}: ${wanted}`, setValue(label, wanted)),
    ...(has === undefined ? [] : offer('suggestion', `Select by ${key}: ${has}`, setValue(selected, has))),
  ];
}

function labelText(key: string, labels: Labels): string {
  return Object.hasOwn(labels, key) ? `${key}=${labels[key]}` : `no label ${key}`;
}

function isOpen({ key, values }: Requirement, labels: Labels): boolean {
  return [...values, labels[key] ?? ''].some(hasPlaceholder);
}
