import type { V1Service } from '@kubernetes/client-node';
import { defineRule, type Fix, offer, type Resource, type ResourceIndex, removeEntry } from 'rollsafe';

export default defineRule({
  summary: 'A hash that a controller writes, in the selector of a Service',
  why: `
\`rollouts-pod-template-hash\` is how the Rollouts controller switches a Service from one ReplicaSet to another: it writes
the hash into the selector itself. In a manifest it is a moment of the past. Each time the manifest is applied, the
Service turns to the pods of that moment, which by then don't exist or are the wrong version, until the controller
corrects it. \`pod-template-hash\` and \`controller-revision-hash\` are the same for Deployments, StatefulSets and DaemonSets,
where nothing corrects them: after the next release the Service has no pods at all.

Take the label out. Tools that apply only what a manifest says leave the controller's hash alone. With tools that replace
whole objects, or own the whole selector, tell them to ignore the difference at \`/spec/selector\`.

The fix is offered where a Rollout that steers the Service is here to put the hash back. Not reported: an export of a
cluster with the objects that its controllers made.
`,
  severity: 'warning',
  references: [
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/service.go',
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/service/service.go',
    'https://kubernetes.io/docs/concepts/workloads/controllers/deployment/#pod-template-hash-label',
  ],
  examples: [
    {
      bad: `
apiVersion: v1
kind: Service
metadata:
  name: pay-live
  annotations:
    argo-rollouts.argoproj.io/managed-by-rollouts: pay
    team: shop
spec:
  selector:
    app: pay
    rollouts-pod-template-hash: 5d8f7c6b44 # <-- warning
  ports: [{port: 80}]
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: pay
spec:
  strategy: {blueGreen: {activeService: pay-live}}
`,
      good: `
apiVersion: v1
kind: Service
metadata:
  name: pay-live
  annotations:
    team: shop
spec:
  selector:
    app: pay
  ports: [{port: 80}]
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: pay
spec:
  strategy: {blueGreen: {activeService: pay-live}}
`,
    },
    {
      bad: `
apiVersion: v1
kind: List
items:
  - {apiVersion: v1, kind: Service, metadata: {name: edge-canary}, spec: {selector: {app: edge, rollouts-pod-template-hash: 5d8f7c6b44}}} # <-- warning
  - apiVersion: argoproj.io/v1alpha1
    kind: Rollout
    metadata: {name: edge}
    spec: {strategy: {canary: {canaryService: edge-canary, stableService: edge-stable}}}
`,
      fixed: `
apiVersion: v1
kind: List
items:
  - {apiVersion: v1, kind: Service, metadata: {name: edge-canary}, spec: {selector: {app: edge}}}
  - apiVersion: argoproj.io/v1alpha1
    kind: Rollout
    metadata: {name: edge}
    spec: {strategy: {canary: {canaryService: edge-canary, stableService: edge-stable}}}
`,
    },
    // No Rollout here steers it, it comes from a cluster as it is, or nothing would be left of the selector: no fix.
    {
      bad: `
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  selector: {app: web, pod-template-hash: 5d8f7c6b44} # <-- warning
---
apiVersion: v1
kind: Service
metadata:
  name: cache
spec:
  selector: {app: cache, controller-revision-hash: cache-5d8f7c6b44} # <-- warning
---
apiVersion: v1
kind: Service
metadata:
  name: exported
  resourceVersion: "4711"
spec:
  selector: {app: pay, rollouts-pod-template-hash: 5d8f7c6b44} # <-- warning
---
apiVersion: v1
kind: Service
metadata:
  name: only
spec:
  selector: {rollouts-pod-template-hash: 5d8f7c6b44} # <-- warning
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: pay
spec:
  strategy: {blueGreen: {activeService: exported, previewService: only}}
`,
    },
    // Labels that are chosen on purpose: one pod of a StatefulSet, the pods of a Job.
    {
      good: `
apiVersion: v1
kind: Service
metadata:
  name: cache-0
spec:
  selector: {statefulset.kubernetes.io/pod-name: cache-0}
---
apiVersion: v1
kind: Service
metadata:
  name: trainer
spec:
  clusterIP: None
  selector: {batch.kubernetes.io/job-name: trainer}
`,
    },
    // An export of a cluster.
    {
      good: `
apiVersion: v1
kind: List
items:
  - apiVersion: v1
    kind: Service
    metadata: {name: pay-live, uid: 0f1c2d3e-0000-4000-8000-000000000001}
    spec: {selector: {app: pay, rollouts-pod-template-hash: 5d8f7c6b44}}
  - apiVersion: apps/v1
    kind: ReplicaSet
    metadata:
      name: pay-5d8f7c6b44
      uid: 0f1c2d3e-0000-4000-8000-000000000002
      ownerReferences:
        - {apiVersion: argoproj.io/v1alpha1, kind: Rollout, name: pay, uid: 0f1c2d3e-0000-4000-8000-000000000003}
`,
    },
  ],
  kinds: ['core/Service'],
  resource(service, { index, report }) {
    if (index.isLiveExport(service as Resource)) return;
    const selector = service.root.at('spec').at('selector');
    for (const [key, until] of HASHES) {
      const hash = selector.at(key);
      if (!hash.exists) continue;
      report({
        at: hash,
        message: `${service.title} selects by ${key}, the hash of one set of pods: every time it is applied it turns to these, ${until}`,
        fixes: fixesOf(key, service, index),
      });
    }
  },
});

const ROLLOUT_HASH = 'rollouts-pod-template-hash';
const MANAGED_BY = 'argo-rollouts.argoproj.io/managed-by-rollouts';

/** The labels by which controllers tell revisions apart, and how long a stale one stays. */
const HASHES: readonly (readonly [string, string])[] = [
  [ROLLOUT_HASH, 'until the Rollouts controller writes its own'],
  ['pod-template-hash', 'and to no pods once they are replaced'],
  ['controller-revision-hash', 'and to no pods once they are replaced'],
];

/** Safe where the controller puts the hash back, and never on what was read from a cluster. */
function fixesOf(key: string, service: Resource<V1Service>, index: ResourceIndex): Fix[] {
  const metadata = service.root.at('metadata');
  const selector = service.root.at('spec').at('selector');
  const isLive = metadata.at('uid').exists || metadata.at('resourceVersion').exists;
  if (isLive || selector.fields().length < 2) return [];
  const hash = removeEntry(selector.at(key));
  if (key !== ROLLOUT_HASH || index.rolloutsSteering(service).length === 0)
    return offer('suggestion', `Don't select by ${key}`, hash);
  const managed = removeEntry(metadata.at('annotations').at(MANAGED_BY));
  return offer('safe', `Leave ${key} to the controller`, hash, ...(managed ? [managed] : []));
}
