import type { V1Container, V1Probe } from '@kubernetes/client-node';
import { type Container, defineRule, type Fix, type Node, offer, removeEntry, setValue } from 'rollsafe';
import { hasPlaceholder } from 'rollsafe/kubernetes';

export default defineRule({
  summary: 'A probe with a setting that is refused',
  why: `
The API server refuses the whole object, and the Rollouts controller marks a Rollout as InvalidSpec, when a probe has

- \`successThreshold\` other than 1 in a livenessProbe or startupProbe: one success says enough there (a readinessProbe may
  ask for more);
- \`terminationGracePeriodSeconds\` in a readinessProbe, which never stops a container, or below 1 in the other two;
- a negative number of seconds or tries;
- no handler or more than one of \`httpGet\`, \`tcpSocket\`, \`grpc\` and \`exec\`, or an \`exec\` without a command;
- a port outside of 1 to 65535, or a \`scheme\` that isn't \`HTTP\` or \`HTTPS\` in capitals.

So the change that carries it never arrives. There is nothing to ignore here. A 0 in \`successThreshold\`, \`periodSeconds\`,
\`timeoutSeconds\` and \`failureThreshold\` is filled with the default and is fine.
`,
  severity: 'error',
  references: [
    'https://github.com/kubernetes/kubernetes/blob/v1.28.0/pkg/apis/core/validation/validation.go',
    'https://github.com/kubernetes/kubernetes/blob/v1.28.0/pkg/apis/core/v1/defaults.go',
    'https://kubernetes.io/docs/tasks/configure-pod-container/configure-liveness-readiness-startup-probes/#configure-probes',
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
          startupProbe:
            httpGet: {path: /ready, port: 8080}
            successThreshold: 2 # <-- error
          readinessProbe:
            httpGet: {path: /ready, port: 8080}
            successThreshold: 2
            terminationGracePeriodSeconds: 10 # <-- error
          livenessProbe:
            httpGet: {path: /alive, port: 8080}
            successThreshold: 3 # <-- error
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
          startupProbe:
            httpGet: {path: /ready, port: 8080}
            successThreshold: 1
            terminationGracePeriodSeconds: 10
          readinessProbe:
            httpGet: {path: /ready, port: 8080}
            successThreshold: 2
          livenessProbe:
            httpGet: {path: /alive, port: 8080}
            successThreshold: 0
            timeoutSeconds: 0
`,
      fixed: `
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
          startupProbe:
            httpGet: {path: /ready, port: 8080}
            successThreshold: 1
          readinessProbe:
            httpGet: {path: /ready, port: 8080}
            successThreshold: 2
          livenessProbe:
            httpGet: {path: /alive, port: 8080}
            successThreshold: 1
`,
    },
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
          livenessProbe:
            tcpSocket: {port: 15021}
            initialDelaySeconds: -5 # <-- error
            terminationGracePeriodSeconds: 0 # <-- error
      containers:
        - name: web
          image: registry.example.com/web:1.4.0
          startupProbe:
            httpGet: {path: /ready, port: 8080}
            exec: {command: [/bin/ready]} # <-- error
          readinessProbe:
            httpGet: {path: /ready, port: 8080, scheme: http} # <-- error
          livenessProbe: # <-- error
            periodSeconds: 10
`,
      fixed: `
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
          livenessProbe:
            tcpSocket: {port: 15021}
            initialDelaySeconds: -5
            terminationGracePeriodSeconds: 0
      containers:
        - name: web
          image: registry.example.com/web:1.4.0
          startupProbe:
            httpGet: {path: /ready, port: 8080}
            exec: {command: [/bin/ready]}
          readinessProbe:
            httpGet: {path: /ready, port: 8080, scheme: HTTP}
          livenessProbe:
            periodSeconds: 10
`,
    },
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
      startupProbe: {} # <-- error
      readinessProbe:
        grpc: {port: 0} # <-- error
      livenessProbe:
        exec:
          command: [] # <-- error
    - name: cache
      image: registry.example.com/cache:7.2.4
      readinessProbe:
        tcpSocket: {port: 63790}
      livenessProbe:
        tcpSocket: {port: 637900} # <-- error
    - name: log-shipper
      image: registry.example.com/log-shipper:3.1.0
      livenessProbe:
        exec: {} # <-- error
        failureThreshold: -1 # <-- error
`,
    },
    // A handler that is null isn't there, and what other tools complete isn't known yet.
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
      startupProbe: null
      readinessProbe:
        httpGet: null
        tcpSocket: {port: http}
        terminationGracePeriodSeconds: null
      livenessProbe:
        httpGet: {path: /alive, port: 8080, scheme: "\${SCHEME}"}
        successThreshold: "\${THRESHOLD}"
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
      livenessProbe: {tcpSocket: {port: 8080}, successThreshold: 3}
  containers:
    - name: web
      image: registry.example.com/web:1.4.0
`,
    },
  ],
  container(node, { container, report }) {
    if (container.role !== 'main' && container.role !== 'sidecar') return;
    for (const kind of PROBES) {
      const probe = node.at(kind);
      if (!probe.isMap) continue;
      for (const { at, reason, fixes = [] } of faultsOf(probe, kind))
        report({ at, message: `the ${kind} of ${titleOf(container)} is refused: ${reason}`, fixes });
    }
  },
});

const PROBES = ['startupProbe', 'readinessProbe', 'livenessProbe'] as const satisfies (keyof V1Container)[];

interface Fault {
  readonly at: Node;
  readonly reason: string;
  readonly fixes?: readonly Fix[];
}

function faultsOf(probe: Node<V1Probe>, kind: (typeof PROBES)[number]): Fault[] {
  const readiness = kind === 'readinessProbe';
  return [
    ...handlerFaults(probe),
    ...(readiness ? [] : successFaults(probe)),
    ...numberFaults(probe, readiness),
    ...graceFaults(probe, readiness),
  ];
}

const HANDLERS: ReadonlySet<string> = new Set(['exec', 'httpGet', 'tcpSocket', 'grpc']);

function handlerFaults(probe: Node<V1Probe>): Fault[] {
  const [first, ...others] = probe.fields().filter(([key, value]) => HANDLERS.has(key) && value.exists);
  if (!first) return [{ at: probe, reason: 'it has no httpGet, tcpSocket, grpc or exec' }];
  const tooMany = others.map(([handler, at]) => ({
    at,
    reason: `it has ${handler} beside ${first[0]}, and may have only one handler`,
    fixes: offer('suggestion', `Remove ${handler}`, removeEntry(at)),
  }));
  return [...tooMany, ...commandFaults(probe.at('exec')), ...portFaults(probe), ...schemeFaults(probe)];
}

function commandFaults(exec: Node<V1Probe['exec']>): Fault[] {
  const command = exec.at('command');
  const empty = exec.isMap && (!command.exists || (command.isList && command.items().length === 0));
  return empty ? [{ at: command, reason: 'its exec has no command' }] : [];
}

const MAX_PORT = 65_535;

function portFaults(probe: Node<V1Probe>): Fault[] {
  return (['httpGet', 'tcpSocket', 'grpc'] as const).flatMap((handler) => {
    const port = (probe.at(handler) as Node).at('port');
    const number = port.integer();
    if (number === undefined || (number >= 1 && number <= MAX_PORT)) return [];
    return [{ at: port, reason: `${number} is no port, which goes from 1 to ${MAX_PORT}` }];
  });
}

function schemeFaults(probe: Node<V1Probe>): Fault[] {
  const at = probe.at('httpGet').at('scheme') as Node;
  const scheme = at.string();
  if (!scheme || scheme === 'HTTP' || scheme === 'HTTPS' || hasPlaceholder(scheme)) return [];
  const capitals = scheme.toUpperCase();
  const known = capitals === 'HTTP' || capitals === 'HTTPS';
  return [
    {
      at,
      reason: `its scheme is "${scheme}", and only HTTP and HTTPS are known`,
      fixes: known ? offer('unsafe', `Write ${capitals}`, setValue(at, capitals)) : [],
    },
  ];
}

/** 0 is filled with the default, 1. */
function successFaults(probe: Node<V1Probe>): Fault[] {
  const at = probe.at('successThreshold');
  const threshold = at.integer();
  if (threshold === undefined || threshold === 0 || threshold === 1) return [];
  return [
    {
      at,
      reason: `its successThreshold is ${threshold} and may only be 1`,
      fixes: offer('unsafe', 'Set successThreshold: 1', setValue(at, 1)),
    },
  ];
}

function numberFaults(probe: Node<V1Probe>, readiness: boolean): Fault[] {
  const names = ['initialDelaySeconds', 'timeoutSeconds', 'periodSeconds', 'failureThreshold'] as const;
  return [...names, ...(readiness ? (['successThreshold'] as const) : [])].flatMap((name) => {
    const at = probe.at(name);
    const number = at.integer();
    if (number === undefined || number >= 0) return [];
    return [{ at, reason: `its ${name} is ${number}, below 0`, fixes: withDefault(at, name) }];
  });
}

function graceFaults(probe: Node<V1Probe>, readiness: boolean): Fault[] {
  const at = probe.at('terminationGracePeriodSeconds');
  const seconds = at.integer();
  if (seconds === undefined) return [];
  if (readiness) {
    const reason = 'a probe that stops no container has no terminationGracePeriodSeconds';
    const fixes = offer('unsafe', 'Remove terminationGracePeriodSeconds', removeEntry(at));
    return [{ at, reason, fixes }];
  }
  if (seconds >= 1) return [];
  const reason = `its terminationGracePeriodSeconds is ${seconds} and has to be above 0`;
  return [{ at, reason, fixes: withDefault(at, 'terminationGracePeriodSeconds') }];
}

function withDefault(at: Node, name: string): Fix[] {
  return offer('suggestion', `Remove ${name}, for the default`, removeEntry(at));
}

function titleOf({ name }: Container): string {
  return name === '' ? 'a container without a name' : `container "${name}"`;
}
