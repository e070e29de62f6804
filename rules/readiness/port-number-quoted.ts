import type { V1Container } from '@kubernetes/client-node';
import {
  type Container,
  defineRule,
  type Fix,
  type Node,
  offer,
  type Problem,
  replaceScalar,
} from 'rollsafe';

export default defineRule({
  summary: 'A port number in quotes',
  why: `
The port of a probe, of a lifecycle hook and the \`targetPort\` of a Service is a number or a *name*. In quotes the digits
are a name, and the API server refuses a port name without a letter ("must contain at least one letter (a-z)"), so the
whole object is refused and the change never arrives. The usual source is a template such as \`{{ .Values.port | quote }}\`.

Write the digits without quotes, and repair the template when a chart made them. There is nothing to ignore here.

Where only a number is allowed (\`containerPort\`, \`port\` of a Service, \`grpc.port\`), quotes are a mistake of
another kind, the wrong type, which this rule doesn't look for.
`,
  severity: 'error',
  references: [
    'https://github.com/kubernetes/kubernetes/blob/v1.28.0/pkg/apis/core/validation/validation.go',
    'https://github.com/kubernetes/kubernetes/blob/v1.28.0/staging/src/k8s.io/apimachinery/pkg/util/validation/validation.go',
    'https://kubernetes.io/docs/concepts/services-networking/service/#field-spec-ports',
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
          ports: [{containerPort: 8080}]
          startupProbe:
            tcpSocket:
              port: '8080' # <-- error
          readinessProbe:
            httpGet:
              path: /ready
              port: "8080" # <-- error
          livenessProbe: {httpGet: {path: /alive, port: "8080"}} # <-- error
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
          ports: [{containerPort: 8080}]
          startupProbe:
            tcpSocket:
              port: 8080
          readinessProbe:
            httpGet:
              path: /ready
              port: 8080
          livenessProbe: {httpGet: {path: /alive, port: 8080}}
`,
    },
    {
      bad: `
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  selector: {app: web}
  ports:
    - port: 80
      targetPort: "8080" # <-- error
`,
      good: `
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  selector: {app: web}
  ports:
    - port: 80
      targetPort: 8080
`,
    },
    // Lifecycle hooks, a native sidecar, and the comment behind the value stays.
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
      initContainers:
        - name: proxy
          image: registry.example.com/proxy:1.30.0
          restartPolicy: Always
          readinessProbe: {tcpSocket: {port: "15021"}} # <-- error
      containers:
        - name: web
          image: registry.example.com/web:1.4.0
          lifecycle:
            postStart: {httpGet: {path: /warm, port: "8080"}} # <-- error
            preStop:
              httpGet:
                path: /drain
                port: "8080"   # the application # <-- error
`,
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: web
spec:
  strategy: {canary: {}}
  template:
    spec:
      initContainers:
        - name: proxy
          image: registry.example.com/proxy:1.30.0
          restartPolicy: Always
          readinessProbe: {tcpSocket: {port: 15021}}
      containers:
        - name: web
          image: registry.example.com/web:1.4.0
          lifecycle:
            postStart: {httpGet: {path: /warm, port: 8080}}
            preStop:
              httpGet:
                path: /drain
                port: 8080   # the application
`,
    },
    // In JSON, and in a List.
    {
      bad: `
{"apiVersion": "v1", "kind": "List", "items": [
  {"apiVersion": "v1", "kind": "Service", "metadata": {"name": "web"},
   "spec": {"selector": {"app": "web"}, "ports": [
     {"port": 80, "targetPort": "8080"} # <-- error
   ]}}
]}
`,
      good: `
{"apiVersion": "v1", "kind": "List", "items": [
  {"apiVersion": "v1", "kind": "Service", "metadata": {"name": "web"},
   "spec": {"selector": {"app": "web"}, "ports": [
     {"port": 80, "targetPort": 8080}
   ]}}
]}
`,
    },
    // Digits that YAML would read otherwise without quotes, and a number that is refused without quotes too.
    {
      bad: `
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  selector: {app: web}
  ports:
    - {name: http, port: 80, targetPort: "0080"} # <-- error
    - {name: admin, port: 81, targetPort: "80800"} # <-- error
    - {name: none, port: 82, targetPort: "0"} # <-- error
`,
      fixed: `
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  selector: {app: web}
  ports:
    - {name: http, port: 80, targetPort: 80}
    - {name: admin, port: 81, targetPort: "80800"}
    - {name: none, port: 82, targetPort: "0"}
`,
    },
    // An anchor may give the same text to a field that has to be text, so the fix stays away.
    {
      bad: `
apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  containers:
    - name: web
      image: registry.example.com/web:1.4.0
      readinessProbe:
        tcpSocket:
          port: &port "8080" # <-- error
      env:
        - name: PORT
          value: *port
`,
    },
    // Names, numbers, and what isn't known yet.
    {
      good: `
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  selector: {app: web}
  ports:
    - {name: http, port: 80, targetPort: "http"}
    - {name: admin, port: 81, targetPort: p8081}
    - {name: metrics, port: 82, targetPort: 9090}
    - {name: debug, port: 83, targetPort: "\${DEBUG_PORT}"}
    - {name: other, port: 84}
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
      readinessProbe: {tcpSocket: {port: "8080"}}
  containers:
    - name: web
      image: registry.example.com/web:1.4.0
`,
    },
    // A Service of Knative is no Service of Kubernetes.
    {
      good: `
apiVersion: serving.knative.dev/v1
kind: Service
metadata:
  name: web
spec:
  ports:
    - targetPort: "8080"
`,
    },
  ],
  kinds: ['core/Service'],
  resource(service, { report }) {
    for (const port of service.root.at('spec').at('ports').items()) {
      const problem = quotedNumber(port.at('targetPort'), service.title);
      if (problem) report(problem);
    }
  },
  container(node, { container, report }) {
    if (container.role !== 'main' && container.role !== 'sidecar') return;
    for (const [name, handler] of handlersOf(node)) {
      for (const kind of ['httpGet', 'tcpSocket']) {
        const problem = quotedNumber(handler.at(kind).at('port'), `the ${name} of ${titleOf(container)}`);
        if (problem) report(problem);
      }
    }
  },
});

function handlersOf(container: Node<V1Container>): (readonly [string, Node])[] {
  const lifecycle = container.at('lifecycle');
  return [
    ['startupProbe', container.at('startupProbe')],
    ['readinessProbe', container.at('readinessProbe')],
    ['livenessProbe', container.at('livenessProbe')],
    ['postStart hook', lifecycle.at('postStart')],
    ['preStop hook', lifecycle.at('preStop')],
  ];
}

function quotedNumber(port: Node, subject: string): Problem | undefined {
  const digits = port.string();
  if (digits === undefined || !/^[0-9]+$/.test(digits)) return undefined;
  return {
    at: port,
    message: `${subject} is refused: port "${digits}" in quotes is read as a name, and a name needs a letter`,
    fixes: fixesOf(port, digits),
  };
}

/** Only a port that is allowed, and only where the quoted digits stand as such. */
function fixesOf(port: Node, digits: string): Fix[] {
  const { source, span } = port;
  const number = Number(digits);
  const written = source.text.slice(span.start, span.end);
  const inQuotes = written === `"${digits}"` || written === `'${digits}'`;
  if (!inQuotes || number < 1 || number > 65_535) return [];
  return offer('safe', 'Remove the quotes', replaceScalar(port, `${number}`));
}

function titleOf({ name }: Container): string {
  return name === '' ? 'a container without a name' : `container "${name}"`;
}
