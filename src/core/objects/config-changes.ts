/** What brings new pods when a ConfigMap or a Secret changes, so that they don't go on with what they read before. */
import { CONTROLLER_LABELS, hasContentHash, isChecksum } from '../../kubernetes/index.ts';
import type { ResourceIndex } from '../index/resource-index.ts';
import type { Node } from '../node.ts';
import { containersOf, type Pod } from '../pod.ts';
import type { Resource } from '../resource.ts';
import { type ConfigReference, objectsNamedBy } from './config-references.ts';

/** The kinds that bring new pods when their template changes. */
const ROLLING: ReadonlySet<string> = new Set([
  'apps/Deployment',
  'apps/StatefulSet',
  'apps/DaemonSet',
  'argoproj.io/Rollout',
]);

/**
 * Whether running containers go on with the old content when the object that a reference names changes: it is here, it
 * is read once, and nothing replaces the pods. Pods that no controller replaces are out of the question.
 */
export function missesChanges(reference: ConfigReference, index: ResourceIndex): boolean {
  const readOnce = reference.container !== undefined || reference.subPaths.length > 0;
  const { resource, runsToCompletion } = reference.pod;
  return (
    readOnce &&
    !runsToCompletion &&
    ROLLING.has(resource.type) &&
    isCertain(objectsNamedBy(reference, index), resource, index) &&
    !followsChanges(reference, index)
  );
}

/** Whether an object is the one that is meant: of several in other bundles, which of them is applied isn't known. */
function isCertain([first, ...others]: readonly Resource[], from: Resource, index: ResourceIndex): boolean {
  return first !== undefined && (others.length === 0 || index.areTogether(first, from));
}

/**
 * Whether what a reference names can only change together with the pods: its name ends in a hash of its content, the
 * object is immutable, the pod template carries a checksum, or a reloader watches it.
 */
export function followsChanges(reference: ConfigReference, index: ResourceIndex): boolean {
  const objects = objectsNamedBy(reference, index);
  return (
    hasContentHash(reference.name) ||
    (objects.length > 0 && objects.every(isImmutable)) ||
    hasChecksum(reference.pod) ||
    isReloaded(reference, objects, index)
  );
}

function isImmutable({ root }: Resource): boolean {
  return (root as Node).at('immutable').boolean() === true;
}

/** How charts and scripts call the annotation, label or variable that holds a checksum of the configuration. */
const CHECKSUM_KEY = /checksum|(?:^|[^a-z])(?:hash|sha(?:1|256)?|md5)(?:$|[^a-z])|rollme$/i;
const CHECKSUM_VARIABLE = /(?:config|secret|env).*(?:checksum|hash|sha|version|revision)/i;

/**
 * Whether a pod template carries something that changes with the configuration (helm.sh, Chart Development Tips and
 * Tricks, "Automatically Roll Deployments").
 */
function hasChecksum(pod: Pod): boolean {
  const metadata = pod.metadata as Node;
  const written = [...metadata.at('annotations').fields(), ...metadata.at('labels').fields()];
  return (
    written.some(
      ([key, value]) =>
        !CONTROLLER_LABELS.has(key) && value.exists && (CHECKSUM_KEY.test(key) || isChecksum(textOf(value))),
    ) || containersOf(pod).some(({ node }) => (node.at('env').items() as Node[]).some(isChecksumVariable))
  );
}

function isChecksumVariable(variable: Node): boolean {
  const value = textOf(variable.at('value'));
  return value !== '' && (CHECKSUM_VARIABLE.test(variable.at('name').string() ?? '') || isChecksum(value));
}

const RELOADER = 'reloader.stakater.com';
const WAVE = 'wave.pusher.com/update-on-config-change';

/**
 * Whether an annotation asks a reloader to restart the pods (github.com/stakater/Reloader, README; the annotations
 * count on the workload and on its pod template).
 */
function isReloaded(reference: ConfigReference, objects: readonly Resource[], index: ResourceIndex): boolean {
  const { pod, type, name } = reference;
  const workloads = [pod.resource, ...index.rolloutsReferencing(pod.resource)];
  const places = [...workloads.map(({ root }) => (root as Node).at('metadata')), pod.metadata as Node].map(
    (metadata) => metadata.at('annotations'),
  );
  const says = (key: string) => places.some((annotations) => isTrue(annotations.at(key)));
  const kind = type === 'core/Secret' ? 'secret' : 'configmap';
  const listed = places.flatMap((annotations) =>
    textOf(annotations.at(`${kind}.${RELOADER}/reload`)).split(','),
  );
  return (
    says(`${RELOADER}/auto`) ||
    says(`${kind}.${RELOADER}/auto`) ||
    says(WAVE) ||
    listed.some((entry) => entry.trim() === name || PATTERN.test(entry)) ||
    (says(`${RELOADER}/search`) &&
      objects.some((object) => isTrue(object.annotation(`${RELOADER}/match`)))) ||
    index.addsAnnotation(pod.resource, `${RELOADER}/auto`)
  );
}

const PATTERN = /[*+?[\](){}|^$\\]/;

function isTrue(node: Node): boolean {
  return node.string() === 'true' || node.boolean() === true;
}

function textOf(node: Node): string {
  return node.string() ?? '';
}
