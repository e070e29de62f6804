import { type Container, defineRule, type Node, type Resource, type ResourceIndex } from 'rollsafe';

const deployment = (resources: string, spec = '') => `
apiVersion: apps/v1
kind: Deployment
metadata: {name: search}
spec:
  template:
    spec:${spec}
      containers:
        - name: search
          image: registry.example.com/search:1.4.0
          resources:${resources}
`;

const hpa = (metrics: string, version = 'v2') => `
apiVersion: autoscaling/${version}
kind: HorizontalPodAutoscaler
metadata: {name: search}
spec:
  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: search}
  maxReplicas: 8${metrics}
`;

const CPU = `
  metrics:
    - type: Resource
      resource: {name: cpu, target: {type: Utilization, averageUtilization: 70}}`;

export default defineRule({
  summary: 'An autoscaler that measures against a request that a container does not have',
  why: `
A target in percent is a percentage of what the pods request. When one container of the pod, a helper included, has no
request for that resource, the controller can't compute it ("missing request for cpu"), sets ScalingActive to False and
doesn't scale by that metric. Without \`metrics\` an autoscaler aims at 80% of the cpu, so that is such a target too.

Write \`resources.requests\` for every container, or a target of the type AverageValue, which needs no request. A metric of
the type ContainerResource needs it on the container that it names only.

Not reported: a container with a limit for the resource, which counts as its request; a pod with resources of its own; a
namespace with a LimitRange among the manifests, which may fill the request in. One that is only in the cluster can't be
seen here.
`,
  severity: 'warning',
  references: [
    'https://github.com/kubernetes/kubernetes/blob/v1.28.0/pkg/controller/podautoscaler/replica_calculator.go',
    'https://github.com/kubernetes/kubernetes/blob/v1.28.0/pkg/apis/core/v1/defaults.go',
    'https://kubernetes.io/docs/tasks/run-application/horizontal-pod-autoscale/',
  ],
  examples: [
    {
      bad: `${deployment(' # <-- warning\n            requests: {memory: 256Mi}')}---${hpa(CPU).replace('name: cpu, target: {', 'name: cpu, target: { # <-- related\n       ')}`,
      good: `${deployment('\n            requests: {cpu: 200m, memory: 256Mi}')}---${hpa(CPU)}`,
    },
    // A helper without one is enough; a missing field is reported at the container.
    {
      bad: `
apiVersion: apps/v1
kind: Deployment
metadata: {name: search}
spec:
  template:
    spec:
      containers:
        - name: search
          resources: {requests: {cpu: 200m}}
        - name: log-agent # <-- warning
          image: registry.example.com/log-agent:2.1.0
---${hpa(CPU)}`,
      good: `
apiVersion: apps/v1
kind: Deployment
metadata: {name: search}
spec:
  template:
    spec:
      initContainers:
        - name: migrate
          image: registry.example.com/search:1.4.0
      containers:
        - name: search
          resources: {requests: {cpu: 200m}}
---${hpa(CPU)}`,
    },
    // The default is 80% of the cpu.
    { bad: `${deployment(' {} # <-- warning')}---${hpa('')}` },
    { bad: `${deployment(' {requests: {memory: 1Gi}} # <-- warning')}---${hpa('', 'v1')}` },
    {
      bad: `${deployment(' {requests: {cpu: 100m}} # <-- warning')}---${hpa('\n  metrics: [{type: Resource, resource: {name: memory, targetAverageUtilization: 60}}]', 'v2beta1')}`,
    },
    // The pods of a Rollout that refers to a Deployment are described there.
    {
      bad: `${deployment(' {} # <-- warning')}---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: search}
spec:
  workloadRef: {apiVersion: apps/v1, kind: Deployment, name: search}
---${hpa(CPU).replace('apiVersion: apps/v1, kind: Deployment', 'apiVersion: argoproj.io/v1alpha1, kind: Rollout')}`,
    },
    // Only one container is measured.
    {
      bad: `${deployment(' {} # <-- warning')}---${hpa('\n  metrics: [{type: ContainerResource, containerResource: {name: cpu, container: search, target: {type: Utilization, averageUtilization: 70}}}]')}`,
      good: `${deployment(' {}')}---${hpa('\n  metrics: [{type: ContainerResource, containerResource: {name: cpu, container: other, target: {type: Utilization, averageUtilization: 70}}}]')}`,
    },
    // An amount needs nothing to measure against.
    {
      good: `${deployment(' {}')}---${hpa('\n  metrics: [{type: Resource, resource: {name: cpu, target: {type: AverageValue, averageValue: 300m}}}]')}`,
    },
    {
      good: `${deployment(' {}')}---${hpa('\n  metrics: [{type: Pods, pods: {metric: {name: requests}, target: {type: AverageValue, averageValue: 100}}}]')}`,
    },
    // A limit is taken for the request.
    { good: `${deployment(' {limits: {cpu: "1"}}')}---${hpa(CPU)}` },
    // Resources of the whole pod.
    { good: `${deployment(' {}', '\n      resources: {requests: {cpu: "2"}}')}---${hpa(CPU)}` },
    // The namespace has a default.
    {
      good: `${deployment(' {}')}---${hpa(CPU)}---
apiVersion: v1
kind: LimitRange
metadata: {name: defaults}
spec:
  limits: [{type: Container, defaultRequest: {cpu: 100m}}]
`,
    },
    // Nothing scales it, or something else does.
    { good: deployment(' {}') },
    {
      good: `${deployment(' {}')}---
apiVersion: keda.sh/v1alpha1
kind: ScaledObject
metadata: {name: search}
spec:
  scaleTargetRef: {name: search}
  triggers: [{type: kafka, metadata: {topic: queries}}]
`,
    },
    // The metrics of the old annotation are no default.
    {
      good: `${deployment(' {}')}---${hpa('', 'v1').replace('name: search}\nspec', "name: search, annotations: {autoscaling.alpha.kubernetes.io/metrics: '[]'}}\nspec")}`,
    },
    // Another tool fills it in.
    { good: `${deployment(' "$(RESOURCES)"')}---${hpa(CPU)}` },
  ],
  container(node, { container, index, report }) {
    const resources = node.at('resources');
    if (container.role !== 'main' || !node.isMap || (resources.exists && !resources.isMap)) return;
    const missing = measuresOf(container, index).find(({ resource }) => !requests(resources, resource));
    if (!missing || hasDefault(container, index)) return;
    const { scaler, resource, at } = missing;
    report({
      at: resources,
      message: `${titleOf(container)} requests no ${resource}: ${scaler.title} measures ${resource} in percent of the requests, and can't scale by it`,
      related: [{ at, message: `measures ${resource}` }],
    });
  },
});

interface Measure {
  readonly scaler: Resource;
  /** `cpu`, `memory` … */
  readonly resource: string;
  readonly at: Node;
}

/** What the autoscaler of a container's pod measures in percent of the container's request. */
function measuresOf({ name, pod }: Container, index: ResourceIndex): Measure[] {
  const workloads = [pod.resource, ...index.rolloutsReferencing(pod.resource)];
  return workloads
    .flatMap((workload) => index.scalerOf(workload) ?? [])
    .flatMap((scaler) =>
      scaler.type === 'autoscaling/HorizontalPodAutoscaler' ? measuresIn(scaler, name) : [],
    );
}

function measuresIn(scaler: Resource, container: string): Measure[] {
  const spec = scaler.root.at('spec') as Node;
  const metrics = spec.at('metrics');
  const listed = metrics.items() as Node[];
  if (listed.length === 0) {
    const elsewhere =
      scaler.annotation(OLD_METRICS).exists && !spec.at('targetCPUUtilizationPercentage').exists;
    const unknown = metrics.exists && !metrics.isList;
    return elsewhere || unknown ? [] : [{ scaler, resource: 'cpu', at: spec }];
  }
  return listed.flatMap((metric) => {
    const type = metric.at('type').string();
    const source = metric.at(type === 'ContainerResource' ? 'containerResource' : 'resource');
    const measured = type === 'Resource' || source.at('container').string() === container;
    const resource = source.at('name').string();
    return measured && resource && isInPercent(source) ? [{ scaler, resource, at: source.at('name') }] : [];
  });
}

/** Where autoscaling/v1 keeps the metrics that it has no field for. */
const OLD_METRICS = 'autoscaling.alpha.kubernetes.io/metrics';

/** In autoscaling/v2 and v2beta2, or in v2beta1. */
function isInPercent(source: Node): boolean {
  return (
    source.at('target').at('type').string() === 'Utilization' || source.at('targetAverageUtilization').exists
  );
}

function requests(resources: Node<unknown>, resource: string): boolean {
  return ['requests', 'limits'].some((kind) => {
    const amounts = resources.at(kind);
    return amounts.at(resource).exists || (amounts.exists && !amounts.isMap);
  });
}

function hasDefault({ pod }: Container, index: ResourceIndex): boolean {
  return (
    (pod.spec as Node).at('resources').exists || index.ofType('core/LimitRange', pod.resource).length > 0
  );
}

function titleOf({ name }: Container): string {
  return name === '' ? 'a container without a name' : `container "${name}"`;
}
