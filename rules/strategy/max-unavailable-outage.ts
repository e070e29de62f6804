import {
  defineRule,
  type Fix,
  type Node,
  offer,
  type Problem,
  type Resource,
  type ResourceIndex,
  setValue,
  setValues,
  toRecreate,
  type UpdateLimits,
  updateLimitsOf,
  waitsForOldPods,
} from 'rollsafe';
import {
  DEFAULT_ROLLING_UPDATE,
  effectiveRollingUpdate,
  formatAmount,
  isZero,
  readIntOrPercent,
  readRolloutIntOrPercent,
} from 'rollsafe/kubernetes';

export default defineRule({
  summary: 'A rolling update that may take every pod away at once',
  why: `
\`maxUnavailable\` says how many pods an update may take away before their successors are available. When that comes to
all of them, nothing answers until the first new pod is ready, and nothing at all while the new version fails to start.

Percentages are resolved at each update: \`maxUnavailable\` rounds down, \`maxSurge\` rounds up. When both come to 0 the
controller takes one pod anyway, because it could not move otherwise. With an autoscaler the smallest count decides, so a
limit that is harmless at ten pods is an outage at the minimum.

Write \`maxUnavailable: 0\` with \`maxSurge: 1\`, or a smaller percentage. When a pause in service is meant (a single
writer, a batch worker that nobody waits for), or a new pod can't run beside the old one (a \`ReadWriteOnce\` claim, a
\`hostPort\`), \`type: Recreate\` says so.

Not reported: \`replicas: 0\`; the defaults; Rollouts with blueGreen or traffic routing, where these fields don't steer
the update. A percentage is compared after rounding: 99% of 2 is 1. A canary with steps replaces part of the pods at a
time, but a full promotion, a fast rollback and an abort after the last weight skip the steps. A StatefulSet is reported
when it starts its pods in parallel; Kubernetes reads its \`maxUnavailable\` since 1.35, before that behind a feature gate.
`,
  severity: 'error',
  references: [
    'https://github.com/kubernetes/kubernetes/blob/v1.28.0/pkg/controller/deployment/util/deployment_util.go',
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/replicaset/replicaset.go',
    'https://kubernetes.io/docs/concepts/workloads/controllers/deployment/#max-unavailable',
    'https://kubernetes.io/docs/concepts/workloads/controllers/statefulset/#maximum-unavailable-pods',
    'https://keda.sh/docs/latest/reference/scaledobject-spec/',
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
  strategy:
    type: RollingUpdate
    rollingUpdate:
      maxUnavailable: 100% # <-- error
      maxSurge: 1
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
  strategy:
    type: RollingUpdate
    rollingUpdate:
      maxUnavailable: 0
      maxSurge: 1
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
    // The autoscaler goes down to two pods, and both may be taken.
    {
      bad: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: search
spec:
  replicas: 8
  strategy:
    rollingUpdate:
      maxUnavailable: 2 # <-- error
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: search
spec:
  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: search}
  minReplicas: 2 # <-- related
  maxReplicas: 20
`,
      good: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: search
spec:
  replicas: 2
  strategy:
    rollingUpdate:
      maxUnavailable: 2
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: search
spec:
  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: search}
  minReplicas: 4
  maxReplicas: 20
`,
    },
    // A KEDA ScaledObject wakes the workload up with one pod.
    {
      bad: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: mailer
spec:
  strategy:
    rollingUpdate: {maxSurge: 1, maxUnavailable: 1} # <-- error
---
apiVersion: keda.sh/v1alpha1
kind: ScaledObject
metadata:
  name: mailer
spec: # <-- related
  scaleTargetRef: {name: mailer}
  maxReplicaCount: 6
`,
    },
    // 25% of one pod is none, and with no surge the controller takes the pod anyway.
    {
      bad: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: wiki
spec:
  replicas: 1
  strategy:
    rollingUpdate:
      maxSurge: 0
      maxUnavailable: 25% # <-- error
`,
      good: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: wiki
spec:
  replicas: 1
  strategy:
    rollingUpdate:
      maxSurge: 1
      maxUnavailable: 25%
`,
    },
    {
      bad: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: wiki
spec:
  strategy:
    rollingUpdate:
      maxSurge: 0% # <-- error
`,
    },
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: basket
spec:
  replicas: 4
  strategy:
    canary:
      maxSurge: 0
      maxUnavailable: 4 # <-- error
`,
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: basket
spec:
  replicas: 4
  strategy:
    canary:
      maxSurge: 0
      maxUnavailable: 3
`,
    },
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: basket
spec:
  replicas: 4
  strategy:
    canary:
      maxUnavailable: 100% # <-- error
      steps:
        - setWeight: 25
        - pause: {duration: 10m}
`,
    },
    {
      bad: `
apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: log-agent
spec:
  updateStrategy:
    rollingUpdate:
      maxUnavailable: 100% # <-- error
`,
      // How many nodes there are isn't known here.
      good: `
apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: log-agent
spec:
  updateStrategy:
    rollingUpdate:
      maxUnavailable: 50
`,
    },
    {
      bad: `
apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: cache
spec:
  replicas: 3
  podManagementPolicy: Parallel
  updateStrategy:
    rollingUpdate:
      maxUnavailable: 100% # <-- error
`,
      // One pod after the other: how far maxUnavailable then goes depends on the cluster.
      good: `
apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: cache
spec:
  replicas: 3
  updateStrategy:
    rollingUpdate:
      maxUnavailable: 100%
`,
    },
    // The two pods below the partition stay.
    {
      good: `
apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: cache
spec:
  replicas: 3
  podManagementPolicy: Parallel
  updateStrategy:
    rollingUpdate:
      partition: 2
      maxUnavailable: 100%
`,
    },
    // A single pod of a StatefulSet always goes before its successor comes, whatever is written.
    {
      good: `
apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: cache
spec:
  replicas: 1
  podManagementPolicy: Parallel
  updateStrategy:
    rollingUpdate:
      maxUnavailable: 1
`,
    },
    {
      bad: `
{
  "apiVersion": "v1",
  "kind": "List",
  "items": [
    {
      "apiVersion": "apps/v1",
      "kind": "Deployment",
      "metadata": {"name": "quotes"},
      "spec": {
        "replicas": 2,
        "strategy": {
          "rollingUpdate": {"maxUnavailable": "100%", "maxSurge": "25%"} # <-- error
        }
      }
    }
  ]
}
`,
    },
    // A volume that only one node can have at a time: a surge would wait for it.
    {
      bad: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: wiki
spec:
  replicas: 1
  strategy:
    rollingUpdate: {maxSurge: 0, maxUnavailable: 1} # <-- error
  template:
    spec:
      volumes: [{name: data, persistentVolumeClaim: {claimName: wiki-data}}]
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  name: wiki-data
spec:
  accessModes: [ReadWriteOnce]
`,
      good: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: wiki
spec:
  replicas: 1
  strategy:
    type: Recreate
  template:
    spec:
      volumes: [{name: data, persistentVolumeClaim: {claimName: wiki-data}}]
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  name: wiki-data
spec:
  accessModes: [ReadWriteOnce]
`,
    },
    // 50% of 2, 34% of 3 and 99% of 2 leave a pod standing.
    {
      good: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: orders
spec:
  replicas: 2
  strategy: {rollingUpdate: {maxUnavailable: 50%, maxSurge: 0}}
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: invoices
spec:
  replicas: 3
  strategy: {rollingUpdate: {maxUnavailable: 34%, maxSurge: 0}}
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: labels
spec:
  replicas: 2
  strategy: {rollingUpdate: {maxUnavailable: 99%}}
`,
    },
    {
      good: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: parked
spec:
  replicas: 0
  strategy: {rollingUpdate: {maxUnavailable: 100%}}
`,
    },
    // The defaults: one pod comes before the old one goes.
    {
      good: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: wiki
spec:
  replicas: 1
  strategy:
    type: RollingUpdate
`,
    },
    // An outage on purpose, which strategy-recreate-downtime judges.
    {
      good: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: ledger
spec:
  replicas: 1
  strategy:
    type: Recreate
`,
    },
    {
      good: `
apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: log-agent
spec:
  updateStrategy:
    type: OnDelete
    rollingUpdate:
      maxUnavailable: 100%
`,
    },
    // With traffic routing the stable pods stay until the end.
    {
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: basket
spec:
  replicas: 4
  strategy:
    canary:
      maxUnavailable: 100%
      canaryService: basket-canary
      stableService: basket
      trafficRouting:
        nginx:
          stableIngress: basket
`,
    },
    // maxUnavailable of blueGreen is read when pods are restarted, not by an update.
    {
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: basket
spec:
  replicas: 4
  strategy:
    blueGreen:
      activeService: basket
      maxUnavailable: 100%
`,
    },
    // rolling-update-zero and rolling-update-value-invalid speak of these.
    {
      good: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: wiki
spec:
  replicas: 1
  strategy: {rollingUpdate: {maxSurge: 0, maxUnavailable: 0}}
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: forum
spec:
  replicas: 2
  strategy: {rollingUpdate: {maxUnavailable: 200%}}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: basket
spec:
  replicas: 2
  strategy: {canary: {maxUnavailable: "100"}}
`,
    },
    // Counts that aren't known here.
    {
      good: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: wiki
spec:
  replicas: "3"
  strategy: {rollingUpdate: {maxUnavailable: 3}}
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: forum
spec:
  replicas: 3
  strategy: {rollingUpdate: {maxUnavailable: "$(MAX_UNAVAILABLE)"}}
`,
    },
  ],
  kinds: ['apps/Deployment', 'apps/DaemonSet', 'apps/StatefulSet', 'argoproj.io/Rollout'],
  resource(workload, { index, report }) {
    const limits = updateLimitsOf(workload);
    if (!limits?.steers) return;
    const problem =
      workload.type === 'apps/DaemonSet' ? outageOfNodes(limits) : outageOfPods(workload, limits, index);
    if (problem) report(problem);
  },
});

/** How many pods a DaemonSet has is for the nodes to say: only all of them are all of them. */
function outageOfNodes({ maxUnavailable, maxSurge }: UpdateLimits): Problem | undefined {
  const amount = readIntOrPercent(maxUnavailable.value);
  const surge = readIntOrPercent(maxSurge.value);
  const alone = !maxSurge.exists || (surge && isZero(surge));
  if (amount?.unit !== 'percent' || amount.value !== 100 || !alone) return undefined;
  return {
    at: maxUnavailable,
    message: 'the pods of all nodes may be down at once: maxUnavailable 100%',
    fixes: takeOne(maxUnavailable),
  };
}

function outageOfPods(workload: Resource, limits: UpdateLimits, index: ResourceIndex): Problem | undefined {
  const range = index.replicaRangeOf(workload);
  const outage = range && range.least > 0 ? outageOf(workload, limits, range.least) : undefined;
  if (!range || !outage) return undefined;
  const { scaler, least: count } = range;
  const minimum = scaler ? `at the minimum of ${scaler.resource.title}, ` : '';
  const subject = count === 1 ? 'the only pod may be down' : `all ${count} pods may be down at once`;
  return {
    at: outage.at,
    message: `${minimum}${subject}${conditionOf(workload, limits, count)}: ${outage.reason}`,
    related: scaler ? [{ at: scaler.minimum, message: `goes down to ${count}` }] : [],
    fixes: suggestionsOf(workload, limits, range, index),
  };
}

/** No pod comes beside others that keep what it waits for: one goes first, and of a single one that is the pause. */
function suggestionsOf(
  workload: Resource,
  limits: UpdateLimits,
  { least, most }: { readonly least: number; readonly most: number },
  index: ResourceIndex,
): Fix[] {
  if (workload.type === 'apps/StatefulSet') return takeOne(limits.maxUnavailable);
  if (!waitsForOldPods(workload, index)) return addFirst(workload, limits);
  if (least > 1) return takeOne(limits.maxUnavailable);
  return most === 1 && workload.type === 'apps/Deployment'
    ? offer('suggestion', 'Set type: Recreate', ...toRecreate(workload))
    : [];
}

function takeOne(maxUnavailable: Node): Fix[] {
  return offer('suggestion', 'Set maxUnavailable: 1', setValue(maxUnavailable, 1));
}

/** All pods stay until their successors are there, for which there has to be a surge. */
function addFirst({ type }: Resource, { map, maxSurge }: UpdateLimits): Fix[] {
  const read = type === 'argoproj.io/Rollout' ? readRolloutIntOrPercent : readIntOrPercent;
  const surge = read(maxSurge.value);
  const values = { maxUnavailable: 0, ...(surge && isZero(surge) && { maxSurge: 1 }) };
  const title = Object.entries(values).map(([key, value]) => `${key}: ${value}`);
  return offer('suggestion', `Set ${title.join(' and ')}`, ...setValues(map, values));
}

interface Outage {
  readonly at: Node;
  readonly reason: string;
}

function outageOf({ type, root }: Resource, limits: UpdateLimits, count: number): Outage | undefined {
  if (type === 'apps/StatefulSet' && (count === 1 || !replacesAllInParallel(root))) return undefined;
  const written = limits.maxUnavailable;
  const maxUnavailable = written.exists
    ? readIntOrPercent(written.value)
    : DEFAULT_ROLLING_UPDATE.maxUnavailable;
  if (!maxUnavailable || (maxUnavailable.unit === 'percent' && maxUnavailable.value > 100)) return undefined;
  const read = type === 'argoproj.io/Rollout' ? readRolloutIntOrPercent : readIntOrPercent;
  const maxSurge = read(limits.maxSurge.value) ?? DEFAULT_ROLLING_UPDATE.maxSurge;
  const update = effectiveRollingUpdate({ replicas: count, maxSurge, maxUnavailable });
  if (update.unavailable < count || (isZero(maxSurge) && isZero(maxUnavailable))) return undefined;
  const amount = `maxUnavailable ${formatAmount(maxUnavailable)}${written.exists ? '' : ' (the default)'} of ${count}`;
  if (!update.fallback) return { at: written, reason: amount };
  return {
    at: written.exists ? written : limits.maxSurge,
    reason: `maxSurge ${formatAmount(maxSurge)} and ${amount} both come to 0, and the controller takes 1`,
  };
}

/** From the first pod on, at once: below a partition pods stay, and in order they may go one by one. */
function replacesAllInParallel(root: Node<unknown>): boolean {
  const spec = root.at('spec');
  const partition = spec.at('updateStrategy').at('rollingUpdate').at('partition');
  const all = !partition.exists || partition.integer() === 0;
  return all && spec.at('podManagementPolicy').string() === 'Parallel';
}

/** On what an outage still depends. */
function conditionOf({ type }: Resource, { map }: UpdateLimits, count: number): string {
  if (type === 'apps/StatefulSet')
    return ' from Kubernetes 1.35 on, or with the gate MaxUnavailableStatefulSet';
  const inStages = map
    .at('steps')
    .items()
    .some((step) => isStage(step.at('setWeight').integer()));
  return inStages && count > 1 ? ' when the steps are skipped' : '';
}

function isStage(weight: number | undefined): boolean {
  return weight !== undefined && weight > 0 && weight < 100;
}
