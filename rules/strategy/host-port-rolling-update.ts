import {
  defineRule,
  type Fix,
  type HostPort,
  hostPortsOf,
  offer,
  type Resource,
  setValues,
  toRecreate,
  updateLimitsOf,
  updateOverlapOf,
} from 'rollsafe';

export default defineRule({
  summary: 'A rolling update of pods that take a port of their node',
  why: `
Only one pod of a node can have a \`hostPort\`, and with \`hostNetwork: true\` every declared port is one. An update that starts
a new pod beside the old ones needs another free node for it. When there is none the new pod is never scheduled ("didn't
have free ports"), no old pod may go before it is ready, and the update stands still until its deadline. A DaemonSet with a
surge wants both pods on the same node, so there it never works.

Let an old pod go first: \`maxSurge: 0\` with \`maxUnavailable: 1\`. Or do without the port of the node: a Service of type
NodePort or LoadBalancer needs none.

Fine to ignore when the cluster always has more free nodes than the surge wants. Reported is a surge of 1 or more while no
old pod may go first, and blueGreen and traffic routing in a Rollout.
`,
  severity: 'warning',
  references: [
    'https://kubernetes.io/docs/concepts/configuration/overview/#services',
    'https://github.com/kubernetes/kubernetes/blob/v1.28.0/pkg/scheduler/framework/plugins/nodeports/node_ports.go',
    'https://github.com/kubernetes/kubernetes/blob/v1.28.0/pkg/controller/deployment/util/deployment_util.go',
    'https://github.com/kubernetes/kubernetes/issues/106417',
  ],
  examples: [
    {
      bad: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: proxy
spec:
  replicas: 2
  selector:
    matchLabels: {app: proxy}
  template:
    metadata:
      labels: {app: proxy}
    spec:
      containers:
        - name: proxy
          image: registry.example.com/proxy:1.30.0
          ports:
            - containerPort: 8080
              hostPort: 80 # <-- warning
            - containerPort: 8443
              hostPort: 443 # <-- related
`,
      good: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: proxy
spec:
  replicas: 2
  strategy:
    rollingUpdate: {maxSurge: 0, maxUnavailable: 1}
  selector:
    matchLabels: {app: proxy}
  template:
    metadata:
      labels: {app: proxy}
    spec:
      containers:
        - name: proxy
          image: registry.example.com/proxy:1.30.0
          ports:
            - containerPort: 8080
              hostPort: 80
            - containerPort: 8443
              hostPort: 443
`,
    },
    // In the network of the node; in a Rollout; on each node.
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: proxy
spec:
  replicas: 2
  strategy:
    blueGreen: {activeService: proxy}
  template:
    spec:
      hostNetwork: true
      containers:
        - name: proxy
          image: registry.example.com/proxy:1.30.0
          ports: [{containerPort: 8080}] # <-- warning
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: borrower
spec:
  workloadRef: {apiVersion: apps/v1, kind: Deployment, name: lender} # <-- warning
  strategy:
    canary: {maxSurge: 1, maxUnavailable: 0}
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: lender
spec:
  template:
    spec:
      containers:
        - name: proxy
          image: registry.example.com/proxy:1.30.0
          ports: [{containerPort: 8080, hostPort: 80}] # <-- related
---
apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: agent
spec:
  updateStrategy:
    rollingUpdate: {maxSurge: 1, maxUnavailable: 0}
  template:
    spec:
      containers:
        - name: agent
          image: registry.example.com/agent:2.0.0
          ports: [{containerPort: 9100, hostPort: 9100}] # <-- warning
`,
    },
    // An old pod goes first: the default of a DaemonSet, Recreate, or because it may.
    {
      good: `
apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: agent
spec:
  template: &template
    spec:
      containers:
        - name: agent
          image: registry.example.com/agent:2.0.0
          ports: [{containerPort: 9100, hostPort: 9100}]
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: recreated
spec:
  strategy: {type: Recreate}
  template: {spec: {containers: [{name: proxy, ports: [{containerPort: 80, hostPort: 80}]}]}}
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: four
spec:
  replicas: 4
  template: {spec: {containers: [{name: proxy, ports: [{containerPort: 80, hostPort: 80}]}]}}
---
apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: in-order
spec:
  template: {spec: {containers: [{name: proxy, ports: [{containerPort: 80, hostPort: 80}]}]}}
`,
    },
    // No port of the node, or a container that is gone before the pod runs.
    {
      good: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  template:
    spec:
      initContainers:
        - name: migrate
          ports: [{containerPort: 80, hostPort: 80}]
      containers:
        - name: web
          ports: [{containerPort: 80, hostPort: 0}, {containerPort: 81}, {containerPort: 82, hostPort: "\${PORT}"}]
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: speaker
spec:
  template:
    spec:
      hostNetwork: true
      containers:
        - name: speaker
          image: registry.example.com/speaker:0.14.0
`,
    },
    // A single pod.
    {
      bad: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: proxy
spec:
  strategy:
    rollingUpdate:
      maxSurge: 1
  template:
    spec:
      containers:
        - name: proxy
          image: registry.example.com/proxy:1.30.0
          ports:
            - containerPort: 443
              hostPort: 443 # <-- warning
`,
      good: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: proxy
spec:
  strategy:
    type: Recreate
  template:
    spec:
      containers:
        - name: proxy
          image: registry.example.com/proxy:1.30.0
          ports:
            - containerPort: 443
              hostPort: 443
`,
    },
  ],
  kinds: ['apps/Deployment', 'apps/DaemonSet', 'argoproj.io/Rollout'],
  resource(workload, { index, report }) {
    const onEachNode = workload.type === 'apps/DaemonSet';
    const replicas = onEachNode ? 1 : index.replicaRangeOf(workload)?.least;
    const overlap = replicas && updateOverlapOf(workload, replicas);
    if (!overlap || index.rolloutsReferencing(workload).length > 0) return;
    for (const pod of index.podsRunBy(workload)) {
      const ports = hostPortsOf(pod);
      if (ports.length === 0) continue;
      const borrowed = pod.resource !== workload;
      const places = ports.map(({ node }) => ({ at: node, message: 'taken here' }));
      const where = onEachNode ? 'the old pod of its node has' : 'the old pods have on their nodes';
      report({
        at: borrowed ? workload.root.at('spec').at('workloadRef') : (ports[0]?.node ?? pod.spec),
        message: `a new pod needs ${listOf(ports)}, which ${where}: ${overlap}`,
        related: borrowed ? places : places.slice(1),
        fixes: suggestionsOf(workload, replicas),
      });
    }
  },
});

/** A single pod can only go before its successor starts. */
function suggestionsOf(workload: Resource, replicas: number): Fix[] {
  const limits = updateLimitsOf(workload);
  if (replicas === 1 && workload.type === 'apps/Deployment')
    return offer('suggestion', 'Set type: Recreate', ...toRecreate(workload));
  if (!limits?.steers || (replicas === 1 && workload.type !== 'apps/DaemonSet')) return [];
  const first = { maxSurge: 0, maxUnavailable: 1 };
  return offer('suggestion', 'Set maxSurge: 0 and maxUnavailable: 1', ...setValues(limits.map, first));
}

/** `port 80`, `ports 80 and 443`. */
function listOf(ports: readonly HostPort[]): string {
  const numbers = [...new Set(ports.map(({ number }) => `${number}`))];
  const last = numbers.pop();
  return numbers.length === 0 ? `port ${last}` : `ports ${numbers.join(', ')} and ${last}`;
}
