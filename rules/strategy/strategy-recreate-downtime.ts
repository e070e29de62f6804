import {
  claimsOf,
  containersOf,
  defineRule,
  hostPortsOf,
  type Node,
  offer,
  type Pod,
  type ResourceIndex,
  setValues,
  type WorkloadRange,
} from 'rollsafe';

export default defineRule({
  summary: 'Recreate stops every pod behind a Service before the first new one starts',
  why: `
\`type: Recreate\` scales the old pods to 0 and waits until all are gone; only then the new ones are made, pulled, started
and probed. Until the first of them is ready the Service has nobody to send to, at every single update, and without end when
the new version doesn't start. With several replicas the author usually wanted the opposite.

Write \`type: RollingUpdate\` with \`maxUnavailable: 0\` and \`maxSurge: 1\`; it needs versions that can run side by side for a
while. Fine to ignore when they can't (a database migration that breaks the old version) and the pause is announced.

Not reported: one replica without an autoscaler that adds more; no Service; pods that must not overlap because of a volume
that isn't known to be shared (anything but ReadWriteMany or ReadOnlyMany), of ports on the node, or of a leader election.
`,
  severity: 'warning',
  references: [
    'https://kubernetes.io/docs/concepts/workloads/controllers/deployment/#recreate-deployment',
    'https://github.com/kubernetes/kubernetes/blob/v1.28.0/pkg/controller/deployment/recreate.go',
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
  strategy:
    type: Recreate # <-- warning
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
  strategy:
    rollingUpdate: {maxUnavailable: 0, maxSurge: 1}
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
    // The autoscaler makes several, and the volume is one that all may use.
    {
      bad: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  strategy: {type: Recreate} # <-- warning
  template:
    metadata:
      labels: {app: web}
    spec:
      volumes: [{name: media, persistentVolumeClaim: {claimName: media}}]
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  name: media
spec:
  accessModes: [ReadWriteMany]
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: web
spec:
  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}
  minReplicas: 1
  maxReplicas: 5
---
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  selector: {app: web}
`,
    },
    // One replica, none, no Service, or a Deployment that only lends its template to a Rollout.
    {
      good: `
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
kind: Deployment
metadata:
  name: asleep
spec:
  replicas: 0
  strategy: {type: Recreate}
  template:
    metadata:
      labels: {app: web}
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: worker
spec:
  replicas: 3
  strategy: {type: Recreate}
  template:
    metadata:
      labels: {app: worker}
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: lender
spec:
  replicas: 3
  strategy: {type: Recreate}
  template:
    metadata:
      labels: {app: web}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: web
spec:
  replicas: 3
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
    // Pods that must not overlap: a volume of one node, or one that isn't here.
    {
      good: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: wiki
spec:
  replicas: 2
  strategy: {type: Recreate}
  template:
    metadata:
      labels: {app: web}
    spec:
      volumes: [{name: data, persistentVolumeClaim: {claimName: data}}]
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  name: data
spec:
  accessModes: [ReadWriteOnce]
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: forum
spec:
  replicas: 2
  strategy: {type: Recreate}
  template:
    metadata:
      labels: {app: web}
    spec:
      volumes: [{name: data, persistentVolumeClaim: {claimName: made-elsewhere}}]
---
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  selector: {app: web}
`,
    },
    // Ports of the node, and a leader election.
    {
      good: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: proxy
spec:
  replicas: 2
  strategy: {type: Recreate}
  template:
    metadata:
      labels: {app: web}
    spec:
      containers:
        - name: proxy
          image: registry.example.com/proxy:1.30.0
          ports: [{containerPort: 443, hostPort: 443}]
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: speaker
spec:
  replicas: 2
  strategy: {type: Recreate}
  template:
    metadata:
      labels: {app: web}
    spec:
      hostNetwork: true
      containers:
        - name: speaker
          image: registry.example.com/speaker:0.14.0
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: operator
spec:
  replicas: 2
  strategy: {type: Recreate}
  template:
    metadata:
      labels: {app: web}
    spec:
      containers:
        - name: operator
          image: registry.example.com/operator:2.0.0
          args: [--metrics-addr=:8080, --leader-elect]
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
    const type = workload.root.at('spec').at('strategy').at('type');
    const range = index.replicaRangeOf(workload);
    if (type.string() !== 'Recreate' || !range || range.most < 2) return;
    const [pod] = index.podsRunBy(workload);
    const [service] = pod ? index.servicesSelecting(pod) : [];
    if (!pod || !service || mustNotOverlap(pod, index)) return;
    if (index.rolloutsReferencing(workload).length > 0) return;
    report({
      at: type,
      message: `${subjectOf(range)} stop before the first new one starts, and ${service.title} has nobody to send to meanwhile`,
      related: [{ at: service.root.at('spec').at('selector'), message: `${service.title} sends to them` }],
      fixes: offer(
        'suggestion',
        'Start a new pod before an old one goes',
        ...setValues((workload.root as Node).at('spec').at('strategy'), {
          type: 'RollingUpdate',
          rollingUpdate: { maxUnavailable: 0, maxSurge: 1 },
        }),
      ),
    });
  },
});

function subjectOf({ least, most, scaler }: WorkloadRange): string {
  if (!scaler) return `all ${least} pods`;
  return Number.isFinite(most) ? `all pods (up to ${most} by ${scaler.resource.title})` : 'all pods';
}

function mustNotOverlap(pod: Pod, index: ResourceIndex): boolean {
  return (
    claimsOf(pod, index).some(({ reach }) => reach !== 'any') ||
    hostPortsOf(pod).length > 0 ||
    pod.spec.at('hostNetwork').boolean() === true ||
    electsLeader(pod)
  );
}

const ELECTION = /^--?(?:enable-)?leader-elect(?:ion)?(?:=(?:true|1))?$/;

function electsLeader(pod: Pod): boolean {
  return containersOf(pod).some(({ node }) =>
    [...node.at('command').items(), ...node.at('args').items()].some((word) =>
      ELECTION.test(word.string() ?? ''),
    ),
  );
}
