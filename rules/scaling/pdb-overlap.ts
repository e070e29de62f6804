import { defineRule } from 'rollsafe';

const web = (labels: string, kind = 'Deployment') => `
apiVersion: ${kind === 'Rollout' ? 'argoproj.io/v1alpha1' : 'apps/v1'}
kind: ${kind}
metadata: {name: web}
spec:
  replicas: 3
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {${labels}}}
    spec:
      containers: [{name: web, image: "registry.example.com/web:1.4.0"}]
`;

const budget = (name: string, labels: string, mark = '', namespace = '') => `
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: {name: ${name}${namespace}}
spec:
  maxUnavailable: 1
  selector:${mark}
    matchLabels: {${labels}}
`;

export default defineRule({
  summary: 'Two PodDisruptionBudgets over the same pods',
  why: `
The Eviction API can't serve two budgets at once: for a pod under more than one it answers with an error ("This pod has
more than one PodDisruptionBudget"), so a drain never gets rid of it, however generous both budgets are.

Keep one budget for each workload, with the labels of its own selector. A budget with an empty selector overlaps with every
other one in the namespace.
`,
  severity: 'error',
  references: [
    'https://github.com/kubernetes/kubernetes/blob/v1.28.0/pkg/registry/core/pod/storage/eviction.go',
    'https://kubernetes.io/docs/tasks/run-application/configure-pdb/',
  ],
  examples: [
    {
      bad: `${web('app: web, tier: front')}---${budget('web', 'app: web', ' # <-- related')}---${budget('front', 'tier: front', ' # <-- error')}`,
      good: `${web('app: web, tier: front')}---${budget('web', 'app: web')}---${budget('back', 'tier: back')}`,
    },
    {
      bad: `${budget('web', 'app: web', ' # <-- related')}---${web('app: web', 'Rollout')}---${budget('everything', '', ' # <-- error')}`,
    },
    // An empty selector of policy/v1beta1 takes in nothing.
    {
      good: `${web('app: web')}---${budget('web', 'app: web')}---${budget('everything', '').replace('policy/v1', 'policy/v1beta1')}`,
    },
    // A third one is a finding of its own.
    {
      bad: `${web('app: web')}---${budget('a', 'app: web')}---${budget('b', 'app: web', ' # <-- error')}---${budget('c', 'app: web', ' # <-- error')}`,
    },
    // Other namespaces, also where the pods could be in either.
    {
      good: `${web('app: web')}---${budget('web', 'app: web', '', ', namespace: a')}---${budget('other', 'app: web', '', ', namespace: b')}`,
    },
    // The same object twice is duplicate-object.
    { good: `${web('app: web')}---${budget('web', 'app: web')}---${budget('web', 'app: web')}` },
    // Alternatives for two environments, each in its folder.
    {
      good: {
        files: {
          'prod/all.yaml': `${web('app: web')}---${budget('web', 'app: web')}`,
          'test/all.yaml': `${web('app: web')}---${budget('web-test', 'app: web')}`,
        },
      },
    },
    // No pods that both would take in are here.
    { good: `${budget('web', 'app: web')}---${budget('front', 'tier: front')}` },
  ],
  kinds: ['policy/PodDisruptionBudget'],
  resource(budget, { index, report }) {
    const overlap = index.earlierBudgetOverPodsOf(budget);
    if (!overlap) return;
    const { rival, pod } = overlap;
    report({
      at: budget.root.at('spec').at('selector'),
      message: `the pods of ${pod.resource.title} are under ${rival.title} and ${budget.title}: the Eviction API refuses to evict a pod with two budgets, and drains wait for ever`,
      related: [{ at: rival.root.at('spec').at('selector'), message: `selected by ${rival.title} too` }],
    });
  },
});
