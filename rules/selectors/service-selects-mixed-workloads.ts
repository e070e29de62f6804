import type { V1Service } from '@kubernetes/client-node';
import {
  type Container,
  containersOf,
  declarerOf,
  defineRule,
  type Fix,
  offer,
  type Pod,
  type Resource,
  type ResourceIndex,
  reaches,
  type ServiceTarget,
  servedPods,
  setValue,
  targetsOf,
} from 'rollsafe';
import { areTracks, hasPlaceholder, parseImageReference } from 'rollsafe/kubernetes';

export default defineRule({
  summary: 'One Service over workloads that have nothing to do with each other',
  why: `
A Service sends to every ready pod that has the labels of its selector, whatever made it. With a selector of labels that
all parts of an application share (\`app: shop\`, the common labels of a chart), requests for the web server reach the
worker or the cache as well: some fail, at random, and more of them while either is being rolled out. The pods of a Job, or
of a test of a chart, that carry the labels get their share too, for as long as they run.

Add the label that names the part, such as \`app.kubernetes.io/component\`, to the selector.

Taken for deliberate: a canary by the ratio of pods and a blue/green pair (workloads that differ in one label such as
\`track\` or \`version\`), several workloads where the same image declares the Service's ports (shards, zones, numbered
nodes), headless Services, and Services for metrics. A workload at 0 replicas gets nothing, and neither does one that
declares none of the named ports that the Service sends to.
`,
  severity: 'warning',
  references: [
    'https://kubernetes.io/docs/concepts/services-networking/service/',
    'https://kubernetes.io/docs/concepts/workloads/management/#canary-deployments',
    'https://github.com/kubernetes/kubernetes/blob/v1.28.0/pkg/controller/endpointslice/endpointslice_controller.go',
  ],
  examples: [
    {
      bad: `
apiVersion: v1
kind: Service
metadata:
  name: shop
spec:
  selector: # <-- warning
    app: shop
  ports: [{port: 80, targetPort: 8080}]
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: shop-web}
spec:
  template:
    metadata:
      labels: {app: shop, component: web} # <-- related
    spec:
      containers: [{name: web, image: "registry.example.com/shop-web:1.4.0", ports: [{containerPort: 8080}]}]
---
apiVersion: apps/v1
kind: StatefulSet
metadata: {name: shop-cache}
spec:
  template:
    metadata:
      labels: {app: shop, component: cache} # <-- related
    spec:
      containers: [{name: redis, image: "redis:7.2.4", ports: [{containerPort: 6379}]}]
`,
      good: `
apiVersion: v1
kind: Service
metadata:
  name: shop
spec:
  selector:
    app: shop
    component: web
  ports: [{port: 80, targetPort: 8080}]
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: shop-web}
spec:
  template:
    metadata:
      labels: {app: shop, component: web}
    spec:
      containers: [{name: web, image: "registry.example.com/shop-web:1.4.0", ports: [{containerPort: 8080}]}]
---
apiVersion: apps/v1
kind: StatefulSet
metadata: {name: shop-cache}
spec:
  template:
    metadata:
      labels: {app: shop, component: cache}
    spec:
      containers: [{name: redis, image: "redis:7.2.4", ports: [{containerPort: 6379}]}]
`,
    },
    // A Job has no business in a Service, whatever program it runs; a Rollout is a workload like any other.
    {
      bad: `
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {selector: {app: web}, ports: [{port: 80}]} # <-- warning
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: web}
spec:
  strategy: {canary: {}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: "registry.example.com/web:1.4.0"}]}
---
apiVersion: batch/v1
kind: Job
metadata: {name: migrate}
spec:
  template:
    metadata: {labels: {app: web}}
    spec:
      restartPolicy: Never
      containers: [{name: web, image: "registry.example.com/web:1.4.0", args: [migrate]}]
`,
    },
    // The same image, but only one side listens.
    {
      bad: `
apiVersion: v1
kind: List
items:
  - {apiVersion: v1, kind: Service, metadata: {name: web}, spec: {selector: {app: web}, ports: [{port: 80}]}} # <-- warning
  - apiVersion: apps/v1
    kind: Deployment
    metadata: {name: web}
    spec:
      template:
        metadata: {labels: {app: web, part: server}}
        spec: {containers: [{name: web, image: "registry.example.com/web:1.4.0", ports: [{containerPort: 80}]}]}
  - apiVersion: apps/v1
    kind: Deployment
    metadata: {name: worker}
    spec:
      template:
        metadata: {labels: {app: web, part: worker}}
        spec: {containers: [{name: worker, image: "registry.example.com/web:1.4.0", args: [work]}]}
`,
    },
    // A canary by the ratio of pods, even from another repository.
    {
      good: `
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {selector: {app: web}, ports: [{port: 80}]}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 9
  template:
    metadata: {labels: {app: web, track: stable}}
    spec: {containers: [{name: web, image: "registry.example.com/web:1.4.0"}]}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web-canary}
spec:
  replicas: 1
  template:
    metadata: {labels: {app: web, track: canary}}
    spec: {containers: [{name: next, image: "registry.example.com/web-next:1.5.0"}]}
`,
    },
    // A blue/green pair with the Service on one of them.
    {
      good: `
apiVersion: v1
kind: Service
metadata: {name: pay}
spec: {selector: {app: pay, color: green}, ports: [{port: 80}]}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: pay-blue}
spec:
  template:
    metadata: {labels: {app: pay, color: blue}}
    spec: {containers: [{name: pay, image: "registry.example.com/pay:1.4.0"}]}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: pay-green}
spec:
  template:
    metadata: {labels: {app: pay, color: green}}
    spec: {containers: [{name: other, image: "registry.example.com/pay-two:2.0.0"}]}
`,
    },
    // A Rollout and the Deployment that it takes its pods from; the Services of one Rollout.
    {
      good: `
apiVersion: v1
kind: Service
metadata: {name: basket-stable}
spec: {selector: {app: basket}, ports: [{port: 80}]}
---
apiVersion: v1
kind: Service
metadata: {name: basket-canary}
spec: {selector: {app: basket}, ports: [{port: 80}]}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: basket}
spec:
  replicas: 0
  template:
    metadata: {labels: {app: basket}}
    spec: {containers: [{name: basket, image: "registry.example.com/basket:1.4.0"}]}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: basket}
spec:
  workloadRef: {apiVersion: apps/v1, kind: Deployment, name: basket}
  strategy: {canary: {stableService: basket-stable, canaryService: basket-canary}}
`,
    },
    // One program in several workloads, such as zones and shards.
    {
      good: `
apiVersion: v1
kind: Service
metadata: {name: ingest}
spec: {selector: {app: ingest}, ports: [{port: 80}]}
---
apiVersion: apps/v1
kind: StatefulSet
metadata: {name: ingest-a}
spec:
  template:
    metadata: {labels: {app: ingest, zone: a, shard: one}}
    spec: {containers: [{name: ingest, image: "registry.example.com/ingest:1.4.0"}]}
---
apiVersion: apps/v1
kind: StatefulSet
metadata: {name: ingest-b}
spec:
  template:
    metadata: {labels: {app: ingest, zone: b, shard: two}}
    spec: {containers: [{name: ingest, image: "registry.example.com/ingest:1.4.1"}]}
`,
    },
    // The same program beside another one in the pod.
    {
      good: `
apiVersion: v1
kind: Service
metadata: {name: sentinel}
spec: {selector: {sentinel: "true"}, ports: [{port: 26379}]}
---
apiVersion: apps/v1
kind: StatefulSet
metadata: {name: cache}
spec:
  template:
    metadata: {labels: {app: cache, sentinel: "true"}}
    spec:
      containers:
        - {name: redis, image: "redis:7.2.4", ports: [{containerPort: 6379}]}
        - {name: watch, image: "redis:7.2.4", ports: [{containerPort: 26379}]}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: sentinel}
spec:
  template:
    metadata: {labels: {app: sentinel, sentinel: "true"}}
    spec: {containers: [{name: sentinel, image: "redis:7.2.4", ports: [{containerPort: 26379}]}]}
`,
    },
    // Headless Services and Services for metrics take in many on purpose.
    {
      good: `
apiVersion: v1
kind: Service
metadata: {name: shop-peers}
spec: {clusterIP: None, selector: {app: shop}, ports: [{port: 7000}]}
---
apiVersion: v1
kind: Service
metadata: {name: shop-metrics}
spec: {selector: {app: shop}, ports: [{port: 9090}]}
---
apiVersion: v1
kind: Service
metadata: {name: shop-watch}
spec: {selector: {app: shop}, ports: [{name: http-metrics, port: 9090}]}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: shop-web}
spec:
  template:
    metadata: {labels: {app: shop, component: web}}
    spec: {containers: [{name: web, image: "registry.example.com/shop-web:1.4.0"}]}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: shop-worker}
spec:
  template:
    metadata: {labels: {app: shop, component: worker}}
    spec: {containers: [{name: worker, image: "registry.example.com/shop-worker:1.4.0"}]}
`,
    },
    // Only one of them gets anything: the others don't declare the port, are at 0 replicas, or in another namespace.
    {
      good: `
apiVersion: v1
kind: Service
metadata: {name: shop, namespace: shop}
spec: {selector: {app: shop}, ports: [{port: 80, targetPort: http}]}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: shop-web, namespace: shop}
spec:
  template:
    metadata: {labels: {app: shop, component: web}}
    spec: {containers: [{name: web, image: "registry.example.com/shop-web:1.4.0", ports: [{name: http, containerPort: 8080}]}]}
---
apiVersion: v1
kind: Pod
metadata:
  name: shop-test
  namespace: shop
  labels: {app: shop}
  annotations: {helm.sh/hook: test}
spec:
  restartPolicy: Never
  containers: [{name: wget, image: "busybox:1.36.1", args: [wget, "shop:80"]}]
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: shop-old, namespace: shop}
spec:
  replicas: 0
  template:
    metadata: {labels: {app: shop, component: old}}
    spec: {containers: [{name: old, image: "registry.example.com/shop-old:1.0.0", ports: [{name: http, containerPort: 8080}]}]}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: shop-web, namespace: office}
spec:
  template:
    metadata: {labels: {app: shop}}
    spec: {containers: [{name: other, image: "registry.example.com/other:1.0.0", ports: [{name: http, containerPort: 8080}]}]}
`,
    },
    // Workloads of other folders are another set; an image that is filled in later may be the same one.
    {
      good: {
        files: {
          'net/service.yaml':
            'apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec: {selector: {app: web}, ports: [{port: 80}]}\n',
          'one/web.yaml':
            'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: one}\nspec: {template: {metadata: {labels: {app: web}}, spec: {containers: [{name: one, image: "one:1.0"}]}}}\n',
          'two/web.yaml':
            'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: two}\nspec: {template: {metadata: {labels: {app: web}}, spec: {containers: [{name: two, image: "two:1.0"}]}}}\n',
        },
      },
    },
    {
      good: `
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {selector: {app: web}, ports: [{port: 80}]}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: one}
spec: {template: {metadata: {labels: {app: web, n: "1"}}, spec: {containers: [{name: web, image: $(IMAGE)}]}}}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: two}
spec: {template: {metadata: {labels: {app: web, n: "2"}}, spec: {containers: [{name: web, image: "two:1.0"}]}}}
`,
    },
  ],
  kinds: ['core/Service'],
  resource(service, { index, report }) {
    if (isHeadless(service) || isForMetrics(service)) return;
    const targets = targetsOf(service);
    const pods = podsReached(service, targets, index);
    const [first] = pods.filter((pod) => !pod.runsToCompletion);
    const stranger = first && pods.find((pod) => isUnrelated(first, pod, targets));
    if (!stranger) return;
    report({
      at: service.root.at('spec').at('selector'),
      message: `${service.title} sends to ${harmOf(first, stranger)}`,
      related: [first, stranger].map((pod) => ({
        at: pod.metadata.at('labels'),
        message: `the labels of ${pod.resource.title}`,
      })),
      fixes: suggestionsOf(service, first, pods, targets),
    });
  },
});

const MOST_SUGGESTED = 3;

/** Labels of the first pod that leave out those it has nothing to do with. */
function suggestionsOf(
  service: Resource<V1Service>,
  first: Pod,
  pods: readonly Pod[],
  targets: readonly ServiceTarget[],
): Fix[] {
  const selector = service.root.at('spec').at('selector');
  const parted = Object.entries(first.labels).filter(([key, value]) =>
    pods.every((pod) => pod.labels[key] !== value || !isUnrelated(first, pod, targets)),
  );
  return parted
    .slice(0, MOST_SUGGESTED)
    .flatMap(([key, value]) =>
      offer('suggestion', `Select by ${key}: ${value} too`, setValue(selector.at(key), value)),
    );
}

/** The pods of the Service's own bundle that get something from it. */
function podsReached(
  service: Resource<V1Service>,
  targets: readonly ServiceTarget[],
  index: ResourceIndex,
): Pod[] {
  return servedPods(service, index).filter(
    (pod) => index.areTogether(service as Resource, pod.resource) && reaches(targets, pod),
  );
}

function isHeadless(service: Resource<V1Service>): boolean {
  return service.root.at('spec').at('clusterIP').string() === 'None';
}

const METRICS = /metrics|prometheus|monitor|telemetry/i;

/** By its name, or by the names of all of its ports. */
function isForMetrics(service: Resource<V1Service>): boolean {
  const ports = service.root.at('spec').at('ports').items();
  const isMetricsPort = (name: string | undefined) => name !== undefined && METRICS.test(name);
  return (
    METRICS.test(service.name ?? '') ||
    (ports.length > 0 && ports.every((port) => isMetricsPort(port.at('name').string())))
  );
}

/** Pods of a Job have no business beside a server; others are related as tracks of one application, or by who answers. */
function isUnrelated(first: Pod, other: Pod, targets: readonly ServiceTarget[]): boolean {
  if (other.runsToCompletion) return true;
  if (areTracks(first.labels, other.labels)) return false;
  const [one, two] = [programOf(first, targets), programOf(other, targets)];
  return one !== undefined && two !== undefined && one !== two;
}

/**
 * Which program answers: the images of the containers that declare the Service's ports, or of all containers where
 * none does. Undefined where an image isn't known.
 */
function programOf(pod: Pod, targets: readonly ServiceTarget[]): string | undefined {
  const answering = targets.map(({ port, protocol }) => declarerOf(pod, port, protocol));
  const declared = answering.some((container) => container !== undefined);
  const main = containersOf(pod).filter(({ role }) => role === 'main');
  const images = (declared ? answering : main).map((container) => container && repositoryOf(container));
  if (main.length === 0 || images.includes(UNKNOWN)) return undefined;
  return JSON.stringify([declared, images.map((image) => image ?? '')]);
}

const UNKNOWN = '?';

/** The last part of an image's name: copies of one program may come from several registries. */
function repositoryOf({ node }: Container): string {
  const image = node.at('image').string();
  if (image === undefined || hasPlaceholder(image)) return UNKNOWN;
  const parsed = parseImageReference(image);
  return 'reference' in parsed ? (parsed.reference.path.split('/').pop() ?? UNKNOWN) : UNKNOWN;
}

function harmOf({ resource: server }: Pod, { resource: stranger, runsToCompletion }: Pod): string {
  return runsToCompletion
    ? `the pods of ${stranger.title} beside those of ${server.title}: while they run they get a share of its requests`
    : `${server.title} and ${stranger.title}, which are different programs: a request reaches either of them by chance`;
}
