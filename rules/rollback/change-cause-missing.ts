import { defineRule, type Node, podsOf, type Resource } from 'rollsafe';

export default defineRule({
  summary: 'A workload whose history does not say what changed',
  why: `
\`kubectl rollout history\` lists revisions by number, with the text of the annotation \`kubernetes.io/change-cause\` beside
it. Without the annotation the column says \`<none>\`, and whoever has to go back at night compares pod templates to find
the last good revision. An empty text counts as none.

Let the pipeline write it on the object itself, never on the pod template, with what a reader needs: version, commit,
ticket. It must be new with each release, since an old text stays with every later revision. (\`kubectl --record\`, which
used to write it, is deprecated.)

Argo Rollouts copies the annotation to its ReplicaSets too, but none of its own commands shows it: for a Rollout this is
advice only. Where only GitOps history is ever read, turn the rule off.

Not reported: a Deployment whose pod template carries the text, which is \`change-cause-on-template\`. The histories of
DaemonSets and StatefulSets don't look there.
`,
  severity: { default: 'warning', rollout: 'info' },
  references: [
    'https://kubernetes.io/docs/reference/labels-annotations-taints/#change-cause',
    'https://github.com/kubernetes/kubernetes/blob/v1.28.0/staging/src/k8s.io/kubectl/pkg/polymorphichelpers/history.go',
    'https://github.com/kubernetes/kubernetes/blob/v1.28.0/pkg/controller/deployment/util/deployment_util.go',
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/annotations/annotations.go',
  ],
  examples: [
    {
      bad: `
apiVersion: apps/v1
kind: Deployment
metadata: # <-- warning
  name: checkout
  labels: {app: checkout}
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
      good: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: checkout
  labels: {app: checkout}
  annotations:
    kubernetes.io/change-cause: checkout 2.3.0, SHOP-481
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
    {
      bad: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: checkout
  annotations: # <-- warning
    team: shop
`,
    },
    {
      bad: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: checkout
  annotations:
    kubernetes.io/change-cause: "" # <-- warning
`,
    },
    {
      bad: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: checkout
  annotations:
    kubernetes.io/change-cause: # <-- warning
spec:
  template:
    metadata:
      annotations:
        kubernetes.io/change-cause: ""
`,
    },
    {
      bad: `
apiVersion: apps/v1
kind: StatefulSet
metadata: # <-- warning
  name: cache
---
apiVersion: apps/v1
kind: DaemonSet
metadata: # <-- warning
  name: log-agent
spec:
  template:
    metadata:
      annotations:
        kubernetes.io/change-cause: log-agent 1.9
`,
    },
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: # <-- info
  name: basket
spec:
  replicas: 4
  strategy: {canary: {}}
`,
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: basket
  annotations: {kubernetes.io/change-cause: basket 7}
spec:
  replicas: 4
  strategy: {canary: {}}
`,
    },
    {
      bad: `
{
  "apiVersion": "v1",
  "kind": "List",
  "items": [
    {"apiVersion": "v1", "kind": "Service", "metadata": {"name": "checkout"}},
    {
      "apiVersion": "apps/v1",
      "kind": "Deployment",
      "metadata": {"name": "checkout"} # <-- warning
    }
  ]
}
`,
    },
    // The history of a Deployment falls back to its pod template.
    {
      good: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: checkout
  annotations: {kubernetes.io/change-cause: ""}
spec:
  template:
    metadata:
      annotations:
        kubernetes.io/change-cause: checkout 2.3.0
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: basket
spec:
  template:
    metadata:
      annotations:
        kubernetes.io/change-cause: basket 7
`,
    },
    // Filled in by the pipeline.
    {
      good: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: checkout
  annotations:
    kubernetes.io/change-cause: "$(CHANGE_CAUSE)"
`,
    },
    // These have no history.
    {
      good: `
apiVersion: batch/v1
kind: Job
metadata:
  name: migrate
---
apiVersion: v1
kind: Pod
metadata:
  name: debug
---
apiVersion: apps/v1
kind: ReplicaSet
metadata:
  name: checkout-6d4c
`,
    },
    // Not a text: annotation-value-not-string.
    {
      good: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: checkout
  annotations:
    kubernetes.io/change-cause: 42
`,
    },
    // A kustomization that builds the file writes it on every object.
    {
      good: {
        files: {
          'base/web.yaml': 'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\n',
          'base/kustomization.yaml': 'resources: [web.yaml]\n',
          'prod/kustomization.yaml':
            'resources: [../base]\ncommonAnnotations: {kubernetes.io/change-cause: web 1.4.0}\n',
        },
      },
    },
  ],
  kinds: ['apps/Deployment', 'apps/DaemonSet', 'apps/StatefulSet', 'argoproj.io/Rollout'],
  resource(workload, { index, report }) {
    const cause = workload.annotation(CHANGE_CAUSE);
    if (!isMissing(workload.root, cause) || isOnTemplate(workload)) return;
    if (index.addsAnnotation(workload, CHANGE_CAUSE)) return;
    const rollout = workload.type === 'argoproj.io/Rollout';
    const none = cause.string() === '' ? 'an empty' : 'no';
    report({
      at: cause,
      as: rollout ? 'rollout' : 'default',
      message: `${workload.title} has ${none} change cause: ${rollout ? "its ReplicaSets don't say what changed" : 'kubectl rollout history shows <none>'}`,
    });
  },
});

const CHANGE_CAUSE = 'kubernetes.io/change-cause';

/** Absent or empty; values and maps of another type are for the schema rules. */
function isMissing(root: Node<unknown>, cause: Node): boolean {
  const metadata = root.at('metadata');
  const annotations = metadata.at('annotations');
  const readable = [metadata, annotations].every((map) => map.isMap || !map.exists);
  return readable && (!cause.exists || cause.string() === '');
}

/** Where kubectl looks for it next, in a Deployment. */
function isOnTemplate(workload: Resource): boolean {
  if (workload.type === 'apps/DaemonSet' || workload.type === 'apps/StatefulSet') return false;
  return podsOf(workload).some(({ metadata }) => metadata.at('annotations').at(CHANGE_CAUSE).string());
}
