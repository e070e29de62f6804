import type { V1PodDisruptionBudget, V1PodDisruptionBudgetSpec } from '@kubernetes/client-node';
import {
  budgetSelector,
  defineRule,
  type Fix,
  type Node,
  offer,
  type Resource,
  type ResourceIndex,
  setValues,
} from 'rollsafe';
import { formatSelector, hasPlaceholder, withoutRuntimeLabels } from 'rollsafe/kubernetes';

const web = (labels: string, kind = 'Deployment', namespace = '') => `
apiVersion: ${kind === 'Rollout' ? 'argoproj.io/v1alpha1' : 'apps/v1'}
kind: ${kind}
metadata: {name: web${namespace}}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {${labels}}}
    spec:
      containers: [{name: web, image: "registry.example.com/web:1.4.0"}]
`;

const budget = (selector: string, version = 'v1', namespace = '') => `
apiVersion: policy/${version}
kind: PodDisruptionBudget
metadata: {name: web${namespace}}
spec:
  maxUnavailable: 1
  ${selector}
`;

export default defineRule({
  summary: 'A PodDisruptionBudget that covers no pods',
  why: `
A budget protects the pods that its selector matches, in its own namespace. One that matches none is accepted and protects
nothing: a drain may evict all pods of the workload at once. Usually a label was renamed on one side only.

Without a selector a budget covers nothing. An empty selector, \`{}\`, covers nothing in policy/v1beta1, but every pod of the
namespace in policy/v1, where \`pdb-selects-all\` speaks about it.

Except for those two, which need no other object to be wrong, it is reported only where everything that is applied together
is at hand (a folder, a rendered stream) and nothing else in the project has such pods. Labels that are added at run time are
left out of the comparison. When the pods come from elsewhere (an operator, another repository), turn the rule off for the
file.
`,
  severity: 'warning',
  references: [
    'https://github.com/kubernetes/kubernetes/blob/v1.28.0/staging/src/k8s.io/api/policy/v1/types.go',
    'https://github.com/kubernetes/kubernetes/blob/v1.28.0/staging/src/k8s.io/api/policy/v1beta1/types.go',
    'https://github.com/kubernetes/kubernetes/blob/v1.28.0/pkg/controller/disruption/disruption.go',
  ],
  examples: [
    {
      bad: `${web('app: web, tier: front')}---${budget('selector: # <-- warning\n    matchLabels: {app: web, tier: frontend}')}`,
      good: `${web('app: web, tier: front')}---${budget('selector: {matchLabels: {app: web, tier: front}}')}`,
    },
    {
      bad: `${web('app: web', 'Rollout')}---${budget('selector: # <-- warning\n    matchExpressions: [{key: app, operator: In, values: [api, shop]}]')}`,
      good: `${web('app: web', 'Rollout')}---${budget('selector: {matchExpressions: [{key: app, operator: In, values: [api, web]}]}')}`,
    },
    {
      bad: `${web('app: web', 'Deployment', ', namespace: shop')}---${budget('selector: # <-- warning\n    matchLabels: {app: web}', 'v1', ', namespace: office')}`,
      good: `${web('app: web', 'Deployment', ', namespace: shop')}---${budget('selector: {matchLabels: {app: web}}')}`,
    },
    // No selector: even a single file proves it.
    {
      bad: {
        files: { 'pdb.yaml': budget('').replace('spec:', 'spec: # <-- warning') },
        closed: false,
      },
      good: {
        files: { 'pdb.yaml': budget('selector: {matchLabels: {app: web}}') },
        closed: false,
      },
    },
    { bad: budget('selector: null # <-- warning') },
    {
      bad: `${web('app: web')}---${budget('selector: {} # <-- warning', 'v1beta1')}`,
      good: `${web('app: web')}---${budget('selector: {}')}`,
    },
    {
      bad: `
apiVersion: v1
kind: List
items:
  - {apiVersion: policy/v1, kind: PodDisruptionBudget, metadata: {name: web}, spec: {minAvailable: 1}} # <-- warning
`,
    },
    // The pods may be in another folder of the project.
    {
      good: {
        files: {
          'net/pdb.yaml': budget('selector: {matchLabels: {app: web}}'),
          'apps/web.yaml': web('app: web'),
        },
      },
    },
    // The Rollout runs the pods of the Deployment that it refers to.
    {
      good: `${web('app: web').replace('spec:\n', 'spec:\n  replicas: 0\n')}---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: web}
spec:
  workloadRef: {apiVersion: apps/v1, kind: Deployment, name: web}
---${budget('selector: {matchLabels: {app: web}}')}`,
    },
    // Labels that controllers, or the application itself, add at run time.
    {
      good: `${web('app: web')}---${budget('selector: {matchLabels: {app: web, rollouts-pod-template-hash: 5f9c}}')}`,
    },
    { good: `${web('app: web')}---${budget('selector: {matchLabels: {app: web, web-role: leader}}')}` },
    // An operator makes the pods of a custom object.
    {
      good: `
apiVersion: kafka.example.com/v1
kind: Kafka
metadata: {name: orders}
---${budget('selector: {matchLabels: {kafka-cluster: orders}}')}`,
    },
    // An export of some objects of a cluster.
    {
      good: budget(
        'selector: {matchLabels: {app: web}}',
        'v1',
        ', uid: 0b0f0c9e-8a5f-4c1c-9b3a-1f4f6b1c2d3e',
      ),
    },
    // Another tool fills it in, or it is no selector.
    { good: budget('selector: {matchLabels: {app: "$(APP)"}}') },
    { good: budget('selector: app=web') },
  ],
  kinds: ['policy/PodDisruptionBudget'],
  resource(budget, { index, report }) {
    const spec = budget.root.at('spec');
    const node = spec.at('selector');
    const selector = budgetSelector(budget);
    if (!selector) {
      const reason = reasonOfNone(spec, budget.apiVersion);
      const fixes = suggestionsOf(budget, index);
      if (reason) report({ at: node, message: `${budget.title} protects no pods: ${reason}`, fixes });
      return;
    }
    const written = withoutRuntimeLabels(selector);
    const values = written.flatMap((requirement) => requirement.values);
    if (written.length === 0 || !index.isClosed(budget) || budget.isLive || values.some(hasPlaceholder))
      return;
    if (
      index.podsCountedBy(budget).size > 0 ||
      index.podsMatching(written, budget.namespace).length > 0 ||
      values.some((value) => index.mayBeOperated(value))
    )
      return;
    const where = budget.namespace === undefined ? '' : ` in namespace ${budget.namespace}`;
    report({
      at: node,
      message: `${budget.title} protects no pods: no pod template${where} has ${formatSelector(selector)}`,
      fixes: suggestionsOf(budget, index),
    });
  },
});

const PROTECTED = ['apps/Deployment', 'apps/StatefulSet', 'argoproj.io/Rollout'];

/** The labels that the workload of the same name selects by. */
function suggestionsOf(budget: Resource<V1PodDisruptionBudget>, index: ResourceIndex): Fix[] {
  const { name, namespace } = budget;
  if (name === undefined) return [];
  const [workload] = PROTECTED.flatMap((type) => index.find({ type, name, namespace }, budget as Resource));
  const labels = workload ? labelsOf(workload) : {};
  const selector = budget.root.at('spec').at('selector') as Node;
  const written = selector.at('matchLabels').fields();
  const foreign = written.some(([key]) => labels[key] === undefined);
  const same = Object.entries(labels).every(
    ([key, value]) => selector.at('matchLabels').at(key).string() === value,
  );
  if (!workload || foreign || same || selector.at('matchExpressions').items().length > 0) return [];
  return offer(
    'suggestion',
    `Cover the pods of ${workload.title}`,
    ...setValues(selector.at('matchLabels'), labels),
  );
}

function labelsOf({ root }: Resource): Record<string, string> {
  const fields = (root as Node).at('spec').at('selector').at('matchLabels').fields();
  return Object.fromEntries(fields.flatMap(([key, value]) => [[key, value.string() ?? '']]));
}

/** Why a budget covers nothing by its own text; undefined where that isn't so. */
function reasonOfNone(spec: Node<V1PodDisruptionBudgetSpec>, apiVersion: string): string | undefined {
  const selector = spec.at('selector');
  if (!selector.exists) return spec.isMap || !spec.exists ? 'it has no selector' : undefined;
  const terms = [...selector.at('matchLabels').fields(), ...selector.at('matchExpressions').items()];
  const empty =
    selector.isMap && selector.fields().every(([key]) => key === 'matchLabels' || key === 'matchExpressions');
  return empty && terms.length === 0 && apiVersion === 'policy/v1beta1'
    ? `an empty selector matches nothing in ${apiVersion}`
    : undefined;
}
