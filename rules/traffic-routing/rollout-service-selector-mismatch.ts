import {
  defineRule,
  type Fix,
  type Node,
  offer,
  type Resource,
  removeEntry,
  serviceRolesOf,
  setValue,
} from 'rollsafe';
import { hasPlaceholder } from 'rollsafe/kubernetes';

export default defineRule({
  summary: 'A Service of a Rollout selects a label that its pods do not have',
  why: `
The Rollouts controller compares the selector of each Service that it steers with the labels of the pod template, before
it does anything else. One label that the template lacks, or has with another value, and the Rollout is InvalidSpec:
neither updated nor scaled. Only \`rollouts-pod-template-hash\`, which the controller writes itself, is left out.

Labels from \`canaryMetadata\`, \`stableMetadata\`, \`activeMetadata\` and \`previewMetadata\` don't count in releases up to 1.9,
although the pods do get them. A Service needs none to tell the versions apart: that is what the hash is for. Give both
Services the selector of the Rollout.
`,
  severity: 'error',
  references: [
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/validation/validation_references.go',
    'https://github.com/argoproj/argo-rollouts/issues/2090',
  ],
  examples: [
    {
      bad: `
apiVersion: v1
kind: Service
metadata: {name: dock-stable}
spec:
  selector: {app: dock, role: leader} # <-- related
  ports: [{port: 80, targetPort: 8080}]
---
apiVersion: v1
kind: Service
metadata: {name: dock-canary}
spec:
  selector: {app: dock}
  ports: [{port: 80, targetPort: 8080}]
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: dock}
spec:
  strategy:
    canary:
      stableService: dock-stable # <-- error
      canaryService: dock-canary
      stableMetadata: {labels: {role: leader}}
  template:
    metadata: {labels: {app: dock}}
`,
      good: `
apiVersion: v1
kind: Service
metadata: {name: dock-stable}
spec:
  selector: {app: dock}
  ports: [{port: 80, targetPort: 8080}]
---
apiVersion: v1
kind: Service
metadata: {name: dock-canary}
spec:
  selector: {app: dock}
  ports: [{port: 80, targetPort: 8080}]
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: dock}
spec:
  strategy:
    canary:
      stableService: dock-stable
      canaryService: dock-canary
      stableMetadata: {labels: {role: leader}}
  template:
    metadata: {labels: {app: dock}}
`,
    },
    // The template of a Deployment that the Rollout refers to, with another value.
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: pay}
spec:
  workloadRef: {apiVersion: apps/v1, kind: Deployment, name: pay}
  strategy: {blueGreen: {activeService: pay}} # <-- error
---
apiVersion: v1
kind: Service
metadata: {name: pay}
spec:
  selector:
    app: payments # <-- related
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: pay}
spec:
  replicas: 0
  selector: {matchLabels: {app: pay}}
  template:
    metadata: {labels: {app: pay}}
`,
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: pay}
spec:
  workloadRef: {apiVersion: apps/v1, kind: Deployment, name: pay}
  strategy: {blueGreen: {activeService: pay}}
---
apiVersion: v1
kind: Service
metadata: {name: pay}
spec:
  selector:
    app: pay
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: pay}
spec:
  replicas: 0
  selector: {matchLabels: {app: pay}}
  template:
    metadata: {labels: {app: pay}}
`,
    },
    // The hash of the controller, a Service without a selector, and values that are filled in.
    {
      good: `
apiVersion: v1
kind: Service
metadata: {name: hashed}
spec: {selector: {app: web, rollouts-pod-template-hash: 7f9c6d5b8}}
---
apiVersion: v1
kind: Service
metadata: {name: bare}
spec: {ports: [{port: 80}]}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: web}
spec:
  strategy: {blueGreen: {activeService: hashed, previewService: bare}}
  template: {metadata: {labels: {app: web}}}
---
apiVersion: v1
kind: Service
metadata: {name: templated}
spec: {selector: {app: "\${APP}", tier: front}}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: templated}
spec:
  strategy: {blueGreen: {activeService: templated}}
  template: {metadata: {labels: {app: web, tier: "\${TIER}"}}}
`,
    },
    // Another Service of that name in another namespace; a workload that isn't here; a root Service.
    {
      good: `
apiVersion: v1
kind: Service
metadata: {name: web, namespace: one}
spec: {selector: {app: other}}
---
apiVersion: v1
kind: Service
metadata: {name: web, namespace: two}
spec: {selector: {app: web}}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: web}
spec:
  strategy: {blueGreen: {activeService: web}}
  template: {metadata: {labels: {app: web}}}
---
apiVersion: v1
kind: Service
metadata: {name: root}
spec: {selector: {app: elsewhere}}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: elsewhere}
spec:
  workloadRef: {apiVersion: apps/v1, kind: Deployment, name: elsewhere}
  strategy: {blueGreen: {activeService: root}}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: rooted}
spec:
  strategy: {canary: {trafficRouting: {alb: {ingress: web, rootService: root, servicePort: 80}}}}
  template: {metadata: {labels: {app: rooted}}}
`,
    },
  ],
  kinds: ['argoproj.io/Rollout'],
  resource(resource, { index, report }) {
    const rollout = resource as Resource;
    const [pod] = index.podsRunBy(rollout);
    if (!pod || !index.isWhole(pod.resource)) return;
    for (const { role, name, at } of serviceRolesOf(rollout)) {
      const reference = { type: 'core/Service', name, namespace: rollout.namespace };
      const [service, ...others] = index.find(reference, rollout);
      if (!service || others.length > 0 || !index.isWhole(service)) continue;
      const missed = labelsAskedBy(service).filter(([key, , value]) => isOther(value, pod.labels[key]));
      const [first] = missed;
      if (!first) continue;
      const labels = missed.map(([key, , value]) => `${key}=${value}`).join(',');
      report({
        at,
        message: `${role} "${name}" selects ${labels}, which the pod template of ${rollout.title} doesn't have: the Rollouts controller refuses it as InvalidSpec`,
        related: [{ at: first[1], message: `selected by ${service.title}` }],
        fixes: selectThePods(service, missed, pod.labels),
      });
    }
  },
});

/** The labels of a Service's selector without the one that the controller writes. */
function labelsAskedBy(service: Resource): (readonly [string, Node, string])[] {
  const selector = (service.root as Node).at('spec').at('selector');
  return selector.fields().flatMap(([key, node]) => {
    const value = node.string();
    return value === undefined || key === 'rollouts-pod-template-hash' ? [] : [[key, node, value] as const];
  });
}

/** Whether a label has certainly another value than the one that is asked for. */
function isOther(asked: string, value: string | undefined): boolean {
  if (asked === value || hasPlaceholder(asked)) return false;
  return value === undefined || !hasPlaceholder(value);
}

/** The labels of the pods in the place of others; a label that they don't have goes, as long as another one stays. */
function selectThePods(
  service: Resource,
  missed: readonly (readonly [string, Node, string])[],
  labels: Readonly<Record<string, string>>,
): Fix[] {
  const gone = missed.filter(([key]) => labels[key] === undefined);
  if (gone.length > 1 || gone.length === labelsAskedBy(service).length) return [];
  const edits = missed.map(([key, node]) => {
    const label = labels[key];
    return label === undefined ? removeEntry(node) : setValue(node, label);
  });
  return offer('suggestion', `Let ${service.title} select labels that the pods have`, ...edits);
}
