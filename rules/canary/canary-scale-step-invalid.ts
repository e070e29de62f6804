import {
  type CanaryStep,
  canaryOf,
  canaryStepsOf,
  defineRule,
  type Fix,
  isRouted,
  type Node,
  offer,
  type Problem,
  removeEntry,
  removeItem,
  setValue,
} from 'rollsafe';

export default defineRule({
  summary: 'setCanaryScale without exactly one size',
  why: `
A step \`setCanaryScale\` sets one of \`replicas\` (a number of pods), \`weight\` (a percentage of \`spec.replicas\`, rounded up)
and \`matchTrafficWeight: true\` (back to the size that follows \`setWeight\`). Nothing checks it: of several the
controller reads the first in the order matchTrafficWeight, replicas, weight and drops the others silently; with none the step
does nothing; and with a negative size the API server refuses the ReplicaSet in the middle of the release, which then hangs.

Without any \`trafficRouting\` the step is refused as a whole: \`traffic-routing-required\`.
`,
  severity: 'error',
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
  replicas: 10
  strategy:
    canary:
      canaryService: checkout-canary
      stableService: checkout
      trafficRouting:
        nginx: {stableIngress: checkout}
      steps:
        - setCanaryScale: {weight: 50, replicas: 1} # <-- error
        - pause: {}
        - setCanaryScale: # <-- error
            matchTrafficWeight: true
            weight: 20
        - setCanaryScale: {} # <-- error
        - setCanaryScale: {matchTrafficWeight: false} # <-- error
        - setCanaryScale: {replicas: -1} # <-- error
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
      canaryService: checkout-canary
      stableService: checkout
      trafficRouting:
        nginx: {stableIngress: checkout}
      steps:
        - setCanaryScale: {replicas: 1}
        - pause: {}
        - setCanaryScale: {weight: 20, matchTrafficWeight: false}
        - setCanaryScale: {matchTrafficWeight: true}
`,
    },
    // Without a router the step itself is refused.
    {
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: checkout
spec:
  strategy:
    canary:
      steps:
        - setCanaryScale: {replicas: 1, weight: 20}
        - pause: {}
`,
    },
    // Values of other types.
    {
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: checkout
spec:
  strategy:
    canary:
      trafficRouting: {istio: {virtualService: {name: checkout}}}
      steps:
        - setCanaryScale: {replicas: "1"}
        - setCanaryScale: 3
        - setCanaryScale:
`,
    },
  ],
  kinds: ['argoproj.io/Rollout'],
  resource(rollout, { report }) {
    const canary = canaryOf(rollout);
    if (!canary || !isRouted(canary)) return;
    for (const step of canaryStepsOf(canary)) {
      const problem = notOneSize(step) ?? negativeSize(step);
      if (problem) report(problem);
    }
  },
});

/** The fields in the order in which the controller reads them. */
const SIZES = ['matchTrafficWeight', 'replicas', 'weight'];

function notOneSize({ node, number }: CanaryStep): Problem | undefined {
  const scale = node.at('setCanaryScale') as Node;
  if (!scale.isMap) return undefined;
  const set = SIZES.filter((size) => scale.at(size).exists && scale.at(size).boolean() !== false);
  const [first, ...ignored] = set;
  if (first && ignored.length === 0) return undefined;
  return {
    at: scale,
    message: first
      ? `step ${number} sets ${set.join(' and ')}: the Rollouts controller reads ${first} and ignores ${ignored.join(' and ')}`
      : `step ${number} sets no size: the Rollouts controller passes it and does nothing`,
    fixes: first ? set.flatMap((size) => keep(size, set, scale)) : giveSize(node, scale),
  };
}

function negativeSize({ node }: CanaryStep): Problem | undefined {
  const sizes = [node.at('setCanaryScale').at('replicas'), node.at('setCanaryScale').at('weight')];
  const at = sizes.find((size) => (size.integer() ?? 0) < 0);
  return (
    at && {
      at,
      message: `a canary of ${at.integer()} can't be: the API server refuses its ReplicaSet in the middle of the release`,
    }
  );
}

/** One of the sizes, without the others. */
function keep(size: string, set: readonly string[], scale: Node): Fix[] {
  const others = set.filter((other) => other !== size);
  return offer('suggestion', `Keep ${size} alone`, ...others.map((other) => removeEntry(scale.at(other))));
}

function giveSize(step: Node<unknown>, scale: Node): Fix[] {
  return [
    ...offer('suggestion', 'Follow the weights', setValue(scale.at('matchTrafficWeight'), true)),
    ...(step.fields().length === 1 ? offer('suggestion', 'Remove the step', removeItem(step)) : []),
  ];
}
