import { defineRule, offer, setValue } from 'rollsafe';

export default defineRule({
  summary: 'A StatefulSet whose pods are updated only when somebody deletes them',
  why: `
With \`updateStrategy.type: OnDelete\` a new template changes nothing by itself: each pod keeps the old one until it is deleted,
by a person or by the next drain of its node. So a release is never complete by applying it, the versions mix at random
moments, and \`kubectl rollout status\` refuses to watch it.

Write \`type: RollingUpdate\`, with a \`partition\` to update a part first. Fine to ignore when an operator deletes the pods in
an order of its own, as databases need it; that can't be seen here, so this is advice.
`,
  severity: 'info',
  references: [
    'https://kubernetes.io/docs/concepts/workloads/controllers/statefulset/#on-delete',
    'https://github.com/kubernetes/kubernetes/blob/v1.28.0/staging/src/k8s.io/kubectl/pkg/polymorphichelpers/rollout_status.go',
  ],
  examples: [
    {
      bad: `
apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: queue
spec:
  replicas: 3
  updateStrategy:
    type: OnDelete # <-- info
  serviceName: queue
  selector:
    matchLabels: {app: queue}
  template:
    metadata:
      labels: {app: queue}
    spec:
      containers:
        - name: queue
          image: registry.example.com/queue:3.13.0
`,
      good: `
apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: queue
spec:
  replicas: 3
  updateStrategy:
    type: RollingUpdate
  serviceName: queue
  selector:
    matchLabels: {app: queue}
  template:
    metadata:
      labels: {app: queue}
    spec:
      containers:
        - name: queue
          image: registry.example.com/queue:3.13.0
`,
    },
    // No pods to update, and a DaemonSet.
    {
      good: `
apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: asleep
spec:
  replicas: 0
  updateStrategy: {type: OnDelete}
---
apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: agent
spec:
  updateStrategy: {type: OnDelete}
`,
    },
  ],
  kinds: ['apps/StatefulSet'],
  resource(workload, { report }) {
    const spec = workload.root.at('spec');
    const type = spec.at('updateStrategy').at('type');
    if (type.string() !== 'OnDelete' || spec.at('replicas').integer() === 0) return;
    report({
      at: type,
      message: `a new template reaches no pod of ${workload.title} until somebody deletes it: the update strategy is OnDelete`,
      fixes: offer('suggestion', 'Set type: RollingUpdate', setValue(type, 'RollingUpdate')),
    });
  },
});
