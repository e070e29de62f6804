import {
  type CanaryStep,
  canaryOf,
  canaryStepsOf,
  defineRule,
  type Fix,
  fullWeightOf,
  heldSizesOf,
  insertItems,
  isRouted,
  type Node,
  offer,
  type Resource,
} from 'rollsafe';
import { routedCanarySplit } from 'rollsafe/kubernetes';

export default defineRule({
  summary: 'Weight on a canary whose size is held',
  why: `
After \`setCanaryScale\` with \`replicas\` or \`weight\` the number of new pods stays, whatever the weights that follow, until
a step \`setCanaryScale: {matchTrafficWeight: true}\`. A later \`setWeight\` then sends more requests to these few pods than
they are there for: with 10 replicas, \`replicas: 1\` and \`setWeight: 50\` give half of the users to one pod. It falls over,
and the canary fails for its size instead of its code.

Put \`matchTrafficWeight: true\` before the first weight that outgrows the size, or hold a size that carries the weights that
follow. With an autoscaler its maximum is looked at. Fine to ignore for pods that are known to carry more than their share.
`,
  severity: 'warning',
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
        - setCanaryScale: {replicas: 1} # <-- related
        - pause: {}
        - setWeight: 10
        - pause: {duration: 10m}
        - setWeight: 50 # <-- warning
        - pause: {duration: 10m}
        - setWeight: 80
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
      canaryService: checkout-canary
      stableService: checkout
      trafficRouting:
        nginx: {stableIngress: checkout}
      steps:
        - setCanaryScale: {replicas: 1}
        - pause: {}
        - setWeight: 10
        - pause: {duration: 10m}
        - setCanaryScale: {matchTrafficWeight: true}
        - setWeight: 50
        - pause: {duration: 10m}
`,
    },
    // A share of the replicas; each size speaks once.
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
      trafficRouting: {istio: {virtualService: {name: checkout}}}
      steps:
        - setCanaryScale: {weight: 20}
        - setWeight: 40 # <-- warning
        - pause: {}
        - setCanaryScale: {replicas: 0}
        - setWeight: 5 # <-- warning
        - pause: {}
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
      trafficRouting: {istio: {virtualService: {name: checkout}}}
      steps:
        - setCanaryScale: {weight: 40}
        - setWeight: 40
        - pause: {}
        - setCanaryScale: {replicas: 5}
        - setWeight: 50
        - pause: {}
`,
    },
    // As many pods as an autoscaler may run.
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: checkout
spec:
  strategy:
    canary:
      trafficRouting: {istio: {virtualService: {name: checkout}}}
      steps: [{setCanaryScale: {replicas: 2}}, {setWeight: 20}, {pause: {}}] # <-- warning
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: checkout
spec:
  scaleTargetRef: {apiVersion: argoproj.io/v1alpha1, kind: Rollout, name: checkout}
  minReplicas: 4
  maxReplicas: 40 # <-- related
`,
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: checkout
spec:
  strategy:
    canary:
      trafficRouting: {istio: {virtualService: {name: checkout}}}
      steps: [{setCanaryScale: {replicas: 2}}, {setWeight: 20}, {pause: {}}]
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: checkout
spec:
  scaleTargetRef: {apiVersion: argoproj.io/v1alpha1, kind: Rollout, name: checkout}
  minReplicas: 4
  maxReplicas: 10
`,
    },
    // A floor of pods that carries the weight.
    {
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: checkout
spec:
  replicas: 10
  strategy:
    canary:
      minPodsPerReplicaSet: 3
      trafficRouting: {istio: {virtualService: {name: checkout}}}
      steps: [{setCanaryScale: {weight: 5}}, {setWeight: 30}, {pause: {}}]
`,
    },
    // Without a router the step is refused; sizes that aren't known here.
    {
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: checkout
spec:
  replicas: 10
  strategy:
    canary:
      steps: [{setCanaryScale: {replicas: 1}}, {setWeight: 50}, {pause: {}}]
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: basket
spec:
  replicas: 10
  strategy:
    canary:
      trafficRouting: {istio: {virtualService: {name: basket}}}
      steps: [{setCanaryScale: {replicas: "1"}}, {setWeight: 50}, {setCanaryScale: {}}, {setWeight: 60}, {pause: {}}]
`,
    },
  ],
  kinds: ['argoproj.io/Rollout'],
  resource(rollout, { index, report }) {
    const canary = canaryOf(rollout);
    const pods = index.replicaRangeOf(rollout as Resource);
    const full = canary && fullWeightOf(canary);
    if (!canary || !isRouted(canary) || !pods || !full) return;
    const replicas = Number.isFinite(pods.most) ? pods.most : pods.least;
    const minPods = (canary.at('minPodsPerReplicaSet') as Node).integer() ?? 0;
    const steps = canaryStepsOf(canary);
    const sizes = heldSizesOf(steps);
    const told = new Set<number>();
    for (const [at, { node, kinds, weight, number }] of steps.entries()) {
      const held = sizes[at];
      if (!held || held.size === 'unknown' || told.has(held.step)) continue;
      if (!kinds.includes('setWeight') || weight === undefined || weight > full) continue;
      const has = routedCanarySplit({ replicas, weight: 0, scale: held.size, minPods }).canary;
      const needs = routedCanarySplit({ replicas, weight, maxWeight: full }).canary;
      if (needs <= has) continue;
      const share = Math.round((weight / full) * 100);
      report({
        at: node.at('setWeight'),
        message: `setWeight ${weight} sends ${share} % of the requests to ${has === 1 ? '1 pod' : `${has} pods`}, where it takes ${needs} of ${pods.scaler ? `up to ${replicas}` : replicas}: the size of step ${held.step} still holds`,
        related: [
          ...holderOf(steps[held.step - 1]),
          ...(pods.scaler ? [{ at: pods.scaler.maximum, message: `runs up to ${replicas} pods` }] : []),
        ],
        fixes: held.step === number ? [] : releaseBehind(steps[at - 1]),
      });
      told.add(held.step);
    }
  },
});

function holderOf(step: CanaryStep | undefined) {
  return step ? [{ at: step.node.at('setCanaryScale'), message: 'holds the size' }] : [];
}

/** The size follows the weights again from there on. */
function releaseBehind(step: CanaryStep | undefined): Fix[] {
  const item = { setCanaryScale: { matchTrafficWeight: true } };
  return step
    ? offer('suggestion', 'Let the size follow the weights before it', insertItems(step.node, item))
    : [];
}
