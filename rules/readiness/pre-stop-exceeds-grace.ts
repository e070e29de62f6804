import type { V1PodSpec } from '@kubernetes/client-node';
import { type Container, defineRule, type Fix, type Node, offer, preStopSecondsOf, setValue } from 'rollsafe';

export default defineRule({
  summary: "A preStop hook that doesn't fit into the grace period",
  why: `
The clock of \`terminationGracePeriodSeconds\` (30 by default) starts *before* the preStop hook runs, and only what the hook
leaves is for the container to end its requests after SIGTERM. A hook that takes as long as the grace period or longer
leaves 2 seconds at most, then the container is killed: at every rolling update, scale-down and drain the requests in
flight are cut off, which is just what the hook was meant to prevent. With a grace period of 0 the hook doesn't run at all.

Raise \`terminationGracePeriodSeconds\` above the sleep plus the time that requests may take, or sleep for a shorter time: 5
to 15 seconds are enough for endpoints to be taken away.

Only sleeps that the manifest tells are counted: \`sleep.seconds\`, and a \`sleep N\` that the command certainly reaches.
A \`sleep.seconds\` above the grace period is even refused by the API server.
`,
  severity: 'warning',
  references: [
    'https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#pod-termination',
    'https://kubernetes.io/docs/concepts/containers/container-lifecycle-hooks/#hook-handler-execution',
    'https://github.com/kubernetes/kubernetes/blob/v1.28.0/pkg/kubelet/kuberuntime/kuberuntime_container.go',
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
          lifecycle:
            preStop:
              exec:
                command: [sleep, "45"] # <-- warning
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
      terminationGracePeriodSeconds: 90
      containers:
        - name: web
          image: registry.example.com/web:1.4.0
          lifecycle:
            preStop:
              exec:
                command: [sleep, "45"]
`,
    },
    // The hook takes all of it.
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
      terminationGracePeriodSeconds: 60 # <-- related
      initContainers:
        - name: proxy
          image: registry.example.com/proxy:1.30.0
          restartPolicy: Always
          lifecycle: {preStop: {exec: {command: [sh, -c, "sleep 75; proxy drain"]}}} # <-- warning
      containers:
        - name: web
          image: registry.example.com/web:1.4.0
          lifecycle:
            preStop:
              sleep:
                seconds: 60 # <-- warning
        - name: api
          image: registry.example.com/api:1.4.0
          lifecycle:
            preStop:
              exec:
                command: # <-- warning
                  - /bin/sh
                  - -c
                  - |
                    # let the endpoints go
                    curl -fsS -X POST localhost:8080/drain || true
                    sleep 2m
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
      terminationGracePeriodSeconds: 60
      containers:
        - name: web
          image: registry.example.com/web:1.4.0
          lifecycle:
            preStop:
              sleep:
                seconds: 15
`,
    },
    // Without any grace period no hook runs, whatever it does.
    {
      bad: `
apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  terminationGracePeriodSeconds: 0 # <-- related
  containers:
    - name: web
      image: registry.example.com/web:1.4.0
      lifecycle:
        preStop: # <-- warning
          httpGet: {path: /drain, port: 8080}
`,
    },
    // Commands whose time isn't known: unknown ones, loops, fallbacks, the background, amounts of the run.
    {
      good: `
apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  containers:
    - name: unknown
      image: registry.example.com/web:1.4.0
      lifecycle: {preStop: {exec: {command: [/usr/local/bin/drain, "60"]}}}
    - name: loop
      image: registry.example.com/web:1.4.0
      lifecycle: {preStop: {exec: {command: [sh, -c, "while pgrep web; do sleep 60; done"]}}}
    - name: fallback
      image: registry.example.com/web:1.4.0
      lifecycle: {preStop: {exec: {command: [sh, -c, "curl localhost/drain || sleep 60"]}}}
    - name: background
      image: registry.example.com/web:1.4.0
      lifecycle: {preStop: {exec: {command: [sh, -c, "sleep 60 & drain"]}}}
    - name: amount
      image: registry.example.com/web:1.4.0
      lifecycle: {preStop: {exec: {command: [sh, -c, "sleep $DELAY"]}}}
    - name: short
      image: registry.example.com/web:1.4.0
      lifecycle: {preStop: {sleep: {seconds: 29}}}
    - name: start
      image: registry.example.com/web:1.4.0
      lifecycle: {postStart: {exec: {command: [sleep, "60"]}}}
`,
    },
    // A grace period that isn't known.
    {
      good: `
apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  terminationGracePeriodSeconds: "\${GRACE}"
  containers:
    - name: web
      image: registry.example.com/web:1.4.0
      lifecycle: {preStop: {exec: {command: [sleep, "45"]}}}
`,
    },
  ],
  container(node, { container, report }) {
    if (container.role !== 'main' && container.role !== 'sidecar') return;
    const preStop = node.at('lifecycle').at('preStop');
    const grace = graceOf(container.pod.spec);
    const hook = `the preStop hook of ${titleOf(container)}`;
    const seconds = preStopSecondsOf(preStop as Node);
    const fixes = moreGrace(container.pod.spec, seconds ?? 0);
    if (grace.seconds === 0 && preStop.isMap && preStop.fields().length > 0)
      report({ at: preStop, message: `${hook} never runs: ${grace.text}`, related: grace.related, fixes });
    if (!grace.seconds) return;
    if (seconds !== undefined && seconds >= grace.seconds) {
      const action = preStop.at('sleep').at('seconds');
      report({
        at: action.exists ? action : preStop.at('exec').at('command'),
        message: `${hook} sleeps ${seconds} s, and ${grace.text} is over by then: the container is killed with its requests in flight`,
        related: grace.related,
        fixes,
      });
    }
  },
});

/** The default for the requests, behind the sleep. */
function moreGrace(spec: Node<V1PodSpec>, sleep: number): Fix[] {
  const seconds = sleep + DEFAULT_GRACE;
  return offer(
    'suggestion',
    `Set terminationGracePeriodSeconds: ${seconds}`,
    setValue(spec.at('terminationGracePeriodSeconds'), seconds),
  );
}

const DEFAULT_GRACE = 30;

interface Grace {
  /** Undefined when it is no number of seconds. */
  readonly seconds: number | undefined;
  readonly text: string;
  readonly related: readonly { readonly at: Node<unknown>; readonly message: string }[];
}

function graceOf(spec: Node<V1PodSpec>): Grace {
  const at = spec.at('terminationGracePeriodSeconds');
  const text = 'terminationGracePeriodSeconds';
  if (!at.exists)
    return { seconds: DEFAULT_GRACE, text: `${text} ${DEFAULT_GRACE} (the default)`, related: [] };
  const written = at.integer();
  const seconds = written !== undefined && written >= 0 ? written : undefined;
  return { seconds, text: `${text} ${seconds}`, related: [{ at, message: `${seconds} s in all` }] };
}

function titleOf({ name }: Container): string {
  return name === '' ? 'a container without a name' : `container "${name}"`;
}
