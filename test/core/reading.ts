// Short ways to objects.
import type { Bundle, Input } from '../../src/core/index/bundle.ts';
import type { ResourceIndex } from '../../src/core/index/resource-index.ts';
import type { Layout } from '../../src/core/layout/layout.ts';
import type { Origin } from '../../src/core/manifest.ts';
import { Node } from '../../src/core/node.ts';
import { readInputs } from '../../src/core/reading.ts';
import type { Resource } from '../../src/core/resource.ts';
import { Source } from '../../src/core/source.ts';
import { readStream } from '../../src/core/yaml/index.ts';

/** The cursor on the first document of a text. */
export function rootOf(text: string): Node {
  const root = readStream(text)
    .flatMap((part) => part.read())
    .find((document) => document.root)?.root;
  if (!root) throw new Error(`nothing to read in ${text}`);
  return Node.root(new Source('x.yaml', text), root);
}

export type Files = Readonly<Record<string, string>>;

export function inputsOf(files: Files, origin: Origin = 'walked'): Input[] {
  return Object.entries(files).map(([path, text]) => ({
    source: new Source(path, text),
    origin,
    target: true,
  }));
}

export interface Project {
  readonly bundles: readonly Bundle[];
  readonly index: ResourceIndex;
  readonly layout: Layout;
  /** The first object of that kind and name. */
  object(kind: string, name: string): Resource;
}

export function projectOf(inputs: readonly Input[]): Project {
  const { drafts, bundles, index, layout } = readInputs(inputs);
  const all = drafts.flatMap(({ manifest }) => manifest.resources);
  const object = (kind: string, name: string) => {
    const found = all.find((resource) => resource.kind === kind && resource.name === name);
    if (!found) throw new Error(`no ${kind} ${name}`);
    return found;
  };
  return { bundles, index, layout, object };
}
