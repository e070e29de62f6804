import {
  canaryOf,
  defineRule,
  type Exposure,
  exposuresOf,
  type Fix,
  isRouted,
  type Node,
  offer,
  type Pod,
  type Resource,
  type ResourceIndex,
  setValue,
} from 'rollsafe';
import { hasPlaceholder } from 'rollsafe/kubernetes';

export default defineRule({
  summary: 'Users who reach the stable pods only',
  why: `
\`stableService\` always selects the pods of the old version, \`canaryService\` those of the new one. Without \`trafficRouting\`
nothing shares requests between the two, so users who come through the stable Service don't meet the new version until the
very end, whatever the weights say. A pause or an analysis in between watches pods without users.

Configure the router (\`trafficRouting\`), or send the users to a third Service over all the pods. An Ingress of its own for
\`canaryService\` is fine as a preview; where it shares the users by hand (nginx's canary annotation) nothing is reported.
Ignore the rule where the stages are only for testers.
`,
  severity: 'warning',
  references: [
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/service.go',
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
  replicas: 10
  strategy:
    canary:
      canaryService: checkout-canary
      stableService: checkout # <-- warning
      steps: [{setWeight: 10}, {pause: {}}]
---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata:
  name: shop
spec:
  rules:
    - host: shop.example.com
      http:
        paths:
          - path: /checkout
            pathType: Prefix
            backend:
              service:
                name: checkout # <-- related
                port: {number: 80}
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
        nginx: {stableIngress: shop}
      steps: [{setWeight: 10}, {pause: {}}]
---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata:
  name: shop
spec:
  rules:
    - host: shop.example.com
      http:
        paths:
          - path: /checkout
            pathType: Prefix
            backend:
              service:
                name: checkout
                port: {number: 80}
`,
    },
    {
      bad: `
apiVersion: v1
kind: Service
metadata:
  name: checkout
spec:
  type: LoadBalancer # <-- related
  selector: {app: checkout}
  ports: [{port: 80}]
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: checkout
spec:
  replicas: 10
  strategy:
    canary:
      canaryService: checkout-canary
      stableService: checkout # <-- warning
      steps: [{setWeight: 10}, {pause: {}}]
`,
      good: `
apiVersion: v1
kind: Service
metadata:
  name: checkout
spec:
  selector: {app: checkout}
  ports: [{port: 80}]
---
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
      steps: [{setWeight: 10}, {pause: {}}]
`,
    },
    // Shared by hand.
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
---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata:
  name: shop
spec:
  defaultBackend: {service: {name: checkout, port: {number: 80}}}
---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata:
  name: shop-canary
  annotations:
    nginx.ingress.kubernetes.io/canary: "true"
    nginx.ingress.kubernetes.io/canary-weight: "20"
spec:
  defaultBackend: {service: {name: checkout-canary, port: {number: 80}}}
`,
    },
    // A Service over all pods takes users too.
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
  selector: {app: checkout}
  ports: [{port: 80}]
---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata:
  name: shop
spec:
  rules:
    - http: {paths: [{path: /, pathType: Prefix, backend: {service: {name: checkout, port: {number: 80}}}}]}
    - host: stable.example.com
      http: {paths: [{path: /, pathType: Prefix, backend: {service: {name: checkout-stable, port: {number: 80}}}}]}
`,
    },
    // An Ingress whose router can share the users.
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: checkout}
spec:
  selector: {matchLabels: {app: checkout}}
  template: {metadata: {labels: {app: checkout}}}
  strategy:
    canary:
      canaryService: checkout-canary
      stableService: checkout # <-- warning
      steps: [{setWeight: 20}, {pause: {duration: 10m}}]
---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: {name: shop}
spec:
  ingressClassName: nginx
  rules:
    - http:
        paths: [{path: /, pathType: Prefix, backend: {service: {name: checkout, port: {number: 80}}}}]
`,
    },
  ],
  kinds: ['argoproj.io/Rollout'],
  resource(rollout, { index, report }) {
    const canary = canaryOf(rollout);
    if (!canary || isRouted(canary)) return;
    const at = canary.at('stableService');
    const stable = at.string();
    if (!stable || hasPlaceholder(stable)) return;
    const [entrance] = exposuresOf(stable, rollout as Resource, index);
    const names = new Set([stable, canary.at('canaryService').string() ?? '']);
    if (!entrance || sharesByHand(names, rollout as Resource, index)) return;
    report({
      at,
      message: `users come to the stableService ${stable} by ${entrance.title} and nothing shares them with the new version: they meet it at the end, whatever the weights`,
      related: [{ at: entrance.at, message: 'where they come in' }],
      fixes:
        canary.at('canaryService').string() && canary.at('steps').exists
          ? routeBy(entrance, canary as Node)
          : [],
    });
  },
});

/** Whether users can reach new pods another way: by the canary's Service beside the stable one, or by a third Service. */
function sharesByHand(names: ReadonlySet<string>, rollout: Resource, index: ResourceIndex): boolean {
  const [stable = '', canary = ''] = names;
  const besides = canary ? exposuresOf(canary, rollout, index) : [];
  const toStable = new Set(index.ingressesTo(stable, rollout));
  return (
    besides.some(({ resource }) => isCanaryIngress(resource) || toStable.has(resource)) ||
    index.podsRunBy(rollout).some((pod) => hasThirdEntrance(pod, names, index))
  );
}

function isCanaryIngress(ingress: Resource): boolean {
  return ingress.annotation('nginx.ingress.kubernetes.io/canary').value !== undefined;
}

function hasThirdEntrance(pod: Pod, names: ReadonlySet<string>, index: ResourceIndex): boolean {
  return index
    .servicesSelecting(pod)
    .some(({ name }) => name && !names.has(name) && exposuresOf(name, pod.resource, index).length > 0);
}

/** The router that the Ingress has already. */
function routeBy({ by, resource }: Exposure, canary: Node): Fix[] {
  const name = (resource.root as Node).at('spec').at('ingressClassName').string();
  const className = name ?? resource.annotation('kubernetes.io/ingress.class').string();
  if (by !== 'Ingress' || className !== 'nginx' || resource.name === undefined) return [];
  const routing = setValue(canary.at('trafficRouting'), { nginx: { stableIngress: resource.name } });
  return offer('suggestion', `Let nginx share the traffic of ${resource.title}`, routing);
}
