import { defineRule, offer, removeEntry } from 'rollsafe';

export default defineRule({
  summary: 'A workload that is paused in its manifest',
  why: `
\`spec.paused: true\` is what \`kubectl rollout pause\` writes. In a manifest it freezes the workload for good: a new template is
accepted and starts no pod, every apply pauses it again, and \`kubectl rollout undo\` refuses to work. Scaling goes on. A
paused Rollout stops at once, in the middle of its steps too.

Take the line out, and apply. To wait at a chosen place, give a Rollout a \`pause\` step. Fine to ignore while a freeze is
meant; then say so in the suppression, with a last day.

Not reported: a Deployment that only lends its template to a Rollout.
`,
  severity: 'warning',
  references: [
    'https://kubernetes.io/docs/concepts/workloads/controllers/deployment/#pausing-and-resuming-a-deployment',
    'https://github.com/kubernetes/kubernetes/blob/v1.28.0/pkg/controller/deployment/deployment_controller.go',
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/rollout/rolloututil.go',
  ],
  examples: [
    {
      bad: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  replicas: 3
  paused: true # <-- warning
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
      good: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  replicas: 3
  paused: false
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
      fixed: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  replicas: 3
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
  paused: true # <-- warning
  strategy:
    canary:
      steps:
        - setWeight: 20
        - pause: {}
`,
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: web
spec:
  strategy:
    canary:
      steps:
        - setWeight: 20
        - pause: {}
`,
    },
    // A text is no boolean, and a Deployment whose template a Rollout takes has no update to pause.
    {
      good: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: api
spec:
  paused: "\${PAUSED}"
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  replicas: 0
  paused: true
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: web
spec:
  workloadRef: {apiVersion: apps/v1, kind: Deployment, name: web}
  strategy: {canary: {}}
`,
    },
  ],
  kinds: ['apps/Deployment', 'argoproj.io/Rollout'],
  resource(workload, { index, report }) {
    const paused = workload.root.at('spec').at('paused');
    if (paused.boolean() !== true || index.rolloutsReferencing(workload).length > 0) return;
    report({
      at: paused,
      message: `${workload.title} is paused: a new template starts no pod, and every apply pauses it again`,
      fixes: offer('unsafe', 'Remove paused', removeEntry(paused)),
    });
  },
});
