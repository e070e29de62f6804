/** ConfigMaps and Secrets that no manifest shows, because something in the cluster makes them. */

import type { Node } from '../node.ts';
import { type Container, containersOf, podsOf } from '../pod.ts';
import { groupOf, type Resource } from '../resource.ts';

/** Groups whose objects Kubernetes itself and Argo act on: they make nothing under a name that isn't written. */
const BUILT_IN = /^(?:core|apps|batch|autoscaling|policy|extensions|argoproj\.io|keda\.sh|[a-z.]+\.k8s\.io)$/;
/** Custom objects that route or observe. */
const INERT =
  /(?:^|\.)(?:istio\.io|traefik\.io|traefik\.containo\.us)\/|^monitoring\.coreos\.com\/(?:ServiceMonitor|PodMonitor|PrometheusRule|Probe)$/;

/** The names that ConfigMaps and Secrets may have which come into being at run time. */
export class RuntimeNames {
  readonly #resources: readonly Resource[];
  #custom: { readonly texts: ReadonlySet<string>; readonly names: ReadonlySet<string> } | undefined;
  #told: ReadonlySet<string> | undefined;

  constructor(resources: readonly Resource[]) {
    this.#resources = resources;
  }

  /** Whether an operator, a program that was told the name, or Kubernetes itself may make an object of that name. */
  has(name: string): boolean {
    return isMadeByKubernetes(name) || this.#isOperated(name) || this.#isTold(name);
  }

  /**
   * A custom object (a Certificate, an ExternalSecret, a database) says the name, or has a name to which operators put
   * something before or behind.
   */
  #isOperated(name: string): boolean {
    this.#custom ??= this.#readCustom();
    const { texts, names } = this.#custom;
    return texts.has(name) || partsOf(name).some((part) => names.has(part));
  }

  #readCustom() {
    const custom = this.#resources.filter(isCustom);
    return {
      texts: new Set(custom.flatMap(({ root }) => stringsIn(root as Node))),
      names: new Set(custom.flatMap((resource) => resource.name ?? [])),
    };
  }

  #isTold(name: string): boolean {
    this.#told ??= new Set(this.#resources.flatMap(namesToldBy));
    return this.#told.has(name);
  }
}

/** Objects that a cluster has in every namespace. */
const IN_EVERY_NAMESPACE = new Set(['kube-root-ca.crt', 'openshift-service-ca.crt', 'istio-ca-root-cert']);
/** The token Secrets that Kubernetes made for service accounts up to 1.23. */
const TOKEN = /-token-[a-z0-9]{5}$/;

function isMadeByKubernetes(name: string): boolean {
  return IN_EVERY_NAMESPACE.has(name) || TOKEN.test(name);
}

/** Whether an operator may make something of an object. */
function isCustom({ apiVersion, type }: Resource): boolean {
  return !BUILT_IN.test(groupOf(apiVersion)) && !INERT.test(type);
}

/** What stands before and behind each dash and dot of a name. */
function partsOf(name: string): string[] {
  const parts: string[] = [];
  for (const { index } of name.matchAll(/[-.]/g)) parts.push(name.slice(0, index), name.slice(index + 1));
  return parts;
}

function namesToldBy(resource: Resource): string[] {
  return [...podsOf(resource).flatMap(containersOf).flatMap(wordsOf), ...askedByAnnotations(resource)];
}

function stringsIn(node: Node): string[] {
  const text = node.string();
  if (text !== undefined) return [text];
  return [...node.items().map((item) => item as Node), ...node.fields().map(([, value]) => value)].flatMap(
    stringsIn,
  );
}

/** The words in the arguments and variables of a container. */
function wordsOf({ node }: Container): string[] {
  const container = node as Node;
  const texts = [
    ...container.at('command').items(),
    ...container.at('args').items(),
    ...container
      .at('env')
      .items()
      .map((variable) => (variable as Node).at('value')),
  ];
  return texts.flatMap(
    (text) =>
      (text as Node)
        .string()
        ?.split(/[\s=,;:'"]+/)
        .map(withoutNamespace) ?? [],
  );
}

/** `name` of `namespace/name`; a path stays whole. */
function withoutNamespace(word: string): string {
  return /^[^/]+\/([^/]+)$/.exec(word)?.[1] ?? word;
}

/** Certificates that an annotation of an Ingress or a Service asks for. */
function askedByAnnotations({ type, root }: Resource): string[] {
  const annotations = (root as Node).at('metadata').at('annotations');
  if (type === 'core/Service')
    return annotations.at('service.beta.openshift.io/serving-cert-secret-name').string()?.split(',') ?? [];
  if (type !== 'networking.k8s.io/Ingress') return [];
  const asks = annotations
    .fields()
    .some(([key]) => key.startsWith('cert-manager.io/') || key === 'kubernetes.io/tls-acme');
  const certificates = (root as Node).at('spec').at('tls').items() as Node[];
  return asks ? certificates.flatMap((one) => one.at('secretName').string() ?? []) : [];
}
