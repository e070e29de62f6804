import {
  canaryOf,
  defineRule,
  type Fix,
  type Node,
  offer,
  type Resource,
  type ResourceIndex,
  setValue,
  suggestValues,
} from 'rollsafe';
import { hasPlaceholder } from 'rollsafe/kubernetes';

export default defineRule({
  summary: 'The Ingress of a router has no rule for the stable Service',
  why: `
With nginx the Rollouts controller copies the rules of the Ingress that lead to \`stableService\` into a second Ingress for
the canary; with ALB it writes the weights as an action for \`rootService\`, or for \`stableService\` when there is none. An
Ingress without such a rule leaves nothing to divide: the controller marks the Rollout as InvalidSpec, and neither updates
nor scales it. A \`defaultBackend\` isn't looked at.

It is the usual left-over of a migration: the Ingress still names the Service that the Deployment had. Let it name the
stable (or root) Service; it may have other rules besides.

In a folder or a rendered stream the rule also says when the Ingress isn't there at all.
`,
  severity: 'error',
  references: [
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/validation/validation_references.go',
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/docs/features/traffic-management/nginx.md',
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/docs/features/traffic-management/alb.md',
  ],
  examples: [
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: fjord}
spec:
  strategy:
    canary:
      stableService: fjord-stable
      canaryService: fjord-canary
      trafficRouting:
        nginx: {stableIngress: fjord} # <-- error
---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: {name: fjord}
spec:
  rules: # <-- related
    - http:
        paths:
          - {path: /, pathType: Prefix, backend: {service: {name: fjord, port: {number: 80}}}}
`,
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: fjord}
spec:
  strategy:
    canary:
      stableService: fjord-stable
      canaryService: fjord-canary
      trafficRouting:
        nginx: {stableIngress: fjord}
---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: {name: fjord}
spec:
  rules:
    - http:
        paths:
          - {path: /static, pathType: Prefix, backend: {service: {name: fjord, port: {number: 80}}}}
          - {path: /, pathType: Prefix, backend: {service: {name: fjord-stable, port: {number: 80}}}}
`,
    },
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: delta}
spec:
  strategy:
    canary:
      stableService: delta-stable
      canaryService: delta-canary
      trafficRouting:
        alb:
          servicePort: 80
          rootService: delta-root
          ingresses:
            - delta
            - delta-internal # <-- error
---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: {name: delta}
spec:
  rules:
    - http:
        paths:
          - {path: /, pathType: Prefix, backend: {service: {name: delta-root, port: {name: use-annotation}}}}
---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: {name: delta-internal}
spec:
  defaultBackend: {service: {name: delta-root, port: {number: 80}}}
  rules: # <-- related
    - http:
        paths:
          - {path: /, pathType: Prefix, backend: {service: {name: delta-stable, port: {name: use-annotation}}}}
`,
    },
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: lost}
spec:
  strategy:
    canary:
      stableService: lost-stable
      canaryService: lost-canary
      trafficRouting:
        nginx:
          stableIngress: lost # <-- error
`,
      good: {
        files: {
          'rollout.yaml': `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: lost}
spec:
  strategy:
    canary:
      stableService: lost-stable
      canaryService: lost-canary
      trafficRouting:
        nginx:
          stableIngress: lost
`,
        },
        closed: false,
      },
    },
    // The removed version of the API, without a root Service.
    {
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: old}
spec:
  strategy:
    canary:
      stableService: old-stable
      canaryService: old-canary
      trafficRouting: {alb: {ingress: old, servicePort: 80}}
---
apiVersion: networking.k8s.io/v1beta1
kind: Ingress
metadata: {name: old}
spec: {rules: [{http: {paths: [{backend: {serviceName: old-stable, servicePort: use-annotation}}]}}]}
`,
    },
    // A patch of kustomize says nothing of the rules.
    {
      good: {
        files: {
          'rollout/rollout.yaml': `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: fjord}
spec:
  strategy:
    canary:
      stableService: fjord-stable
      canaryService: fjord-canary
      trafficRouting: {nginx: {stableIngress: fjord}}
`,
          'ingress/kustomization.yaml': `
resources: [https://example.com/ingress]
patches: [{path: patch.yaml}]
`,
          'ingress/patch.yaml': `
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: {name: fjord, annotations: {team: coast}}
`,
        },
      },
    },
    // Without a stable Service it is traffic-routing-services-missing; names that are filled in.
    {
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: bare}
spec: {strategy: {canary: {trafficRouting: {nginx: {stableIngress: bare}}}}}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: filled-in}
spec:
  strategy:
    canary:
      stableService: stable
      trafficRouting: {nginx: {stableIngresses: ["\${INGRESS}", bare]}}
---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: {name: bare}
spec: {rules: [{http: {paths: [{backend: {service: {name: "\${SERVICE}", port: {number: 80}}}}]}}]}
`,
    },
    // An Ingress of another name that has the rule.
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: fjord}
spec:
  strategy:
    canary:
      canaryService: fjord-canary
      stableService: fjord-stable
      trafficRouting:
        nginx: {stableIngress: fjord} # <-- error
---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: {name: fjord-public}
spec:
  rules:
    - http:
        paths: [{path: /, pathType: Prefix, backend: {service: {name: fjord-stable, port: {number: 80}}}}]
`,
    },
  ],
  kinds: ['argoproj.io/Rollout'],
  resource(resource, { index, report }) {
    const rollout = resource as Resource;
    const canary = canaryOf(rollout) as Node | undefined;
    if (!canary) return;
    const service = routedService(canary);
    if (service === undefined || hasPlaceholder(service)) return;
    for (const at of ingressNames(canary.at('trafficRouting'))) {
      const lack = lackOf(at.string() ?? '', service, rollout, index);
      if (!lack) continue;
      report({
        at,
        message: `${lack.what}: the Rollouts controller refuses ${rollout.title} as InvalidSpec`,
        related: lack.rules ? [{ at: lack.rules, message: 'the rules that it has' }] : [],
        fixes: lack.ingress
          ? leadTo(service, lack.ingress)
          : suggestValues(at, namesOf(index.ingressesTo(service, rollout)).slice(0, 3)),
      });
    }
  },
});

/** The Service that the rules must lead to. */
function routedService(canary: Node): string | undefined {
  const root = canary.at('trafficRouting').at('alb').at('rootService').string();
  return root || canary.at('stableService').string() || undefined;
}

/** Where a router names its Ingresses; nothing where two routers of this kind are set, of which one is checked. */
function ingressNames(trafficRouting: Node): Node[] {
  const nginx = trafficRouting.at('nginx');
  const alb = trafficRouting.at('alb');
  if (nginx.exists && alb.exists) return [];
  const names = [
    nginx.at('stableIngress'),
    ...nginx.at('stableIngresses').items(),
    alb.at('ingress'),
    ...alb.at('ingresses').items(),
  ];
  return names.filter((name) => name.string());
}

interface Lack {
  readonly what: string;
  readonly rules?: Node;
  /** The Ingress that has them. */
  readonly ingress?: Resource;
}

function lackOf(name: string, service: string, rollout: Resource, index: ResourceIndex): Lack | undefined {
  if (hasPlaceholder(name)) return undefined;
  const references = ['networking.k8s.io/Ingress', 'extensions/Ingress'].map((type) => ({
    type,
    name,
    namespace: rollout.namespace,
  }));
  const ingresses = references.flatMap((reference) => index.find(reference, rollout));
  const [ingress] = ingresses;
  if (ingress) {
    if (ingresses.some((one) => leadsTo(one, service) || !index.isWhole(one))) return undefined;
    const rules = (ingress.root as Node).at('spec').at('rules');
    return { what: `Ingress "${name}" has no rule that leads to Service "${service}"`, rules, ingress };
  }
  const elsewhere = references.some((reference) => index.renamed(reference, rollout));
  if (elsewhere || !index.isClosed(rollout) || index.mayBeOperated(name)) return undefined;
  return { what: `Ingress "${name}", whose traffic is to be divided, isn't there` };
}

/** Whether a rule leads to a Service, or to one that is filled in. */
function leadsTo(ingress: Resource, service: string): boolean {
  return backendsOf(ingress).some((at) => {
    const name = at.string();
    return name === service || (name !== undefined && hasPlaceholder(name));
  });
}

/** Where the rules of an Ingress name their Services. */
function backendsOf(ingress: Resource): Node[] {
  const rules = (ingress.root as Node).at('spec').at('rules').items() as Node[];
  const backends = rules.flatMap((rule) =>
    rule
      .at('http')
      .at('paths')
      .items()
      .map((path) => (path as Node).at('backend')),
  );
  return backends.map((backend) => {
    const old = backend.at('serviceName');
    return old.exists ? old : backend.at('service').at('name');
  });
}

/** Where all rules lead to one other Service, as they did before the migration. */
function leadTo(service: string, ingress: Resource): Fix[] {
  const backends = backendsOf(ingress);
  const names = new Set(backends.map((at) => at.string()));
  if (names.size !== 1 || names.has(undefined)) return [];
  const title = `Let the rules of ${ingress.title} lead to ${service}`;
  return offer('suggestion', title, ...backends.map((at) => setValue(at, service)));
}

function namesOf(resources: readonly Resource[]): string[] {
  return [...new Set(resources.flatMap(({ name }) => name ?? []))];
}
