import { type Container, defineRule, type Fix, type Node, offer, removeEntry, setValue } from 'rollsafe';
import { hasPlaceholder, sameProbe } from 'rollsafe/kubernetes';

export default defineRule({
  summary: 'Readiness and liveness ask the same question at the same moments',
  why: `
A readinessProbe that fails takes the pod out of its Services until it recovers; a livenessProbe that fails kills the
container. When both are equal, every pod that should only rest for a while is killed at the same moment: an overload or a
dependency that is down for half a minute becomes a storm of restarts, cold caches included, and a rollout that waits for
ready pods waits even longer.

Let readiness ask whether the container can serve now, and liveness only whether it hangs: another path that looks at no
dependency, or a clearly larger \`failureThreshold\` or \`periodSeconds\`. Many containers need no livenessProbe at all.

Compared are all fields, with the defaults filled in. Fine to ignore where a restart is the only way to recover anyway.
Not reported: different numbers, Jobs, a command that can't fail, a handler that another tool has yet to complete.
`,
  severity: 'warning',
  references: [
    'https://kubernetes.io/docs/concepts/configuration/liveness-readiness-startup-probes/',
    'https://github.com/kubernetes/kubernetes/blob/v1.28.0/pkg/apis/core/v1/defaults.go',
  ],
  examples: [
    {
      bad: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  selector:
    matchLabels: {app: web}
  template:
    metadata:
      labels: {app: web}
    spec:
      containers:
        - name: web
          image: registry.example.com/web:1.4.0
          readinessProbe: # <-- related
            httpGet: {path: /healthz, port: 8080}
            periodSeconds: 5
          livenessProbe: # <-- warning
            httpGet: {path: /healthz, port: 8080}
            periodSeconds: 5
`,
      good: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  selector:
    matchLabels: {app: web}
  template:
    metadata:
      labels: {app: web}
    spec:
      containers:
        - name: web
          image: registry.example.com/web:1.4.0
          readinessProbe:
            httpGet: {path: /healthz, port: 8080}
            periodSeconds: 5
          livenessProbe:
            httpGet: {path: /healthz, port: 8080}
            periodSeconds: 5
            failureThreshold: 12
`,
    },
    // Equal after defaults, in a Rollout.
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: web
spec:
  strategy: {canary: {}}
  template:
    spec:
      containers:
        - name: web
          image: registry.example.com/web:1.4.0
          livenessProbe: {httpGet: {port: http, path: /, scheme: HTTP}, failureThreshold: 3} # <-- warning
          readinessProbe: {httpGet: {port: http}, timeoutSeconds: 1} # <-- related
`,
    },
    // One probe for both, and the same command in a native sidecar.
    {
      bad: `
apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: queue
spec:
  template:
    spec:
      initContainers:
        - name: proxy
          image: registry.example.com/proxy:1.30.0
          restartPolicy: Always
          readinessProbe: {exec: {command: [proxy, healthy]}}
          livenessProbe: {exec: {command: [proxy, healthy]}} # <-- warning
      containers:
        - name: queue
          image: registry.example.com/queue:3.13.0
          readinessProbe: &probe
            tcpSocket: {port: 5672}
          livenessProbe: *probe # <-- warning
`,
    },
    // Another question, another grace period, and only one of them.
    {
      good: `
apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  containers:
    - name: web
      image: registry.example.com/web:1.4.0
      readinessProbe: {httpGet: {path: /ready, port: 8080}}
      livenessProbe: {httpGet: {path: /alive, port: 8080}}
    - name: api
      image: registry.example.com/api:1.4.0
      readinessProbe: {tcpSocket: {port: 9090}}
      livenessProbe: {tcpSocket: {port: 9090}, terminationGracePeriodSeconds: 5}
    - name: cache
      image: registry.example.com/cache:7.2.4
      readinessProbe: {tcpSocket: {port: 6379}}
    - name: log-shipper
      image: registry.example.com/log-shipper:3.1.0
      livenessProbe: {tcpSocket: {port: 6379}}
    - name: odd
      image: registry.example.com/odd:1.0.0
      readinessProbe: null
      livenessProbe: null
`,
    },
    // Commands that can't fail, and handlers that aren't complete.
    {
      good: `
apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  containers:
    - name: web
      image: registry.example.com/web:1.4.0
      readinessProbe: {exec: {command: ["true"]}}
      livenessProbe: {exec: {command: ["true"]}}
    - name: api
      image: registry.example.com/api:1.4.0
      readinessProbe: {exec: {command: [sh, -c, exit 0]}}
      livenessProbe: {exec: {command: [sh, -c, exit 0]}}
    - name: cache
      image: registry.example.com/cache:7.2.4
      readinessProbe: {tcpSocket: {port: "\${CACHE_PORT}"}}
      livenessProbe: {tcpSocket: {port: "\${CACHE_PORT}"}}
    - name: log-shipper
      image: registry.example.com/log-shipper:3.1.0
      readinessProbe: {exec: {command: ["<your check>"]}}
      livenessProbe: {exec: {command: ["<your check>"]}}
`,
    },
    // Nobody waits for the readiness of a Job.
    {
      good: `
apiVersion: batch/v1
kind: Job
metadata:
  name: import
spec:
  template:
    spec:
      restartPolicy: Never
      containers:
        - name: import
          image: registry.example.com/import:1.4.0
          readinessProbe: {httpGet: {path: /healthz, port: 8080}}
          livenessProbe: {httpGet: {path: /healthz, port: 8080}}
`,
    },
    // A plain init container may have no probe at all: probe-not-allowed-on-init.
    {
      good: `
apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  initContainers:
    - name: migrate
      image: registry.example.com/migrate:1.4.0
      readinessProbe: {tcpSocket: {port: 8080}}
      livenessProbe: {tcpSocket: {port: 8080}}
  containers:
    - name: web
      image: registry.example.com/web:1.4.0
`,
    },
  ],
  container(node, { container, report }) {
    if (container.role !== 'main' && container.role !== 'sidecar') return;
    const readiness = node.at('readinessProbe');
    const liveness = node.at('livenessProbe');
    if (container.pod.runsToCompletion || !sameProbe(readiness.value, liveness.value)) return;
    if (isPlaceholder(liveness)) return;
    report({
      at: liveness,
      message: `whatever takes ${titleOf(container)} out of service also kills it at the same moment: livenessProbe and readinessProbe are equal`,
      related: [{ at: readiness, message: 'the readinessProbe' }],
      fixes: suggestionsOf(liveness as Node),
    });
  },
});

const DEFAULT_FAILURES = 3;

function suggestionsOf(liveness: Node): Fix[] {
  const threshold = liveness.at('failureThreshold');
  const failures = 3 * (threshold.integer() || DEFAULT_FAILURES);
  return [
    ...offer('suggestion', `Kill only after ${failures} failures`, setValue(threshold, failures)),
    ...offer('suggestion', 'Remove the livenessProbe', removeEntry(liveness)),
  ];
}

const ALWAYS_TRUE = /^(?:(?:(?:\/usr)?\/bin\/)?true|:|exit 0)$/;

/** A probe that stands for another one: a command that can't fail, or a text that isn't final. */
function isPlaceholder(probe: Node): boolean {
  const words = (probe.at('exec').at('command').items() as Node[]).flatMap((word) => word.string() ?? []);
  const texts = [...words, ...textsOf(probe.at('httpGet')), ...textsOf(probe.at('tcpSocket'))];
  return ALWAYS_TRUE.test(words.at(-1) ?? '') || texts.some(hasPlaceholder);
}

function textsOf(handler: Node): string[] {
  return handler.fields().flatMap(([, value]) => value.string() ?? []);
}

function titleOf({ name }: Container): string {
  return name === '' ? 'a container without a name' : `container "${name}"`;
}
