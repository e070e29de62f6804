import { defineRule, type Fix, type Node, offer, removeEntry, renameKey, setValue } from 'rollsafe';

export default defineRule({
  summary: 'Rollout without a strategy',
  why: `
A Rollout needs \`strategy.canary\` or \`strategy.blueGreen\`. Without either the controller marks it InvalidSpec and
creates no pod, and later changes stay without effect. It usually comes from a Deployment of which only \`apiVersion\` and
\`kind\` were changed: \`type\` and \`rollingUpdate\` mean nothing here.

\`canary: {}\` is a rolling update with the default limits; \`maxSurge\` and \`maxUnavailable\` belong directly under \`canary\`.
A key without a value (\`canary:\`) counts as not written.
`,
  severity: 'error',
  references: [
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/validation/validation.go',
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/docs/migrating.md',
  ],
  examples: [
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: checkout
spec:
  replicas: 4
  strategy: # <-- error
    type: RollingUpdate
    rollingUpdate: {maxSurge: 1, maxUnavailable: 0}
  selector:
    matchLabels: {app: checkout}
  template:
    metadata:
      labels: {app: checkout}
`,
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: checkout
spec:
  replicas: 4
  strategy:
    canary: {maxSurge: 1, maxUnavailable: 0}
  selector:
    matchLabels: {app: checkout}
  template:
    metadata:
      labels: {app: checkout}
`,
    },
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: checkout
spec: # <-- error
  workloadRef: {apiVersion: apps/v1, kind: Deployment, name: checkout}
`,
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: checkout
spec:
  workloadRef: {apiVersion: apps/v1, kind: Deployment, name: checkout}
  strategy:
    blueGreen: {activeService: checkout}
`,
    },
    // A key without a value.
    {
      bad: `
apiVersion: v1
kind: List
items:
  - apiVersion: argoproj.io/v1alpha1
    kind: Rollout
    metadata: {name: checkout}
    spec:
      selector: {matchLabels: {app: checkout}}
      strategy: # <-- error
        canary:
`,
      good: `
apiVersion: v1
kind: List
items:
  - apiVersion: argoproj.io/v1alpha1
    kind: Rollout
    metadata: {name: checkout}
    spec:
      selector: {matchLabels: {app: checkout}}
      strategy:
        canary: {}
`,
    },
    // Part of an object, which something else completes.
    {
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: checkout
spec:
  replicas: 8
`,
    },
  ],
  kinds: ['argoproj.io/Rollout'],
  resource(rollout, { report }) {
    const spec = rollout.root.at('spec');
    const strategy = spec.at('strategy') as Node;
    const isWhole = ['selector', 'template', 'workloadRef'].some((key) => spec.at(key).exists);
    if (!isWhole || (strategy.exists && !strategy.isMap)) return;
    if (strategy.at('canary').exists || strategy.at('blueGreen').exists) return;
    const instead = strategy.at('rollingUpdate').exists ? 'has rollingUpdate, but ' : 'has ';
    report({
      at: strategy,
      message: `${rollout.title} ${instead}neither canary nor blueGreen: the Rollouts controller refuses it as InvalidSpec and runs no pod`,
      fixes: strategyFor(strategy),
    });
  },
});

/** What a Deployment says goes on as a canary without steps; where nothing is said, a person has to choose. */
function strategyFor(strategy: Node): Fix[] {
  const [type, rollingUpdate, canary] = ['type', 'rollingUpdate', 'canary'].map((key) => strategy.at(key));
  if (!type || !rollingUpdate || !canary) return [];
  if (rollingUpdate.isMap)
    return offer(
      'unsafe',
      'Write canary for rollingUpdate',
      renameKey(rollingUpdate, 'canary'),
      ...(type.exists ? [removeEntry(type)] : []),
    );
  const isWritten = strategy.fields().some(([key]) => key === 'canary');
  return offer(isWritten ? 'unsafe' : 'suggestion', 'Write canary: {}', setValue(canary, {}));
}
