import {
  defineRule,
  type Fix,
  offer,
  type Resource,
  type ResourceIndex,
  removeEntry,
  type SteeredService,
  serviceCandidatesOf,
  serviceRolesOf,
  suggestValues,
} from 'rollsafe';
import { hasPlaceholder } from 'rollsafe/kubernetes';

export default defineRule({
  summary: 'A Rollout uses one Service in two roles',
  why: `
Active and preview, stable and canary, ping and pong lead to different pods: the Rollouts controller writes one hash into
the selector of the one Service and another into that of the other. One Service can't hold both, and the controller marks
the Rollout as InvalidSpec, without updating or scaling anything.

Make a second Service with the same selector and another name. Blue-green works without a \`previewService\` too.
`,
  severity: 'error',
  references: [
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/validation/validation.go',
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/docs/features/bluegreen.md',
  ],
  examples: [
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: pay
spec:
  strategy:
    blueGreen:
      activeService: pay # <-- related
      previewService: pay # <-- error
      autoPromotionEnabled: false
`,
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: pay
spec:
  strategy:
    blueGreen:
      activeService: pay
      previewService: pay-preview
      autoPromotionEnabled: false
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
      stableService: web # <-- related
      canaryService: web # <-- error
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: table}
spec:
  strategy:
    canary:
      pingPong: {pingService: table, pongService: table} # <-- error
      trafficRouting: {alb: {ingress: table, rootService: table, servicePort: 80}}
`,
    },
    // Both missing, both empty, both to be filled in; a root Service is another matter.
    {
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: missing}
spec: {strategy: {blueGreen: {}}}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: empty}
spec: {strategy: {canary: {stableService: "", canaryService: ""}}}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: filled-in}
spec: {strategy: {blueGreen: {activeService: "\${SERVICE}", previewService: "\${SERVICE}"}}}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: rooted}
spec:
  strategy:
    canary:
      canaryService: rooted-canary
      stableService: rooted
      trafficRouting: {alb: {ingress: rooted, rootService: rooted, servicePort: 80}}
`,
    },
    // A Service that would do.
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
      canaryService: web # <-- error
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
`,
    },
  ],
  kinds: ['argoproj.io/Rollout'],
  resource(rollout, { index, report }) {
    const services = serviceRolesOf(rollout as Resource);
    for (const [one, other] of PAIRS) {
      const pair = services.filter(({ role }) => role === one || role === other);
      const [first, second] = pair.sort((a, b) => a.at.span.start - b.at.span.start);
      if (!first || first.name !== second?.name || hasPlaceholder(first.name)) continue;
      report({
        at: second.at,
        message: `${one} and ${other} are both Service "${first.name}", which can lead to one set of pods only: the Rollouts controller refuses ${rollout.title} as InvalidSpec`,
        related: [{ at: first.at, message: `${first.role} is the same` }],
        fixes: otherServices(pair, rollout as Resource, index),
      });
    }
  },
});

const PAIRS = [
  ['activeService', 'previewService'],
  ['stableService', 'canaryService'],
  ['pingService', 'pongService'],
] as const;

/** Another Service for one of the two roles, or no preview. */
function otherServices(pair: readonly SteeredService[], rollout: Resource, index: ResourceIndex): Fix[] {
  const preview = pair.find(({ role }) => role === 'previewService');
  const special = pair.find(({ role }) => role !== 'activeService' && role !== 'stableService');
  return [
    ...(special ? suggestValues(special.at, serviceCandidatesOf(rollout, special.role, index)) : []).slice(
      0,
      2,
    ),
    ...(preview ? offer('suggestion', 'Remove previewService', removeEntry(preview.at)) : []),
  ];
}
