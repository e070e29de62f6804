import {
  defineRule,
  type Fix,
  type Node,
  nearest,
  offer,
  removeEntry,
  setValue,
  suggestValues,
} from 'rollsafe';
import { hasPlaceholder } from 'rollsafe/kubernetes';

export default defineRule({
  summary: 'A scaleDown of a workloadRef that the controller does not know',
  why: `
\`workloadRef.scaleDown\` says what becomes of the Deployment's own pods when the Rollout runs: \`never\`, \`onsuccess\` or
\`progressively\`, in small letters. No schema lists the three, so that any other text is taken without a word and does
the same as \`never\`: the Deployment goes on running beside the Rollout.

Only a Deployment is scaled down. For a ReplicaSet or a PodTemplate the controller looks for a Deployment of that name, finds
none, and goes on.
`,
  severity: 'error',
  references: [
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/docs/migrating.md',
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/scale_utils.go',
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/v1alpha1/types.go',
  ],
  examples: [
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: cam
spec:
  workloadRef:
    apiVersion: apps/v1
    kind: Deployment
    name: cam
    scaleDown: onSuccess # <-- error
  strategy: {canary: {}}
`,
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: cam
spec:
  workloadRef:
    apiVersion: apps/v1
    kind: Deployment
    name: cam
    scaleDown: onsuccess
  strategy: {canary: {}}
`,
    },
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: cam}
spec:
  workloadRef:
    apiVersion: apps/v1
    kind: ReplicaSet # <-- related
    name: cam
    scaleDown: progressively # <-- error
  strategy: {canary: {}}
`,
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: cam}
spec:
  workloadRef:
    apiVersion: apps/v1
    kind: ReplicaSet
    name: cam
  strategy: {canary: {}}
`,
    },
    // The three, nothing, and what is filled in.
    {
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: never}
spec: {workloadRef: {apiVersion: apps/v1, kind: ReplicaSet, name: cam, scaleDown: never}}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: progressively}
spec: {workloadRef: {apiVersion: apps/v1, kind: Deployment, name: cam, scaleDown: progressively}}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: absent}
spec: {workloadRef: {apiVersion: apps/v1, kind: Deployment, name: cam, scaleDown: null}}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: empty}
spec: {workloadRef: {apiVersion: apps/v1, kind: Deployment, name: cam, scaleDown: ""}}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: filled-in}
spec: {workloadRef: {apiVersion: apps/v1, kind: Deployment, name: cam, scaleDown: "\${SCALE_DOWN}"}}
`,
    },
    // No word of the three in other letters: the choice is a person's.
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: cam}
spec:
  workloadRef: {apiVersion: apps/v1, kind: Deployment, name: cam, scaleDown: always} # <-- error
  strategy: {canary: {}}
`,
    },
  ],
  kinds: ['argoproj.io/Rollout'],
  resource(rollout, { report }) {
    const reference = rollout.root.at('spec').at('workloadRef');
    const scaleDown = reference.at('scaleDown');
    const value = scaleDown.string();
    if (!value || value === 'never' || hasPlaceholder(value)) return;
    const kind = reference.at('kind');
    if (value !== 'onsuccess' && value !== 'progressively') {
      report({
        at: scaleDown,
        message: `scaleDown "${value}" is none of never, onsuccess and progressively: the controller takes it for never, and the Deployment stays up`,
        fixes: meantBy(scaleDown, value),
      });
    } else if (kind.string() === 'ReplicaSet' || kind.string() === 'PodTemplate') {
      report({
        at: scaleDown,
        message: `scaleDown ${value} does nothing for a ${kind.string()}: the controller scales Deployments only`,
        related: [{ at: kind, message: 'what the Rollout refers to' }],
        fixes: offer('unsafe', 'Remove scaleDown', removeEntry(scaleDown)),
      });
    }
  },
});

/** The word in small letters; any other text leaves the choice to a person. */
function meantBy(scaleDown: Node<unknown>, value: string): Fix[] {
  const words = ['onsuccess', 'progressively', 'never'];
  const word = words.find((known) => known === value.toLowerCase());
  if (word) return offer('unsafe', `Write scaleDown: ${word}`, setValue(scaleDown, word));
  const near = nearest(value, words);
  return suggestValues(scaleDown, near.length > 0 ? near : words);
}
