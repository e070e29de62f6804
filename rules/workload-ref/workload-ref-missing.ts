import { defineRule, nearest, type Reference, type Resource, suggestValues } from 'rollsafe';
import { hasPlaceholder } from 'rollsafe/kubernetes';

export default defineRule({
  summary: 'A Rollout takes its pods from a workload that is not there',
  why: `
With \`workloadRef\` the Rollouts controller takes the pod template from another object, a Deployment as a rule, in the
Rollout's own namespace. When it isn't there, the Rollout is InvalidSpec: no pod is started, updated or scaled until the
object appears. A Deployment that was removed because "the Rollout has taken over" is the usual cause; it must stay,
with \`replicas: 0\`.

The rule speaks only where all manifests are at hand, as in a folder or a rendered stream. When the Deployment comes from
another chart or repository, ignore it there.
`,
  severity: 'error',
  references: [
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/docs/migrating.md',
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/templateref.go',
  ],
  examples: [
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: cam}
spec:
  replicas: 2
  workloadRef:
    apiVersion: apps/v1
    kind: Deployment
    name: cam # <-- error
  strategy: {canary: {}}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: camera}
spec: {replicas: 0}
`,
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: cam}
spec:
  replicas: 2
  workloadRef:
    apiVersion: apps/v1
    kind: Deployment
    name: cam
  strategy: {canary: {}}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: cam}
spec: {replicas: 0}
`,
    },
    // In another namespace, and of another kind.
    {
      bad: `
apiVersion: v1
kind: List
items:
  - apiVersion: argoproj.io/v1alpha1
    kind: Rollout
    metadata: {name: cam, namespace: shop}
    spec: {workloadRef: {apiVersion: apps/v1, kind: Deployment, name: cam}, strategy: {canary: {}}} # <-- error
  - apiVersion: argoproj.io/v1alpha1
    kind: Rollout
    metadata: {name: lens, namespace: shop}
    spec: {workloadRef: {apiVersion: v1, kind: PodTemplate, name: lens}, strategy: {canary: {}}} # <-- error
  - apiVersion: apps/v1
    kind: Deployment
    metadata: {name: cam, namespace: other}
    spec: {replicas: 0}
  - apiVersion: apps/v1
    kind: Deployment
    metadata: {name: lens, namespace: shop}
    spec: {replicas: 0}
`,
    },
    // A single file proves nothing.
    {
      good: {
        files: {
          'rollout.yaml': `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: cam}
spec: {workloadRef: {apiVersion: apps/v1, kind: Deployment, name: cam}, strategy: {canary: {}}}
`,
        },
        closed: false,
      },
    },
    // Elsewhere in the project, made by an operator, filled in, renamed by kustomize, of a kind that can't be.
    {
      good: {
        files: {
          'rollouts/all.yaml': `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: cam}
spec: {workloadRef: {apiVersion: apps/v1, kind: Deployment, name: cam}, strategy: {canary: {}}}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: search}
spec: {workloadRef: {apiVersion: apps/v1, kind: Deployment, name: search-server}, strategy: {canary: {}}}
---
apiVersion: search.example.com/v1
kind: Search
metadata: {name: search}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: filled-in}
spec: {workloadRef: {apiVersion: apps/v1, kind: Deployment, name: "\${NAME}"}, strategy: {canary: {}}}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: prod-lens}
spec: {workloadRef: {apiVersion: apps/v1, kind: Deployment, name: lens}, strategy: {canary: {}}}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: prod-lens}
spec: {replicas: 0}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: stateful}
spec: {workloadRef: {apiVersion: apps/v1, kind: StatefulSet, name: none}, strategy: {canary: {}}}
`,
          'deployments/cam.yaml': `
apiVersion: apps/v1
kind: Deployment
metadata: {name: cam}
spec: {replicas: 0}
`,
        },
      },
    },
  ],
  kinds: ['argoproj.io/Rollout'],
  resource(resource, { index, report }) {
    const rollout = resource as Resource;
    const at = resource.root.at('spec').at('workloadRef').at('name');
    const reference = referenceOf(resource as Resource);
    if (!reference || hasPlaceholder(reference.name) || !index.isClosed(rollout)) return;
    if (index.find(reference, rollout).length > 0 || index.renamed(reference, rollout)) return;
    if (index.mayBeOperated(reference.name)) return;
    const kind = reference.type.slice(reference.type.indexOf('/') + 1);
    report({
      at,
      message: `${rollout.title} takes its pods from ${kind} "${reference.name}", which isn't there: the Rollouts controller refuses the Rollout as InvalidSpec until it is`,
      fixes: suggestValues(
        at,
        nearest(
          reference.name,
          index.ofType(reference.type, rollout).flatMap(({ name }) => name ?? []),
        ),
      ),
    });
  },
});

/** What a Rollout refers to, when it is of a kind that it can refer to. */
function referenceOf(rollout: Resource): Reference | undefined {
  const reference = rollout.as('argoproj.io/Rollout')?.root.at('spec').at('workloadRef');
  const name = reference?.at('name').string();
  const kind = reference?.at('kind').string() ?? '';
  const version = reference?.at('apiVersion').string() ?? '';
  const group = version.includes('/') ? version.slice(0, version.indexOf('/')) : 'core';
  const type = `${group}/${kind}`;
  return name && REFERABLE.has(type) ? { type, name, namespace: rollout.namespace } : undefined;
}

/** As argo-rollouts rollout/templateref.go infoByGroupKind. */
const REFERABLE = new Set(['apps/Deployment', 'apps/ReplicaSet', 'core/PodTemplate']);
