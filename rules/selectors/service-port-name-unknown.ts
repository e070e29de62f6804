import type { V1Service } from '@kubernetes/client-node';
import {
  containersOf,
  declarerOf,
  defineRule,
  type Fix,
  type Node,
  offer,
  type Pod,
  type Resource,
  type ResourceIndex,
  type ServiceTarget,
  servedPods,
  setValue,
  targetsOf,
} from 'rollsafe';
import { hasPlaceholder } from 'rollsafe/kubernetes';

export default defineRule({
  summary: 'A Service sends to a named port that its pods do not declare',
  why: `
A \`targetPort\` that is a name is looked up in each pod on its own: a container has to declare a port with that name *and*
that protocol, TCP when left out. Where none does, the pod gets no endpoint for the port, ready or not, and nothing says
so. Without any endpoint each connection fails; with several workloads behind the Service, one of them gets nothing.

Give the container's port the name, or write the number: a number needs no declaration.

Ports of native sidecars (init containers that restart always) count, from Kubernetes 1.32 on; those of other init
containers never do. Two cases are reported only when no workload at all declares the port: a headless Service, whose
pods are looked up by name and asked on a port that the client knows, and workloads in another folder than the Service,
which may be others than the ones it meets.
`,
  severity: 'error',
  references: [
    'https://kubernetes.io/docs/concepts/services-networking/service/#field-spec-ports',
    'https://github.com/kubernetes/kubernetes/blob/v1.28.0/pkg/api/v1/pod/util.go',
    'https://github.com/kubernetes/kubernetes/pull/127976',
  ],
  examples: [
    {
      bad: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: chart
spec:
  template:
    metadata:
      labels: {app: chart}
    spec:
      containers:
        - name: app # <-- related
          image: registry.example.com/chart:1.4.0
          ports: [{name: http, containerPort: 8080}]
---
apiVersion: v1
kind: Service
metadata:
  name: chart
spec:
  selector: {app: chart}
  ports:
    - name: web
      port: 80
      targetPort: server # <-- error
`,
      good: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: chart
spec:
  template:
    metadata:
      labels: {app: chart}
    spec:
      containers:
        - name: app
          image: registry.example.com/chart:1.4.0
          ports: [{name: http, containerPort: 8080}]
---
apiVersion: v1
kind: Service
metadata:
  name: chart
spec:
  selector: {app: chart}
  ports:
    - name: web
      port: 80
      targetPort: http
`,
    },
    // The protocol counts, and each workload has to declare the port.
    {
      bad: `
apiVersion: v1
kind: List
items:
  - apiVersion: argoproj.io/v1alpha1
    kind: Rollout
    metadata: {name: dns}
    spec:
      strategy: {canary: {}}
      template:
        metadata: {labels: {app: dns}}
        spec: {containers: [{name: dns, image: "dns:1.0", ports: [{name: dns, containerPort: 53}]}]}
  - apiVersion: v1
    kind: Service
    metadata: {name: dns}
    spec: {selector: {app: dns}, ports: [{port: 53, protocol: UDP, targetPort: dns}]} # <-- error
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  template:
    metadata: {labels: {app: web}}
    spec:
      initContainers: [{name: proxy, image: "proxy:1.0", restartPolicy: Always, ports: [{name: http, containerPort: 8080}]}]
      containers: [{name: web, image: "web:1.0"}]
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web-canary}
spec:
  template:
    metadata: {labels: {app: web}}
    spec:
      initContainers: [{name: wait, image: "wait:1.0", ports: [{name: http, containerPort: 8080}]}]
      containers: [{name: web, image: "web:1.1"}] # <-- related
---
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {selector: {app: web}, ports: [{port: 80, targetPort: http}]} # <-- error
`,
    },
    // Numbers need no declaration; quoted digits are port-number-quoted.
    {
      good: `
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: "web:1.0"}]}
---
apiVersion: v1
kind: Service
metadata: {name: web}
spec:
  selector: {app: web}
  ports: [{name: a, port: 80, targetPort: 8080}, {name: b, port: 81}, {name: c, port: 82, targetPort: ""}, {name: d, port: 83, targetPort: "8080"}]
`,
    },
    // A native sidecar counts.
    {
      good: `
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  template:
    metadata: {labels: {app: web}}
    spec:
      initContainers: [{name: proxy, image: "proxy:1.0", restartPolicy: Always, ports: [{name: http, containerPort: 8080}]}]
      containers: [{name: web, image: "web:1.0"}]
---
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {selector: {app: web}, ports: [{port: 80, targetPort: http}]}
`,
    },
    // Pods that end by themselves, a workload at 0 replicas, a template that nobody runs.
    {
      good: `
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: "web:1.0", ports: [{name: http, containerPort: 8080}]}]}
---
apiVersion: v1
kind: Pod
metadata: {name: web-test, labels: {app: web}, annotations: {helm.sh/hook: test}}
spec: {restartPolicy: Never, containers: [{name: test, image: "test:1.0"}]}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web-old}
spec:
  replicas: 0
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: "web:0.9"}]}
---
apiVersion: v1
kind: PodTemplate
metadata: {name: web}
template:
  metadata: {labels: {app: web}}
  spec: {containers: [{name: web, image: "web:0.9"}]}
---
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {selector: {app: web}, ports: [{port: 80, targetPort: http}]}
`,
    },
    // A name that is filled in later, on either side; containers that aren't there yet; another kind of Service.
    {
      good: `
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: "web:1.0", ports: [{name: $(PORT), containerPort: 8080}]}]}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: patched}
spec:
  template:
    metadata: {labels: {app: web}}
    spec: {containers: []}
---
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {selector: {app: web}, ports: [{name: a, port: 80, targetPort: http}, {name: b, port: 81, targetPort: $(PORT)}]}
---
apiVersion: serving.knative.dev/v1
kind: Service
metadata: {name: web}
spec: {selector: {app: web}, ports: [{port: 80, targetPort: nothing}]}
`,
    },
    // Members of a group that find each other through a headless Service.
    {
      good: `
apiVersion: v1
kind: Service
metadata: {name: ring}
spec: {clusterIP: None, selector: {part-of: ring}, ports: [{port: 7946, targetPort: gossip}]}
---
apiVersion: apps/v1
kind: StatefulSet
metadata: {name: writer}
spec:
  template:
    metadata: {labels: {part-of: ring}}
    spec: {containers: [{name: writer, image: "ring:1.0", ports: [{name: gossip, containerPort: 7946}]}]}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: gateway}
spec:
  template:
    metadata: {labels: {part-of: ring}}
    spec: {containers: [{name: gateway, image: "ring:1.0"}]}
`,
    },
    // Of the workloads in other folders, one that declares it is enough.
    {
      good: {
        files: {
          'net/service.yaml':
            'apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec: {selector: {app: web}, ports: [{port: 80, targetPort: http}]}\n',
          'one/web.yaml':
            'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec: {template: {metadata: {labels: {app: web}}, spec: {containers: [{name: one, image: "one:1.0", ports: [{name: http, containerPort: 80}]}]}}}\n',
          'two/web.yaml':
            'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec: {template: {metadata: {labels: {app: web}}, spec: {containers: [{name: two, image: "two:1.0"}]}}}\n',
        },
      },
    },
  ],
  kinds: ['core/Service'],
  resource(service, { index, report }) {
    const pods = servedPods(service, index).filter((pod) => !pod.runsToCompletion && isComplete(pod));
    for (const target of targetsOf(service)) {
      const { port: name, protocol, servicePort } = target;
      if (typeof name === 'number' || hasPlaceholder(name)) continue;
      const without = pods.filter((pod) => !declarerOf(pod, name, protocol));
      const [first] = without;
      const some = without.length < pods.length;
      if (!first || (some && (isHeadless(service) || !isTogether(service, pods, index)))) continue;
      report({
        at: servicePort.at('targetPort'),
        message: messageOf(target, service, without, pods),
        related: [{ at: first.spec.at('containers').items()[0] ?? first.spec, message: relationOf(first) }],
        fixes: suggestionsOf(servicePort.at('targetPort') as Node, protocol, pods),
      });
    }
  },
});

/** Whether the pods' ports can be held against a name: there are containers, and no port's name is still to come. */
function isComplete(pod: Pod): boolean {
  const containers = containersOf(pod);
  return (
    containers.some(({ role }) => role === 'main') &&
    containers.every(({ node }) =>
      node
        .at('ports')
        .items()
        .every((port) => !hasPlaceholder((port.at('name') as Node).string() ?? '')),
    )
  );
}

/** Whoever looks up the pods of a headless Service brings the port along. */
function isHeadless(service: Resource<V1Service>): boolean {
  return service.root.at('spec').at('clusterIP').string() === 'None';
}

function isTogether(service: Resource<V1Service>, pods: readonly Pod[], index: ResourceIndex): boolean {
  return pods.every((pod) => index.areTogether(service as Resource, pod.resource));
}

function messageOf(
  { port: name, protocol }: ServiceTarget,
  service: Resource<V1Service>,
  without: readonly Pod[],
  pods: readonly Pod[],
): string {
  const [first] = without;
  const more = without.length > 1 ? ` (and ${without.length - 1} more)` : '';
  const none = `no container of ${first?.resource.title}${more} declares a ${protocol} port "${name}"`;
  if (without.length === pods.length) return `${none}: ${service.title} has no endpoints for it`;
  const sidecar = pods.find((pod) => declarerOf(pod, String(name), protocol)?.role === 'sidecar');
  const note = sidecar
    ? `; that of ${sidecar.resource.title} is a native sidecar's, which counts from Kubernetes 1.32 on`
    : '';
  return `${none}: its pods get nothing from ${service.title}${note}`;
}

const MOST_SUGGESTED = 3;

/** The ports that every pod declares: by name, or where it has none by number. */
function suggestionsOf(at: Node, protocol: string, pods: readonly Pod[]): Fix[] {
  const [first] = pods;
  const ports = containersOf(first as Pod)
    .filter(({ role }) => role === 'main')
    .flatMap(({ node }) => node.at('ports').items())
    .flatMap((port) => port.at('name').string() || port.at('containerPort').integer() || []);
  return [...new Set(ports)]
    .filter((port) => pods.every((pod) => declarerOf(pod, port, protocol)))
    .slice(0, MOST_SUGGESTED)
    .flatMap((port) => offer('suggestion', `Send to port ${port}`, setValue(at, port)));
}

function relationOf(pod: Pod): string {
  const names = containersOf(pod).flatMap(({ node }) =>
    node
      .at('ports')
      .items()
      .flatMap((port) => port.at('name').string() ?? []),
  );
  return names.length > 0 ? `declares ${names.join(', ')}` : 'declares no named ports';
}
