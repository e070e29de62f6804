import { defineRule, type Node, offer, type Resource, removeEntry } from 'rollsafe';
import { hasPlaceholder, matches } from 'rollsafe/kubernetes';

export default defineRule({
  summary: 'Labels that a Rollout puts on its pods contradict its own selector',
  why: `
The Rollouts controller writes the labels of \`canaryMetadata\` and \`stableMetadata\` (with blue-green \`previewMetadata\` and
\`activeMetadata\`) over those of the pod template, into the template of the ReplicaSet and onto its pods. The ReplicaSet has
the selector of the Rollout. When one of the labels is in it with another value, template and selector contradict
each other, the API server refuses the ReplicaSet, and the release stands still: the new one isn't made, or the old one
can't be relabelled.

Use a label that no selector asks for, such as \`track\` or \`role\`. Repeating a label of the selector with the value that it
asks for is harmless.
`,
  severity: 'error',
  references: [
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/docs/features/ephemeral-metadata.md',
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/ephemeralmetadata.go',
    'https://github.com/kubernetes/kubernetes/blob/v1.28.0/pkg/apis/apps/validation/validation.go',
  ],
  examples: [
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: dock
spec:
  selector:
    matchLabels:
      app: dock # <-- related
  strategy:
    canary:
      canaryMetadata:
        labels:
          app: dock-canary # <-- error
          role: canary
      stableMetadata:
        labels:
          role: stable
`,
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: dock
spec:
  selector:
    matchLabels:
      app: dock
  strategy:
    canary:
      canaryMetadata:
        labels:
          app: dock
          role: canary
      stableMetadata:
        labels:
          role: stable
`,
    },
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: dock}
spec:
  workloadRef: {apiVersion: apps/v1, kind: Deployment, name: dock}
  strategy:
    blueGreen:
      activeService: dock
      previewMetadata: {labels: {tier: preview}} # <-- error
      activeMetadata: {labels: {tier: front}}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: dock}
spec:
  replicas: 0
  selector:
    matchExpressions: [{key: tier, operator: In, values: [front, back]}]
  template: {metadata: {labels: {tier: front}}}
`,
    },
    // Annotations, a label that the selector only asks to exist, values that are filled in, no selector at all.
    {
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: dock}
spec:
  selector:
    matchLabels: {app: dock}
    matchExpressions: [{key: role, operator: Exists}]
  strategy:
    canary:
      canaryMetadata: {labels: {role: canary, app: "\${NAME}"}, annotations: {app: other}}
      stableMetadata: {labels: null}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: elsewhere}
spec:
  workloadRef: {apiVersion: apps/v1, kind: Deployment, name: elsewhere}
  strategy: {canary: {canaryMetadata: {labels: {app: other}}}}
`,
    },
  ],
  kinds: ['argoproj.io/Rollout'],
  resource(resource, { index, report }) {
    const rollout = resource as Resource;
    const selector = index.selectorOf(rollout) ?? [];
    for (const [field, key, at] of ephemeralLabels(rollout)) {
      const value = at.string();
      const asked = selector.filter((requirement) => requirement.key === key);
      if (value === undefined || matches(asked, { [key]: value })) continue;
      if ([value, ...asked.flatMap(({ values }) => values)].some(hasPlaceholder)) continue;
      const own = (rollout.root as Node).at('spec').at('selector').at('matchLabels').at(key);
      report({
        at,
        message: `${field} sets ${key}=${value}, and the selector of ${rollout.title} asks for another value: the API server refuses the ReplicaSet, and the release stands still`,
        related: own.exists ? [{ at: own, message: 'what the selector asks for' }] : [],
        fixes: offer('suggestion', 'Remove the label', removeEntry(at)),
      });
    }
  },
});

/** The labels that the controller puts on running pods, with the field that says so. */
function ephemeralLabels({ root }: Resource): (readonly [string, string, Node])[] {
  const strategy = (root as Node).at('spec').at('strategy');
  const places = [
    ['canary', 'canaryMetadata'],
    ['canary', 'stableMetadata'],
    ['blueGreen', 'previewMetadata'],
    ['blueGreen', 'activeMetadata'],
  ] as const;
  return places.flatMap(([kind, field]) =>
    strategy
      .at(kind)
      .at(field)
      .at('labels')
      .fields()
      .map(([key, value]) => [field, key, value] as const),
  );
}
