import { defineRule, type Fix, type Node, offer, podsOf, type Resource, setValues } from 'rollsafe';
import { isReleaseLabel } from 'rollsafe/kubernetes';

export default defineRule({
  summary: 'A workload selector that is empty',
  why: `
An empty selector selects every pod of the namespace, so the API server refuses it for Deployments, ReplicaSets,
StatefulSets and DaemonSets ("empty selector is invalid"), and the Rollouts controller marks a Rollout with one as
InvalidSpec. Name the labels of the pod template instead.

A ReplicationController may leave its selector empty: it is then taken from the template. One that is missing
altogether is another fault.
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
  selector: {} # <--
  template:
    metadata:
      labels: {app: web}
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
    matchLabels: {app: web}
  template:
    metadata:
      labels: {app: web}
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
  selector: # <--
    matchLabels: {}
  strategy:
    canary: {}
  template:
    metadata:
      labels: {app: web}
    spec:
      containers:
        - name: web
          image: registry.example.com/web:1.4.0
`,
    },
    {
      good: `
apiVersion: v1
kind: ReplicationController
metadata:
  name: web
spec:
  selector: {}
  template:
    metadata:
      labels: {app: web}
    spec:
      containers:
        - name: web
          image: registry.example.com/web:1.4.0
`,
    },
  ],
  kinds: ['apps/Deployment', 'apps/ReplicaSet', 'apps/StatefulSet', 'apps/DaemonSet', 'argoproj.io/Rollout'],
  resource(workload, { report }) {
    const selector = workload.root.at('spec').at('selector');
    if (!selector.isMap) return;
    const terms = [...selector.at('matchLabels').fields(), ...selector.at('matchExpressions').items()];
    if (terms.length > 0) return;
    report({
      at: selector,
      message: `the selector of ${workload.title} is empty: it would take in every pod of the namespace, and is refused`,
      fixes: suggestionsOf(workload as Resource),
    });
  },
});

/** The labels of the pod template that stay from release to release. */
function suggestionsOf(workload: Resource): Fix[] {
  const [pod] = podsOf(workload);
  const labels = Object.entries(pod?.labels ?? {}).filter(([key, value]) => !isReleaseLabel(key, value));
  if (labels.length === 0) return [];
  const matchLabels = (workload.root as Node).at('spec').at('selector').at('matchLabels');
  const edits = setValues(matchLabels, Object.fromEntries(labels));
  return offer('suggestion', 'Select by the labels of the pod template', ...edits);
}
