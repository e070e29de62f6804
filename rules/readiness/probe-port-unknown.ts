import type { V1Container, V1ContainerPort } from '@kubernetes/client-node';
import { type Container, containersOf, defineRule, type Fix, type Node, offer, setValue } from 'rollsafe';
import { hasPlaceholder } from 'rollsafe/kubernetes';

export default defineRule({
  summary: 'A probe names a port that its container does not declare',
  why: `
A probe may give its port as a number or as the name of a port of *its own* container. The API server checks only how the
name is spelled; whether the container declares it turns out on the node, where the kubelet can't resolve it ("probe
errored" in the events), drops the result and tries again, for ever:

- a **readinessProbe** then never passes: the pods never become ready and a rollout stands still;
- a **startupProbe** never passes either, and the other probes wait for it;
- a **livenessProbe** never fails: nothing restarts the container when it hangs. This one is silent.

Give the port its name under \`ports\` of the same container, or write the number. A number needs no declaration, and a
name that only another container of the pod declares doesn't count: probe the container that listens.
`,
  severity: 'error',
  references: [
    'https://github.com/kubernetes/kubernetes/blob/v1.28.0/pkg/probe/util.go',
    'https://github.com/kubernetes/kubernetes/blob/v1.28.0/pkg/kubelet/prober/worker.go',
    'https://kubernetes.io/docs/tasks/configure-pod-container/configure-liveness-readiness-startup-probes/#use-a-named-port',
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
          ports:
            - name: http-web
              containerPort: 8080
            - containerPort: 9090
          readinessProbe:
            httpGet:
              path: /ready
              port: http # <-- error
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
          ports:
            - name: http
              containerPort: 8080
            - containerPort: 9090
          readinessProbe:
            httpGet:
              path: /ready
              port: http
`,
    },
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: web
spec:
  selector:
    matchLabels: {app: web}
  strategy:
    canary: {}
  template:
    metadata:
      labels: {app: web}
    spec:
      initContainers:
        - name: proxy
          image: registry.example.com/proxy:1.30.0
          restartPolicy: Always
          ports: [{name: admin, containerPort: 9901}] # <-- related
          startupProbe: {httpGet: {path: /ready, port: admin-http}} # <--
      containers:
        - name: web
          image: registry.example.com/web:1.4.0
          startupProbe: {tcpSocket: {port: http}} # <--
          livenessProbe: {httpGet: {path: /live, port: http}} # <--
          readinessProbe: {httpGet: {path: /ready, port: admin}} # <--
`,
    },
    {
      bad: `
apiVersion: v1
kind: List
items:
  - {apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {containers: [
      {name: web, image: "registry.example.com/web:1.4.0", ports: [],
        livenessProbe: {tcpSocket: {port: "http"}}}]}} # <--
`,
    },
    // A number needs no declaration; digits in quotes are another rule's.
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
      ports: [{name: http, containerPort: 8080}]
      readinessProbe: {httpGet: {path: /ready, port: 8081}}
      livenessProbe: {tcpSocket: {port: "8081"}}
`,
    },
    // A probe that a plain init container can't have anyway.
    {
      good: `
apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  initContainers:
    - name: warmup
      image: registry.example.com/warmup:1.4.0
      readinessProbe: {httpGet: {path: /ready, port: http}}
  containers:
    - name: web
      image: registry.example.com/web:1.4.0
`,
    },
    // Names that another tool still has to fill in, and probes without a port.
    {
      good: `
apiVersion: apps/v1
kind: StatefulSet
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
          readinessProbe: {httpGet: {path: /ready, port: "\${HTTP_PORT_NAME}"}}
        - name: metrics
          image: registry.example.com/metrics:1.4.0
          ports: [{name: "\${METRICS_PORT_NAME}", containerPort: 9090}]
          readinessProbe: {httpGet: {path: /ready, port: metrics}}
        - name: worker
          image: registry.example.com/worker:1.4.0
          readinessProbe: {exec: {command: [/bin/ready]}}
          livenessProbe: {grpc: {port: 50051}}
`,
    },
  ],
  container(node, { container, report }) {
    if (container.role !== 'main' && container.role !== 'sidecar') return;
    for (const [kind, consequence] of Object.entries(CONSEQUENCES)) {
      for (const handler of ['httpGet', 'tcpSocket']) {
        const port = node.at(kind).at(handler).at('port');
        const name = port.string();
        if (name === undefined || name === '' || isNumberInQuotes(name) || hasPlaceholder(name)) continue;
        const declared = declaredPorts(node);
        if (declared === undefined || declared.some((other) => other.name === name)) continue;
        const owner = portElsewhere(container, name);
        report({
          at: port,
          message: `${titleOf(container)} ${consequence}: its ${kind} names port "${name}", and it declares ${listOf(declared)}${owner ? `, while ${titleOf(owner.container)} declares that name` : ''}`,
          ...(owner && { related: [{ at: owner.port, message: `${titleOf(owner.container)} declares it` }] }),
          fixes: suggestionsOf(port, declared),
        });
      }
    }
  },
});

/** What comes of a probe whose every result is dropped: it keeps the result that it starts with. */
const CONSEQUENCES = {
  startupProbe: 'never counts as started',
  readinessProbe: 'never becomes ready',
  livenessProbe: 'is never restarted when it hangs',
};

interface DeclaredPort {
  readonly node: Node<V1ContainerPort>;
  readonly name: string | undefined;
}

/** The ports of a container; undefined when what is written there doesn't tell all names. */
function declaredPorts(container: Node<V1Container>): readonly DeclaredPort[] | undefined {
  const ports = container.at('ports');
  if (!ports.exists) return [];
  if (!Array.isArray(ports.value)) return undefined;
  const items = ports.items();
  const readable = items.every(
    (port) => port.isMap && (!port.at('name').exists || isFinal(port.at('name').string())),
  );
  if (!readable) return undefined;
  return items.map((port) => ({ node: port, name: port.at('name').string() || undefined }));
}

function isFinal(name: string | undefined): boolean {
  return name !== undefined && !hasPlaceholder(name);
}

function isNumberInQuotes(text: string): boolean {
  return /^[0-9]+$/.test(text);
}

function titleOf({ name }: Container): string {
  return name === '' ? 'a container without a name' : `container "${name}"`;
}

const MOST_SUGGESTED = 3;

/** The ports that the container has. */
function suggestionsOf(port: Node, declared: readonly DeclaredPort[]): Fix[] {
  return declared.slice(0, MOST_SUGGESTED).flatMap(({ node, name }) => {
    const wanted = name ?? node.at('containerPort').integer();
    return wanted === undefined ? [] : offer('suggestion', `Probe port ${wanted}`, setValue(port, wanted));
  });
}

/** `only "http" (8080) and 9090`. */
function listOf(ports: readonly DeclaredPort[]): string {
  const words = ports.map(({ node, name }) => {
    const number = node.at('containerPort').integer();
    if (name === undefined) return `${number ?? 'a port without a number'}`;
    return number === undefined ? `"${name}"` : `"${name}" (${number})`;
  });
  const last = words.pop();
  if (last === undefined) return 'no ports';
  return words.length === 0 ? `only ${last}` : `only ${words.join(', ')} and ${last}`;
}

/** The first port of that name in another container of the pod. */
function portElsewhere(
  { node, pod }: Container,
  name: string,
): { readonly container: Container; readonly port: Node<V1ContainerPort> } | undefined {
  for (const container of containersOf(pod)) {
    if (container.node.path === node.path) continue;
    const port = declaredPorts(container.node)?.find((declared) => declared.name === name);
    if (port) return { container, port: port.node };
  }
  return undefined;
}
