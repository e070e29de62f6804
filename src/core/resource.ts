/** Kubernetes objects in a document: anything with `apiVersion` and `kind`, Lists opened. */
import type { ResourceId } from './finding.ts';
import type { ObjectOf } from './kinds.ts';
import { Node } from './node.ts';
import type { Source } from './source.ts';
import type { YamlDocument, YamlNode } from './yaml/index.ts';

/** What every Kubernetes object has. */
interface AnyObject {
  apiVersion?: string;
  kind?: string;
  metadata?: {
    name?: string;
    generateName?: string;
    namespace?: string;
    labels?: Record<string, string>;
    annotations?: Record<string, string>;
  };
}

/** An object of a manifest. An omitted namespace is unknown, not `default`. */
export class Resource<T = AnyObject> implements ResourceId {
  readonly root: Node<T>;
  /** One object for as long as the text of the document stays the same from version to version. */
  readonly document: object;
  readonly apiVersion: string;
  readonly kind: string;
  /** `group/Kind`, the core group written `core`: what rules dispatch on. */
  readonly type: string;
  readonly name: string | undefined;
  readonly namespace: string | undefined;
  /** The same for objects of one kind, name and written namespace. */
  readonly identity: string;

  constructor(root: Node<T>, document: object, { apiVersion, kind }: TypeMeta) {
    const metadata = (root as Node<unknown>).at('metadata');
    this.root = root;
    this.document = document;
    this.apiVersion = apiVersion;
    this.kind = kind;
    this.type = `${groupOf(apiVersion)}/${kind}`;
    this.name = metadata.at('name').string();
    this.namespace = metadata.at('namespace').string() || undefined;
    this.identity = `${this.type}\u0000${this.namespace ?? ''}\u0000${this.name ?? ''}`;
  }

  get source(): Source {
    return this.root.source;
  }

  /** The object under its type, when it is of that kind. */
  as<K extends string>(type: K): Resource<ObjectOf<K>> | undefined {
    return this.type === type ? (this as unknown as Resource<ObjectOf<K>>) : undefined;
  }

  /** Whether it was read from a cluster, which gives each object a uid; nobody writes one. */
  get isLive(): boolean {
    return (this.root as Node<unknown>).at('metadata').at('uid').exists;
  }

  annotation(key: string): Node {
    return (this.root as Node<unknown>).at('metadata').at('annotations').at(key);
  }

  /** `Deployment "web"`, as messages name it. */
  get title(): string {
    return this.name === undefined ? `${this.kind} without a name` : `${this.kind} "${this.name}"`;
  }
}

/** The API group of an apiVersion, `core` for the legacy group: `apps/v1` → `apps`, `v1` → `core`. */
export function groupOf(apiVersion: string): string {
  const slash = apiVersion.indexOf('/');
  return slash < 0 ? 'core' : apiVersion.slice(0, slash);
}

/** The objects in a document; none when it isn't a Kubernetes object. `apiVersion` and `kind` must be strings. */
export function resourcesIn(source: Source, { root, identity }: YamlDocument): Resource[] {
  return root ? open(Node.root(source, root), identity, undefined) : [];
}

interface TypeMeta {
  readonly apiVersion: string;
  readonly kind: string;
}

function open(root: Node, document: object, inherited: TypeMeta | undefined): Resource[] {
  const apiVersion = root.at('apiVersion').string() || inherited?.apiVersion;
  const kind = root.at('kind').string() || inherited?.kind;
  if (!root.isMap || !apiVersion || !kind) return [];
  if (!isList(root, kind)) return [new Resource(root as Node<AnyObject>, document, { apiVersion, kind })];
  const itemType =
    kind.length > 4 && kind.endsWith('List') ? { apiVersion, kind: kind.slice(0, -4) } : undefined;
  return root
    .at('items')
    .items()
    .flatMap((item) => open(item, document, itemType));
}

/** Lists, which kubectl sends item by item: whatever has `items` (apimachinery unstructured/helpers.go). */
function isList(root: Node, kind: string): boolean {
  return kind === 'List' || root.at('items').isList;
}

/** Whether a document is a Kubernetes object or a List of them. */
export function isManifest(yaml: YamlNode, source: Source): boolean {
  const root = Node.root(source, yaml);
  return Boolean(root.at('apiVersion').string() && root.at('kind').string());
}
