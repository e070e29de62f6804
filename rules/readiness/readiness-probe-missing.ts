import type { V1Container, V1Service, V1ServicePort } from '@kubernetes/client-node';
import {
  type Container,
  containersOf,
  defineRule,
  type Fix,
  isFilledIn,
  type Node,
  offer,
  type Pod,
  type Resource,
  type ResourceIndex,
  SELECTING_KINDS,
  setValue,
} from 'rollsafe';
import { hasPlaceholder, sameProbe } from 'rollsafe/kubernetes';

export default defineRule({
  summary: 'A container without a readinessProbe',
  why: `
Ready is the only thing that a rolling update, a Service and a PodDisruptionBudget ask of a pod. A container without a
readinessProbe is ready for as long as it runs: the update replaces the next old pod, and Services send requests, while the
new process still loads or when it answers nothing but errors. A broken version is out everywhere before anything stops it.

Neither of the other probes stands in for it. A startupProbe delays the first Ready and says nothing afterwards; a
livenessProbe restarts the container and never takes it out of a Service; \`minReadySeconds\` then only catches a process
that exits. Let the probe ask the container itself over the port that takes the traffic, and leave out dependencies that
all pods share: they would all become unready at once.

It is an error where a Service sends to the container (to a port that it declares, or the pod has no other container), and a
warning elsewhere, where only updates are blind. A pod with \`readinessGates\` waits for something else: that is just a remark.
Ignore it for a container that does nothing worth waiting for, such as a log shipper. Not asked are pods that run to
completion, Helm hooks, init containers and native sidecars.
`,
  severity: { default: 'warning', served: 'error', gated: 'info', unread: 'info' },
  references: [
    'https://kubernetes.io/docs/concepts/configuration/liveness-readiness-startup-probes/',
    'https://github.com/kubernetes/kubernetes/blob/v1.28.0/pkg/kubelet/prober/prober_manager.go',
    'https://github.com/kubernetes/kubernetes/blob/v1.28.0/pkg/kubelet/status/generate.go',
  ],
  examples: [
    {
      bad: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  replicas: 3
  selector:
    matchLabels: {app: web}
  template:
    metadata:
      labels: {app: web}
    spec:
      containers:
        - name: web # <-- error
          image: registry.example.com/web:1.4.0
          livenessProbe:
            httpGet: {path: /live, port: 8080}
---
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  selector: {app: web} # <-- related
  ports:
    - {port: 80, targetPort: 8080}
`,
      good: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  replicas: 3
  selector:
    matchLabels: {app: web}
  template:
    metadata:
      labels: {app: web}
    spec:
      containers:
        - name: web
          image: registry.example.com/web:1.4.0
          livenessProbe:
            httpGet: {path: /live, port: 8080}
          readinessProbe:
            httpGet: {path: /ready, port: 8080}
---
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  selector: {app: web}
  ports:
    - {port: 80, targetPort: 8080}
`,
    },
    // Of several containers, the one that a Service sends to: by number, by name and protocol, by the default.
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: game
spec:
  selector:
    matchLabels: {app: game}
  strategy:
    canary: {stableService: game}
  template:
    metadata:
      labels: {app: game}
    spec:
      containers:
        - name: lobby # <-- error
          image: registry.example.com/lobby:1.4.0
          ports: [{containerPort: 8080}]
        - name: match # <-- error
          image: registry.example.com/match:1.4.0
          ports: [{name: match, containerPort: 7000, protocol: UDP}]
        - name: admin # <-- error
          image: registry.example.com/admin:1.4.0
          ports: [{containerPort: 9000}]
        - name: voice # <-- warning
          image: registry.example.com/voice:1.4.0
          ports: [{name: voice, containerPort: 7001}]
        - name: log-shipper # <-- warning
          image: registry.example.com/log-shipper:3.1.0
---
apiVersion: v1
kind: Service
metadata:
  name: game
spec:
  selector: {app: game} # <-- related
  ports:
    - {name: lobby, port: 80, targetPort: 8080}
    - {name: match, port: 7000, targetPort: match, protocol: UDP}
    - {name: voice, port: 7001, targetPort: voice, protocol: UDP}
    - {name: admin, port: 9000, targetPort: 0}
`,
    },
    // A startupProbe says nothing after it; a probe that is null is none; without a Service only updates are blind.
    {
      bad: `
apiVersion: v1
kind: List
items:
  - apiVersion: apps/v1
    kind: StatefulSet
    metadata: {name: worker}
    spec:
      selector: {matchLabels: {app: worker}}
      template:
        metadata: {labels: {app: worker}}
        spec:
          containers:
            - name: worker # <-- warning
              image: registry.example.com/worker:2.0.0
              startupProbe: {exec: {command: [/bin/started]}}
  - apiVersion: apps/v1
    kind: DaemonSet
    metadata: {name: agent}
    spec:
      selector: {matchLabels: {app: agent}}
      template:
        metadata: {labels: {app: agent}}
        spec:
          containers:
            - {name: agent, image: "registry.example.com/agent:2.0.0", readinessProbe: null} # <-- warning
  - apiVersion: apps/v1
    kind: ReplicaSet
    metadata: {name: cache}
    spec:
      selector: {matchLabels: {app: cache}}
      template:
        metadata: {labels: {app: cache}}
        spec:
          containers:
            - {name: cache, image: "registry.example.com/cache:7.2.4"} # <-- warning
`,
    },
    {
      bad: `
apiVersion: v1
kind: ReplicationController
metadata:
  name: old
spec:
  selector: {app: old}
  template:
    metadata:
      labels: {app: old}
    spec:
      containers:
        - name: old # <-- warning
          image: registry.example.com/old:0.9.0
---
apiVersion: v1
kind: Pod
metadata:
  name: debug
spec:
  containers:
    - name: debug # <-- info
      image: registry.example.com/debug:1.0.0
`,
    },
    // A Service that also sends to pods that aren't ready wouldn't heed the probe.
    {
      bad: `
apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: store
spec:
  serviceName: store-peers
  selector:
    matchLabels: {app: store}
  template:
    metadata:
      labels: {app: store}
    spec:
      containers:
        - name: store # <-- warning
          image: registry.example.com/store:5.1.0
---
apiVersion: v1
kind: Service
metadata:
  name: store-peers
spec:
  clusterIP: None
  publishNotReadyAddresses: true
  selector: {app: store}
  ports:
    - {port: 7000}
`,
    },
    // Another mechanism holds the pod back.
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
      readinessGates:
        - conditionType: target-health.example.com/web
      containers:
        - name: web # <-- info
          image: registry.example.com/web:1.4.0
---
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  selector: {app: web} # <-- related
  ports:
    - {port: 80, targetPort: 8080}
`,
    },
    // A pod template that a Rollout runs, whether it is a PodTemplate's or a Deployment's.
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: web
spec:
  workloadRef: {apiVersion: v1, kind: PodTemplate, name: web}
  selector:
    matchLabels: {app: web}
  strategy:
    canary: {}
---
apiVersion: v1
kind: PodTemplate
metadata:
  name: web
template:
  metadata:
    labels: {app: web}
  spec:
    containers:
      - name: web # <-- warning
        image: registry.example.com/web:1.4.0
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: search
spec:
  workloadRef: {apiVersion: apps/v1, kind: Deployment, name: search}
  strategy:
    canary: {}
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: search
spec:
  replicas: 0
  selector:
    matchLabels: {app: search}
  template:
    metadata:
      labels: {app: search}
    spec:
      containers:
        - name: search # <-- error
          image: registry.example.com/search:1.4.0
---
apiVersion: v1
kind: Service
metadata:
  name: search
spec:
  selector: {app: search} # <-- related
  ports:
    - {port: 80, targetPort: 8080}
`,
      good: `
apiVersion: v1
kind: PodTemplate
metadata:
  name: nobody-runs-it
template:
  spec:
    containers:
      - name: web
        image: registry.example.com/web:1.4.0
`,
    },
    // Pods that run to completion.
    {
      good: `
apiVersion: batch/v1
kind: Job
metadata:
  name: migrate
spec:
  template:
    spec:
      containers:
        - name: migrate
          image: registry.example.com/web:1.4.0
`,
    },
    {
      good: `
apiVersion: batch/v1
kind: CronJob
metadata:
  name: report
spec:
  schedule: "0 5 * * *"
  jobTemplate:
    spec:
      template:
        spec:
          containers:
            - name: report
              image: registry.example.com/report:1.0.0
`,
    },
    {
      good: `
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata:
  name: smoke
spec:
  metrics:
    - name: smoke
      provider:
        job:
          spec:
            template:
              spec:
                containers:
                  - name: smoke
                    image: registry.example.com/smoke:1.0.0
`,
    },
    {
      good: `
apiVersion: v1
kind: Pod
metadata:
  name: once
spec:
  restartPolicy: Never
  containers:
    - name: once
      image: registry.example.com/once:1.0.0
---
apiVersion: v1
kind: Pod
metadata:
  name: until-it-works
spec:
  restartPolicy: OnFailure
  containers:
    - name: once
      image: registry.example.com/once:1.0.0
`,
    },
    // Helm hooks and tests are no part of the release.
    {
      good: `
apiVersion: v1
kind: Pod
metadata:
  name: web-test
  annotations:
    helm.sh/hook: test
spec:
  containers:
    - name: test
      image: registry.example.com/test:1.0.0
`,
    },
    {
      good: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: test-fixture
  annotations:
    helm.sh/hook: test
spec:
  selector:
    matchLabels: {app: test-fixture}
  template:
    metadata:
      labels: {app: test-fixture}
    spec:
      containers:
        - name: fixture
          image: registry.example.com/fixture:1.0.0
`,
    },
    {
      good: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: install-fixture
spec:
  selector:
    matchLabels: {app: install-fixture}
  template:
    metadata:
      labels: {app: install-fixture}
      annotations:
        helm.sh/hook: pre-install
    spec:
      containers:
        - name: fixture
          image: registry.example.com/fixture:1.0.0
`,
    },
    // The pods of an Experiment are compared, not served.
    {
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Experiment
metadata:
  name: compare
spec:
  duration: 10m
  templates:
    - name: candidate
      selector:
        matchLabels: {app: compare}
      template:
        metadata:
          labels: {app: compare}
        spec:
          containers:
            - name: web
              image: registry.example.com/web:1.5.0
`,
    },
    // Init containers can't have one, native sidecars and ephemeral containers needn't.
    {
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
      initContainers:
        - name: migrate
          image: registry.example.com/web:1.4.0
      containers:
        - name: web
          image: registry.example.com/web:1.4.0
          readinessProbe:
            httpGet: {path: /ready, port: 8080}
`,
    },
    {
      good: `
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
      containers:
        - name: web
          image: registry.example.com/web:1.4.0
          readinessProbe:
            httpGet: {path: /ready, port: 8080}
`,
    },
    {
      good: `
apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  ephemeralContainers:
    - name: debugger
      image: registry.example.com/debug:1.0.0
  containers:
    - name: web
      image: registry.example.com/web:1.4.0
      readinessProbe:
        httpGet: {path: /ready, port: 8080}
`,
    },
    // No Service reads the readiness of this Pod, and no update waits for it.
    {
      bad: `
apiVersion: v1
kind: Pod
metadata:
  name: shell
spec:
  containers:
    - name: shell # <-- info
      image: registry.example.com/shell:1.4.0
`,
    },
    // A probe that comes through a merge key.
    {
      good: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: twin
spec:
  selector:
    matchLabels: {app: twin}
  template:
    metadata:
      labels: {app: twin}
    spec:
      containers:
        - &first
          name: first
          image: registry.example.com/twin:1.4.0
          readinessProbe:
            httpGet: {path: /ready, port: 8080}
        - <<: *first
          name: second
`,
    },
    // A gateway of Istio, whose webhook fills the container in.
    {
      good: `
apiVersion: apps/v1
kind: Deployment
metadata: {name: gateway}
spec:
  selector: {matchLabels: {app: gateway}}
  template:
    metadata:
      labels: {app: gateway}
      annotations: {inject.istio.io/templates: gateway}
    spec:
      containers: [{name: istio-proxy, image: auto}]
`,
    },
    // One of two ports is for HTTP by its name, and the livenessProbe asks for a connection already.
    {
      bad: `
apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: web
spec:
  template:
    spec:
      containers:
        - name: web # <-- warning
          image: registry.example.com/web:1.4.0
          ports:
            - {name: metrics, containerPort: 9090}
            - {name: http, containerPort: 8080}
          livenessProbe: {tcpSocket: {port: http}}
`,
    },
  ],
  container(node, { container, index, report }) {
    if (container.role !== 'main' || !node.isMap || node.at('readinessProbe').exists) return;
    if (!runsForLong(container.pod, index)) return;
    const services = servicesSendingTo(container, index);
    const gates = container.pod.spec.at('readinessGates').items().length;
    report({
      at: node,
      as: situationOf(container.pod, services, gates),
      message: `${titleOf(container)} ${whenReady(node)}${whoRelies(services, gates)}: it has no readinessProbe`,
      related: services.slice(0, MOST_NAMED).map((service) => ({
        at: service.root.at('spec').at('selector'),
        message: `${service.title} sends to it`,
      })),
      fixes: suggestionsOf(node),
    });
  },
});

/** To ask the one port that the container declares, or the one that is for HTTP by its name. */
function suggestionsOf(container: Node<V1Container>): Fix[] {
  const ports = container
    .at('ports')
    .items()
    .filter((port) => protocolOf(port) === 'TCP');
  const named = ports.filter((port) => HTTP.test(port.at('name').string() ?? ''));
  const [port] = ports.length === 1 ? ports : named.length === 1 ? named : [];
  const name = port?.at('name').string();
  const number = port?.at('containerPort').integer();
  const wanted = name && !hasPlaceholder(name) ? name : number;
  if (wanted === undefined) return [];
  const isSecure = SECURE.test(name ?? '') || number === 443 || number === 8443;
  const get = { path: '/', port: wanted, ...(isSecure && { scheme: 'HTTPS' }) };
  return [
    ...(named.length > 0
      ? suggest(container, `GET / ${isSecure ? 'over HTTPS ' : ''}on port ${wanted}`, { httpGet: get })
      : []),
    ...suggest(container, `a connection to port ${wanted}`, { tcpSocket: { port: wanted } }),
  ];
}

/** By its name or number a port that answers 400 to plain HTTP. */
const SECURE = /^https|tls/;
const HTTP = /^(?:http|web)/;

/** Not what the livenessProbe asks already: that is a mistake of its own. */
function suggest(
  container: Node<V1Container>,
  asked: string,
  probe: Record<string, Record<string, string | number>>,
): Fix[] {
  if (sameProbe(probe, container.at('livenessProbe').value)) return [];
  return offer(
    'suggestion',
    `Add a readinessProbe: ${asked}`,
    setValue(container.at('readinessProbe'), probe),
  );
}

/** Nobody reads the readiness of a bare Pod that no Service selects: no update waits for it. */
function situationOf(pod: Pod, services: readonly unknown[], gates: number): string {
  if (gates > 0) return 'gated';
  if (services.length > 0) return 'served';
  return pod.resource.type === 'core/Pod' ? 'unread' : 'default';
}

const LONG_RUNNING: ReadonlySet<string> = new Set(['core/Pod', ...SELECTING_KINDS]);

/** Pods that are there to stay, as the release has them. */
function runsForLong(pod: Pod, index: ResourceIndex): boolean {
  const { resource } = pod;
  if (pod.runsToCompletion || isHelmHook(pod) || isFilledIn(pod)) return false;
  if (resource.type === 'core/PodTemplate') return index.rolloutsReferencing(resource).length > 0;
  return LONG_RUNNING.has(resource.type);
}

function isHelmHook({ resource, metadata }: Pod): boolean {
  const hook = 'helm.sh/hook';
  return resource.annotation(hook).exists || metadata.at('annotations').at(hook).exists;
}

/** The first Services that stop sending to the container when it isn't ready: enough to name them. */
function servicesSendingTo({ node, pod }: Container, index: ResourceIndex): Resource<V1Service>[] {
  const alone = containersOf(pod).filter(({ role }) => role === 'main').length === 1;
  const found: Resource<V1Service>[] = [];
  for (const service of index.servicesSelecting(pod)) {
    const spec = service.root.at('spec');
    if (spec.at('publishNotReadyAddresses').boolean()) continue;
    const ports = spec.at('ports').items();
    if (alone || ports.some((port) => declaresTarget(node, port))) found.push(service);
    if (found.length > MOST_NAMED) break;
  }
  return found;
}

const MOST_NAMED = 3;

/** Whether the container declares what a port of a Service sends to: `targetPort`, or else the same as `port`. */
function declaresTarget(container: Node<V1Container>, servicePort: Node<V1ServicePort>): boolean {
  const target = servicePort.at('targetPort');
  const name = target.string();
  const unset = !target.exists || name === '' || target.integer() === 0;
  const number = unset ? servicePort.at('port').integer() : target.integer();
  return container
    .at('ports')
    .items()
    .some((port) =>
      number === undefined
        ? name && port.at('name').string() === name && protocolOf(port) === protocolOf(servicePort)
        : port.at('containerPort').integer() === number,
    );
}

function protocolOf(port: Node<{ protocol?: string }>): string {
  return port.at('protocol').string() ?? 'TCP';
}

function titleOf({ name }: Container): string {
  return name === '' ? 'a container without a name' : `container "${name}"`;
}

function whenReady(container: Node<V1Container>): string {
  return container.at('startupProbe').exists
    ? 'counts as ready from its first successful startupProbe until it stops'
    : 'counts as ready as soon as it runs';
}

function whoRelies(services: readonly Resource<V1Service>[], gates: number): string {
  if (gates > 0) return `, and the pod waits for ${gates} readiness gate${gates === 1 ? '' : 's'} instead`;
  const [first, ...others] = services;
  if (!first) return '';
  if (others.length === 0) return `, and ${first.title} sends to it`;
  const count = services.length > MOST_NAMED ? `more than ${MOST_NAMED}` : services.length;
  return `, and ${count} Services send to it`;
}
