/** The pods that an object runs: where each kind keeps its pod template, its selector and its containers. */
import type { V1Container, V1ObjectMeta, V1PodSpec } from '@kubernetes/client-node';
import { type Labels, readLabelSelector, readMapSelector, type Selector } from '../kubernetes/index.ts';
import { memoized } from './memo.ts';
import type { Node } from './node.ts';
import type { Resource } from './resource.ts';

/** A pod template of an object, or a bare Pod. */
export interface Pod {
  readonly resource: Resource;
  readonly metadata: Node<V1ObjectMeta>;
  readonly spec: Node<V1PodSpec>;
  readonly labels: Labels;
  /** Pods that end by themselves: Jobs, and pods with restartPolicy Never or OnFailure. */
  readonly runsToCompletion: boolean;
}

export type ContainerRole = 'main' | 'init' | 'sidecar' | 'ephemeral';

/** A container of a pod. A `sidecar` is an init container with restartPolicy Always (KEP-753). */
export interface Container {
  readonly node: Node<V1Container>;
  readonly pod: Pod;
  readonly role: ContainerRole;
  readonly name: string;
}

type Templates = (root: Node) => Node[];

const inSpec: Templates = (root) => [root.at('spec').at('template')];

/** Where each kind keeps its pod templates (kubernetes api: apps, batch, core types.go; argo-rollouts v1alpha1). */
const TEMPLATES: Readonly<Record<string, Templates>> = {
  'core/Pod': (root) => [root],
  'core/PodTemplate': (root) => [root.at('template')],
  'core/ReplicationController': inSpec,
  'apps/Deployment': inSpec,
  'apps/ReplicaSet': inSpec,
  'apps/StatefulSet': inSpec,
  'apps/DaemonSet': inSpec,
  'batch/Job': inSpec,
  'batch/CronJob': (root) => inSpec(root.at('spec').at('jobTemplate')),
  'argoproj.io/Rollout': inSpec,
  'argoproj.io/Experiment': (root) =>
    root
      .at('spec')
      .at('templates')
      .items()
      .map((item) => item.at('template')),
  'argoproj.io/AnalysisTemplate': metricJobs,
  'argoproj.io/ClusterAnalysisTemplate': metricJobs,
  'argoproj.io/AnalysisRun': metricJobs,
};

function metricJobs(root: Node): Node[] {
  return root
    .at('spec')
    .at('metrics')
    .items()
    .flatMap((metric) => inSpec(metric.at('provider').at('job')));
}

const JOBS = new Set([
  'batch/Job',
  'batch/CronJob',
  'argoproj.io/AnalysisTemplate',
  'argoproj.io/ClusterAnalysisTemplate',
  'argoproj.io/AnalysisRun',
]);

/**
 * The pods that an object's own manifest describes, the same ones at each call; none for a Rollout that refers to
 * another workload.
 */
export const podsOf: (resource: Resource) => readonly Pod[] = memoized(readPods);

function readPods(resource: Resource): Pod[] {
  const templates = Object.hasOwn(TEMPLATES, resource.type) ? TEMPLATES[resource.type] : undefined;
  if (!templates) return [];
  return templates(resource.root as Node)
    .filter((template) => template.exists)
    .map((template) => podOf(resource, template));
}

function podOf(resource: Resource, template: Node): Pod {
  const metadata = template.at('metadata') as Node<V1ObjectMeta>;
  const spec = template.at('spec') as Node<V1PodSpec>;
  const restartPolicy = spec.at('restartPolicy').string();
  return {
    resource,
    metadata,
    spec,
    labels: labelsOf(metadata),
    runsToCompletion: JOBS.has(resource.type) || restartPolicy === 'Never' || restartPolicy === 'OnFailure',
  };
}

/** The labels of a metadata; a scalar of another type counts as its text, since the schema rules speak about it. */
function labelsOf(metadata: Node<V1ObjectMeta>): Labels {
  const labels: Record<string, string> = Object.create(null);
  for (const [key, value] of metadata.at('labels').fields()) labels[key] = textOf(value);
  return labels;
}

function textOf(node: Node): string {
  return node.isMap || node.isList ? '' : String(node.value ?? '');
}

/** All containers of a pod, in the order of the API: main, init, ephemeral; the same ones at each call. */
export const containersOf: (pod: Pod) => readonly Container[] = memoized(readContainers);

function readContainers(pod: Pod): Container[] {
  const container = (node: Node<V1Container>, role: ContainerRole): Container => ({
    node,
    pod,
    role,
    name: node.at('name').string() ?? '',
  });
  return [
    ...pod.spec
      .at('containers')
      .items()
      .map((node) => container(node, 'main')),
    ...pod.spec
      .at('initContainers')
      .items()
      .map((node) => container(node, isSidecar(node) ? 'sidecar' : 'init')),
    ...(pod.spec.at('ephemeralContainers').items() as Node<V1Container>[]).map((node) =>
      container(node, 'ephemeral'),
    ),
  ];
}

/** Whether Istio's webhook writes images and probes into a pod, which asks for one of its templates. */
export function isFilledIn({ metadata }: Pod): boolean {
  return (metadata as Node).at('annotations').at('inject.istio.io/templates').exists;
}

/** Where a pod names images: in its containers, and in volumes made of images (KEP-4639). */
export function imagesOf(pod: Pod): Node<string>[] {
  const volumes = pod.spec.at('volumes').items() as Node[];
  return [
    ...containersOf(pod).map(({ node }) => node.at('image')),
    ...volumes.map((volume) => volume.at('image').at('reference')),
  ] as Node<string>[];
}

function isSidecar(node: Node<V1Container>): boolean {
  return node.at('restartPolicy').string() === 'Always';
}

/** The kinds with a label selector over the pods of their own template. */
export const SELECTING_KINDS = [
  'apps/Deployment',
  'apps/ReplicaSet',
  'apps/StatefulSet',
  'apps/DaemonSet',
  'core/ReplicationController',
  'argoproj.io/Rollout',
] as const;

const SELECTING: ReadonlySet<string> = new Set(SELECTING_KINDS);

/**
 * The selector with which a controller finds its pods; undefined when it has none of its own. An empty selector of a
 * ReplicationController is defaulted from its template and counts as none.
 */
export const selectorOf = memoized((resource: Resource): Selector | undefined => {
  if (!SELECTING.has(resource.type)) return undefined;
  const value = (resource.root as Node).at('spec').at('selector').value;
  return resource.type === 'core/ReplicationController' ? readMapSelector(value) : readLabelSelector(value);
});

/** `spec.replicas` with its default of 1; undefined when it is written as anything but a count. */
export function replicasOf(resource: Resource): number | undefined {
  const replicas = (resource.root as Node).at('spec').at('replicas');
  return replicas.exists ? replicas.integer() : 1;
}
