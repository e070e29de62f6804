import { budgetSelector, defineRule, offer, setValue } from 'rollsafe';

export default defineRule({
  summary: 'A PodDisruptionBudget without a limit',
  why: `
A budget with neither \`minAvailable\` nor \`maxUnavailable\` is accepted, but the controller then expects no pods and allows 0
disruptions: every eviction of the pods that it selects is refused, and draining their nodes waits for ever.

Write the limit that is meant, usually \`maxUnavailable: 1\`.
`,
  severity: 'warning',
  references: [
    'https://github.com/kubernetes/kubernetes/blob/v1.28.0/pkg/controller/disruption/disruption.go',
    'https://github.com/kubernetes/kubernetes/blob/v1.28.0/pkg/apis/policy/validation/validation.go',
  ],
  examples: [
    {
      bad: `
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: {name: web}
spec: # <-- warning
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
apiVersion: policy/v1beta1
kind: PodDisruptionBudget
metadata: {name: web}
spec: # <-- warning
  minAvailable: null
  unhealthyPodEvictionPolicy: AlwaysAllow
  selector: {matchLabels: {app: web}}
`,
      good: `
apiVersion: policy/v1beta1
kind: PodDisruptionBudget
metadata: {name: web}
spec:
  minAvailable: 0
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
    metadata: {name: everything}
    spec: {selector: {}} # <-- warning
`,
    },
    // It selects no pods, so there is nothing to refuse: pdb-selects-nothing.
    {
      good: `
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: {name: web}
spec: {}
`,
    },
    // What the limit is, another tool says.
    {
      good: `
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: {name: web}
spec:
  minAvailable: "$(MINIMUM)"
  selector: {matchLabels: {app: web}}
`,
    },
  ],
  kinds: ['policy/PodDisruptionBudget'],
  resource(budget, { report }) {
    const spec = budget.root.at('spec');
    if (spec.at('minAvailable').exists || spec.at('maxUnavailable').exists || !budgetSelector(budget)) return;
    report({
      at: spec,
      message: `${budget.title} lets no pod be evicted: without minAvailable or maxUnavailable it allows 0 disruptions`,
      fixes: offer('suggestion', 'Add maxUnavailable: 1', setValue(spec.at('maxUnavailable'), 1)),
    });
  },
});
