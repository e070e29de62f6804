import {
  defineRule,
  offer,
  type Resource,
  setValue,
  type UpdateLimits,
  updateLimitsOf,
  waitsForOldPods,
} from 'rollsafe';
import {
  type Amount,
  DEFAULT_ROLLING_UPDATE,
  formatAmount,
  largestFallback,
  readIntOrPercent,
  readRolloutIntOrPercent,
} from 'rollsafe/kubernetes';

export default defineRule({
  summary: 'Limits of a rolling update that both round to zero',
  why: `
\`maxUnavailable\` as a percentage rounds down: 25% of 3 pods is none. When \`maxSurge\` is zero as well, the update could not
move, so the controller quietly takes one pod away first, and a third of the capacity is gone while its successor starts.
What looks like a limit that keeps all pods isn't one.

With room for one more pod, write \`maxSurge: 1\` (any percentage above zero rounds up to a pod). Without it, write
\`maxUnavailable: 1\`, which says what happens anyway. It is fine to ignore when the remaining pods carry the load.

With an autoscaler the smallest count decides; a single pod is \`max-unavailable-outage\`, and zeros that are written out are
\`rolling-update-zero\`. A Rollout with blueGreen or traffic routing doesn't read these fields for its update.
`,
  severity: 'warning',
  references: [
    'https://github.com/kubernetes/kubernetes/blob/v1.28.0/pkg/controller/deployment/util/deployment_util.go',
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/replicaset/replicaset.go',
    'https://kubernetes.io/docs/concepts/workloads/controllers/deployment/#max-unavailable',
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
      maxSurge: 0
      maxUnavailable: 25% # <-- warning
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
      maxSurge: 1
      maxUnavailable: 25%
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
    // maxUnavailable is 25% by default.
    {
      bad: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: checkout
spec:
  replicas: 2
  strategy: {rollingUpdate: {maxSurge: 0%}} # <-- warning
`,
      good: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: checkout
spec:
  replicas: 4
  strategy: {rollingUpdate: {maxSurge: 0%}}
`,
    },
    // 10% is nothing below ten pods.
    {
      bad: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: search
spec:
  strategy:
    rollingUpdate:
      maxUnavailable: 10% # <-- warning
      maxSurge: 0
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: search
spec:
  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: search}
  minReplicas: 4 # <-- related
  maxReplicas: 40
`,
      good: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: search
spec:
  replicas: 4
  strategy:
    rollingUpdate:
      maxUnavailable: 10%
      maxSurge: 0
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: search
spec:
  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: search}
  minReplicas: 10
  maxReplicas: 40
`,
    },
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: basket
spec:
  replicas: 3
  strategy:
    canary:
      maxSurge: 0
      maxUnavailable: 33% # <-- warning
`,
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: basket
spec:
  replicas: 3
  strategy:
    canary:
      maxSurge: 0
      maxUnavailable: 34%
`,
    },
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: basket
spec:
  strategy:
    canary:
      maxSurge: 0
      maxUnavailable: 20% # <-- warning
---
apiVersion: keda.sh/v1alpha1
kind: ScaledObject
metadata:
  name: basket
spec:
  scaleTargetRef: {apiVersion: argoproj.io/v1alpha1, kind: Rollout, name: basket}
  minReplicaCount: 4 # <-- related
`,
    },
    // Any surge above zero rounds up to a pod.
    {
      good: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: checkout
spec:
  replicas: 3
  strategy: {rollingUpdate: {maxSurge: 1%, maxUnavailable: 1%}}
`,
    },
    // Said plainly.
    {
      good: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: checkout
spec:
  replicas: 3
  strategy: {rollingUpdate: {maxSurge: 0, maxUnavailable: 1}}
`,
    },
    // Both zero as written: rolling-update-zero.
    {
      good: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: checkout
spec:
  replicas: 3
  strategy: {rollingUpdate: {maxSurge: 0, maxUnavailable: 0%}}
`,
    },
    // The only pod: max-unavailable-outage.
    {
      good: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: wiki
spec:
  replicas: 1
  strategy: {rollingUpdate: {maxSurge: 0, maxUnavailable: 25%}}
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: forum
spec:
  replicas: 3
  strategy: {rollingUpdate: {maxSurge: 0, maxUnavailable: 25%}}
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: forum
spec:
  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: forum}
  maxReplicas: 5
`,
    },
    // Nothing rolls.
    {
      good: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: ledger
spec:
  replicas: 2
  strategy: {type: Recreate, rollingUpdate: {maxSurge: 0, maxUnavailable: 25%}}
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: parked
spec:
  replicas: 0
  strategy: {rollingUpdate: {maxSurge: 0, maxUnavailable: 25%}}
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
  replicas: 3
  strategy:
    canary:
      maxSurge: 0
      maxUnavailable: 25%
      canaryService: basket-canary
      stableService: basket
      trafficRouting:
        nginx: {stableIngress: basket}
`,
    },
    // Values that aren't known here, or that rolling-update-value-invalid reports.
    {
      good: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: checkout
spec:
  replicas: 3
  strategy: {rollingUpdate: {maxSurge: 0, maxUnavailable: "$(UNAVAILABLE)"}}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: basket
spec:
  replicas: 3
  strategy: {canary: {maxSurge: 0, maxUnavailable: "25"}}
`,
    },
  ],
  kinds: ['apps/Deployment', 'argoproj.io/Rollout'],
  resource(workload, { index, report }) {
    const limits = updateLimitsOf(workload);
    const amounts = limits?.steers ? amountsOf(workload, limits) : undefined;
    const pods = index.replicaRangeOf(workload);
    if (!limits || !amounts || !pods) return;
    const last = largestFallback(amounts);
    const { least, most, scaler } = pods;
    if (least < 2 || last < least || !Number.isFinite(last)) return;
    const { maxUnavailable: at, maxSurge } = limits;
    const values = `maxSurge ${formatAmount(amounts.maxSurge)} and maxUnavailable ${formatAmount(amounts.maxUnavailable)}`;
    const counts = scaler
      ? `${countsBetween(least, Math.min(most, last))} pods of ${scaler.resource.title}`
      : `${least} pods`;
    report({
      at: at.exists ? at : maxSurge,
      message: `${values}${at.exists ? '' : ' (the default)'} of ${counts} both come to 0, and the controller takes 1 pod away first`,
      related: scaler ? [{ at: scaler.minimum, message: `goes down to ${least}` }] : [],
      fixes: [
        ...(waitsForOldPods(workload, index)
          ? []
          : offer('suggestion', 'Set maxSurge: 1', setValue(maxSurge, 1))),
        ...offer('suggestion', 'Set maxUnavailable: 1', setValue(at, 1)),
      ],
    });
  },
});

interface Amounts {
  readonly maxSurge: Amount;
  readonly maxUnavailable: Amount;
}

/** Undefined for what is no amount. A Rollout's surge of `"0"` is zero all the same. */
function amountsOf({ type }: Resource, limits: UpdateLimits): Amounts | undefined {
  const read = type === 'argoproj.io/Rollout' ? readRolloutIntOrPercent : readIntOrPercent;
  const maxSurge = limits.maxSurge.exists ? read(limits.maxSurge.value) : DEFAULT_ROLLING_UPDATE.maxSurge;
  const maxUnavailable = limits.maxUnavailable.exists
    ? readIntOrPercent(limits.maxUnavailable.value)
    : DEFAULT_ROLLING_UPDATE.maxUnavailable;
  return maxSurge && maxUnavailable && { maxSurge, maxUnavailable };
}

function countsBetween(first: number, last: number): string {
  return first === last ? `${first}` : `${first} to ${last}`;
}
