import { defineRule, type Fix, type Node, offer, type Resource, removeEntry } from 'rollsafe';

export default defineRule({
  summary: 'No old revision is kept, so there is nothing to go back to',
  why: `
The controller deletes every old revision as soon as it is out of use. \`kubectl rollout undo\` then fails in the very
moment it is wanted, and the only way back is to find the old manifest and roll it out anew, with whatever else changed
since.

Leave the field out: 10 revisions stay, and an old one costs a ReplicaSet with no pods (for a StatefulSet or DaemonSet: a
ControllerRevision). A Rollout without history has no \`rollbackWindow\` either, and each way back runs all of its steps.

\`1\` is enough for one step back. It is fine to ignore where a rollback always is a revert in Git. In clusters that don't
let a StatefulSet's \`revisionHistoryLimit\` be changed (1.28 is one), a StatefulSet has to be created anew for it.

Not reported: the template of a Rollout's \`workloadRef\`, whose revisions the Rollout keeps.
`,
  severity: 'error',
  references: [
    'https://kubernetes.io/docs/concepts/workloads/controllers/deployment/#clean-up-policy',
    'https://github.com/kubernetes/kubernetes/blob/v1.28.0/pkg/controller/deployment/sync.go',
    'https://github.com/kubernetes/kubernetes/blob/v1.28.0/pkg/apis/apps/v1/defaults.go',
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/sync.go',
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
  revisionHistoryLimit: 0 # <-- error
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
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: basket
spec:
  revisionHistoryLimit: 0 # <-- error
  rollbackWindow: {revisions: 3}
  strategy: {canary: {}}
`,
      fixed: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: basket
spec:
  rollbackWindow: {revisions: 3}
  strategy: {canary: {}}
`,
    },
    {
      bad: `
apiVersion: v1
kind: List
items:
  - apiVersion: apps/v1
    kind: StatefulSet
    metadata: {name: cache}
    spec: {serviceName: cache, revisionHistoryLimit: 0, replicas: 3} # <-- error
  - apiVersion: apps/v1
    kind: DaemonSet
    metadata: {name: log-agent}
    spec: {revisionHistoryLimit: 0} # <-- error
`,
      fixed: `
apiVersion: v1
kind: List
items:
  - apiVersion: apps/v1
    kind: StatefulSet
    metadata: {name: cache}
    spec: {serviceName: cache, replicas: 3}
  - apiVersion: apps/v1
    kind: DaemonSet
    metadata: {name: log-agent}
    spec: {}
`,
    },
    // One step back is possible; null is the default of 10; the rest is refused by the API or filled in later.
    {
      good: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: one
spec:
  revisionHistoryLimit: 1
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: ten
spec:
  revisionHistoryLimit:
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: refused
spec:
  revisionHistoryLimit: -1
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: filled-in
spec:
  revisionHistoryLimit: $(HISTORY)
`,
    },
    // The Rollout keeps the revisions.
    {
      good: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: basket
spec:
  replicas: 0
  revisionHistoryLimit: 0
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: basket
spec:
  workloadRef: {apiVersion: apps/v1, kind: Deployment, name: basket}
  strategy: {canary: {}}
`,
    },
  ],
  kinds: ['apps/Deployment', 'apps/DaemonSet', 'apps/StatefulSet', 'argoproj.io/Rollout'],
  resource(workload, { index, report }) {
    const spec = (workload.root as Node).at('spec');
    const limit = spec.at('revisionHistoryLimit');
    if (limit.integer() !== 0 || index.rolloutsReferencing(workload).length > 0) return;
    report({
      at: limit,
      message: `${workload.title} keeps 0 old revisions: ${lossOf(workload, spec.at('rollbackWindow').at('revisions').integer())}`,
      fixes: fixesOf(workload, limit),
    });
  },
});

function lossOf(workload: Resource, window: number | undefined): string {
  if (workload.type !== 'argoproj.io/Rollout') return 'kubectl rollout undo has nothing to go back to';
  const empty = window ? ` and its rollback window of ${window} is empty` : '';
  return `kubectl argo rollouts undo has nothing to go back to${empty}`;
}

/** Older API servers refuse the change in a StatefulSet (ValidateStatefulSetUpdate). */
function fixesOf(workload: Resource, limit: Node): Fix[] {
  const safety = workload.type === 'apps/StatefulSet' ? 'unsafe' : 'safe';
  return offer(safety, 'Keep 10 old revisions, the default', removeEntry(limit));
}
