import {
  canaryOf,
  defineRule,
  insertEntry,
  type Node,
  nearest,
  offer,
  type Problem,
  type Resource,
  type ResourceIndex,
  suggestValues,
} from 'rollsafe';
import { hasPlaceholder } from 'rollsafe/kubernetes';

export default defineRule({
  summary: 'The VirtualService of a Rollout lacks a route that it is to divide',
  why: `
With Istio the Rollouts controller writes its weights into routes of a VirtualService, and checks them first:

- every name in \`routes\` must be a route of \`spec.http\`; they may be left out only when there is one route besides those
  in \`managedRoutes\`;
- each of these routes must have two destinations: the hosts \`stableService\` and \`canaryService\`, or with a
  \`destinationRule\` its stable and its canary subset;
- the VirtualService must have \`http\`, \`tls\` or \`tcp\` at all. Without names the first route of \`tls\` and \`tcp\` counts,
  and must be the only one.

Otherwise the Rollout is InvalidSpec, and neither updated nor scaled. Write the weights as 100 and 0, and tell a GitOps
tool to ignore them: they change during each release.

In a folder or a rendered stream the rule also says when the VirtualService isn't there at all.
`,
  severity: 'error',
  references: [
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/validation/validation_references.go',
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/istio/istio.go',
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/docs/features/traffic-management/istio.md',
  ],
  examples: [
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
        istio:
          virtualService:
            name: shop
            routes:
              - primary
              - secondary # <-- error
---
apiVersion: networking.istio.io/v1
kind: VirtualService
metadata: {name: shop}
spec:
  hosts: [shop.example.com]
  http: # <-- related
    - name: primary
      route:
        - {destination: {host: shop-stable}, weight: 100}
        - {destination: {host: shop-canary.shop.svc.cluster.local}, weight: 0}
`,
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: shop}
spec:
  strategy:
    canary:
      canaryService: shop-canary
      stableService: shop-stable
      trafficRouting:
        istio:
          virtualService:
            name: shop
            routes:
              - primary
---
apiVersion: networking.istio.io/v1
kind: VirtualService
metadata: {name: shop}
spec:
  hosts: [shop.example.com]
  http:
    - name: primary
      route:
        - {destination: {host: shop-stable}, weight: 100}
        - {destination: {host: shop-canary.shop.svc.cluster.local}, weight: 0}
`,
    },
    // One route that lacks the canary, one that lacks a subset.
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
      trafficRouting: {istio: {virtualService: {name: shop}}} # <-- error
---
apiVersion: networking.istio.io/v1
kind: VirtualService
metadata: {name: shop}
spec:
  http:
    - route: # <-- related
        - destination: {host: shop-stable}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: subsets}
spec:
  strategy:
    canary:
      trafficRouting:
        istio:
          virtualServices:
            - name: subsets # <-- error
              routes: [primary]
          destinationRule: {name: subsets, canarySubsetName: canary, stableSubsetName: stable}
---
apiVersion: networking.istio.io/v1
kind: VirtualService
metadata: {name: subsets}
spec:
  http:
    - name: primary
      route: # <-- related
        - {destination: {host: shop, subset: stable}, weight: 100}
        - {destination: {host: shop, subset: preview}, weight: 0}
`,
    },
    // Two routes and no names; nothing to route at all.
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: two}
spec:
  strategy:
    canary:
      canaryService: canary
      stableService: stable
      trafficRouting:
        istio:
          virtualService:
            name: two # <-- error
---
apiVersion: networking.istio.io/v1
kind: VirtualService
metadata: {name: two}
spec:
  http: # <-- related
    - {name: one, route: [{destination: {host: stable}}, {destination: {host: canary}}]}
    - {name: other, route: [{destination: {host: stable}}, {destination: {host: canary}}]}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: none}
spec:
  strategy:
    canary:
      canaryService: canary
      stableService: stable
      trafficRouting: {istio: {virtualService: {name: none}}} # <-- error
---
apiVersion: networking.istio.io/v1
kind: VirtualService
metadata: {name: none}
spec: {hosts: [none.example.com]} # <-- related
`,
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: two}
spec:
  strategy:
    canary:
      canaryService: canary
      stableService: stable
      trafficRouting:
        managedRoutes: [{name: other}]
        istio:
          virtualService:
            name: two
---
apiVersion: networking.istio.io/v1
kind: VirtualService
metadata: {name: two}
spec:
  http:
    - {route: [{destination: {host: stable}}, {destination: {host: canary}}]}
    - {name: other, route: [{destination: {host: canary}}]}
`,
    },
    // The first route of tcp; a VirtualService that isn't there.
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: queue}
spec:
  strategy:
    canary:
      canaryService: canary
      stableService: stable
      trafficRouting:
        istio:
          virtualServices:
            - {name: queue.mesh} # <-- error
            - {name: elsewhere} # <-- error
---
apiVersion: networking.istio.io/v1
kind: VirtualService
metadata: {name: queue, namespace: mesh}
spec:
  tcp: [{match: [{port: 5672}], route: [{destination: {host: stable}}]}] # <-- related
`,
      good: {
        files: {
          'rollout.yaml': `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: queue}
spec:
  strategy:
    canary:
      canaryService: canary
      stableService: stable
      trafficRouting:
        istio:
          virtualServices:
            - {name: queue.mesh, tcpRoutes: [{port: 5672}]}
            - {name: elsewhere}
---
apiVersion: networking.istio.io/v1
kind: VirtualService
metadata: {name: queue, namespace: mesh}
spec:
  tcp: [{match: [{port: 5672}], route: [{destination: {host: stable}}]}]
`,
        },
        closed: false,
      },
    },
    // Beside ping and pong the two Services still count.
    {
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: table}
spec:
  strategy:
    canary:
      canaryService: table-canary
      stableService: table-stable
      pingPong: {pingService: ping, pongService: pong}
      trafficRouting: {istio: {virtualService: {name: table}}}
---
apiVersion: networking.istio.io/v1
kind: VirtualService
metadata: {name: table}
spec:
  http: [{route: [{destination: {host: table-stable}}, {destination: {host: table-canary}}]}]
`,
    },
    // Ping and pong in place of the two Services; names that are filled in, or missing (traffic-routing-services-missing).
    {
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: table}
spec:
  strategy:
    canary:
      pingPong: {pingService: ping, pongService: pong}
      trafficRouting: {istio: {virtualService: {name: table}}}
---
apiVersion: networking.istio.io/v1
kind: VirtualService
metadata: {name: table}
spec:
  http: [{route: [{destination: {host: ping}}, {destination: {host: pong}}]}]
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: filled-in}
spec:
  strategy:
    canary:
      canaryService: "\${CANARY}"
      stableService: stable
      trafficRouting: {istio: {virtualServices: [{name: table}, {name: "\${VS}"}]}}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: bare}
spec: {strategy: {canary: {trafficRouting: {istio: {virtualService: {name: table}}}}}}
`,
    },
    // The nearest route, and the nearest VirtualService, that can be divided.
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
        istio:
          virtualServices:
            - name: shop
              routes: [primry] # <-- error
            - name: shop-intern # <-- error
---
apiVersion: networking.istio.io/v1
kind: VirtualService
metadata: {name: shop}
spec:
  http: # <-- related
    - name: primary
      route: [{destination: {host: shop-stable}}, {destination: {host: shop-canary}}]
    - name: prime
      route: [{destination: {host: elsewhere}}]
---
apiVersion: networking.istio.io/v1
kind: VirtualService
metadata: {name: shop-internal}
spec:
  http:
    - route: [{destination: {host: shop-stable}}, {destination: {host: shop-canary}}]
`,
    },
  ],
  kinds: ['argoproj.io/Rollout'],
  resource(resource, { index, report }) {
    const rollout = resource as Resource;
    const canary = canaryOf(rollout) as Node | undefined;
    if (!canary) return;
    const istio = canary.at('trafficRouting').at('istio');
    for (const named of [istio.at('virtualService'), ...istio.at('virtualServices').items()]) {
      const problem = problemOf(named, canary, rollout, index);
      if (!problem) continue;
      const message = `${problem.message}: the Rollouts controller refuses ${rollout.title} as InvalidSpec`;
      report({ ...problem, message });
    }
  },
});

function problemOf(named: Node, canary: Node, rollout: Resource, index: ResourceIndex): Problem | undefined {
  const at = named.at('name');
  const written = at.string();
  if (!written || hasPlaceholder(written)) return undefined;
  const [name = '', namespace = rollout.namespace] = written.split('.');
  const reference = { type: 'networking.istio.io/VirtualService', name, namespace };
  const [service, ...others] = index.find(reference, rollout);
  const isKnown = service && others.length === 0 && index.isWhole(service);
  if (service) return isKnown ? routeProblem(service, named, canary) : undefined;
  if (!index.isClosed(rollout) || index.renamed(reference, rollout) || index.mayBeOperated(name))
    return undefined;
  return {
    at,
    message: `VirtualService "${written}", whose routes are to be divided, isn't there`,
    fixes: suggestValues(
      at,
      nearest(
        name,
        index
          .ofType(reference.type, rollout)
          .filter((other) => index.isWhole(other) && !routeProblem(other, named, canary))
          .flatMap((other) => other.name ?? []),
      ),
    ),
  };
}

/** The routes of one protocol, and which of them the Rollout lists. */
interface Routes {
  readonly title: string;
  readonly protocol: string;
  readonly list: Node;
  /** Where the Rollout names the VirtualService, and the map that holds the name. */
  readonly at: Node;
  readonly named: Node;
  /** The names of HTTP routes; ports and hosts of tls and tcp. */
  readonly listed: readonly Node[];
}

/** What the controller says of the routes, in its order. */
function routeProblem(service: Resource, named: Node, canary: Node): Problem | undefined {
  const spec = (service.root as Node).at('spec');
  const at = named.at('name');
  const { title } = service;
  const protocols = ['http', 'tls', 'tcp'].filter((protocol) => spec.at(protocol).exists);
  if (protocols.length === 0) {
    const message = `${title} has no route of http, tls or tcp`;
    return { at, message, related: [{ at: spec, message: 'what it says' }] };
  }
  for (const protocol of protocols) {
    const listed = named.at(protocol === 'http' ? 'routes' : `${protocol}Routes`).items();
    const routes = { title, protocol, list: spec.at(protocol), at, named, listed };
    const problem =
      unknownRoute(routes, canary) ?? ambiguousRoutes(routes, canary) ?? incompleteRoute(routes, canary);
    if (problem) return problem;
  }
  return undefined;
}

const nameOf = (route: Node) => route.at('name').string() ?? '';

/** A listed name that no HTTP route has; routes of tls and tcp are listed by port and host, which isn't looked at. */
function unknownRoute({ title, protocol, list, listed }: Routes, canary: Node): Problem | undefined {
  if (protocol !== 'http' || !list.isList) return undefined;
  const known = list.items().map(nameOf);
  const at = listed.find((name) => {
    const text = name.string();
    return text !== undefined && !known.includes(text) && ![text, ...known].some(hasPlaceholder);
  });
  if (!at) return undefined;
  const message = `${title} has no http route "${at.string()}"`;
  const names = completeRoutes(list.items(), canary).filter((name) =>
    listed.every((one) => one.string() !== name),
  );
  const fixes = suggestValues(at, nearest(at.string() ?? '', names));
  return { at, message, related: [{ at: list, message: 'the routes that it has' }], fixes };
}

/** Several routes, none of them listed. */
function ambiguousRoutes(
  { title, protocol, list, at, listed, named }: Routes,
  canary: Node,
): Problem | undefined {
  const managed = canary.at('trafficRouting').at('managedRoutes').items().map(nameOf);
  const others = list.items().filter((route) => !managed.includes(nameOf(route)));
  if (listed.length > 0 || others.length <= 1) return undefined;
  const message = `${title} has ${others.length} ${protocol} routes, and the Rollout doesn't list which of them to divide`;
  const names = protocol === 'http' && listed.length === 0 ? completeRoutes(others, canary).slice(0, 3) : [];
  const fixes = names.flatMap((name) =>
    offer('suggestion', `Divide the route ${name}`, insertEntry(named, 'routes', [name])),
  );
  return { at, message, related: [{ at: list, message: 'its routes' }], fixes };
}

/** A route that lacks a destination of the two. */
function incompleteRoute(routes: Routes, canary: Node): Problem | undefined {
  const sides = sidesOf(canary);
  if (!sides) return undefined;
  for (const route of routesToDivide(routes)) {
    const lacking = lackingIn(route, sides).map((name) => `"${name}"`);
    if (lacking.length === 0) continue;
    const destinations = route.at('route');
    const place = destinations.exists ? destinations : route;
    return {
      at: routes.at,
      message: `the ${routes.protocol} route of ${routes.title} has no destination with ${sides.word} ${lacking.join(' or ')}`,
      related: [{ at: place, message: 'its destinations' }],
    };
  }
  return undefined;
}

/** The sides that a route has no destination for; none where one is filled in. */
function lackingIn(route: Node, sides: Sides): string[] {
  const found = route
    .at('route')
    .items()
    .map((item) => sides.read(item.at('destination')));
  return found.some(hasPlaceholder) ? [] : sides.names.filter((name) => !found.includes(name));
}

/** The names of the routes that can be divided. */
function completeRoutes(routes: readonly Node[], canary: Node): string[] {
  const sides = sidesOf(canary);
  return routes
    .filter((route) => nameOf(route) && (!sides || lackingIn(route, sides).length === 0))
    .map(nameOf);
}

/** The routes that get weights; those of tls and tcp only when none is listed, and then the first. */
function routesToDivide({ protocol, list, listed }: Routes): Node[] {
  const routes = list.items();
  const [first] = routes;
  if (protocol !== 'http') return first && listed.length === 0 ? [first] : [];
  if (listed.length === 0)
    return (routes.length === 1 ? routes : routes.filter((one) => !nameOf(one))).slice(0, 1);
  const names = listed.map((name) => name.string());
  return routes.filter((route) => names.includes(nameOf(route)));
}

interface Sides {
  /** What tells the destinations apart. */
  readonly word: 'host' | 'subset';
  readonly names: readonly string[];
  read(destination: Node): string;
}

/** The two sides of the canary; undefined when they aren't both written out. */
function sidesOf(canary: Node): Sides | undefined {
  const rule = canary.at('trafficRouting').at('istio').at('destinationRule');
  const names = sideFields(canary, rule).map((field) => field.string() ?? '');
  if (names.some((name) => name === '' || hasPlaceholder(name))) return undefined;
  if (rule.exists) return { word: 'subset', names, read: (to) => to.at('subset').string() ?? '' };
  return { word: 'host', names, read: (to) => to.at('host').string()?.split('.')[0] ?? '' };
}

/** Subsets with a DestinationRule; else the two Services, and ping and pong only where neither of these is set. */
function sideFields(canary: Node, rule: Node): Node[] {
  const services = [canary.at('stableService'), canary.at('canaryService')];
  const pingPong = canary.at('pingPong');
  if (rule.exists) return [rule.at('stableSubsetName'), rule.at('canarySubsetName')];
  if (!pingPong.exists || services.some((service) => service.exists)) return services;
  return [pingPong.at('pingService'), pingPong.at('pongService')];
}
