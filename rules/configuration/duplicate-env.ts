import { defineRule, type Node, offer, removeItem } from 'rollsafe';
import { hasPlaceholder } from 'rollsafe/kubernetes';

const shop = (env: string, kind = 'Deployment') => `
apiVersion: ${kind === 'Rollout' ? 'argoproj.io/v1alpha1' : 'apps/v1'}
kind: ${kind}
metadata: {name: shop}
spec:
  template:
    spec:
      containers:
        - name: shop
          image: registry.example.com/shop:1.4.0
          ${env.trim().replaceAll('\n', '\n          ')}
`;

export default defineRule({
  summary: 'An environment variable that is set twice in one container',
  why: `
The API server accepts the same name twice with a warning, and the last value wins. An update is worse: kubectl and
Kustomize merge the list by name and may drop or reorder one of the two, so that the value that a container gets depends on
how the manifest was applied.

Keep one entry. To override what comes from \`envFrom\`, an entry in \`env\` is enough, and no duplicate.
`,
  severity: 'warning',
  references: [
    'https://github.com/kubernetes/kubernetes/blob/v1.28.0/staging/src/k8s.io/api/core/v1/types.go',
    'https://github.com/kubernetes/kubernetes/blob/v1.28.0/pkg/api/pod/warnings.go',
  ],
  examples: [
    {
      bad: shop(`env:
  - {name: MODE, value: fast} # <-- related
  - {name: LEVEL, value: info}
  - {name: MODE, value: safe} # <-- warning`),
      good: shop(`env:
  - {name: MODE, value: safe}
  - {name: LEVEL, value: info}`),
    },
    {
      bad: shop(
        `env:
  - name: PASSWORD
    value: letmein
  - name: PASSWORD # <-- warning
    valueFrom: {secretKeyRef: {name: shop, key: password}}
  - name: PASSWORD # <-- warning
    value: letmein`,
        'Rollout',
      ),
    },
    {
      bad: `
{"apiVersion": "v1", "kind": "List", "items": [
  {"apiVersion": "batch/v1", "kind": "Job", "metadata": {"name": "report"}, "spec": {"template": {"spec": {
    "initContainers": [{"name": "wait", "env": [
      {"name": "A", "value": "1"},
      {"name": "A", "value": "1"} # <-- warning
    ]}]
  }}}}
]}
`,
    },
    // env overrides envFrom, and each container has its own.
    {
      good: `${shop(`envFrom: [{configMapRef: {name: shop}}, {configMapRef: {name: shop-more}}]
env: [{name: MODE, value: safe}]`).trimEnd()}
        - name: helper
          env: [{name: MODE, value: fast}]
`,
    },
    // Letters count, and names that another tool completes may differ.
    {
      good: shop(
        'env: [{name: mode, value: a}, {name: MODE, value: b}, {name: "${PREFIX}_A", value: a}, {name: "${PREFIX}_A", value: b}]',
      ),
    },
  ],
  container(node, { container, report }) {
    const seen = new Map<string, Node[]>();
    for (const variable of node.at('env').items() as Node[]) {
      const at = variable.at('name');
      const name = at.string();
      if (!name || hasPlaceholder(name)) continue;
      const earlier = seen.get(name) ?? [];
      seen.set(name, [...earlier, variable]);
      const [first] = earlier;
      if (!first) continue;
      const where = container.name === '' ? 'one container' : `container "${container.name}"`;
      report({
        at,
        message: `variable ${name} is set twice in ${where}: the last value wins, and a merge may keep either`,
        related: [{ at: first.at('name'), message: 'set here before' }],
        fixes: offer('suggestion', 'Remove the earlier value', ...earlier.map(removeItem)),
      });
    }
  },
});
