import type { V1Service } from '@kubernetes/client-node';
import { defineRule, offer, type Resource, removeEntry } from 'rollsafe';

export default defineRule({
  summary: 'A Service that sends to pods that are not ready',
  why: `
With \`publishNotReadyAddresses: true\` a Service counts every pod as ready from its first address to its last. A
readinessProbe no longer keeps requests away from pods that start, are overloaded or shut down, so each rolling update
sends requests into pods that can't answer yet, and an update to a version that never becomes ready is not noticed by
waiting.

The setting is meant for peers that must find each other before they are ready, through a *headless* Service
(\`clusterIP: None\`). Give clients a second Service without it.

Not reported: headless Services, unless a Rollout steers them; a Service for one pod of a StatefulSet by its name;
ExternalName and Services without a selector, where it has no effect.
`,
  severity: 'warning',
  references: [
    'https://github.com/kubernetes/kubernetes/blob/v1.28.0/staging/src/k8s.io/endpointslice/utils.go',
    'https://github.com/kubernetes/kubernetes/blob/v1.28.0/staging/src/k8s.io/api/core/v1/types.go',
    'https://kubernetes.io/docs/concepts/services-networking/dns-pod-service/',
  ],
  examples: [
    {
      bad: `
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  publishNotReadyAddresses: true # <-- warning
  selector: {app: web}
  ports: [{port: 80}]
`,
      good: `
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  selector: {app: web}
  ports: [{port: 80}]
`,
    },
    // The Service that a Rollout shifts traffic with, even when it is headless.
    {
      bad: `
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  clusterIP: None
  publishNotReadyAddresses: true # <-- warning
  selector: {app: web}
  ports: [{port: 80}]
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: web
spec:
  strategy:
    blueGreen:
      activeService: web
  template:
    metadata:
      labels: {app: web}
`,
    },
    {
      bad: `
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  type: LoadBalancer
  clusterIP: ""
  publishNotReadyAddresses: true # <-- warning
  selector: {app: web}
  ports: [{port: 80}]
`,
    },
    // The peers of a StatefulSet, and one of them by its name.
    {
      good: `
apiVersion: v1
kind: Service
metadata:
  name: queue-peers
spec:
  clusterIP: None
  publishNotReadyAddresses: true
  selector: {app: queue}
  ports: [{port: 4369}]
---
apiVersion: v1
kind: Service
metadata:
  name: queue-0
spec:
  publishNotReadyAddresses: true
  selector: {app: queue, statefulset.kubernetes.io/pod-name: queue-0}
  ports: [{port: 4369}]
---
apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: queue
spec:
  serviceName: queue-peers
  template:
    metadata:
      labels: {app: queue}
`,
    },
    // Where it has no effect, and where it isn't true.
    {
      good: `
apiVersion: v1
kind: Service
metadata:
  name: manual
spec:
  publishNotReadyAddresses: true
  ports: [{port: 80}]
---
apiVersion: v1
kind: Service
metadata:
  name: elsewhere
spec:
  type: ExternalName
  externalName: web.example.com
  publishNotReadyAddresses: true
  selector: {app: web}
---
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  publishNotReadyAddresses: false
  selector: {app: web}
  ports: [{port: 80}]
---
apiVersion: v1
kind: Service
metadata:
  name: unknown
spec:
  clusterIP: "\${CLUSTER_IP}"
  publishNotReadyAddresses: true
  selector: {app: web}
  ports: [{port: 80}]
`,
    },
  ],
  kinds: ['core/Service'],
  resource(service, { index, report }) {
    const publishes = service.root.at('spec').at('publishNotReadyAddresses');
    if (publishes.boolean() !== true || !selectsSeveral(service)) return;
    const [rollout] = index.rolloutsSteering(service);
    if (!rollout && !balances(service)) return;
    const steered = rollout ? `, and ${rollout.title} shifts traffic with it` : '';
    report({
      at: publishes,
      message: `${service.title} sends to pods that aren't ready yet or no longer${steered}: publishNotReadyAddresses is true`,
      fixes: offer('suggestion', 'Remove publishNotReadyAddresses', removeEntry(publishes)),
    });
  },
});

/** Labels that only one pod has. */
const OF_ONE_POD = ['statefulset.kubernetes.io/pod-name', 'apps.kubernetes.io/pod-index'];

function selectsSeveral(service: Resource<V1Service>): boolean {
  const spec = service.root.at('spec');
  const keys = spec
    .at('selector')
    .fields()
    .map(([key]) => key);
  if (keys.length === 0 || spec.at('type').string() === 'ExternalName') return false;
  return !OF_ONE_POD.some((key) => keys.includes(key));
}

/** Whether a Service has an address of its own, behind which it chooses a pod. */
function balances(service: Resource<V1Service>): boolean {
  const address = service.root.at('spec').at('clusterIP');
  return !address.exists || isAddress(address.string());
}

function isAddress(text: string | undefined): boolean {
  return text !== undefined && /^[0-9a-fA-F.:]*$/.test(text);
}
