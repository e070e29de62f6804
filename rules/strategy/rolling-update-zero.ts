import {
  defineRule,
  type Fix,
  type Node,
  offer,
  type Problem,
  type Resource,
  replicasOf,
  setValue,
  toRecreate,
  type UpdateLimits,
  updateLimitsOf,
  waitsForOldPods,
} from 'rollsafe';
import {
  type Amount,
  DEFAULT_DAEMON_SET_UPDATE,
  formatAmount,
  isZero,
  readIntOrPercent,
  readRolloutIntOrPercent,
} from 'rollsafe/kubernetes';

export default defineRule({
  summary: 'A rolling update without room to move, or a DaemonSet with both ways at once',
  why: `
An update goes on by adding a pod first (\`maxSurge\`) or by taking one away first (\`maxUnavailable\`). With both written as
zero neither is allowed: the API server refuses a Deployment, and the Rollouts controller marks a Rollout as InvalidSpec,
with or without traffic routing. Give one of them a value: \`maxSurge: 1\` keeps all pods serving, \`maxUnavailable: 1\` needs
no spare capacity.

A DaemonSet must choose exactly one of the two. Left out, \`maxUnavailable\` is 1 and \`maxSurge\` is 0, so \`maxSurge: 1\`
alone is refused: it needs \`maxUnavailable: 0\` beside it.

Values that only come to zero by rounding are accepted: see \`rolling-update-rounds-to-zero\`.
`,
  severity: 'error',
  references: [
    'https://github.com/kubernetes/kubernetes/blob/v1.28.0/pkg/apis/apps/validation/validation.go',
    'https://github.com/kubernetes/kubernetes/blob/v1.28.0/pkg/apis/apps/v1/defaults.go',
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/validation/validation.go',
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
      maxSurge: 0 # <-- related
      maxUnavailable: 0 # <-- error
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
      maxUnavailable: 0
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
apiVersion: apps/v1
kind: Deployment
metadata:
  name: checkout
spec:
  strategy: {rollingUpdate: {maxUnavailable: 0%, maxSurge: 00%}} # <-- error
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
      maxUnavailable: "0" # <-- error
      maxSurge: 0 # <-- related
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
      maxUnavailable: 0
      maxSurge: 25%
`,
    },
    // Traffic routing doesn't read the two, but they are validated all the same.
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
      maxUnavailable: 0 # <-- error
      canaryService: basket-canary
      stableService: basket
      trafficRouting:
        nginx: {stableIngress: basket}
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
      maxSurge: 1 # <-- error
`,
      good: `
apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: log-agent
spec:
  updateStrategy:
    rollingUpdate:
      maxSurge: 1
      maxUnavailable: 0
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
    rollingUpdate: {maxSurge: 10%} # <-- error
`,
      fixed: `
apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: log-agent
spec:
  updateStrategy:
    rollingUpdate: {maxSurge: 10%, maxUnavailable: 0}
`,
    },
    // Written as null it is absent, and the entry is there.
    {
      bad: `
apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: log-agent
spec:
  updateStrategy:
    rollingUpdate:
      maxSurge: 1 # <-- error
      maxUnavailable: null
`,
      fixed: `
apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: log-agent
spec:
  updateStrategy:
    rollingUpdate:
      maxSurge: 1
      maxUnavailable: 0
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
      maxUnavailable: 10% # <-- related
      maxSurge: 10% # <-- error
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
      maxUnavailable: 0 # <-- error
`,
      good: `
apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: log-agent
spec:
  updateStrategy:
    rollingUpdate:
      maxUnavailable: 20%
`,
    },
    // The other one is 25%.
    {
      good: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: checkout
spec:
  strategy: {rollingUpdate: {maxUnavailable: 0}}
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: search
spec:
  replicas: 8
  strategy: {rollingUpdate: {maxSurge: 0, maxUnavailable: null}}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: basket
spec:
  replicas: 8
  strategy: {canary: {maxSurge: 0%}}
`,
    },
    // Zero by rounding only: 25% of 3.
    {
      good: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: checkout
spec:
  replicas: 3
  strategy: {rollingUpdate: {maxSurge: 0, maxUnavailable: 25%}}
`,
    },
    // Where nothing rolls, nothing is validated.
    {
      good: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: ledger
spec:
  strategy:
    type: Recreate
    rollingUpdate: {maxSurge: 0, maxUnavailable: 0}
---
apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: log-agent
spec:
  updateStrategy:
    type: OnDelete
    rollingUpdate: {maxSurge: 1}
`,
    },
    // A quoted number is refused for itself: rolling-update-value-invalid.
    {
      good: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: checkout
spec:
  strategy: {rollingUpdate: {maxSurge: "0", maxUnavailable: 0}}
---
apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: log-agent
spec:
  updateStrategy: {rollingUpdate: {maxSurge: "{{ .Values.surge }}"}}
`,
    },
    // Two strategies are refused before their values are read: strategy-field-conflict.
    {
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: basket
spec:
  strategy:
    blueGreen: {activeService: basket}
    canary: {maxSurge: 0, maxUnavailable: 0}
`,
    },
  ],
  kinds: ['apps/Deployment', 'apps/DaemonSet', 'argoproj.io/Rollout'],
  resource(workload, { index, report }) {
    const limits = updateLimitsOf(workload);
    if (!limits) return;
    const waits = waitsForOldPods(workload, index);
    const problem =
      workload.type === 'apps/DaemonSet' ? notExactlyOne(limits, waits) : bothZero(limits, workload, waits);
    if (problem) report(problem);
  },
});

function bothZero(
  { maxUnavailable: unavailable, maxSurge: surge }: UpdateLimits,
  workload: Resource,
  waits: boolean,
): Problem | undefined {
  const rollout = workload.type === 'argoproj.io/Rollout';
  const read = rollout ? readRolloutIntOrPercent : readIntOrPercent;
  const values = [unavailable, surge].map((limit) => read(limit.value));
  if (!values.every((value) => value && isZero(value))) return undefined;
  const refused = rollout ? 'the Rollouts controller refuses it as InvalidSpec' : 'the API server refuses it';
  return {
    at: unavailable,
    message: `maxSurge and maxUnavailable are both 0, so no pod could be replaced: ${refused}`,
    related: [{ at: surge, message: 'maxSurge is 0 too' }],
    fixes: [
      ...(waits ? [] : setTo(surge, 'maxSurge', 1)),
      ...(replicasOf(workload) === 1 ? [] : setTo(unavailable, 'maxUnavailable', 1)),
      ...(waits && replicasOf(workload) === 1 ? recreate(workload) : []),
    ],
  };
}

/** A single pod can only go before its successor starts. */
function recreate(workload: Resource): Fix[] {
  return workload.type === 'apps/Deployment'
    ? offer('suggestion', 'Set type: Recreate', ...toRecreate(workload))
    : [];
}

function notExactlyOne(limits: UpdateLimits, waits: boolean): Problem | undefined {
  const { maxUnavailable: unavailable, maxSurge: surge } = limits;
  const maxUnavailable = amountOr(unavailable, DEFAULT_DAEMON_SET_UPDATE.maxUnavailable);
  const maxSurge = amountOr(surge, DEFAULT_DAEMON_SET_UPDATE.maxSurge);
  if (!maxUnavailable || !maxSurge || isZero(maxUnavailable) !== isZero(maxSurge)) return undefined;
  if (isZero(maxUnavailable)) {
    return {
      at: unavailable,
      message: `maxSurge and maxUnavailable are both 0${surge.exists ? '' : ' (maxSurge by default)'}, so no pod could be replaced: the API server refuses it`,
      related: surge.exists ? [{ at: surge, message: 'maxSurge is 0 too' }] : [],
      fixes: [...setTo(unavailable, 'maxUnavailable', 1), ...(waits ? [] : setTo(surge, 'maxSurge', 1))],
    };
  }
  const values = `maxSurge ${formatAmount(maxSurge)} and maxUnavailable ${formatAmount(maxUnavailable)}`;
  return {
    at: surge,
    message: `${values}${unavailable.exists ? '' : ' (the default)'} exclude each other in a DaemonSet: the API server refuses it`,
    related: unavailable.exists ? [{ at: unavailable, message: "maxUnavailable isn't 0 either" }] : [],
    fixes: unavailable.exists
      ? [...(waits ? [] : setTo(unavailable, 'maxUnavailable', 0)), ...setTo(surge, 'maxSurge', 0)]
      : offer('safe', 'Add maxUnavailable: 0', setValue(unavailable, 0)),
  };
}

function amountOr(limit: Node, byDefault: Amount): Amount | undefined {
  return limit.exists ? readIntOrPercent(limit.value) : byDefault;
}

function setTo(limit: Node, name: string, count: number): Fix[] {
  return offer('suggestion', `Set ${name}: ${count}`, setValue(limit, count));
}
