import {
  defineRule,
  type Fix,
  type Node,
  offer,
  type Resource,
  type ResourceIndex,
  replicasOf,
  setValue,
  updateLimitsOf,
} from 'rollsafe';
import {
  type Amount,
  amountOf,
  formatAmount,
  hasPlaceholder,
  intOrPercentProblem,
  isZero,
  readIntOrPercent,
  readRolloutIntOrPercent,
} from 'rollsafe/kubernetes';

export default defineRule({
  summary: 'A limit of a rolling update that is no count and no percentage',
  why: `
\`maxSurge\` and \`maxUnavailable\` take a whole number of pods (\`1\`) or a whole percentage (\`25%\`). The API server refuses
anything else, and more than 100% unavailable; a surge above 100% is legal, except in a DaemonSet. A StatefulSet must
allow at least one unavailable pod.

Quotes change the meaning: \`"1"\` is a text, which a Deployment refuses, while the Rollouts controller reads every text as
a percentage, so that \`maxUnavailable: "1"\` is 1% and comes to no pod at all. The controller doesn't refuse other odd
values either: a text that it can't read makes both limits 0, and more than 100% counts as all pods.

Write the number without quotes, or add the percent sign. A \`"0"\` in a Rollout is not reported: 0% and 0 pods are the same.
Values that a template engine or \`kustomize\` still fills in aren't looked at.
`,
  severity: 'error',
  references: [
    'https://github.com/kubernetes/kubernetes/blob/v1.28.0/pkg/apis/apps/validation/validation.go',
    'https://github.com/kubernetes/kubernetes/blob/v1.28.0/staging/src/k8s.io/apimachinery/pkg/util/intstr/intstr.go',
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/replicaset/replicaset.go',
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
      maxSurge: "1" # <-- error
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
  strategy:
    rollingUpdate:
      maxSurge: -1 # <-- error
      maxUnavailable: 25 % # <-- error
`,
    },
    {
      bad: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: checkout
spec:
  strategy: {rollingUpdate: {maxUnavailable: 150%}} # <-- error
`,
      // Twice as many new pods are allowed.
      good: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: checkout
spec:
  strategy: {rollingUpdate: {maxUnavailable: 0, maxSurge: 200%}}
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
      maxSurge: "2" # <-- error
      maxUnavailable: "1" # <-- error
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
      maxSurge: "50%"
      maxUnavailable: 1
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
      maxSurge: half # <-- error
      maxUnavailable: 120% # <-- error
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
    blueGreen:
      activeService: basket
      maxUnavailable: "2" # <-- error
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
      maxUnavailable: 0
      maxSurge: 200% # <-- error
`,
    },
    {
      bad: `
apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: cache
spec:
  updateStrategy:
    rollingUpdate:
      maxUnavailable: 0 # <-- error
`,
      good: `
apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: cache
spec:
  updateStrategy:
    rollingUpdate:
      partition: 0
      maxUnavailable: 1
`,
    },
    // Zero is zero, in percent too.
    {
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: basket
spec:
  strategy:
    canary:
      maxSurge: 1
      maxUnavailable: "0"
`,
    },
    // All pods, but no more: max-unavailable-outage.
    {
      good: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: checkout
spec:
  replicas: 2
  strategy: {rollingUpdate: {maxUnavailable: 100%, maxSurge: 5}}
`,
    },
    // Left out, or waiting for another tool.
    {
      good: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: checkout
spec:
  strategy:
    rollingUpdate:
      maxSurge: null
      maxUnavailable: "{{ .Values.maxUnavailable }}"
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: basket
spec:
  strategy: {canary: {maxSurge: "$(MAX_SURGE)"}}
`,
    },
    // Other types are wrong as such, which is another matter.
    {
      good: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: checkout
spec:
  strategy: {rollingUpdate: {maxSurge: 1.5, maxUnavailable: true}}
`,
    },
    // What isn't read isn't refused: strategy-field-conflict speaks of the first and the last.
    {
      good: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: ledger
spec:
  strategy: {type: Recreate, rollingUpdate: {maxSurge: "1"}}
---
apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: log-agent
spec:
  updateStrategy: {type: OnDelete, rollingUpdate: {maxUnavailable: "1"}}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: basket
spec:
  strategy:
    canary: {maxSurge: "1"}
    blueGreen: {activeService: basket}
`,
    },
    // A number that is meant as a percentage.
    {
      bad: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: checkout
spec:
  strategy:
    rollingUpdate: {maxSurge: "25", maxUnavailable: 0} # <-- error
`,
      good: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: checkout
spec:
  strategy:
    rollingUpdate: {maxSurge: 25%, maxUnavailable: 0}
`,
    },
  ],
  kinds: ['apps/Deployment', 'apps/DaemonSet', 'apps/StatefulSet', 'argoproj.io/Rollout'],
  resource(workload, { index, report }) {
    for (const limit of limitsOf(workload)) {
      const fault = faultOf(workload, limit, index);
      if (fault)
        report({
          at: limit.node,
          message: `${limit.name} ${fault}`,
          fixes: suggestionsOf(workload, limit, index),
        });
    }
  },
});

interface Limit {
  readonly name: 'maxSurge' | 'maxUnavailable';
  readonly node: Node;
  /** Whether it decides how an update goes on. */
  readonly steers: boolean;
}

/** The limits that are validated or read. */
function limitsOf(workload: Resource): Limit[] {
  const limits = updateLimitsOf(workload);
  if (!limits) return [];
  const { maxSurge, maxUnavailable, hasSurge, steers } = limits;
  const unavailable: Limit = { name: 'maxUnavailable', node: maxUnavailable, steers };
  return hasSurge ? [{ name: 'maxSurge', node: maxSurge, steers }, unavailable] : [unavailable];
}

/** A number in quotes is the number or the percentage: from here on the percentage is likelier. */
const LIKELY_PERCENT = 10;

function suggestionsOf(workload: Resource, limit: Limit, index: ResourceIndex): Fix[] {
  const { value } = limit.node;
  if (intOrPercentProblem(value) !== 'quoted-number') return [];
  const number = Number(value);
  const pods = ['Remove the quotes', number] as const;
  const percent = [`Write ${number}%`, `${number}%`] as const;
  return (number < LIKELY_PERCENT ? [pods, percent] : [percent, pods])
    .filter(([, right]) => !faultOf(workload, limit, index, right))
    .flatMap(([title, right]) => offer('suggestion', title, setValue(limit.node, right)));
}

function faultOf(
  workload: Resource,
  limit: Limit,
  index: ResourceIndex,
  value = limit.node.value,
): string | undefined {
  const judged = typeof value === 'string' ? !hasPlaceholder(value) : isInteger(value);
  if (!judged) return undefined;
  if (workload.type !== 'argoproj.io/Rollout') return faultForApiServer(limit, value, workload.type);
  return faultInRollout(limit, value, podCount(workload, limit, index));
}

function isInteger(value: unknown): boolean {
  return typeof value === 'bigint' || Number.isInteger(value);
}

function faultForApiServer({ name }: Limit, value: unknown, type: string): string | undefined {
  const amount = readIntOrPercent(value);
  if (!amount) return `${shown(value)} ${wrongWith(value)}, ${REFUSED}`;
  if (isOver(amount) && (name === 'maxUnavailable' || type === 'apps/DaemonSet'))
    return `${formatAmount(amount)} is more than all pods, ${REFUSED}`;
  if (isZero(amount) && type === 'apps/StatefulSet')
    return `${formatAmount(amount)} would replace no pod, ${REFUSED}`;
  return undefined;
}

const REFUSED = 'and the API server refuses it';

/** For a value that is no amount to a Deployment. */
function wrongWith(value: unknown): string {
  const problem = intOrPercentProblem(value);
  if (problem === 'quoted-number') return `is a text, neither ${podsOf(Number(value))} nor ${value}%`;
  return problem === 'negative'
    ? 'is negative, and no number of pods'
    : 'is neither a count nor a percentage';
}

function podsOf(count: number): string {
  return count === 1 ? '1 pod' : `${count} pods`;
}

/** `pods` is undefined where the number of pods is unknown or doesn't matter. */
function faultInRollout(limit: Limit, value: unknown, pods: number | undefined): string | undefined {
  const amount = readRolloutIntOrPercent(value);
  if (!amount) {
    const both =
      limit.steers && isUnreadable(value) ? ': the Rollouts controller takes both limits as 0' : '';
    return `${shown(value)} ${wrongWith(value)}${both}`;
  }
  if (intOrPercentProblem(value) === 'quoted-number')
    return isZero(amount) ? undefined : `${shown(value)} is read as ${readAs(limit, amount, pods)}`;
  if (!isOver(amount) || limit.name === 'maxSurge') return undefined;
  const all =
    pods === undefined
      ? ''
      : `: the Rollouts controller takes ${pods === 1 ? 'the only one' : `all ${pods}`}`;
  return `${formatAmount(amount)} is more than all pods${all}`;
}

/** `1%, which is 0 of 4 pods and not 1`. */
function readAs({ name }: Limit, amount: Amount, pods: number | undefined): string {
  const { value } = amount;
  if (pods === undefined) return `${value}%, not as ${podsOf(value)}`;
  const count = amountOf(amount, pods, name === 'maxSurge' ? 'up' : 'down');
  const taken = name === 'maxSurge' ? count : Math.min(count, pods);
  return `${value}%, which is ${taken} of ${podsOf(pods)}${taken === value ? '' : ` and not ${value}`}`;
}

function podCount(workload: Resource, { steers }: Limit, index: ResourceIndex): number | undefined {
  const replicas = replicasOf(workload);
  return steers && replicas && replicas > 0 && !index.scalerOf(workload) ? replicas : undefined;
}

function isOver({ unit, value }: Amount): boolean {
  return unit === 'percent' && value > 100;
}

/** What Go's Atoi refuses once the percent signs are gone. */
function isUnreadable(value: unknown): boolean {
  return typeof value === 'string' && !/^[-+]?[0-9]+$/.test(value.replaceAll('%', ''));
}

function shown(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}
