import { defineRule, replicasOf, suggestValues } from 'rollsafe';

const DEPLOYMENT = `
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 3 # <-- related
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers: [{name: web, image: "registry.example.com/web:1.4.0"}]
`;

const rollout = (workloadRef: string) => `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: web}
spec:
  replicas: 3
  workloadRef:${workloadRef}
  strategy: {canary: {}}
`;

export default defineRule({
  summary: 'A Rollout and the Deployment it refers to both run pods',
  why: `
A Rollout with \`workloadRef\` takes its pod template from a Deployment, but the Deployment goes on running its own pods
unless something scales it down: twice the capacity, and one Service over old and new alike, so that the canary's share
of the traffic is not what the steps say.

\`scaleDown: onsuccess\` or \`progressively\` lets the Rollouts controller do it once the Rollout is healthy; \`replicas: 0\`
in the Deployment does it for good, but only when the Rollout already serves: before that it is an outage. Even with
\`scaleDown\`, which acts on the Rollout's first revision only, each later apply of a Deployment with \`replicas: 3\` scales
it up again.
`,
  severity: 'warning',
  references: [
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/docs/migrating.md',
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/templateref.go',
  ],
  examples: [
    {
      bad: `${rollout(' # <--\n    apiVersion: apps/v1\n    kind: Deployment\n    name: web').trim()}\n---${DEPLOYMENT}`,
      good: `${rollout('\n    apiVersion: apps/v1\n    kind: Deployment\n    name: web\n    scaleDown: onsuccess').trim()}\n---${DEPLOYMENT.replace(' # <-- related', '')}`,
    },
    {
      bad: `${rollout('\n    apiVersion: apps/v1\n    kind: Deployment\n    name: web\n    scaleDown: never # <--').trim()}\n---${DEPLOYMENT.replace('  replicas: 3 # <-- related\n', '')}`,
      good: `${rollout('\n    apiVersion: apps/v1\n    kind: Deployment\n    name: web\n    scaleDown: progressively').trim()}\n---${DEPLOYMENT.replace(' # <-- related', '')}`,
    },
    {
      good: `${rollout('\n    apiVersion: apps/v1\n    kind: Deployment\n    name: web').trim()}\n---${DEPLOYMENT.replace('3 # <-- related', '0')}`,
    },
    {
      good: `${rollout('\n    apiVersion: apps/v1\n    kind: Deployment\n    name: web').trim().replace('replicas: 3', 'replicas: 0')}\n---${DEPLOYMENT.replace(' # <-- related', '')}`,
    },
    {
      // The Deployment isn't here: nothing is known of its replicas.
      good: rollout('\n    apiVersion: apps/v1\n    kind: Deployment\n    name: elsewhere'),
    },
  ],
  kinds: ['argoproj.io/Rollout'],
  resource(rollout, { index, report }) {
    const reference = rollout.root.at('spec').at('workloadRef');
    const deployment = index.workloadReferencedBy(rollout)?.as('apps/Deployment');
    if (!deployment || rollout.root.at('spec').at('template').at('metadata').exists) return;
    const scaleDown = reference.at('scaleDown');
    if (scaleDown.exists && scaleDown.string() !== 'never') return;
    const pods = replicasOf(deployment);
    const own = replicasOf(rollout);
    if (!pods || !own) return;
    const why = scaleDown.exists ? 'scaleDown is never' : 'no scaleDown is set';
    report({
      at: scaleDown.exists ? scaleDown : reference,
      message: `${rollout.title} and the ${deployment.title} it refers to run side by side, ${own} + ${pods} pods: ${why}, so the Deployment stays up`,
      related: [{ at: deployment.root.at('spec').at('replicas'), message: `${pods} more` }],
      fixes: suggestValues(scaleDown, ['onsuccess', 'progressively']),
    });
  },
});
