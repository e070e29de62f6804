import { defineRule, offer, removeEntry, setValue, updateLimitsOf } from 'rollsafe';

export default defineRule({
  summary: 'A partition that keeps every pod of a StatefulSet at the old version',
  why: `
\`rollingUpdate.partition\` updates the pods from that number on and leaves those below it alone. A StatefulSet with 3 replicas
has the pods 0, 1 and 2, so with \`partition: 3\` none is ever updated: a new template is accepted, and even a pod that is
deleted comes back with the old one.

Lower the partition step by step: 2 updates one of three pods, 0 all. Fine to ignore while an update is being staged on
purpose, where a partition as high as the replicas is the usual first step.

With an autoscaler its maximum counts. Not reported: 0 replicas, counts that aren't known, OnDelete.
`,
  severity: 'warning',
  references: [
    'https://kubernetes.io/docs/concepts/workloads/controllers/statefulset/#partitions',
    'https://github.com/kubernetes/kubernetes/blob/v1.28.0/pkg/controller/statefulset/stateful_set_control.go',
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
    type: RollingUpdate
    rollingUpdate:
      partition: 3 # <-- warning
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
    rollingUpdate:
      partition: 2
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
    // One replica by default, and more than an autoscaler ever makes.
    {
      bad: `
apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: single
spec:
  updateStrategy: {rollingUpdate: {partition: 1}} # <-- warning
---
apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: scaled
spec:
  updateStrategy: {rollingUpdate: {partition: 7}} # <-- warning
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: scaled
spec:
  scaleTargetRef: {apiVersion: apps/v1, kind: StatefulSet, name: scaled}
  minReplicas: 2
  maxReplicas: 6 # <-- related
`,
      good: `
apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: single
spec:
  updateStrategy: {rollingUpdate: {partition: 0}}
---
apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: scaled
spec:
  updateStrategy: {rollingUpdate: {partition: 5}}
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: scaled
spec:
  scaleTargetRef: {apiVersion: apps/v1, kind: StatefulSet, name: scaled}
  minReplicas: 2
  maxReplicas: 6
`,
    },
    {
      good: `
apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: asleep
spec:
  replicas: 0
  updateStrategy: {rollingUpdate: {partition: 3}}
---
apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: unknown
spec:
  replicas: "\${REPLICAS}"
  updateStrategy: {rollingUpdate: {partition: 3}}
---
apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: unknown-partition
spec:
  updateStrategy: {rollingUpdate: {partition: "\${PARTITION}"}}
---
apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: by-hand
spec:
  updateStrategy: {type: OnDelete, rollingUpdate: {partition: 3}}
`,
    },
  ],
  kinds: ['apps/StatefulSet'],
  resource(workload, { index, report }) {
    const at = updateLimitsOf(workload)?.map.at('partition');
    const partition = at?.integer();
    const range = index.replicaRangeOf(workload);
    if (!at || !partition || !range || partition < range.most) return;
    const { most, scaler } = range;
    const pods = most === 1 ? 'the only pod has number 0' : `the pods have the numbers 0 to ${most - 1}`;
    report({
      at,
      message: `no pod is ever updated: partition ${partition} starts with pod ${partition}, and ${pods}`,
      related: scaler
        ? [{ at: scaler.maximum, message: `${scaler.resource.title} makes no more than ${most}` }]
        : [],
      fixes: [
        ...(most > 1
          ? offer('suggestion', `Set partition: ${most - 1}, for one pod`, setValue(at, most - 1))
          : []),
        ...offer('suggestion', 'Remove partition, for all pods', removeEntry(at)),
      ],
    });
  },
});
