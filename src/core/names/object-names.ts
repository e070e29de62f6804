/** The fields with which objects name other objects. */
import type { ResourceIndex } from '../index/resource-index.ts';
import { type NamingField, workloadField } from '../index/scope.ts';
import type { Node } from '../node.ts';
import { configFieldsOf } from '../objects/config-references.ts';
import { backendsOf } from '../objects/ingress-backends.ts';
import { scaleTargetField } from '../objects/scale-target.ts';
import { type Pod, podsOf } from '../pod.ts';
import type { Resource } from '../resource.ts';
import { declaredArgsOf, hasMetrics, templateFieldsOf } from '../rollouts/analysis.ts';
import { serviceFieldsOf } from '../rollouts/rollout-services.ts';
import { type NameField, objectField } from './name-field.ts';

/** All of them, in no particular order. */
export function objectFieldsOf(resource: Resource, index: ResourceIndex): NameField[] {
  const { namespace } = resource;
  const inNamespace = ([type, at]: TypedField): NamingField => ({ type, at, namespace });
  const fields = [
    ...[workloadField(resource), scaleTargetField(resource)].filter((field) => field !== undefined),
    ...templateFieldsOf(resource),
    ...[...routeFieldsOf(resource), ...setFieldsOf(resource), ...argFieldsOf(resource)].map(inNamespace),
    ...podsOf(resource).flatMap(podFieldsOf).map(inNamespace),
  ];
  return fields.map((field) => objectField(field, resource, index));
}

type TypedField = readonly [type: string, at: Node];

/** The Services and Ingresses that a Rollout steers, and what an Ingress sends to. */
function routeFieldsOf(resource: Resource): TypedField[] {
  const spec = (resource.root as Node).at('spec');
  const certificates = resource.type === 'networking.k8s.io/Ingress' ? spec.at('tls').items() : [];
  return [
    ...serviceFieldsOf(resource).map(({ at }): TypedField => ['core/Service', at]),
    ...(resource.type === 'argoproj.io/Rollout'
      ? routerFieldsIn(spec.at('strategy').at('canary').at('trafficRouting'))
      : []),
    ...backendsOf(resource)
      .filter(({ port }) => port.string() !== 'use-annotation')
      .map(({ service }): TypedField => ['core/Service', service]),
    ...(certificates as Node[]).map((tls): TypedField => ['core/Secret', tls.at('secretName')]),
  ];
}

/** The objects that the routers of a canary work with (argo-rollouts pkg/apis/rollouts/v1alpha1 types.go). */
function routerFieldsIn(trafficRouting: Node): TypedField[] {
  const [nginx, alb, smi] = [trafficRouting.at('nginx'), trafficRouting.at('alb'), trafficRouting.at('smi')];
  const ingresses = [
    nginx.at('stableIngress'),
    ...nginx.at('stableIngresses').items(),
    alb.at('ingress'),
    ...alb.at('ingresses').items(),
  ];
  return [
    ...ingresses.map((at): TypedField => ['networking.k8s.io/Ingress', at as Node]),
    ['core/Service', alb.at('rootService')],
    ['core/Service', smi.at('rootService')],
  ];
}

/** The Service that gives the pods of a StatefulSet their names. */
function setFieldsOf({ type, root }: Resource): TypedField[] {
  return type === 'apps/StatefulSet' ? [['core/Service', (root as Node).at('spec').at('serviceName')]] : [];
}

/** The Secrets that arguments of a template are taken from. */
function argFieldsOf(resource: Resource): TypedField[] {
  return secretRefsOf(resource).map((reference) => ['core/Secret', reference.at('name')]);
}

/** Where the arguments of an analysis template or run name a key of a Secret. */
export function secretRefsOf(resource: Resource): Node[] {
  const args = hasMetrics(resource) ? declaredArgsOf(resource) : [];
  return args.map(({ node }) => node.at('valueFrom').at('secretKeyRef')).filter(({ isMap }) => isMap);
}

function podFieldsOf(pod: Pod): TypedField[] {
  const volumes = pod.spec.at('volumes').items() as Node[];
  const pullSecrets = pod.spec.at('imagePullSecrets').items() as Node[];
  return [
    ...configFieldsOf(pod).map(({ type, at }): TypedField => [type, at]),
    ...pullSecrets.map((secret): TypedField => ['core/Secret', secret.at('name')]),
    ...volumes.map(
      (volume): TypedField => [
        'core/PersistentVolumeClaim',
        volume.at('persistentVolumeClaim').at('claimName'),
      ],
    ),
  ];
}
