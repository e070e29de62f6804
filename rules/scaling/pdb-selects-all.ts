import { budgetSelector, defineRule } from 'rollsafe';

export default defineRule({
  summary: 'A PodDisruptionBudget over every pod of the namespace',
  why: `
An empty selector takes in every pod of the namespace in policy/v1. Unrelated workloads then share one budget: with
\`maxUnavailable: 1\` a pod of one that isn't ready blocks the eviction of all others. And every other budget in the
namespace overlaps with it, so that the pods under both can't be evicted at all. In policy/v1beta1 the same text took in
nothing, so it often comes from a migration.

Name the labels of one workload, and write a budget for each. It is fine to ignore in a namespace with a single workload.
`,
  severity: 'warning',
  references: [
    'https://github.com/kubernetes/kubernetes/blob/v1.28.0/staging/src/k8s.io/api/policy/v1/types.go',
    'https://kubernetes.io/docs/reference/using-api/deprecation-guide/#poddisruptionbudget-v125',
  ],
  examples: [
    {
      bad: `
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: {name: everything}
spec:
  maxUnavailable: 1
  selector: {} # <-- warning
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
  - apiVersion: policy/v1
    kind: PodDisruptionBudget
    metadata: {name: everything, namespace: shop}
    spec:
      minAvailable: 50%
      selector: # <-- warning
        matchLabels: {}
        matchExpressions: []
`,
    },
    // Takes in nothing there: pdb-selects-nothing.
    {
      good: `
apiVersion: policy/v1beta1
kind: PodDisruptionBudget
metadata: {name: everything}
spec:
  maxUnavailable: 1
  selector: {}
`,
    },
    {
      good: `
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: {name: nothing}
spec:
  maxUnavailable: 1
  selector: null
`,
    },
  ],
  kinds: ['policy/PodDisruptionBudget'],
  resource(budget, { report }) {
    if (budgetSelector(budget)?.length !== 0) return;
    const where = budget.namespace === undefined ? 'its namespace' : `namespace ${budget.namespace}`;
    report({
      at: budget.root.at('spec').at('selector'),
      message: `${budget.title} covers every pod of ${where}: its selector is empty, so unrelated workloads share one budget`,
    });
  },
});
