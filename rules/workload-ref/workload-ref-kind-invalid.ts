import { defineRule, type Fix, type Node, nearest, offer, setValue } from 'rollsafe';
import { hasPlaceholder } from 'rollsafe/kubernetes';

export default defineRule({
  summary: 'A Rollout refers to a kind of workload that it cannot use',
  why: `
\`workloadRef\` can name a Deployment or a ReplicaSet of \`apps\`, or a PodTemplate of the core group (\`v1\`). For everything
else, a StatefulSet, a DaemonSet, a Deployment of \`extensions/v1beta1\` or of \`v1\`, the Rollouts controller says that a
workload of this type is not supported, and marks the Rollout as InvalidSpec: no pod is started, updated or scaled. Kinds
are written with their capitals, and the version behind the slash doesn't matter.
`,
  severity: 'error',
  references: [
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/templateref.go',
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/docs/migrating.md',
  ],
  examples: [
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: queue
spec:
  workloadRef:
    apiVersion: apps/v1
    kind: StatefulSet # <-- error
    name: queue
  strategy: {canary: {}}
`,
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: queue
spec:
  workloadRef:
    apiVersion: apps/v1
    kind: Deployment
    name: queue
  strategy: {canary: {}}
`,
    },
    // The group is wrong, or there is none.
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: old}
spec:
  workloadRef:
    apiVersion: extensions/v1beta1 # <-- error
    kind: Deployment
    name: old
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: core}
spec:
  workloadRef:
    apiVersion: v1 # <-- error
    kind: Deployment
    name: core
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: groupless}
spec:
  workloadRef:
    kind: Deployment # <-- error
    name: groupless
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: small}
spec:
  workloadRef: {apiVersion: apps/v1, kind: deployment, name: small} # <-- error
`,
      fixed: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: old}
spec:
  workloadRef:
    apiVersion: apps/v1
    kind: Deployment
    name: old
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: core}
spec:
  workloadRef:
    apiVersion: apps/v1
    kind: Deployment
    name: core
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: groupless}
spec:
  workloadRef:
    kind: Deployment
    name: groupless
    apiVersion: apps/v1
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: small}
spec:
  workloadRef: {apiVersion: apps/v1, kind: Deployment, name: small}
`,
    },
    {
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: replicas}
spec: {workloadRef: {apiVersion: apps/v1, kind: ReplicaSet, name: web}}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: template}
spec: {workloadRef: {apiVersion: v1, kind: PodTemplate, name: web}}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: groupless-template}
spec: {workloadRef: {kind: PodTemplate, name: web}}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: other-version}
spec: {workloadRef: {apiVersion: apps/v1beta2, kind: Deployment, name: web}}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: filled-in}
spec: {workloadRef: {apiVersion: apps/v1, kind: "\${KIND}", name: web}}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: incomplete}
spec: {workloadRef: {apiVersion: apps/v1, name: web}}
`,
    },
    // A slip of the pen is for a person to recognize.
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: slip}
spec:
  workloadRef: {apiVersion: apps/v1, kind: Deploymnet, name: slip} # <-- error
`,
    },
  ],
  kinds: ['argoproj.io/Rollout'],
  resource(rollout, { report }) {
    const reference = rollout.root.at('spec').at('workloadRef');
    const kind = reference.at('kind').string();
    const version = reference.at('apiVersion').exists ? reference.at('apiVersion').string() : '';
    if (!kind || version === undefined || hasPlaceholder(kind) || hasPlaceholder(version)) return;
    const group = version.includes('/') ? version.slice(0, version.indexOf('/')) : '';
    const rightGroup = GROUPS.get(kind);
    if (rightGroup === group) return;
    const isKindKnown = rightGroup !== undefined && version !== '';
    report({
      at: reference.at(isKindKnown ? 'apiVersion' : 'kind'),
      message: `${rollout.title} refers to a ${kind} of ${version || 'no group'}: the Rollouts controller supports no such workload and refuses the Rollout as InvalidSpec`,
      fixes: fixesOf(reference, kind),
    });
  },
});

/** The kinds that it supports, with their groups (argo-rollouts rollout/templateref.go infoByGroupKind). */
const GROUPS: ReadonlyMap<string, string> = new Map([
  ['Deployment', 'apps'],
  ['ReplicaSet', 'apps'],
  ['PodTemplate', ''],
]);

/** The kind as it is written, with its group; a kind with a slip of the pen is for a person to recognize. */
function fixesOf(reference: Node<unknown>, kind: string): Fix[] {
  const kinds = [...GROUPS.keys()];
  const same = kinds.filter((known) => known.toLowerCase() === kind.toLowerCase());
  const meant = same.length > 0 ? same : nearest(kind, kinds);
  return meant.flatMap((known) => {
    const version = GROUPS.get(known) === 'apps' ? 'apps/v1' : 'v1';
    const changes = [
      ['apiVersion', reference.at('apiVersion').string(), version],
      ['kind', kind, known],
    ].filter(([, written, right]) => written !== right);
    const title = `Write ${changes.map(([field, , right]) => `${field}: ${right}`).join(' and ')}`;
    const edits = changes.map(([field = '', , right = '']) => setValue(reference.at(field), right));
    return offer(same.length > 0 ? 'unsafe' : 'suggestion', title, ...edits);
  });
}
