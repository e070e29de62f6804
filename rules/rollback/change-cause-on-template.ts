import {
  defineRule,
  type Fix,
  type Node,
  offer,
  podsOf,
  type Resource,
  removeEntry,
  setValue,
} from 'rollsafe';

export default defineRule({
  summary: 'The change cause on the pod template',
  why: `
Whatever stands in the pod template is part of the pods: a new text in its \`kubernetes.io/change-cause\` makes a new
revision and replaces every pod, even when nothing else changed. Correcting a typo becomes a rollout.

Write the annotation on the object's own \`metadata\`. The controller copies it to the current revision, where
\`kubectl rollout history\` finds it, and no pod notices. Moving it there changes the pod template once more, so let it
travel with the next release.

A Deployment's history falls back to the text of the pod template; those of DaemonSets and StatefulSets don't show it at
all. A \`commonAnnotations\` of kustomize writes to both places. It is fine to ignore when each release changes the
image anyway.
`,
  severity: 'warning',
  references: [
    'https://kubernetes.io/docs/reference/labels-annotations-taints/#change-cause',
    'https://github.com/kubernetes/kubernetes/blob/v1.28.0/staging/src/k8s.io/kubectl/pkg/polymorphichelpers/history.go',
    'https://github.com/kubernetes/kubernetes/blob/v1.28.0/pkg/controller/deployment/util/deployment_util.go',
  ],
  examples: [
    {
      bad: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: checkout
spec:
  replicas: 3
  selector:
    matchLabels: {app: checkout}
  template:
    metadata:
      labels: {app: checkout}
      annotations:
        kubernetes.io/change-cause: checkout 2.3.0, SHOP-481 # <-- warning
    spec:
      containers:
        - name: checkout
          image: registry.example.com/checkout:2.3.0
`,
      good: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: checkout
  annotations:
    kubernetes.io/change-cause: "checkout 2.3.0, SHOP-481"
spec:
  replicas: 3
  selector:
    matchLabels: {app: checkout}
  template:
    metadata:
      labels: {app: checkout}
    spec:
      containers:
        - name: checkout
          image: registry.example.com/checkout:2.3.0
`,
    },
    // In both places, as commonAnnotations does it.
    {
      bad: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: checkout
  annotations: {kubernetes.io/change-cause: checkout 2.3.0}
spec:
  template:
    metadata:
      annotations: {kubernetes.io/change-cause: checkout 2.3.0} # <-- warning
`,
      fixed: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: checkout
  annotations: {kubernetes.io/change-cause: checkout 2.3.0}
spec:
  template:
    metadata: {}
`,
    },
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: basket
spec:
  strategy: {canary: {}}
  template:
    metadata:
      annotations:
        kubernetes.io/change-cause: $(CHANGE_CAUSE) # <-- warning
`,
      fixed: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: basket
  annotations:
    kubernetes.io/change-cause: "$(CHANGE_CAUSE)"
spec:
  strategy: {canary: {}}
  template:
    metadata: {}
`,
    },
    {
      bad: `
apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: log-agent
spec:
  template:
    metadata:
      annotations:
        kubernetes.io/change-cause: log-agent 1.9 # <-- warning
---
apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: cache
spec:
  updateStrategy: {type: OnDelete}
  template:
    metadata:
      annotations:
        kubernetes.io/change-cause: cache 7.2 # <-- warning
`,
      fixed: `
apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: log-agent
  annotations:
    kubernetes.io/change-cause: "log-agent 1.9"
spec:
  template:
    metadata: {}
---
apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: cache
  annotations:
    kubernetes.io/change-cause: "cache 7.2"
spec:
  updateStrategy: {type: OnDelete}
  template:
    metadata: {}
`,
    },
    // Copied there by the controller, together with the rest of the template.
    {
      good: `
apiVersion: apps/v1
kind: ReplicaSet
metadata:
  name: checkout-6d4c
spec:
  template:
    metadata:
      annotations:
        kubernetes.io/change-cause: checkout 2.3.0
`,
    },
    // Each run of a Job has its own pods.
    {
      good: `
apiVersion: batch/v1
kind: Job
metadata:
  name: migrate
spec:
  template:
    metadata:
      annotations:
        kubernetes.io/change-cause: schema 12
`,
    },
    // No text, nothing to change: change-cause-missing.
    {
      good: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: checkout
spec:
  template:
    metadata:
      annotations:
        kubernetes.io/change-cause: ""
`,
    },
  ],
  kinds: ['apps/Deployment', 'apps/DaemonSet', 'apps/StatefulSet', 'argoproj.io/Rollout'],
  resource(workload, { report }) {
    const updated =
      (workload.root as Node).at('spec').at('updateStrategy').at('type').string() !== 'OnDelete';
    for (const { metadata } of podsOf(workload)) {
      const cause = metadata.at('annotations').at(CHANGE_CAUSE);
      if (!cause.string()) continue;
      report({
        at: cause,
        message: `the change cause of ${workload.title} is on its pod template: every new text ${updated ? 'replaces' : 'outdates'} all of its pods`,
        fixes: fixesOf(workload, cause),
      });
    }
  },
});

const CHANGE_CAUSE = 'kubernetes.io/change-cause';

/** A text that the object has already stays. */
function fixesOf(workload: Resource, cause: Node): Fix[] {
  const annotations = cause.parent;
  const alone = annotations?.fields().length === 1 ? annotations : cause;
  const own = workload.annotation(CHANGE_CAUSE);
  const moved = own.string() ? [] : [setValue(own, cause.string() ?? '')];
  return offer('unsafe', 'Move it to the object', removeEntry(alone), ...moved);
}
