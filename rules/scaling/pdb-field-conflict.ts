import { defineRule, offer, removeEntry } from 'rollsafe';

export default defineRule({
  summary: 'A PodDisruptionBudget with both limits',
  why: `
The API server refuses a budget that sets \`minAvailable\` and \`maxUnavailable\` together. Keep one: \`maxUnavailable\` follows
the number of replicas by itself, while a count in \`minAvailable\` has to be kept below it by hand.
`,
  severity: 'error',
  references: [
    'https://github.com/kubernetes/kubernetes/blob/v1.28.0/pkg/apis/policy/validation/validation.go',
    'https://kubernetes.io/docs/tasks/run-application/configure-pdb/',
  ],
  examples: [
    {
      bad: `
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: {name: web}
spec:
  minAvailable: 2 # <-- related
  maxUnavailable: 1 # <-- error
  selector: {matchLabels: {app: web}}
`,
      good: `
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: {name: web}
spec:
  maxUnavailable: 1
  selector: {matchLabels: {app: web}}
`,
    },
    {
      bad: `
apiVersion: v1
kind: List
items:
  - {apiVersion: policy/v1, kind: PodDisruptionBudget, spec: {maxUnavailable: 25%, minAvailable: "50%"}} # <-- error
`,
    },
    // Null is absent.
    {
      good: `
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: {name: web}
spec:
  minAvailable: null
  maxUnavailable: 0
  selector: {matchLabels: {app: web}}
`,
    },
    {
      good: `
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: {name: web}
spec:
  minAvailable: 1
  maxUnavailable: ~
  selector: {matchLabels: {app: web}}
`,
    },
  ],
  kinds: ['policy/PodDisruptionBudget'],
  resource(budget, { report }) {
    const spec = budget.root.at('spec');
    const [least, most] = [spec.at('minAvailable'), spec.at('maxUnavailable')];
    if (!least.exists || !most.exists) return;
    report({
      at: most,
      message: `${budget.title} is refused: it sets both minAvailable and maxUnavailable`,
      related: [{ at: least, message: 'the other limit' }],
      fixes: [
        ...offer('suggestion', 'Remove minAvailable', removeEntry(least)),
        ...offer('suggestion', 'Remove maxUnavailable', removeEntry(most)),
      ],
    });
  },
});
