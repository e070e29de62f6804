import {
  appendItems,
  type CanaryStep,
  canaryOf,
  canaryStepsOf,
  defineRule,
  type Fix,
  isRouted,
  type Node,
  nearest,
  offer,
  type Problem,
  removeEntry,
  removeItem,
  routersOf,
  suggestValues,
} from 'rollsafe';
import { hasPlaceholder } from 'rollsafe/kubernetes';

export default defineRule({
  summary: 'Header or mirror route that the router refuses',
  why: `
\`setHeaderRoute\` works with Istio, ALB, Apisix and plugins, \`setMirrorRoute\` with Istio. Each route must be listed in
\`trafficRouting.managedRoutes\`, since the controller owns the routes of these names; and each value must be matched in
exactly one way, by \`exact\`, \`prefix\` or \`regex\` (ALB: by \`exact\` only). Otherwise the controller marks the Rollout
InvalidSpec and the release doesn't start.

Without any \`trafficRouting\` it is \`traffic-routing-required\`. Mirroring by a plugin depends on the version of the
controller and isn't reported.
`,
  severity: 'error',
  references: [
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/validation/validation.go',
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/docs/features/traffic-management/index.md',
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
    canary:
      trafficRouting:
        istio: {virtualService: {name: checkout}}
        managedRoutes: # <-- related
          - name: testers
      steps:
        - setCanaryScale: {weight: 20}
        - setHeaderRoute:
            name: tester # <-- error
            match:
              - headerName: X-Tester
                headerValue: {exact: "yes"}
        - setHeaderRoute:
            name: testers
            match:
              - headerName: X-Tester
                headerValue: {exact: "yes", prefix: y} # <-- error
              - headerName: X-Group
                headerValue: {} # <-- error
              - headerName: X-Stage # <-- error
`,
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: checkout
spec:
  strategy:
    canary:
      trafficRouting:
        istio: {virtualService: {name: checkout}}
        managedRoutes:
          - name: testers
      steps:
        - setCanaryScale: {weight: 20}
        - setHeaderRoute:
            name: testers
            match:
              - headerName: X-Tester
                headerValue: {exact: "yes"}
              - headerName: X-Group
                headerValue: {regex: "(qa|dev)"}
              - headerName: X-Stage
                headerValue: {prefix: pre}
        - pause: {}
        - setHeaderRoute: {name: testers}
`,
    },
    // No route is managed at all.
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: checkout
spec:
  strategy:
    canary:
      trafficRouting:
        istio: {virtualService: {name: checkout}}
      steps:
        - setMirrorRoute:
            name: shadow # <-- error
            percentage: 20
            match:
              - method: {exact: GET}
                path: {} # <-- error
`,
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: checkout
spec:
  strategy:
    canary:
      trafficRouting:
        istio: {virtualService: {name: checkout}}
        managedRoutes: [{name: shadow}]
      steps:
        - setMirrorRoute:
            name: shadow
            percentage: 20
            match:
              - method: {exact: GET}
                path: {prefix: /}
`,
    },
    // Routers without such routes.
    {
      bad: `
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
        managedRoutes: [{name: testers}, {name: shadow}]
      steps:
        - setHeaderRoute: # <-- error
            name: testers
            match: [{headerName: X-Tester, headerValue: {exact: "yes"}}]
        - setMirrorRoute: {name: shadow} # <-- error
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
        plugins: {argoproj-labs/gatewayAPI: {httpRoute: checkout}}
        managedRoutes: [{name: testers}, {name: shadow}]
      steps:
        - setHeaderRoute:
            name: testers
            match: [{headerName: X-Tester, headerValue: {exact: "yes"}}]
        - setMirrorRoute: {name: shadow}
`,
    },
    // ALB knows exact values only.
    {
      bad: `
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
        alb: {ingress: checkout, servicePort: 80}
        managedRoutes: [{name: testers}]
      steps:
        - setHeaderRoute:
            name: testers
            match:
              - headerName: X-Tester
                headerValue: {prefix: y} # <-- error
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
        alb: {ingress: checkout, servicePort: 80}
        managedRoutes: [{name: testers}]
      steps:
        - setHeaderRoute:
            name: testers
            match:
              - headerName: X-Tester
                headerValue: {exact: "yes"}
`,
    },
    // Without any router the step is refused for that: traffic-routing-required.
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
        - setHeaderRoute: {name: testers}
        - pause: {}
`,
    },
    // Names that aren't known here.
    {
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: checkout
spec:
  strategy:
    canary:
      trafficRouting:
        istio: {virtualService: {name: checkout}}
        managedRoutes: [{name: "$(ROUTE)"}]
      steps:
        - setHeaderRoute: {name: testers}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: basket
spec:
  strategy:
    canary:
      trafficRouting:
        istio: {virtualService: {name: basket}}
        managedRoutes: [{name: testers}]
      steps:
        - setHeaderRoute: {name: "\${ROUTE}"}
        - setHeaderRoute: {name: 7}
`,
    },
  ],
  kinds: ['argoproj.io/Rollout'],
  resource(rollout, { report }) {
    const canary = canaryOf(rollout);
    if (!canary || !isRouted(canary)) return;
    const routing = canary.at('trafficRouting') as Node;
    if (!routing.isMap) return;
    for (const step of canaryStepsOf(canary)) {
      for (const kind of ['setHeaderRoute', 'setMirrorRoute'] as const) {
        for (const problem of problemsOf(kind, step, routing)) report(problem);
      }
    }
  },
});

const REFUSAL = 'the Rollouts controller refuses it as InvalidSpec';

type RouteKind = 'setHeaderRoute' | 'setMirrorRoute';

const ABLE: Readonly<Record<RouteKind, readonly string[]>> = {
  setHeaderRoute: ['istio', 'alb', 'apisix', 'plugins'],
  setMirrorRoute: ['istio', 'plugins'],
};

function problemsOf(kind: RouteKind, { node, number }: CanaryStep, routing: Node): Problem[] {
  const route = node.at(kind) as Node;
  if (!route.isMap) return [];
  const routers = routersOf(routing);
  if (!routers.some((router) => ABLE[kind].includes(router))) {
    const whose = routers.length > 0 ? routers.join(' and ') : 'a trafficRouting without router';
    const fixes = node.fields().length === 1 ? offer('suggestion', 'Remove the step', removeItem(node)) : [];
    return [
      { at: route, message: `step ${number} has a ${kind}, which ${whose} can't do: ${REFUSAL}`, fixes },
    ];
  }
  const alb = kind === 'setHeaderRoute' && routers.includes('alb');
  const unmanaged = notManaged(route.at('name'), routing.at('managedRoutes'));
  const values = valuesOf(kind, route).flatMap((value) => matchedWrongly(value, alb) ?? []);
  return unmanaged ? [unmanaged, ...values] : values;
}

function notManaged(at: Node, managed: Node): Problem | undefined {
  const name = at.string();
  const names = managed.items().map((route) => (route as Node).at('name').string() ?? '');
  if (!name || names.includes(name) || [name, ...names].some(hasPlaceholder)) return undefined;
  return {
    at,
    message: `no managedRoutes of trafficRouting has the route "${name}": ${REFUSAL}`,
    related: managed.exists ? [{ at: managed, message: 'the routes that are managed' }] : [],
    fixes: [
      ...suggestValues(at, nearest(name, names)).slice(0, 2),
      ...offer('suggestion', `Add ${name} to managedRoutes`, appendItems(managed, { name })),
    ],
  };
}

/** What has to be matched in one way; a header needs a value, a method and a path of a mirror may be left out. */
function valuesOf(kind: RouteKind, route: Node): Node[] {
  const matches = (route.at('match').items() as Node[]).filter((match) => match.isMap);
  if (kind === 'setHeaderRoute') return matches.map((match) => match.at('headerValue'));
  return matches.flatMap((match) => [match.at('method'), match.at('path')]).filter((value) => value.exists);
}

function matchedWrongly(value: Node, alb: boolean): Problem | undefined {
  if (value.exists && !value.isMap) return undefined;
  const ways = ['exact', 'prefix', 'regex'].filter(
    (way) => value.at(way).value !== '' && value.at(way).exists,
  );
  const right = ways.length === 1 && (!alb || ways[0] === 'exact');
  if (right) return undefined;
  const what = ways.length === 0 ? 'in no way' : `by ${ways.join(' and ')}`;
  const rule = alb ? 'ALB matches by exact alone' : 'one of exact, prefix and regex is needed';
  const wanted = ways.filter((way) => !alb || way === 'exact');
  return {
    at: value,
    message: `a value is matched ${what}, where ${rule}: ${REFUSAL}`,
    fixes: wanted.flatMap((way) => matchBy(way, ways, value)),
  };
}

/** One of the ways, without the others. */
function matchBy(way: string, ways: readonly string[], value: Node): Fix[] {
  const others = ways.filter((other) => other !== way);
  return offer('suggestion', `Match by ${way} alone`, ...others.map((other) => removeEntry(value.at(other))));
}
