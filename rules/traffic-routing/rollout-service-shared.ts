import {
  defineRule,
  type Node,
  offer,
  type Resource,
  type ResourceIndex,
  removeEntry,
  serviceCandidatesOf,
  serviceRolesOf,
  suggestValues,
} from 'rollsafe';
import { hasPlaceholder } from 'rollsafe/kubernetes';

export default defineRule({
  summary: 'One Service is steered by two Rollouts',
  why: `
A Rollout owns the selectors of its Services: its controller writes the hash of its pods into them, and notes its name in
the annotation \`argo-rollouts.argoproj.io/managed-by-rollouts\`. A second Rollout that names the same Service finds
the name of the first there, is marked as InvalidSpec, and is neither updated nor scaled. Which of the two is first
depends on the moment.

Give each Rollout its own Services. The annotation belongs to the controller and shouldn't be in a source either: it
outlives a renaming of the Rollout. Rollouts in different namespaces don't meet.
`,
  severity: 'error',
  references: [
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/validation/validation_references.go',
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/service.go',
  ],
  examples: [
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: web}
spec:
  strategy:
    canary:
      canaryService: web-canary
      stableService: web # <-- related
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: web-admin}
spec:
  strategy:
    canary:
      canaryService: web-admin-canary
      stableService: web # <-- error
`,
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: web}
spec:
  strategy:
    canary:
      canaryService: web-canary
      stableService: web
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: web-admin}
spec:
  strategy:
    canary:
      canaryService: web-admin-canary
      stableService: web-admin
`,
    },
    {
      bad: `
apiVersion: v1
kind: Service
metadata:
  name: pay
  annotations:
    argo-rollouts.argoproj.io/managed-by-rollouts: payments # <-- related
spec: {selector: {app: pay}, ports: [{port: 80}]}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: pay}
spec:
  strategy:
    blueGreen: {activeService: pay} # <-- error
`,
      good: `
apiVersion: v1
kind: Service
metadata:
  name: pay
  annotations:
    argo-rollouts.argoproj.io/managed-by-rollouts: pay
spec: {selector: {app: pay}, ports: [{port: 80}]}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: pay}
spec:
  strategy:
    blueGreen: {activeService: pay}
`,
    },
    // Other namespaces, other folders, the same Rollout twice (duplicate-object), names that are filled in.
    {
      good: {
        files: {
          'one/rollout.yaml': `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: web, namespace: blue}
spec: {strategy: {canary: {stableService: web}}}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: web-too, namespace: green}
spec: {strategy: {canary: {stableService: web}}}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: templated}
spec: {strategy: {canary: {stableService: "\${SERVICE}"}}}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: templated-too}
spec: {strategy: {canary: {stableService: "\${SERVICE}"}}}
`,
          'two/rollout.yaml': `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: web-three, namespace: blue}
spec: {strategy: {canary: {stableService: web}}}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: web-three, namespace: blue}
spec: {strategy: {canary: {stableService: web}}}
`,
        },
      },
    },
    // The root Service of a load balancer keeps its selector.
    {
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: one}
spec:
  strategy:
    canary:
      canaryService: one-canary
      stableService: one-stable
      trafficRouting: {alb: {ingress: web, rootService: web, servicePort: 80}}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: two}
spec:
  strategy:
    canary:
      canaryService: two-canary
      stableService: two-stable
      trafficRouting: {alb: {ingress: web, rootService: web, servicePort: 80}}
`,
    },
    // A Service of its own.
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
      stableService: web # <-- related
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: web-eu}
spec:
  selector: {matchLabels: {app: web}}
  template: {metadata: {labels: {app: web}}}
  strategy:
    canary:
      stableService: web # <-- error
---
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {selector: {app: web}, ports: [{port: 80}]}
---
apiVersion: v1
kind: Service
metadata: {name: web-eu}
spec: {selector: {app: web}, ports: [{port: 80}]}
`,
    },
  ],
  kinds: ['argoproj.io/Rollout'],
  resource(resource, { index, report }) {
    const rollout = resource as Resource;
    if (rollout.name === undefined) return;
    for (const { role, name, at } of serviceRolesOf(rollout)) {
      if (hasPlaceholder(name)) continue;
      const owner = rivalIn(name, rollout, index) ?? annotatedOwner(name, rollout, index);
      if (!owner) continue;
      report({
        at,
        message: `${role} is Service "${name}", which Rollout "${owner.name}" steers already: the controller refuses one of the two as InvalidSpec`,
        related: [{ at: owner.at, message: `of Rollout "${owner.name}"` }],
        fixes: [
          ...suggestValues(at, serviceCandidatesOf(rollout, role, index)).slice(0, 2),
          ...(owner.isAnnotation ? offer('suggestion', 'Remove the annotation', removeEntry(owner.at)) : []),
        ],
      });
    }
  },
});

interface Owner {
  readonly name: string;
  /** Where its claim is written. */
  readonly at: Node;
  readonly isAnnotation: boolean;
}

/** Another Rollout of the bundle that names the Service. */
function rivalIn(service: string, rollout: Resource, index: ResourceIndex): Owner | undefined {
  const rival = index.earlierRolloutSteering(service, rollout);
  if (rival?.name === undefined || rival.name === rollout.name) return undefined;
  const claim = serviceRolesOf(rival).find(({ name }) => name === service);
  return claim && { name: rival.name, at: claim.at, isAnnotation: false };
}

/** The Rollout that a Service says it belongs to. */
function annotatedOwner(name: string, rollout: Resource, index: ResourceIndex): Owner | undefined {
  const [service, ...others] = index.find(
    { type: 'core/Service', name, namespace: rollout.namespace },
    rollout,
  );
  const at = service?.annotation('argo-rollouts.argoproj.io/managed-by-rollouts');
  const owner = at?.string();
  if (!at || !owner || others.length > 0 || owner === rollout.name || hasPlaceholder(owner)) return undefined;
  return { name: owner, at, isAnnotation: true };
}
