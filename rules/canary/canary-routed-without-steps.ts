import {
  appendItems,
  canaryOf,
  defineRule,
  type Fix,
  fullWeightOf,
  hasBackgroundAnalysis,
  type Node,
  offer,
  routersOf,
} from 'rollsafe';

export default defineRule({
  summary: 'Traffic routing without steps',
  why: `
A router that can send by weight, and no \`steps\` that set one: as soon as the new pods are available, the traffic goes from
0 to 100% at once, after the cost of a second set of pods. The router is there for the stages in between.

Write steps with weights and something that waits or checks between them. It is only advice where an analysis in the background
watches the switch; and fine to ignore for a change of all traffic at once, for which blueGreen is the plainer strategy.
`,
  severity: { default: 'warning', analysed: 'info' },
  references: [
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/docs/features/canary/index.md',
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting.go',
  ],
  examples: [
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: checkout
spec:
  strategy:
    canary: # <-- warning
      canaryService: checkout-canary
      stableService: checkout
      trafficRouting: # <-- related
        nginx: {stableIngress: checkout}
`,
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: checkout
spec:
  strategy:
    canary:
      canaryService: checkout-canary
      stableService: checkout
      trafficRouting:
        nginx: {stableIngress: checkout}
      steps:
        - setWeight: 10
        - pause: {duration: 10m}
`,
    },
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: checkout
spec:
  strategy:
    canary:
      trafficRouting: {plugins: {argoproj-labs/gatewayAPI: {httpRoute: checkout}}}
      analysis: {templates: [{templateName: success-rate}]}
      steps: [] # <-- info
`,
    },
    // Without a router it is a rolling update.
    {
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: checkout
spec:
  strategy:
    canary: {}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: basket
spec:
  strategy:
    canary: {trafficRouting: {managedRoutes: [{name: testers}]}}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: search
spec:
  strategy:
    canary: {trafficRouting: {istio: {virtualService: {name: search}}}, steps: "$(STEPS)"}
`,
    },
  ],
  kinds: ['argoproj.io/Rollout'],
  resource(rollout, { report }) {
    const canary = canaryOf(rollout);
    const routing = canary?.at('trafficRouting') as Node | undefined;
    if (!canary || !routing || routersOf(routing).length === 0) return;
    const steps = canary.at('steps');
    if (steps.exists && (!steps.isList || steps.items().length > 0)) return;
    report({
      at: steps,
      ...(hasBackgroundAnalysis(canary) && { as: 'analysed' }),
      message: `${routersOf(routing).join(' and ')} could send by weight, but no step sets one: the traffic goes from 0 to 100 % at once`,
      related: [{ at: routing, message: 'the router' }],
      fixes: firstStage(steps, fullWeightOf(canary)),
    });
  },
});

/** A fifth of the traffic, and a time to look at it. */
function firstStage(steps: Node<unknown>, full: number | undefined): Fix[] {
  if (!full || full < 5) return [];
  const stage = [{ setWeight: Math.round(full / 5) }, { pause: { duration: '10m' } }];
  return offer('suggestion', 'Add a stage of 20 % and a pause', appendItems(steps, ...stage));
}
