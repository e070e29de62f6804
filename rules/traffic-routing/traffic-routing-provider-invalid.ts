import {
  canaryOf,
  canaryStepsOf,
  defineRule,
  type Node,
  offer,
  type Problem,
  type Resource,
  type ResourceIndex,
  removeEntry,
  routersOf,
  suggestValues,
} from 'rollsafe';

export default defineRule({
  summary: 'A traffic router with settings that the controller refuses',
  why: `
The Rollouts controller checks its router before it touches a pod, and marks the Rollout as InvalidSpec when

- \`nginx\` names both or neither of \`stableIngress\` and \`stableIngresses\`, \`alb\` of \`ingress\` and \`ingresses\`, \`istio\` of
  \`virtualService\` and \`virtualServices\`;
- \`ambassador\` lists no mapping, or a Mapping that sets a \`weight\` of its own, which is the controller's to set;
- \`maxTrafficWeight\` stands beside a router other than nginx and plugins;
- \`pingPong\` is used with a router other than ALB and Istio.

Nothing is updated or scaled meanwhile. Fields that are missing altogether are not looked for here.
`,
  severity: 'error',
  references: [
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/validation/validation_references.go',
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/validation/validation.go',
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/controller.go',
  ],
  examples: [
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: shop
spec:
  strategy:
    canary:
      canaryService: shop-canary
      stableService: shop-stable
      trafficRouting:
        nginx: # <-- error
          annotationPrefix: nginx.example.com
      steps: [{setWeight: 10}, {pause: {}}]
`,
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: shop
spec:
  strategy:
    canary:
      canaryService: shop-canary
      stableService: shop-stable
      trafficRouting:
        nginx:
          annotationPrefix: nginx.example.com
          stableIngress: shop
      steps: [{setWeight: 10}, {pause: {}}]
`,
    },
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: twice}
spec:
  strategy:
    canary:
      trafficRouting:
        alb:
          ingress: shop # <-- related
          ingresses: [shop, shop-internal] # <-- error
          servicePort: 80
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: mesh}
spec:
  strategy:
    canary:
      trafficRouting:
        istio: {virtualService: {name: shop}, virtualServices: [{name: shop}]} # <-- error
`,
    },
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: weights}
spec:
  strategy:
    canary:
      canaryService: canary
      stableService: stable
      pingPong: {pingService: ping, pongService: pong} # <-- error
      trafficRouting:
        maxTrafficWeight: 1000 # <-- error
        smi: {}
`,
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: weights}
spec:
  strategy:
    canary:
      canaryService: canary
      stableService: stable
      trafficRouting:
        maxTrafficWeight: 1000
        nginx: {stableIngress: web}
`,
    },
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: no-mapping}
spec:
  strategy: {canary: {trafficRouting: {ambassador: {mappings: []}}}} # <-- error
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: mapped}
spec:
  strategy:
    canary:
      trafficRouting:
        ambassador: {mappings: [shop]} # <-- error
---
apiVersion: getambassador.io/v2
kind: Mapping
metadata: {name: shop}
spec: {prefix: /, service: "shop-stable:80", weight: 50} # <-- related
`,
      fixed: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: no-mapping}
spec:
  strategy: {canary: {trafficRouting: {ambassador: {mappings: []}}}}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: mapped}
spec:
  strategy:
    canary:
      trafficRouting:
        ambassador: {mappings: [shop]}
---
apiVersion: getambassador.io/v2
kind: Mapping
metadata: {name: shop}
spec: {prefix: /, service: "shop-stable:80"}
`,
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: mapped}
spec:
  strategy:
    canary:
      trafficRouting:
        ambassador: {mappings: [shop, elsewhere]}
---
apiVersion: getambassador.io/v2
kind: Mapping
metadata: {name: shop}
spec: {prefix: /, service: "shop-stable:80"}
`,
    },
    // An Ingress that would do.
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: shop}
spec:
  strategy:
    canary:
      canaryService: shop-canary
      stableService: shop-stable
      trafficRouting:
        nginx: {} # <-- error
---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: {name: shop}
spec:
  rules:
    - http:
        paths: [{path: /, pathType: Prefix, backend: {service: {name: shop-stable, port: {number: 80}}}}]
`,
    },
    // Either form, ping and pong with ALB, without a router, and with a plugin, which later releases allow.
    {
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: several}
spec:
  strategy:
    canary:
      trafficRouting:
        nginx: {stableIngresses: [shop, shop-internal]}
        istio: {virtualServices: [{name: shop}]}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: ping-pong}
spec:
  strategy:
    canary:
      pingPong: {pingService: ping, pongService: pong}
      trafficRouting: {alb: {ingress: shop, rootService: shop, servicePort: 80}}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: idle}
spec:
  strategy: {canary: {pingPong: {pingService: ping, pongService: pong}}}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: plugged}
spec:
  strategy:
    canary:
      pingPong: {pingService: ping, pongService: pong}
      trafficRouting: {maxTrafficWeight: 1000, plugins: {argoproj-labs/gatewayAPI: {httpRoute: shop}}}
`,
    },
    // Values of other types, and such as are filled in.
    {
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: filled-in}
spec:
  strategy: {canary: {trafficRouting: {nginx: {stableIngress: "\${INGRESS}"}, alb: "\${ALB}"}}}
`,
    },
  ],
  kinds: ['argoproj.io/Rollout'],
  resource(rollout, { index, report }) {
    const canary = canaryOf(rollout) as Node | undefined;
    if (!canary) return;
    const trafficRouting = canary.at('trafficRouting');
    const entrances = ingressesOf(canary, rollout as Resource, index);
    const problems = [
      ...ONE_OF.map(([router, one, several]) => notOneOf(trafficRouting.at(router), one, several, entrances)),
      ...mappingProblems(trafficRouting.at('ambassador'), rollout as Resource, index),
      idleMaxWeight(canary),
      idlePingPong(canary),
    ];
    for (const problem of problems) {
      if (!problem) continue;
      const message = `${problem.message}: the Rollouts controller refuses ${rollout.title} as InvalidSpec`;
      report({ ...problem, message });
    }
  },
});

/** Routers with one field for one object and another for several, of which exactly one must be set. */
const ONE_OF = [
  ['nginx', 'stableIngress', 'stableIngresses'],
  ['alb', 'ingress', 'ingresses'],
  ['istio', 'virtualService', 'virtualServices'],
] as const;

/** The Ingresses that lead to the Service which a router shares. */
function ingressesOf(canary: Node, rollout: Resource, index: ResourceIndex): string[] {
  const root = canary.at('trafficRouting').at('alb').at('rootService').string();
  const service = root || canary.at('stableService').string();
  const ingresses = service ? index.ingressesTo(service, rollout) : [];
  return [...new Set(ingresses.flatMap(({ name }) => name ?? []))].slice(0, 3);
}

function notOneOf(
  settings: Node,
  one: string,
  several: string,
  ingresses: readonly string[],
): Problem | undefined {
  if (!settings.isMap) return undefined;
  const router = settings.key;
  const single = settings.at(one);
  const list = settings.at(several);
  const isSet = single.exists && single.string() !== '';
  if (isSet && list.exists)
    return {
      at: list,
      message: `${router} names both ${one} and ${several}`,
      related: [{ at: single, message: 'set here' }],
      fixes: [
        ...offer('suggestion', `Remove ${several}`, removeEntry(list)),
        ...offer('suggestion', `Remove ${one}`, removeEntry(single)),
      ],
    };
  if (isSet || list.exists) return undefined;
  return {
    at: settings,
    message: `${router} names neither ${one} nor ${several}`,
    fixes: router === 'istio' ? [] : suggestValues(single, ingresses),
  };
}

function mappingProblems(ambassador: Node, rollout: Resource, index: ResourceIndex): Problem[] {
  const mappings = ambassador.at('mappings');
  const names = mappings.items();
  if (mappings.isList && names.length === 0)
    return [{ at: mappings, message: 'ambassador lists no mapping' }];
  return names.flatMap((at) => {
    const name = at.string() ?? '';
    const reference = { type: 'getambassador.io/Mapping', name, namespace: rollout.namespace };
    const [mapping, ...others] = index.find(reference, rollout);
    const weight = mapping && (mapping.root as Node).at('spec').at('weight');
    if (!weight?.integer() || others.length > 0) return [];
    const message = `Mapping "${name}" sets a weight of ${weight.integer()}, which is the controller's to set`;
    const fixes = offer('unsafe', `Remove the weight of Mapping "${name}"`, removeEntry(weight));
    return [{ at, message, related: [{ at: weight, message: 'set here' }], fixes }];
  });
}

function idleMaxWeight(canary: Node): Problem | undefined {
  const trafficRouting = canary.at('trafficRouting');
  const weight = trafficRouting.at('maxTrafficWeight');
  const routers = routersOf(trafficRouting);
  if (weight.integer() === undefined || routers.length === 0) return undefined;
  if (routers.includes('nginx') || routers.includes('plugins')) return undefined;
  return {
    at: weight,
    message: `${routers.join(' and ')} can't divide traffic into ${weight.integer()} parts`,
    fixes: fitsIn100(canary) ? offer('suggestion', 'Remove maxTrafficWeight', removeEntry(weight)) : [],
  };
}

function idlePingPong(canary: Node): Problem | undefined {
  const pingPong = canary.at('pingPong');
  const routers = routersOf(canary.at('trafficRouting'));
  if (!pingPong.isMap || routers.length === 0) return undefined;
  if (routers.some((router) => router === 'alb' || router === 'istio' || router === 'plugins'))
    return undefined;
  return {
    at: pingPong,
    message: `${routers.join(' and ')} can't switch between ping and pong`,
    fixes: ['canaryService', 'stableService'].every((service) => canary.at(service).string())
      ? offer('suggestion', 'Remove pingPong', removeEntry(pingPong))
      : [],
  };
}

/** Whether the weights are weights without a maxTrafficWeight, too. */
function fitsIn100(canary: Node): boolean {
  return canaryStepsOf(canary).every(({ weight = 0 }) => weight <= 100);
}
