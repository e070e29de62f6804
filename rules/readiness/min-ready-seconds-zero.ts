import {
  defineRule,
  type Fix,
  type Node,
  offer,
  type Resource,
  type ResourceIndex,
  setValue,
  updateLimitsOf,
} from 'rollsafe';

export default defineRule({
  summary: 'A pod counts as available the instant it is ready',
  why: `
With \`minReadySeconds\` absent or 0, a pod that is ready for one moment counts as available, and the update takes the next
old pod away. A version that starts, answers its first probe and crashes ten seconds later replaces every pod that way, and
the update is even reported as complete.

\`minReadySeconds: 10\` (a little more than the container needs to fail once it works) makes an update wait, pod by pod.
\`progressDeadlineSeconds\` has to stay above it.

This is advice: it makes every update slower. Fine to ignore where analysis or a person decides, or where a restart is
cheap. Not reported: Recreate, OnDelete, 0 replicas, workloads that no Service selects, and a Deployment that only lends its
template to a Rollout.
`,
  severity: 'info',
  references: [
    'https://github.com/kubernetes/kubernetes/blob/v1.28.0/pkg/api/v1/pod/util.go',
    'https://kubernetes.io/docs/concepts/workloads/controllers/deployment/#min-ready-seconds',
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/v1alpha1/types.go',
  ],
  examples: [
    {
      bad: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec: # <-- info
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
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  replicas: 3
  minReadySeconds: 10
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
    // Rollouts, with a template of their own or that of a Deployment, StatefulSets and DaemonSets.
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: web
spec: # <-- info
  workloadRef: {apiVersion: apps/v1, kind: Deployment, name: web}
  strategy: {canary: {}}
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  replicas: 0
  template:
    metadata:
      labels: {app: web}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: web-green
spec:
  minReadySeconds: 0 # <-- info
  strategy: {blueGreen: {activeService: web}}
  template:
    metadata:
      labels: {app: web}
---
apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: web-state
spec: # <-- info
  template:
    metadata:
      labels: {app: web}
---
apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: web-node
spec: # <-- info
  updateStrategy: {type: RollingUpdate}
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
    // No Service, no pods, no rolling update, and a Deployment that a Rollout only takes its template from.
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
apiVersion: apps/v1
kind: Deployment
metadata:
  name: single
spec:
  strategy: {type: Recreate}
  template:
    metadata:
      labels: {app: web}
---
apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: by-hand
spec:
  updateStrategy: {type: OnDelete}
  template:
    metadata:
      labels: {app: web}
---
apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: by-hand
spec:
  updateStrategy: {type: OnDelete}
  template:
    metadata:
      labels: {app: web}
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: lender
spec:
  template:
    metadata:
      labels: {app: web}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: web
spec:
  minReadySeconds: 10
  workloadRef: {apiVersion: apps/v1, kind: Deployment, name: lender}
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
    // Not known here.
    {
      good: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  minReadySeconds: "\${MIN_READY}"
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
  kinds: ['apps/Deployment', 'apps/StatefulSet', 'apps/DaemonSet', 'argoproj.io/Rollout'],
  resource(workload, { index, report }) {
    const minReady = workload.root.at('spec').at('minReadySeconds');
    if (minReady.exists && minReady.integer() !== 0) return;
    if (!updateLimitsOf(workload) || !hasPodsOfItsOwn(workload, index)) return;
    const service = index.serviceOver(workload);
    if (!service) return;
    report({
      at: minReady,
      message: `a pod counts as available the instant it is ready, and the next old pod behind ${service.title} goes: minReadySeconds is 0${minReady.exists ? '' : ' by default'}`,
      related: [{ at: service.root.at('spec').at('selector'), message: `${service.title} sends to it` }],
      fixes: suggestionsOf(workload),
    });
  },
});

const SECONDS = 10;

/** Not where the update's deadline would be over by then. */
function suggestionsOf({ root }: Resource): Fix[] {
  const spec = root.at('spec') as Node;
  const deadline = spec.at('progressDeadlineSeconds');
  if (deadline.exists && !((deadline.integer() ?? 0) > SECONDS)) return [];
  return offer(
    'suggestion',
    `Set minReadySeconds: ${SECONDS}`,
    setValue(spec.at('minReadySeconds'), SECONDS),
  );
}

function hasPodsOfItsOwn(workload: Resource, index: ResourceIndex): boolean {
  if (index.rolloutsReferencing(workload).length > 0) return false;
  return workload.type === 'apps/DaemonSet' || index.replicaRangeOf(workload) !== undefined;
}
