import type { V1Service } from '@kubernetes/client-node';
import {
  backendNamesOf,
  canaryOf,
  defineRule,
  type Exposure,
  exposuresOf,
  type Fix,
  type Node,
  offer,
  type Resource,
  type ResourceIndex,
  type Router,
  routersOf,
  serviceRolesOf,
  setValue,
  targetsOf,
} from 'rollsafe';

export default defineRule({
  summary: 'Entrance that goes past the router of a canary',
  why: `
The router of a canary shares the requests for \`stableService\` between two Services by weight. A third Service over the same
pods that users reach as well, by an Ingress, a load balancer or a node port, knows nothing of weights: it sends to all pods
alike. With 10 old pods and 5 new ones a third of its users meet the new version while the weight says 5, and setting
the weight back to 0 doesn't take them off it.

Let the entrance lead to \`stableService\` (ALB: to the \`rootService\`). A third Service inside of the cluster, for metrics or for
other ports, isn't reported. Ignore the rule for an entrance that only testers know.
`,
  severity: 'warning',
  references: [
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/docs/features/traffic-management/index.md',
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/service.go',
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
      canaryService: checkout-canary
      stableService: checkout # <-- related
      trafficRouting:
        nginx: {stableIngress: shop}
      steps: [{setWeight: 5}, {pause: {}}]
  selector:
    matchLabels: {app: checkout}
  template:
    metadata:
      labels: {app: checkout}
---
apiVersion: v1
kind: Service
metadata:
  name: checkout-partners
spec:
  type: LoadBalancer # <-- related
  selector: {app: checkout} # <-- warning
  ports: [{port: 80, targetPort: 8080}]
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
        nginx: {stableIngress: shop}
      steps: [{setWeight: 5}, {pause: {}}]
  selector:
    matchLabels: {app: checkout}
  template:
    metadata:
      labels: {app: checkout}
---
apiVersion: v1
kind: Service
metadata:
  name: checkout-metrics
spec:
  selector: {app: checkout}
  ports: [{port: 80, targetPort: 8080}]
`,
    },
    // By an Ingress; the template is a Deployment's.
    {
      bad: `
apiVersion: v1
kind: List
items:
  - apiVersion: argoproj.io/v1alpha1
    kind: Rollout
    metadata: {name: checkout}
    spec:
      workloadRef: {apiVersion: apps/v1, kind: Deployment, name: checkout}
      strategy:
        canary:
          canaryService: checkout-canary
          stableService: checkout
          trafficRouting: {alb: {ingress: shop, servicePort: 80}}
  - apiVersion: apps/v1
    kind: Deployment
    metadata: {name: checkout}
    spec:
      replicas: 0
      selector: {matchLabels: {app: checkout}}
      template: {metadata: {labels: {app: checkout}}}
  - apiVersion: v1
    kind: Service
    metadata: {name: checkout-all}
    spec:
      selector: {app: checkout} # <-- warning
      ports: [{port: 80}]
  - apiVersion: networking.k8s.io/v1
    kind: Ingress
    metadata: {name: partners}
    spec:
      defaultBackend: {service: {name: checkout-all, port: {number: 80}}} # <-- related
`,
    },
    // The Services that the router knows.
    {
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: checkout
spec:
  strategy:
    canary:
      canaryService: checkout-canary
      stableService: checkout-stable
      trafficRouting:
        alb: {ingress: shop, servicePort: 80, rootService: checkout}
      steps: [{setWeight: 5}, {pause: {}}]
  selector:
    matchLabels: {app: checkout}
  template:
    metadata:
      labels: {app: checkout}
---
apiVersion: v1
kind: Service
metadata:
  name: checkout
spec:
  type: NodePort
  selector: {app: checkout}
  ports: [{port: 80}]
---
apiVersion: v1
kind: Service
metadata:
  name: checkout-stable
spec:
  type: NodePort
  selector: {app: checkout}
  ports: [{port: 80}]
---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata:
  name: shop
spec:
  defaultBackend: {service: {name: checkout, port: {name: use-annotation}}}
`,
    },
    // Without a router the number of pods is what counts anyway; and a mesh routes what comes by an Ingress.
    {
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: checkout
spec:
  strategy:
    canary: {canaryService: checkout-canary, stableService: checkout-stable}
  template:
    metadata:
      labels: {app: checkout}
---
apiVersion: v1
kind: Service
metadata:
  name: checkout
spec:
  type: LoadBalancer
  selector: {app: checkout}
  ports: [{port: 80}]
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: basket
spec:
  strategy:
    canary:
      canaryService: basket-canary
      stableService: basket-stable
      trafficRouting: {istio: {virtualService: {name: basket}}}
  template:
    metadata:
      labels: {app: basket}
---
apiVersion: v1
kind: Service
metadata:
  name: basket
spec:
  selector: {app: basket}
  ports: [{port: 80}]
---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata:
  name: shop
spec:
  defaultBackend: {service: {name: basket, port: {number: 80}}}
`,
    },
    // The router's own Ingress, which the controller refuses: ingress-backend-unmatched.
    {
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: checkout
spec:
  strategy:
    canary:
      canaryService: checkout-canary
      stableService: checkout-stable
      trafficRouting: {nginx: {stableIngress: shop}}
  template:
    metadata:
      labels: {app: checkout}
---
apiVersion: v1
kind: Service
metadata:
  name: checkout
spec:
  selector: {app: checkout}
  ports: [{port: 80}]
---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata:
  name: shop
spec:
  defaultBackend: {service: {name: checkout, port: {number: 80}}}
`,
    },
    // Other ports than those that are shared.
    {
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
      trafficRouting: {nginx: {stableIngress: shop}}
  template:
    metadata:
      labels: {app: checkout}
---
apiVersion: v1
kind: Service
metadata:
  name: checkout
spec:
  selector: {app: checkout}
  ports: [{port: 80, targetPort: 8080}]
---
apiVersion: v1
kind: Service
metadata:
  name: checkout-admin
spec:
  type: NodePort
  selector: {app: checkout}
  ports: [{port: 80, targetPort: 9090}]
`,
    },
  ],
  kinds: ['core/Service'],
  resource(service, { index, report }) {
    const entrances = service.name ? exposuresOf(service.name, service as Resource, index) : [];
    if (entrances.length === 0) return;
    for (const rollout of rolloutsBehind(service, index)) {
      const stable = serviceRolesOf(rollout).find(({ role }) => role === 'stableService');
      const entrance = entrances.find((way) => goesPast(way, routersIn(rollout)));
      if (entrances.some((way) => isWrongRoute(way, rollout, index))) continue;
      if (!entrance || !stable || isKnown(service, rollout) || isOtherPort(service, stable.name, index))
        continue;
      report({
        at: service.root.at('spec').at('selector'),
        message: `users who come to ${service.title} by ${entrance.title} go past the router of ${rollout.title}: they meet the new version by its share of the pods, whatever the weight`,
        related: [
          { at: entrance.at, message: 'where they come in' },
          { at: stable.at, message: 'the Service whose requests the router shares' },
        ],
        fixes: entrances.length === 1 ? leadToRouter(entrance, service.name ?? '', stable.name, rollout) : [],
      });
      return;
    }
  },
});

/** A Service over more pod templates than this is looked at in part. */
const ENOUGH = 100;

/** The Rollouts whose pods a Service of their bundle sends to. */
function rolloutsBehind(service: Resource<V1Service>, index: ResourceIndex): ReadonlySet<Resource> {
  const rollouts = new Set<Resource>();
  let looked = 0;
  for (const { resource } of index.podsSelectedBy(service)) {
    if (++looked > ENOUGH) break;
    for (const owner of [resource, ...index.rolloutsReferencing(resource)])
      if (owner.type === 'argoproj.io/Rollout' && index.areTogether(owner, service as Resource))
        rollouts.add(owner);
  }
  return rollouts;
}

function routingOf(rollout: Resource): Node | undefined {
  return canaryOf(rollout)?.at('trafficRouting') as Node | undefined;
}

function routersIn(rollout: Resource): Router[] {
  const routing = routingOf(rollout);
  return routing ? routersOf(routing) : [];
}

/** A mesh routes what an Ingress sends to any of its hosts, and a load balancer of AWS needs node ports itself. */
function goesPast({ by }: Exposure, routers: readonly Router[]): boolean {
  const isMesh = routers.some((router) => router === 'istio' || router === 'appMesh' || router === 'smi');
  if (by === 'Ingress') return routers.length > 0 && !isMesh;
  return routers.length > 0 && (by === 'LoadBalancer' || !routers.includes('alb'));
}

/** Whether it is the router's own Ingress, and that one doesn't lead to the stable Service: ingress-backend-unmatched. */
function isWrongRoute({ resource }: Exposure, rollout: Resource, index: ResourceIndex): boolean {
  const [nginx, alb] = ['nginx', 'alb'].map((router) => routingOf(rollout)?.at(router));
  const own = [
    nginx?.at('stableIngress'),
    alb?.at('ingress'),
    ...(nginx?.at('stableIngresses').items() ?? []),
    ...(alb?.at('ingresses').items() ?? []),
  ].map((name) => (name as Node | undefined)?.string());
  const known = serviceRolesOf(rollout).flatMap(({ name }) => index.ingressesTo(name, rollout));
  return own.includes(resource.name) && !known.includes(resource);
}

/** Whether the Rollout names the Service: as one of those that it steers, or as the root of its router. */
function isKnown({ name }: Resource<V1Service>, rollout: Resource): boolean {
  const routing = routingOf(rollout);
  const roots = ['alb', 'smi'].map((router) => routing?.at(router).at('rootService').string());
  return roots.includes(name) || serviceRolesOf(rollout).some((service) => service.name === name);
}

/** Whether a Service leads to none of the ports that the stable one leads to, by number or name. */
function isOtherPort(service: Resource<V1Service>, stable: string, index: ResourceIndex): boolean {
  const [known] = index.findNear(
    { type: 'core/Service', name: stable, namespace: service.namespace },
    service as Resource,
  );
  const shared = known ? targetsOf(known as unknown as Resource<V1Service>) : [];
  const ports = new Set(shared.map(({ port }) => port));
  return ports.size > 0 && !targetsOf(service).some(({ port }) => ports.has(port));
}

/** Its Ingress leads to the Service that the router shares. */
function leadToRouter({ by, resource }: Exposure, name: string, stable: string, rollout: Resource): Fix[] {
  const root = routingOf(rollout)?.at('alb').at('rootService').string() || stable;
  const backends = by === 'Ingress' ? backendNamesOf(resource).filter((at) => at.string() === name) : [];
  return offer(
    'suggestion',
    `Let ${resource.title} lead to ${root}`,
    ...backends.map((at) => setValue(at, root)),
  );
}
