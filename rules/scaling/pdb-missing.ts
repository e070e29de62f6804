import { defineRule } from 'rollsafe';

const web = (replicas: string, kind = 'Deployment') => `
apiVersion: ${kind === 'Rollout' ? 'argoproj.io/v1alpha1' : 'apps/v1'}
kind: ${kind}
metadata:
  name: web
spec:
  replicas: ${replicas}
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers: [{name: web, image: "registry.example.com/web:1.4.0"}]
`;

const SERVICE = `
apiVersion: v1
kind: Service
metadata: {name: web}
spec:
  selector: {app: web}
  ports: [{port: 80}]
`;

const BUDGET = `
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: {name: web}
spec:
  maxUnavailable: 1
  selector: {matchLabels: {app: web}}
`;

const marked = (text: string) => text.replace('metadata:\n', 'metadata: # <-- info\n');

export default defineRule({
  summary: 'A workload behind a Service without a PodDisruptionBudget',
  why: `
Draining nodes, as in a cluster upgrade, evicts pods one node after the other without waiting for their successors. When
the replicas share a node, or two nodes are drained at once, nothing is left to answer. A PodDisruptionBudget with
\`maxUnavailable: 1\` makes the drain wait until the pod before is ready again elsewhere.

It is fine to ignore where nodes are never drained. Not reported: a single replica, for which a budget can only block the
drain; a workload that no Service sends to; a DaemonSet, which drains pass over; a single file, which proves nothing.
`,
  severity: 'info',
  references: [
    'https://kubernetes.io/docs/concepts/workloads/pods/disruptions/',
    'https://kubernetes.io/docs/tasks/run-application/configure-pdb/',
  ],
  examples: [
    { bad: `${marked(web('3'))}---${SERVICE}`, good: `${web('3')}---${SERVICE}---${BUDGET}` },
    { bad: `${marked(web('2', 'Rollout'))}---${SERVICE}`, good: `${web('1', 'Rollout')}---${SERVICE}` },
    { bad: `${marked(web('2', 'StatefulSet'))}---${SERVICE}` },
    // The autoscaler's minimum counts.
    {
      bad: `${marked(web('1'))}---${SERVICE}---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {name: web}
spec:
  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}
  minReplicas: 2
  maxReplicas: 8
`,
      good: `${web('3')}---${SERVICE}---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {name: web}
spec:
  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}
  maxReplicas: 8
`,
    },
    // The pods of a Rollout with workloadRef are the Deployment's.
    {
      bad: `${web('0')}---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: # <-- info
  name: web-rollout
spec:
  replicas: 3
  workloadRef: {apiVersion: apps/v1, kind: Deployment, name: web}
---${SERVICE}`,
      good: `${web('0')}---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: web-rollout
spec:
  replicas: 3
  workloadRef: {apiVersion: apps/v1, kind: Deployment, name: web}
---${SERVICE}---${BUDGET}`,
    },
    { good: `${web('1')}---${SERVICE}` },
    { good: `${web('1').replace('  replicas: 1\n', '').replace('Deployment', 'DaemonSet')}---${SERVICE}` },
    { good: web('3') },
    { good: { files: { 'web.yaml': `${web('3')}---${SERVICE}` }, closed: false } },
    // The budget is in another folder of the project.
    { good: { files: { 'apps/web.yaml': `${web('3')}---${SERVICE}`, 'ops/pdb.yaml': BUDGET } } },
  ],
  kinds: ['apps/Deployment', 'apps/StatefulSet', 'argoproj.io/Rollout'],
  resource(workload, { index, report }) {
    const count = index.replicaRangeOf(workload)?.least ?? 0;
    if (count < 2 || !index.isClosed(workload) || workload.isLive) return;
    const pod = index.podsRunBy(workload).find((one) => index.servicesSelecting(one).length > 0);
    if (!pod || index.hasBudget(pod)) return;
    const [service] = index.servicesSelecting(pod);
    report({
      at: workload.root.at('metadata'),
      message: `no PodDisruptionBudget covers the ${count} pods of ${workload.title} behind ${service?.title}: drains may evict all of them at once`,
    });
  },
});
