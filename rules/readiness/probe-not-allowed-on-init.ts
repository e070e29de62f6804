import { defineRule, type Node, offer, removeEntry, setValue } from 'rollsafe';
import { hasPlaceholder } from 'rollsafe/kubernetes';

export default defineRule({
  summary: 'A probe on an init container',
  why: `
An init container has to end before the next container starts, so there is nothing to probe while it runs. The API server
refuses a probe on one ("may not be set for init containers without restartPolicy=Always"), and the Rollouts controller
marks a Rollout with one as InvalidSpec. Validators that only know the schema let it pass, since all containers share one
type.

What must be up before the application starts and then stay up is a native sidecar: write \`restartPolicy: Always\` on the
init container (on by default since Kubernetes 1.29), and all three probes are allowed. A step that has to wait for
something waits in its own command.
`,
  severity: 'error',
  references: [
    'https://github.com/kubernetes/kubernetes/blob/v1.28.0/pkg/apis/core/validation/validation.go',
    'https://kubernetes.io/docs/concepts/workloads/pods/init-containers/#detailed-behavior',
    'https://kubernetes.io/docs/concepts/workloads/pods/sidecar-containers/',
  ],
  examples: [
    {
      bad: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: importer
spec:
  selector:
    matchLabels: {app: importer}
  template:
    metadata:
      labels: {app: importer}
    spec:
      initContainers:
        - name: cache
          image: registry.example.com/cache:7.2.4
          readinessProbe: # <-- error
            tcpSocket: {port: 6379}
      containers:
        - name: importer
          image: registry.example.com/importer:2.3.0
`,
      good: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: importer
spec:
  selector:
    matchLabels: {app: importer}
  template:
    metadata:
      labels: {app: importer}
    spec:
      initContainers:
        - name: cache
          image: registry.example.com/cache:7.2.4
          restartPolicy: Always
          readinessProbe:
            tcpSocket: {port: 6379}
      containers:
        - name: importer
          image: registry.example.com/importer:2.3.0
`,
    },
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: importer
spec:
  selector:
    matchLabels: {app: importer}
  strategy:
    canary: {}
  template:
    metadata:
      labels: {app: importer}
    spec:
      initContainers:
        - name: migrate
          image: registry.example.com/importer:2.3.0
          startupProbe: {exec: {command: [pg_isready]}} # <--
          livenessProbe: {exec: {command: [pg_isready]}} # <--
          readinessProbe: {exec: {command: [pg_isready]}} # <--
      containers:
        - name: importer
          image: registry.example.com/importer:2.3.0
`,
    },
    {
      bad: `
apiVersion: v1
kind: List
items:
  - apiVersion: batch/v1
    kind: CronJob
    metadata: {name: report}
    spec:
      schedule: "0 5 * * *"
      jobTemplate:
        spec:
          template:
            spec:
              restartPolicy: Never
              initContainers:
                - {name: wait, image: "registry.example.com/wait:1.0.0", restartPolicy: OnFailure,
                   livenessProbe: {tcpSocket: {port: 5432}}} # <--
              containers:
                - {name: report, image: "registry.example.com/report:1.0.0"}
`,
    },
    {
      good: `
apiVersion: v1
kind: Pod
metadata:
  name: importer
spec:
  initContainers:
    - name: migrate
      image: registry.example.com/importer:2.3.0
      readinessProbe: null
    - name: from-a-template
      image: registry.example.com/cache:7.2.4
      restartPolicy: \${CACHE_RESTART_POLICY}
      readinessProbe:
        tcpSocket: {port: 6379}
  containers:
    - name: importer
      image: registry.example.com/importer:2.3.0
      readinessProbe:
        httpGet: {path: /ready, port: 8080}
`,
    },
  ],
  container(node, { container, report }) {
    if (container.role !== 'init' || isUndecided(node.at('restartPolicy'))) return;
    for (const kind of ['startupProbe', 'livenessProbe', 'readinessProbe'] as const) {
      const probe = node.at(kind);
      if (!probe.isMap) continue;
      report({
        at: probe,
        message: `the ${kind} of ${titleOf(container.name)} is refused: without restartPolicy Always it has to end before the next container starts`,
        fixes: [
          ...offer('suggestion', `Remove the ${kind}`, removeEntry(probe)),
          ...offer('suggestion', 'Add restartPolicy: Always', setValue(node.at('restartPolicy'), 'Always')),
        ],
      });
    }
  },
});

/** Whether only another tool knows if the container is a native sidecar. */
function isUndecided(restartPolicy: Node): boolean {
  const text = restartPolicy.string();
  return restartPolicy.exists && (text === undefined || hasPlaceholder(text));
}

function titleOf(name: string): string {
  return name === '' ? 'an init container without a name' : `init container "${name}"`;
}
