import {
  canaryOf,
  defineRule,
  type Fix,
  freeServicesOf,
  type Node,
  offer,
  type Resource,
  type ResourceIndex,
  routersOf,
  type ServiceRole,
  serviceCandidatesOf,
  setValues,
  suggestValues,
} from 'rollsafe';

export default defineRule({
  summary: 'Traffic routing without the two Services to route between',
  why: `
A router divides the requests between \`canaryService\` and \`stableService\`: two Services with the same selector, into
which the Rollouts controller writes the hash of the new and of the old pods. When one of them isn't named, the
controller marks the Rollout as InvalidSpec, and neither updates nor scales it.

Three forms do without: Istio with a \`destinationRule\`, whose subsets take the place of the Services; \`pingPong\` with
ALB or Istio, which names \`pingService\` and \`pongService\` instead, and with ALB a \`rootService\` too; and plugins, each of
which has its own rules.
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
  name: vane
spec:
  strategy:
    canary:
      trafficRouting: # <-- error
        nginx: {stableIngress: vane}
      steps: [{setWeight: 25}, {pause: {}}]
`,
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: vane
spec:
  strategy:
    canary:
      canaryService: vane-canary
      stableService: vane-stable
      trafficRouting:
        nginx: {stableIngress: vane}
      steps: [{setWeight: 25}, {pause: {}}]
`,
    },
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: half}
spec:
  strategy:
    canary:
      stableService: half-stable
      canaryService: "" # <-- error
      trafficRouting: {smi: {}}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: hosts}
spec:
  strategy:
    canary:
      canaryService: hosts-canary
      trafficRouting: {istio: {virtualService: {name: hosts}}} # <-- error
`,
    },
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: table}
spec:
  strategy:
    canary:
      pingPong: {pingService: table-ping} # <-- error
      trafficRouting:
        alb: {ingress: table, servicePort: 80} # <-- error
`,
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: table}
spec:
  strategy:
    canary:
      pingPong: {pingService: table-ping, pongService: table-pong}
      trafficRouting:
        alb: {ingress: table, servicePort: 80, rootService: table}
`,
    },
    // Subsets of Istio, ping and pong, plugins.
    {
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: subsets}
spec:
  strategy:
    canary:
      trafficRouting:
        istio:
          virtualService: {name: subsets}
          destinationRule: {name: subsets, canarySubsetName: canary, stableSubsetName: stable}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: ping-pong}
spec:
  strategy:
    canary:
      pingPong: {pingService: ping, pongService: pong}
      trafficRouting: {istio: {virtualService: {name: ping-pong}}}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: plugged}
spec:
  strategy: {canary: {trafficRouting: {plugins: {argoproj-labs/gatewayAPI: {httpRoute: plugged}}}}}
`,
    },
    // No routing, an empty one, and what is filled in later.
    {
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: plain}
spec:
  strategy: {canary: {trafficRouting: null}}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: empty}
spec:
  strategy: {canary: {trafficRouting: {nginx: null}}}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: filled-in}
spec:
  strategy:
    canary:
      canaryService: "\${CANARY}"
      stableService: "\${STABLE}"
      trafficRouting: {nginx: {stableIngress: filled-in}}
`,
    },
    // Services that would do.
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: web}
spec:
  selector: {matchLabels: {app: web}}
  template: {metadata: {labels: {app: web}}}
  strategy:
    canary:
      trafficRouting: # <-- error
        nginx: {stableIngress: web}
---
apiVersion: v1
kind: Service
metadata: {name: web-stable}
spec: {selector: {app: web}, ports: [{port: 80}]}
---
apiVersion: v1
kind: Service
metadata: {name: web-canary}
spec: {selector: {app: web}, ports: [{port: 80}]}
`,
    },
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: web}
spec:
  selector: {matchLabels: {app: web}}
  template: {metadata: {labels: {app: web}}}
  strategy:
    canary:
      stableService: web
      trafficRouting: # <-- error
        nginx: {stableIngress: web}
---
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {selector: {app: web}, ports: [{port: 80}]}
---
apiVersion: v1
kind: Service
metadata: {name: web-canary}
spec: {selector: {app: web}, ports: [{port: 80}]}
---
apiVersion: v1
kind: Service
metadata: {name: web-metrics}
spec: {selector: {app: web}, ports: [{port: 80}]}
`,
    },
  ],
  kinds: ['argoproj.io/Rollout'],
  resource(rollout, { index, report }) {
    const canary = canaryOf(rollout) as Node | undefined;
    if (!canary) return;
    const trafficRouting = canary.at('trafficRouting');
    const pingPong = canary.at('pingPong');
    const refuse = (at: Node, message: string, lacking: readonly Field[]) =>
      report({
        at,
        message: `${message}: the Rollouts controller refuses ${rollout.title} as InvalidSpec`,
        fixes: servicesFor(lacking, rollout as Resource, index),
      });

    const router = routerBetweenServices(canary);
    const lacking = router ? emptyOf(canary, ['canaryService', 'stableService']) : [];
    if (lacking.length > 0)
      refuse(
        placeOf(lacking, trafficRouting),
        `${router} has no ${namesOf(lacking)} to route between`,
        lacking,
      );

    const unnamed = pingPong.isMap ? emptyOf(pingPong, ['pingService', 'pongService']) : [];
    if (unnamed.length > 0)
      refuse(placeOf(unnamed, pingPong), `pingPong has no ${namesOf(unnamed)}`, unnamed);

    const alb = trafficRouting.at('alb');
    const rootless = pingPong.isMap && alb.isMap ? emptyOf(alb, ['rootService']) : [];
    if (rootless.length > 0)
      refuse(
        placeOf(rootless, alb),
        'alb has no rootService, which pingPong needs in front of its two Services',
        rootless,
      );
  },
});

/** The router that needs both Services; undefined when none of the routers does. */
function routerBetweenServices(canary: Node): string | undefined {
  const trafficRouting = canary.at('trafficRouting');
  const pingPong = canary.at('pingPong').exists;
  return routersOf(trafficRouting).find((router) => {
    const settings = trafficRouting.at(router);
    if (!settings.isMap || router === 'plugins') return false;
    if (router === 'istio') return !settings.at('destinationRule').exists && !pingPong;
    return router !== 'alb' || !pingPong;
  });
}

type Field = readonly [string, Node];

/** The fields that are absent or empty. */
function emptyOf(node: Node, keys: readonly string[]): Field[] {
  return keys
    .map((key) => [key, node.at(key)] as const)
    .filter(([, field]) => !field.exists || field.string() === '');
}

function namesOf(fields: readonly Field[]): string {
  return fields.map(([key]) => key).join(' and no ');
}

/** The empty field, or the map that should say more. */
function placeOf(fields: readonly Field[], map: Node): Node {
  return fields.map(([, field]) => field).find((field) => field.exists) ?? map;
}

/** Services for the one field that lacks; for two, where each of them has a Service of its own that says what it is for. */
function servicesFor(lacking: readonly Field[], rollout: Resource, index: ResourceIndex): Fix[] {
  const [only, ...others] = lacking;
  if (!only) return [];
  if (others.length === 0)
    return suggestValues(
      only[1],
      only[0] === 'rootService'
        ? freeServicesOf(rollout, index).slice(0, 3)
        : serviceCandidatesOf(rollout, only[0] as ServiceRole, index),
    );
  const free = freeServicesOf(rollout, index);
  const pairs = lacking.map(([key]) => {
    const [name, ...more] = free.filter((service) => service.includes(key.replace('Service', '')));
    return { key, name: more.length === 0 ? name : undefined };
  });
  const title = pairs.map(({ key, name }) => `${key}: ${name}`).join(' and ');
  const values = Object.fromEntries(
    pairs.flatMap(({ key, name }) => (name === undefined ? [] : [[key, name]])),
  );
  const map = only[1].parent;
  return map && Object.keys(values).length === pairs.length
    ? offer('suggestion', `Write ${title}`, ...setValues(map, values))
    : [];
}
