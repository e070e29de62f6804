import { defineRule, type Resource, type ResourceIndex } from 'rollsafe';

export default defineRule({
  summary: 'An update that nothing stops and nothing takes back',
  why: `
The only question a Deployment asks of a new version is whether its pods are ready. Errors that a readinessProbe doesn't
see go out to every pod, and when pods don't become ready the controller only reports it: after \`progressDeadlineSeconds\`
the condition \`Progressing\` is False, the pods stay as they are, half updated, and nobody goes back.

A Rollout (steps with a pause or an analysis, \`progressDeadlineAbort\`) or Flagger's Canary stops by itself. Without them,
let the pipeline wait with \`kubectl rollout status --timeout\` and run \`kubectl rollout undo\` when it fails.

This is advice, a choice of tools and no defect: it is not shown in the preset \`recommended\`. Not reported: Deployments
that no Service selects, with 0 replicas, that a Rollout refers to, or that a Canary of Flagger takes over.
`,
  severity: 'info',
  references: [
    'https://kubernetes.io/docs/concepts/workloads/controllers/deployment/#failed-deployment',
    'https://github.com/kubernetes/kubernetes/blob/v1.28.0/pkg/controller/deployment/progress.go',
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/v1alpha1/types.go',
    'https://docs.flagger.app/usage/how-it-works',
  ],
  examples: [
    {
      bad: `
apiVersion: apps/v1
kind: Deployment # <-- info
metadata:
  name: web
spec:
  replicas: 3
  progressDeadlineSeconds: 120
  selector:
    matchLabels: {app: web}
  template:
    metadata:
      labels: {app: web}
    spec:
      containers:
        - name: web
          image: registry.example.com/web:1.4.0
---
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  selector: {app: web} # <-- related
  ports: [{port: 80}]
`,
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: web
spec:
  replicas: 3
  progressDeadlineSeconds: 120
  progressDeadlineAbort: true
  strategy:
    canary:
      steps:
        - setWeight: 34
        - pause: {duration: 10m}
  selector:
    matchLabels: {app: web}
  template:
    metadata:
      labels: {app: web}
    spec:
      containers:
        - name: web
          image: registry.example.com/web:1.4.0
---
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  selector: {app: web}
  ports: [{port: 80}]
`,
    },
    // A Canary of Flagger, and a Rollout that takes the template from it.
    {
      good: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  template:
    metadata:
      labels: {app: web}
---
apiVersion: flagger.app/v1beta1
kind: Canary
metadata:
  name: web-canary
spec:
  targetRef: {apiVersion: apps/v1, kind: Deployment, name: web}
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: api
spec:
  template:
    metadata:
      labels: {app: web}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: api
spec:
  workloadRef: {apiVersion: apps/v1, kind: Deployment, name: api}
  strategy: {canary: {}}
---
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  selector: {app: web}
`,
    },
    // A Canary of another Deployment.
    {
      bad: `
apiVersion: apps/v1
kind: Deployment # <-- info
metadata:
  name: web
spec:
  template:
    metadata:
      labels: {app: web}
---
apiVersion: flagger.app/v1beta1
kind: Canary
metadata:
  name: web
spec:
  targetRef: {apiVersion: apps/v1, kind: Deployment, name: api}
---
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  selector: {app: web}
`,
    },
    // No Service, and no pods.
    {
      good: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: worker
spec:
  template:
    metadata:
      labels: {app: worker}
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: asleep
spec:
  replicas: 0
  template:
    metadata:
      labels: {app: web}
---
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  selector: {app: web}
`,
    },
  ],
  kinds: ['apps/Deployment'],
  resource(workload, { index, report }) {
    if (!index.replicaRangeOf(workload) || isGated(workload, index)) return;
    const service = index.serviceOver(workload);
    if (!service) return;
    const deadline = workload.root.at('spec').at('progressDeadlineSeconds');
    const seconds = deadline.exists ? deadline.integer() : DEFAULT_DEADLINE;
    const after = seconds === undefined ? '' : ` after ${seconds} s`;
    report({
      at: workload.root.at('kind'),
      message: `a version that is ready and wrong goes out to every pod behind ${service.title}, and one that never gets ready is only reported${after}: a Deployment neither stops nor goes back by itself`,
      related: [{ at: service.root.at('spec').at('selector'), message: `${service.title} sends to it` }],
    });
  },
});

const DEFAULT_DEADLINE = 600;

/** Whether something else decides on its updates. */
function isGated(workload: Resource, index: ResourceIndex): boolean {
  return index.rolloutsReferencing(workload).length > 0 || index.canariesOf(workload).length > 0;
}
