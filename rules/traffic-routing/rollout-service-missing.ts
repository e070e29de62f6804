import { defineRule, freeServicesOf, nearest, type Resource, serviceRolesOf, suggestValues } from 'rollsafe';
import { hasPlaceholder } from 'rollsafe/kubernetes';

export default defineRule({
  summary: 'A Rollout steers a Service that is not there',
  why: `
The Rollouts controller writes the hash of the pods to send to into the Services that the Rollout names. It doesn't make
them: as long as one isn't in the Rollout's namespace, the Rollout is InvalidSpec, and neither updated nor scaled. It
tries again every twenty seconds, so that a Service which arrives late does no lasting harm.

The rule speaks only where all manifests are at hand, as in a folder or a rendered stream. When the Service comes from
another chart or repository, ignore it there.
`,
  severity: 'error',
  references: [
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/controller.go',
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/docs/features/bluegreen.md',
  ],
  examples: [
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: pay}
spec:
  strategy:
    blueGreen:
      activeService: pay
      previewService: pay-preview # <-- error
---
apiVersion: v1
kind: Service
metadata: {name: pay}
spec: {selector: {app: pay}, ports: [{port: 80}]}
---
apiVersion: v1
kind: Service
metadata: {name: pay-previews}
spec: {selector: {app: pay}, ports: [{port: 80}]}
`,
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: pay}
spec:
  strategy:
    blueGreen:
      activeService: pay
      previewService: pay-preview
---
apiVersion: v1
kind: Service
metadata: {name: pay}
spec: {selector: {app: pay}, ports: [{port: 80}]}
---
apiVersion: v1
kind: Service
metadata: {name: pay-preview}
spec: {selector: {app: pay}, ports: [{port: 80}]}
`,
    },
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: web, namespace: shop}
spec:
  strategy:
    canary:
      canaryService: web-canary # <-- error
      stableService: web-stable # <-- error
      trafficRouting: {nginx: {stableIngress: web}}
---
apiVersion: v1
kind: Service
metadata: {name: web-canary, namespace: other}
spec: {selector: {app: web}, ports: [{port: 80}]}
`,
    },
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: web}
spec:
  strategy:
    canary:
      pingPong: {pingService: web-ping, pongService: web-pong} # <-- error
      trafficRouting: {alb: {ingress: web, rootService: web-root, servicePort: 80}}
---
apiVersion: v1
kind: Service
metadata: {name: web-ping}
spec: {selector: {app: web}, ports: [{port: 80}]}
`,
    },
    // A single file proves nothing.
    {
      good: {
        files: {
          'rollout.yaml': `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: pay}
spec: {strategy: {blueGreen: {activeService: pay}}}
`,
        },
        closed: false,
      },
    },
    // In another folder of the project, made by an operator, to be filled in.
    {
      good: {
        files: {
          'rollouts/pay.yaml': `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: pay}
spec: {strategy: {blueGreen: {activeService: pay, previewService: "\${PREVIEW}"}}}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: search}
spec: {strategy: {blueGreen: {activeService: search-http, previewService: null}}}
---
apiVersion: search.example.com/v1
kind: Search
metadata: {name: search}
`,
          'services/pay.yaml': `
apiVersion: v1
kind: Service
metadata: {name: pay}
spec: {selector: {app: pay}, ports: [{port: 80}]}
`,
        },
      },
    },
    // Kustomize renamed the Service, not what the Rollout says: name-reference-not-rewritten.
    {
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: prod-pay}
spec: {strategy: {blueGreen: {activeService: pay-active}}}
---
apiVersion: v1
kind: Service
metadata: {name: prod-pay-active}
spec: {selector: {app: pay}, ports: [{port: 80}]}
`,
    },
    // The nearest of the Services over its pods that no Rollout steers.
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
      canaryService: web-canry # <-- error
      stableService: web-stable
---
apiVersion: v1
kind: Service
metadata: {name: web-canary}
spec: {selector: {app: web}, ports: [{port: 80}]}
---
apiVersion: v1
kind: Service
metadata: {name: web-stable}
spec: {selector: {app: web}, ports: [{port: 80}]}
---
apiVersion: v1
kind: Service
metadata: {name: web-canary-db}
spec: {selector: {app: db}, ports: [{port: 5432}]}
`,
    },
  ],
  kinds: ['argoproj.io/Rollout'],
  resource(resource, { index, report }) {
    const rollout = resource as Resource;
    if (!index.isClosed(rollout)) return;
    const reported = new Set<string>();
    for (const { role, name, at } of serviceRolesOf(rollout)) {
      const reference = { type: 'core/Service', name, namespace: rollout.namespace };
      if (index.find(reference, rollout).length > 0 || index.renamed(reference, rollout)) continue;
      if (reported.has(name) || hasPlaceholder(name) || index.mayBeOperated(name)) continue;
      reported.add(name);
      report({
        at,
        message: `${role} is Service "${name}", which isn't there: the Rollouts controller refuses ${rollout.title} as InvalidSpec until it is`,
        fixes: suggestValues(at, nearest(name, freeServicesOf(rollout, index))),
      });
    }
  },
});
