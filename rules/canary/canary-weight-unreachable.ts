import {
  type CanaryStep,
  canaryOf,
  canaryStepsOf,
  defineRule,
  type Fix,
  isRouted,
  type Problem,
  type Resource,
  suggestValues,
  updateLimitsOf,
  type WorkloadRange,
} from 'rollsafe';
import {
  type Amount,
  amountOf,
  basicCanarySplit,
  type CanarySplit,
  canaryShare,
  DEFAULT_ROLLING_UPDATE,
  readRolloutIntOrPercent,
} from 'rollsafe/kubernetes';

export default defineRule({
  summary: 'Weight that the number of pods cannot express',
  why: `
Without \`trafficRouting\` a weight is only a number of pods: the controller takes the nearest split of \`replicas\` pods, or of
one more where \`maxSurge\` allows it, and the Service spreads the requests over them. Below the share of a single pod it
rounds up, so \`setWeight: 10\` of 2 pods sends a third of the users to the new version. The rule speaks when the share is
more than 5 points or more than half of the weight off, and when two weights in a row come to the same pods.

It is an error where no new pod runs at all, and the stage tests nothing: a single pod without surge below 50%, and the
few pairs with which the controller errs (without surge 75% of 2 pods, 90% of 5, 95% of 10, 98% of 25, 99% of 50).

Write weights that the pods can express (25 of 4), run more pods, or let a router send by weight. With an autoscaler both ends
of its range are looked at. It is fine to ignore when the stage is about new pods running at all, not about a share.
`,
  severity: { default: 'warning', empty: 'error' },
  references: [
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/replicaset/canary.go',
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/docs/features/canary/index.md',
  ],
  examples: [
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: checkout
spec:
  replicas: 2
  strategy:
    canary:
      steps:
        - setWeight: 10 # <-- warning
        - pause: {duration: 10m}
        - setWeight: 50
        - pause: {duration: 10m}
`,
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: checkout
spec:
  replicas: 10
  strategy:
    canary:
      steps:
        - setWeight: 10
        - pause: {duration: 10m}
        - setWeight: 50
        - pause: {duration: 10m}
`,
    },
    // Two weights, one split.
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: checkout
spec:
  replicas: 4
  strategy:
    canary:
      steps:
        - setWeight: 15 # <-- related
        - pause: {}
        - setWeight: 20 # <-- warning
        - pause: {}
        - setWeight: 100
`,
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: checkout
spec:
  replicas: 4
  strategy:
    canary:
      steps:
        - setWeight: 20
        - pause: {}
        - setWeight: 40
        - pause: {}
        - setWeight: 40
`,
    },
    // No new pod at all.
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: checkout
spec:
  replicas: 2
  strategy:
    canary:
      maxSurge: 0
      steps:
        - setWeight: 50
        - pause: {}
        - setWeight: 75 # <-- error
        - pause: {}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: wiki
spec:
  replicas: 1
  strategy:
    canary:
      maxSurge: 0%
      maxUnavailable: 1
      steps:
        - setWeight: 20 # <-- error
        - pause: {}
        - setWeight: 80 # <-- warning
        - pause: {}
`,
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: checkout
spec:
  replicas: 4
  strategy:
    canary:
      maxSurge: 0
      steps:
        - setWeight: 50
        - pause: {}
        - setWeight: 75
        - pause: {}
`,
    },
    // An autoscaler: both ends.
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: checkout
spec:
  strategy:
    canary:
      steps:
        - setWeight: 10 # <-- warning
        - pause: {}
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: checkout
spec:
  scaleTargetRef: {apiVersion: argoproj.io/v1alpha1, kind: Rollout, name: checkout}
  minReplicas: 2 # <-- related
  maxReplicas: 10
`,
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: checkout
spec:
  replicas: 2
  strategy:
    canary:
      steps:
        - setWeight: 10
        - pause: {}
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: checkout
spec:
  scaleTargetRef: {apiVersion: argoproj.io/v1alpha1, kind: Rollout, name: checkout}
  minReplicas: 8
  maxReplicas: 40
`,
    },
    // A single pod, unless an autoscaler may be elsewhere.
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: wiki
spec:
  strategy:
    canary: {steps: [{setWeight: 20}, {pause: {}}]} # <-- warning
`,
      good: {
        closed: false,
        files: {
          'rollout.yaml': `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: wiki
spec:
  strategy:
    canary: {steps: [{setWeight: 20}, {pause: {}}]}
`,
        },
      },
    },
    // A router sends by weight.
    {
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: checkout
spec:
  replicas: 2
  strategy:
    canary:
      canaryService: checkout-canary
      stableService: checkout
      trafficRouting:
        nginx: {stableIngress: checkout}
      steps:
        - setWeight: 10
        - pause: {}
`,
    },
    // Nothing and everything, no pods, and values that aren't known here or are refused.
    {
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: checkout
spec:
  replicas: 2
  strategy:
    canary:
      steps: [{setWeight: 0}, {pause: {}}, {setWeight: 100}, {setWeight: 130}, {setWeight: "10"}, {setWeight: -5}]
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: parked
spec:
  replicas: 0
  strategy:
    canary: {steps: [{setWeight: 10}, {pause: {}}]}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: basket
spec:
  replicas: "$(REPLICAS)"
  strategy:
    canary: {steps: [{setWeight: 10}, {pause: {}}]}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: search
spec:
  replicas: 2
  strategy:
    canary: {maxSurge: "$(SURGE)", steps: [{setWeight: 10}, {pause: {}}]}
`,
    },
  ],
  kinds: ['argoproj.io/Rollout'],
  resource(rollout, { index, report }) {
    const canary = canaryOf(rollout);
    const maxSurge = surgeOf(rollout as Resource);
    const pods = index.replicaRangeOf(rollout as Resource);
    if (!canary || isRouted(canary) || !maxSurge || !pods) return;
    const isCounted = rollout.root.at('spec').at('replicas').exists || pods.scaler;
    if (!isCounted && !index.isClosed(rollout as Resource)) return;
    let before: Stage | undefined;
    const steps = canaryStepsOf(canary).filter(({ kinds }) => kinds.includes('setWeight'));
    for (const [at, step] of steps.entries()) {
      const stage = stageOf(step, pods, maxSurge);
      const between = { least: steps[at - 1]?.weight ?? 0, most: steps[at + 1]?.weight ?? 100 };
      const same = stage && sameAs(before, stage, pods);
      const off = stage && unreachable(stage, pods);
      if (off) report({ ...off, fixes: same ? [] : reachable(stage, maxSurge, between) });
      else if (same) report(same);
      before = stage;
    }
  },
});

/** A weight between nothing and everything, with the pods that it comes to at each end of the range. */
interface Stage {
  readonly at: CanaryStep['node'];
  readonly weight: number;
  readonly ends: readonly { readonly count: number; readonly split: CanarySplit }[];
}

function surgeOf(rollout: Resource): Amount | undefined {
  const maxSurge = updateLimitsOf(rollout)?.maxSurge;
  return maxSurge?.exists ? readRolloutIntOrPercent(maxSurge.value) : DEFAULT_ROLLING_UPDATE.maxSurge;
}

function stageOf({ node, weight }: CanaryStep, pods: WorkloadRange, maxSurge: Amount): Stage | undefined {
  if (weight === undefined || weight <= 0 || weight >= 100) return undefined;
  const counts = new Set([pods.least, pods.most].filter((count) => count > 0 && Number.isFinite(count)));
  const ends = [...counts].map((count) => ({ count, split: splitAt(weight, count, maxSurge) }));
  return { at: node, weight, ends };
}

function splitAt(weight: number, replicas: number, maxSurge: Amount): CanarySplit {
  return basicCanarySplit({ replicas, weight, surge: amountOf(maxSurge, replicas, 'up') });
}

/** The weight that the pods come to anyway, where that lies between those of the stages before and behind. */
function reachable(
  { at, ends }: Stage,
  maxSurge: Amount,
  { least, most }: { readonly least: number; readonly most: number },
): Fix[] {
  const [end, ...others] = ends;
  const weight = end ? Math.round(canaryShare(end.split)) : 0;
  if (!end || others.length > 0 || weight <= least || weight >= most) return [];
  const split = splitAt(weight, end.count, maxSurge);
  const isSame = split.canary === end.split.canary && split.stable === end.split.stable;
  return isSame ? suggestValues(at.at('setWeight'), [weight]) : [];
}

/** More than 5 points or more than half of the weight off. */
function isOff(split: CanarySplit, weight: number): boolean {
  const difference = Math.abs(canaryShare(split) - weight);
  return difference > 5 || difference > weight / 2;
}

function unreachable({ at, weight, ends }: Stage, pods: WorkloadRange): Problem | undefined {
  if (!ends.some(({ split }) => isOff(split, weight))) return undefined;
  const isEmpty = ends.some(({ split }) => split.canary === 0);
  const consequence = isEmpty ? ', and the stage tests nothing' : '';
  return {
    at: at.at('setWeight'),
    ...(isEmpty && { as: 'empty' }),
    message: `setWeight ${weight} ${outcomeOf(ends, pods)}${consequence}`,
    related: rangeOf(pods),
  };
}

function outcomeOf(ends: Stage['ends'], { scaler }: WorkloadRange): string {
  const parts = ends.map(({ count, split }) => {
    const runs = `${split.canary} new and ${split.stable} old`;
    const share = `${Math.round(canaryShare(split))} %`;
    return scaler ? `${runs} of ${titleOf(count)} (${share})` : `of ${titleOf(count)} runs ${runs}: ${share}`;
  });
  return scaler ? `runs ${parts.join(', ')}, the ends of ${scaler.resource.title}` : parts.join();
}

/** A stage that changes nothing, at both ends; the same weight twice is no claim to change anything. */
function sameAs(
  before: Stage | undefined,
  { at, weight, ends }: Stage,
  pods: WorkloadRange,
): Problem | undefined {
  if (!before || before.weight === weight || ends.length === 0) return undefined;
  const isSame = ends.every(({ split }, end) => {
    const earlier = before.ends[end]?.split;
    return earlier?.canary === split.canary && earlier.stable === split.stable;
  });
  if (!isSame) return undefined;
  return {
    at: at.at('setWeight'),
    message: `setWeight ${weight} ${outcomeOf(ends, pods)}, just as setWeight ${before.weight} before it`,
    related: [
      { at: before.at.at('setWeight'), message: `the same pods as setWeight ${weight}` },
      ...rangeOf(pods),
    ],
  };
}

function rangeOf({ least, most, scaler }: WorkloadRange): NonNullable<Problem['related']> {
  return scaler
    ? [
        {
          at: scaler.minimum,
          message: Number.isFinite(most) ? `runs ${least} to ${most} pods` : `runs ${least} pods or more`,
        },
      ]
    : [];
}

function titleOf(count: number): string {
  return count === 1 ? '1 pod' : `${count} pods`;
}
