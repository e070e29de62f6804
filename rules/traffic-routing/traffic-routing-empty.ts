import {
  canaryOf,
  canaryStepsOf,
  defineRule,
  type Node,
  offer,
  removeEntry,
  routedSettingsOf,
  routersOf,
} from 'rollsafe';

export default defineRule({
  summary: 'Traffic routing that names no router',
  why: `
With \`trafficRouting\` the Rollouts controller scales the canary as if a router divided the requests: \`setWeight: 5\` makes
one pod of twenty, and the stable ones all stay. When no router is named there is nobody to tell the weight to. The
controller accepts such a Rollout and says nothing; requests are spread over the pods that the Services happen to select.
\`managedRoutes\` and \`maxTrafficWeight\` alone are as empty, and so is a router whose block is null.

Name the router (\`nginx\`, \`alb\`, \`istio\`, \`traefik\`, \`plugins\` …), or take \`trafficRouting\` out: then the weights are
shares of the pods.
`,
  severity: 'error',
  references: [
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting.go',
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/docs/features/traffic-management/index.md',
  ],
  examples: [
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: web
spec:
  strategy:
    canary:
      canaryService: web-canary
      stableService: web-stable
      trafficRouting: {} # <-- error
      steps: [{setWeight: 5}, {pause: {}}]
`,
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: web
spec:
  strategy:
    canary:
      canaryService: web-canary
      stableService: web-stable
      trafficRouting: {traefik: {weightedTraefikServiceName: web}}
      steps: [{setWeight: 5}, {pause: {}}]
`,
    },
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: routes}
spec:
  strategy:
    canary:
      trafficRouting: # <-- error
        managedRoutes: [{name: beta}]
        maxTrafficWeight: 1000
        istio:
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: plugged}
spec:
  strategy: {canary: {trafficRouting: {plugins: {}}}} # <-- error
`,
    },
    // No trafficRouting, a plugin, a router that rollsafe doesn't know or that is filled in.
    {
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: plain}
spec:
  strategy: {canary: {trafficRouting: null, steps: [{setWeight: 50}, {pause: {}}]}}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: plugged}
spec:
  strategy: {canary: {trafficRouting: {plugins: {argoproj-labs/gatewayAPI: {httpRoute: web}}}}}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: other}
spec:
  strategy: {canary: {trafficRouting: {kong: {route: web}}}}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: filled-in}
spec:
  strategy: {canary: {trafficRouting: {istio: "\${ISTIO}"}}}
`,
    },
  ],
  kinds: ['argoproj.io/Rollout'],
  resource(rollout, { report }) {
    const canary = canaryOf(rollout) as Node | undefined;
    if (!canary) return;
    const trafficRouting = canary.at('trafficRouting');
    if (!trafficRouting.isMap || routersOf(trafficRouting).length > 0) return;
    const others = trafficRouting.fields().filter(([key, value]) => value.exists && !NO_ROUTER.has(key));
    if (others.length > 0) return;
    report({
      at: trafficRouting,
      message: `trafficRouting of ${rollout.title} names no router: its weights move no request`,
      fixes: canDoWithout(canary)
        ? offer('suggestion', 'Remove trafficRouting', removeEntry(trafficRouting))
        : [],
    });
  },
});

/** What may stand beside a router. */
const NO_ROUTER = new Set(['managedRoutes', 'maxTrafficWeight', 'plugins']);

/** Whether nothing else in a canary needs its trafficRouting. */
function canDoWithout(canary: Node): boolean {
  const fits = canaryStepsOf(canary).every(({ weight = 0 }) => weight <= 100);
  return fits && routedSettingsOf(canary).length === 0;
}
