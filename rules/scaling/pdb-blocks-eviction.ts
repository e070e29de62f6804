import type { V1PodDisruptionBudget } from '@kubernetes/client-node';
import {
  budgetSelector,
  defineRule,
  type Fix,
  isCounted,
  type Node,
  offer,
  type Resource,
  type ResourceIndex,
  renameKey,
  replicasOf,
  setValue,
  workloadsCountedBy,
} from 'rollsafe';
import {
  type Amount,
  allowedDisruptions,
  amountOf,
  type DisruptionLimits,
  formatAmount,
  readDisruptionLimit,
} from 'rollsafe/kubernetes';

const workload = (replicas: string, kind = 'Deployment') => `
apiVersion: ${kind === 'Rollout' ? 'argoproj.io/v1alpha1' : 'apps/v1'}
kind: ${kind}
metadata: {name: vote}
spec:
  replicas: ${replicas}
  selector: {matchLabels: {app: vote}}
  template:
    metadata: {labels: {app: vote}}
    spec:
      containers: [{name: vote, image: "registry.example.com/vote:1.4.0"}]
`;

const budget = (limit: string, selector = '{matchLabels: {app: vote}}') => `
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: {name: vote}
spec:
  ${limit}
  selector: ${selector}
`;

const hpa = (minimum: string, kind = 'Deployment') => `
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {name: vote}
spec:
  scaleTargetRef: {apiVersion: ${kind === 'Rollout' ? 'argoproj.io/v1alpha1' : 'apps/v1'}, kind: ${kind}, name: vote}
  minReplicas: ${minimum}
  maxReplicas: 20
`;

export default defineRule({
  summary: 'A PodDisruptionBudget that lets no pod be evicted',
  why: `
Draining a node, and with it every cluster upgrade, evicts pods through the Eviction API, which asks the budget first. A
budget that allows 0 disruptions while all pods are healthy makes the drain wait for ever, until somebody deletes the pod
or the budget by hand. \`restartAt\` of a Rollout evicts too, and stalls in the same way.

Percentages round up in both fields, unlike those of a rolling update: \`minAvailable: 80%\` of 3 pods is all 3, while
\`maxUnavailable: 10%\` of 2 pods is 1. With an autoscaler the smallest count decides.

\`maxUnavailable: 1\` keeps the protection and lets drains through. With a single replica a budget can only choose between
an outage and a blocked drain: run two, or leave the budget out. It is fine to ignore where a person is meant to be asked
before the pod moves.

A budget doesn't slow a rolling update down: the controllers delete pods without asking it.
`,
  severity: 'warning',
  references: [
    'https://github.com/kubernetes/kubernetes/blob/v1.28.0/pkg/controller/disruption/disruption.go',
    'https://github.com/kubernetes/kubernetes/blob/v1.28.0/pkg/registry/core/pod/storage/eviction.go',
    'https://kubernetes.io/docs/tasks/run-application/configure-pdb/',
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/restart.go',
  ],
  examples: [
    {
      bad: `${workload('3').replace('replicas: 3', 'replicas: 3 # <-- related')}---${budget('minAvailable: 80% # <-- warning')}`,
      good: `${workload('3')}---${budget('minAvailable: 60%')}`,
    },
    {
      bad: `${workload('1')}---${budget('minAvailable: 1 # <-- warning')}`,
      good: `${workload('2')}---${budget('minAvailable: 1')}`,
    },
    {
      bad: `${workload('3')}---${budget('minAvailable: 5 # <-- warning')}`,
      good: `${workload('3')}---${budget('minAvailable: 2')}`,
    },
    // These never let a pod go, however many there are.
    { bad: budget('maxUnavailable: 0 # <-- warning'), good: budget('maxUnavailable: 1') },
    { bad: budget('maxUnavailable: 0% # <-- warning'), good: budget('maxUnavailable: 1%') },
    { bad: budget('minAvailable: 100% # <-- warning'), good: budget('minAvailable: 99%') },
    // The smallest count of the autoscaler decides, also a KEDA ScaledObject's.
    {
      bad: `${workload('10', 'Rollout')}---${hpa('2 # <-- related', 'Rollout')}---${budget('minAvailable: 2 # <-- warning')}`,
      good: `${workload('2', 'Rollout')}---${hpa('3', 'Rollout')}---${budget('minAvailable: 2')}`,
    },
    {
      bad: `${workload('10')}---
apiVersion: keda.sh/v1alpha1
kind: ScaledObject
metadata: {name: vote}
spec:
  scaleTargetRef: {name: vote}
---${budget('minAvailable: 50% # <-- warning')}`,
    },
    // The Rollout runs the pods of the Deployment.
    {
      bad: `${workload('0')}---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: vote}
spec:
  replicas: 2 # <-- related
  workloadRef: {apiVersion: apps/v1, kind: Deployment, name: vote}
---${budget('minAvailable: 2 # <-- warning')}`,
      good: `${workload('0')}---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: vote}
spec:
  replicas: 5
  workloadRef: {apiVersion: apps/v1, kind: Deployment, name: vote}
---${budget('minAvailable: 2')}`,
    },
    // Two workloads under one budget are counted together.
    {
      bad: `${workload('1')}---${workload('1').replace('name: vote}', 'name: vote-canary}')}---${budget('minAvailable: 2 # <-- warning')}`,
      good: `${workload('1')}---${workload('2').replace('name: vote}', 'name: vote-canary}')}---${budget('minAvailable: 2')}`,
    },
    {
      bad: `
{
  "apiVersion": "v1",
  "kind": "List",
  "items": [
    {
      "apiVersion": "policy/v1", "kind": "PodDisruptionBudget", "metadata": {"name": "vote"},
      "spec": {
        "selector": {"matchLabels": {"app": "vote"}},
        "maxUnavailable": "0%" # <-- warning
      }
    }
  ]
}
`,
    },
    // Rounding up: one of two may go, and the only one.
    { good: `${workload('2')}---${budget('maxUnavailable: 10%')}` },
    { good: `${workload('1')}---${budget('maxUnavailable: 1%')}` },
    { good: `${workload('1')}---${budget('minAvailable: 0')}` },
    // Nothing runs, or how much isn't known here.
    { good: `${workload('0')}---${budget('minAvailable: 1')}` },
    { good: `${workload('"$(REPLICAS)"')}---${budget('minAvailable: 1')}` },
    { good: `${workload('3')}---${budget('minAvailable: "$(MINIMUM)"')}` },
    { good: budget('minAvailable: 1') },
    {
      good: `${workload('1').replace('  replicas: 1\n', '').replace('Deployment', 'DaemonSet')}---${budget('minAvailable: 1')}`,
    },
    // Without replicas the count may be an autoscaler's that a single file doesn't show.
    {
      good: {
        files: {
          'vote.yaml': `${workload('1').replace('  replicas: 1\n', '')}---${budget('minAvailable: 1')}`,
        },
        closed: false,
      },
    },
    // Other rules speak: both fields, none, no selector.
    { good: `${workload('1')}---${budget('minAvailable: 1\n  maxUnavailable: 0')}` },
    { good: budget('unhealthyPodEvictionPolicy: AlwaysAllow') },
    { good: budget('maxUnavailable: 0', 'null') },
  ],
  kinds: ['policy/PodDisruptionBudget'],
  resource(budget, { index, report }) {
    const spec = budget.root.at('spec');
    const [least, most] = [spec.at('minAvailable') as Node, spec.at('maxUnavailable') as Node];
    const limits = {
      minAvailable: readDisruptionLimit(least.value),
      maxUnavailable: readDisruptionLimit(most.value),
    };
    const amount = limits.minAvailable ?? limits.maxUnavailable;
    if (!amount || (least.exists && most.exists) || !budgetSelector(budget)) return;
    const [at, name] = least.exists ? [least, 'minAvailable'] : [most, 'maxUnavailable'];
    const written = `${name} ${formatAmount(amount)}`;
    const pods = expectedPods(budget, index);
    const fixes = pods?.count === 1 ? [] : oneAtATime(at);
    if (neverAllows(limits)) {
      const message = `${budget.title} lets no pod be evicted, and drains wait for ever: ${written}`;
      report({ at, message, fixes });
      return;
    }
    if (!pods || pods.count === 0 || allowedDisruptions(limits, pods.count) > 0) return;
    report({
      at,
      message: `${budget.title} lets no pod be evicted${pods.when}, and drains wait for ever: ${written} ${comparisonOf(amount, pods)}`,
      related: pods.counts.map(({ at, count }) => ({ at, message: titleOf(count) })),
      fixes,
    });
  },
});

/** Not for a single pod, which it would let go. */
function oneAtATime(limit: Node): Fix[] {
  const one = setValue(limit, 1);
  const renamed = limit.key === 'maxUnavailable' ? [] : [renameKey(limit, 'maxUnavailable')];
  return offer('suggestion', 'Set maxUnavailable: 1', one, ...renamed);
}

const titleOf = (count: number) => (count === 1 ? '1 pod' : `${count} pods`);

function comparisonOf(amount: Amount, { count, owners }: ExpectedPods): string {
  if (amount.unit === 'count') return `with ${titleOf(count)} of ${owners}`;
  return `of the ${titleOf(count)} of ${owners} comes to ${amountOf(amount, count, 'up')}`;
}

/** Whether the limit alone says so, for any number of pods. */
function neverAllows(limits: DisruptionLimits): boolean {
  const { minAvailable, maxUnavailable } = limits;
  return maxUnavailable?.value === 0 || (minAvailable?.unit === 'percent' && minAvailable.value === 100);
}

interface ExpectedPods {
  readonly count: number;
  readonly owners: string;
  /** When there are so few. */
  readonly when: string;
  readonly counts: readonly Fewest[];
}

/** The fewest pods under a budget; undefined when there are none, or they can't be counted. */
function expectedPods(
  budget: Resource<V1PodDisruptionBudget>,
  index: ResourceIndex,
): ExpectedPods | undefined {
  const workloads = workloadsCountedBy(budget, index) ?? [];
  const counts = workloads.flatMap((workload) => fewestOf(workload, index) ?? []);
  if (counts.length === 0 || counts.length < workloads.length) return undefined;
  const running = counts.filter(({ count }) => count > 0);
  const [first, ...others] = running;
  const scaled = running.filter(({ scaler }) => scaler).length;
  return {
    count: running.reduce((sum, { count }) => sum + count, 0),
    owners: first && others.length === 0 ? first.workload.title : `${running.length} workloads`,
    when: scaled === 0 ? '' : ` at the minimum of the autoscaler${scaled === 1 ? '' : 's'}`,
    counts: running,
  };
}

interface Fewest {
  readonly workload: Resource;
  readonly count: number;
  /** What says so. */
  readonly at: Node;
  readonly scaler: Resource | undefined;
}

/** The fewest pods of a workload; undefined where the count isn't known. */
function fewestOf(workload: Resource, index: ResourceIndex): Fewest | undefined {
  const at = workload.root.at('spec').at('replicas');
  if (replicasOf(workload) === 0) return { workload, count: 0, at, scaler: undefined };
  const range = index.replicaRangeOf(workload);
  if (!range || !isCounted(workload, index)) return undefined;
  const { least: count, scaler } = range;
  return { workload, count, at: scaler?.minimum ?? at, scaler: scaler?.resource };
}
