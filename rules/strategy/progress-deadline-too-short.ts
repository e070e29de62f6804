import type { V1PodSpec } from '@kubernetes/client-node';
import {
  defineRule,
  type Node,
  offer,
  type Problem,
  type Resource,
  type ResourceIndex,
  setValue,
} from 'rollsafe';

export default defineRule({
  summary: "A progress deadline that an update can't keep",
  why: `
\`progressDeadlineSeconds\` (600 by default) is how long an update may go on without any progress. It has to be greater than
\`minReadySeconds\`, for which every new pod has to stay ready before it counts: otherwise the API server refuses the
Deployment ("must be greater than minReadySeconds") and the Rollouts controller marks the Rollout as InvalidSpec.
The default takes part: \`minReadySeconds: 600\` alone is refused.

A deadline that is shorter than the delays of the probes is accepted, and then a healthy update is reported as failed
(\`ProgressDeadlineExceeded\`) before its first pod can be ready; a Rollout with \`progressDeadlineAbort\` even goes back. The
clock starts anew with each pod that gets ready, so the deadline has to cover one pod, not the whole update.
`,
  severity: { default: 'error', beforeReady: 'info' },
  references: [
    'https://github.com/kubernetes/kubernetes/blob/v1.28.0/pkg/apis/apps/validation/validation.go',
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/validation/validation.go',
    'https://kubernetes.io/docs/concepts/workloads/controllers/deployment/#progress-deadline-seconds',
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
  minReadySeconds: 60 # <-- related
  progressDeadlineSeconds: 45 # <-- error
  selector:
    matchLabels: {app: web}
  template:
    metadata:
      labels: {app: web}
    spec:
      containers:
        - name: web
          image: registry.example.com/web:1.4.0
`,
      good: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  replicas: 3
  minReadySeconds: 60
  progressDeadlineSeconds: 300
  selector:
    matchLabels: {app: web}
  template:
    metadata:
      labels: {app: web}
    spec:
      containers:
        - name: web
          image: registry.example.com/web:1.4.0
`,
    },
    // Equal is not greater, by default too, and 0 is not greater than 0.
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: web
spec:
  minReadySeconds: 600 # <-- error
  strategy: {canary: {}}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: api
spec:
  minReadySeconds: 30
  progressDeadlineSeconds: 30 # <-- error
  strategy: {canary: {}}
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: worker
spec:
  progressDeadlineSeconds: 0 # <-- error
`,
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: web
spec:
  minReadySeconds: 599
  strategy: {canary: {}}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: api
spec:
  minReadySeconds: 30
  progressDeadlineSeconds: 31
  strategy: {canary: {}}
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: worker
spec:
  minReadySeconds: null
  progressDeadlineSeconds: null
`,
    },
    // No pod can be ready before the deadline, whoever wrote its template.
    {
      bad: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  progressDeadlineSeconds: 60 # <-- info
  template:
    spec:
      containers:
        - name: web
          image: registry.example.com/web:1.4.0
          readinessProbe:
            httpGet: {path: /ready, port: 8080}
            initialDelaySeconds: 90 # <-- related
        - name: proxy
          image: registry.example.com/proxy:1.30.0
          startupProbe:
            tcpSocket: {port: 15021}
            initialDelaySeconds: 80
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: api
spec:
  progressDeadlineSeconds: 60 # <-- info
  workloadRef: {apiVersion: apps/v1, kind: Deployment, name: api}
  strategy: {canary: {}}
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: api
spec:
  replicas: 0
  template:
    spec:
      containers:
        - name: api
          image: registry.example.com/api:1.4.0
          startupProbe:
            httpGet: {path: /ready, port: 8080}
            initialDelaySeconds: 61
`,
      good: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  minReadySeconds: 30
  progressDeadlineSeconds: 100
  template:
    spec:
      containers:
        - name: web
          image: registry.example.com/web:1.4.0
          readinessProbe:
            httpGet: {path: /ready, port: 8080}
            initialDelaySeconds: 90
          livenessProbe:
            httpGet: {path: /alive, port: 8080}
            initialDelaySeconds: 300
`,
    },
    // Numbers that aren't known here.
    {
      good: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  minReadySeconds: "\${MIN_READY}"
  progressDeadlineSeconds: 30
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: api
spec:
  minReadySeconds: 30
  progressDeadlineSeconds: "30"
`,
    },
  ],
  kinds: ['apps/Deployment', 'argoproj.io/Rollout'],
  resource(workload, { index, report }) {
    const spec = workload.root.at('spec');
    const minReady = secondsAt(spec.at('minReadySeconds'), 0);
    const deadline = secondsAt(spec.at('progressDeadlineSeconds'), DEFAULT_DEADLINE);
    if (!minReady || !deadline) return;
    const first = firstAnswer(workload, index);
    const problem = notAbove(minReady, deadline) ?? beforeReady(workload, first, deadline, index);
    if (!problem) return;
    const wanted = Math.max(minReady.seconds, first?.seconds ?? 0) + DEFAULT_DEADLINE;
    const fixes = offer(
      'suggestion',
      `Set progressDeadlineSeconds: ${wanted}`,
      setValue(deadline.at, wanted),
    );
    report({ ...problem, fixes });
  },
});

const DEFAULT_DEADLINE = 600;

interface Seconds {
  readonly at: Node;
  readonly seconds: number;
  /** The number, and whether it is the default. */
  readonly text: string;
}

/** Undefined for what is no number of seconds. */
function secondsAt(node: Node<unknown>, byDefault: number): Seconds | undefined {
  const at = node as Node;
  if (!at.exists) return { at, seconds: byDefault, text: `${byDefault} (the default)` };
  const seconds = at.integer();
  return seconds === undefined || seconds < 0 ? undefined : { at, seconds, text: `${seconds}` };
}

function notAbove(minReady: Seconds, deadline: Seconds): Problem | undefined {
  if (deadline.seconds > minReady.seconds) return undefined;
  return {
    at: deadline.at.exists ? deadline.at : minReady.at,
    message: `progressDeadlineSeconds ${deadline.text} is not above minReadySeconds ${minReady.text}: no pod could count as available in time, and the object is refused`,
    related:
      deadline.at.exists && minReady.at.exists
        ? [{ at: minReady.at, message: `minReadySeconds is ${minReady.text}` }]
        : [],
  };
}

/** The longest time in which a container of the workload isn't asked. */
function firstAnswer(workload: Resource, index: ResourceIndex): Seconds | undefined {
  return index
    .podsRunBy(workload)
    .flatMap(({ spec }) => delaysOf(spec))
    .sort((one, other) => other.seconds - one.seconds)
    .at(0);
}

function beforeReady(
  workload: Resource,
  first: Seconds | undefined,
  deadline: Seconds,
  index: ResourceIndex,
): Problem | undefined {
  if (!first || first.seconds <= deadline.seconds || index.rolloutsReferencing(workload).length > 0)
    return undefined;
  return {
    at: deadline.at,
    as: 'beforeReady',
    message: `the first pod is ready after ${first.seconds} s at the earliest, and progressDeadlineSeconds ${deadline.text} is over by then: a healthy update is reported as failed`,
    related: [{ at: first.at, message: `not asked before ${first.seconds} s` }],
  };
}

/** How long each container is not even asked whether it has started and whether it is ready. */
function delaysOf(spec: Node<V1PodSpec>): Seconds[] {
  return spec
    .at('containers')
    .items()
    .flatMap((container) => [container.at('startupProbe'), container.at('readinessProbe')])
    .flatMap((probe) => secondsAt(probe.at('initialDelaySeconds'), 0) ?? []);
}
