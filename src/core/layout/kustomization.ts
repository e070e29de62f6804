/**
 * What a kustomization says about the files around it, without building it: which are resources, which are only
 * fragments of resources, and which images it rewrites (kustomize api/types/kustomization.go).
 */

import type { Source } from '../source.ts';
import { fieldOf, itemsOf, keysOf, readStream, textOf, type YamlNode } from '../yaml/index.ts';
import { type NamingRules, namingRulesOf } from './kustomize-names.ts';
import { folderOf, nameOf, resolvePath } from './path.ts';

export interface Kustomization extends NamingRules {
  readonly folder: string;
  /** Paths of `resources` (and the older `bases`), files and folders alike. */
  readonly resources: readonly string[];
  /** Paths of files that are no whole objects: patches, replacements, configurations, contents of generated objects. */
  readonly fragments: readonly string[];
  /** Folders of components, whose files are no set of their own; this one, when it is a component itself. */
  readonly components: readonly string[];
  /** The image names that it rewrites. */
  readonly images: readonly string[];
  /** The keys of the annotations that it adds to every object. */
  readonly annotations: readonly string[];
}

const FILE_NAMES = new Set(['kustomization.yaml', 'kustomization.yml', 'Kustomization']);

export function isKustomizationFile(path: string): boolean {
  return FILE_NAMES.has(nameOf(path));
}

/** Reads a kustomization; one that can't be read says nothing. */
export function readKustomization(source: Source): Kustomization {
  const documents = readStream(source.text).flatMap((part) => part.read());
  const root = documents.find((document) => document.root?.kind === 'map')?.root;
  const folder = folderOf(source.location);
  const inFolder = (path: string) => resolvePath(folder, path);
  const components = strings(fieldOf(root, 'components')).map(inFolder);
  return {
    folder,
    resources: [...strings(fieldOf(root, 'resources')), ...strings(fieldOf(root, 'bases'))].map(inFolder),
    fragments: fragmentPaths(root).map(inFolder),
    components: textOf(fieldOf(root, 'kind')) === 'Component' ? [...components, folder] : components,
    images: itemsOf(fieldOf(root, 'images')).flatMap((item) => textOf(fieldOf(item.value, 'name')) ?? []),
    annotations: keysOf(fieldOf(root, 'commonAnnotations')),
    ...namingRulesOf(root),
  };
}

function strings(list: YamlNode | undefined): string[] {
  return itemsOf(list).flatMap((item) => textOf(item.value) ?? []);
}

/** An entry with a line break is an inline patch, not a path. */
function fragmentPaths(root: YamlNode | undefined): string[] {
  const named = ['patches', 'patchesJson6902', 'replacements'].flatMap((field) =>
    itemsOf(fieldOf(root, field)).flatMap((item) => textOf(fieldOf(item.value, 'path')) ?? []),
  );
  const listed = [
    'patchesStrategicMerge',
    'configurations',
    'transformers',
    'generators',
    'validators',
    'crds',
  ].flatMap((field) => strings(fieldOf(root, field)));
  return [...named, ...listed, ...generatedFrom(root)].filter((path) => !path.includes('\n'));
}

/** The files that become the content of ConfigMaps and Secrets, written `path` or `key=path`. */
function generatedFrom(root: YamlNode | undefined): string[] {
  const generators = ['configMapGenerator', 'secretGenerator'].flatMap((field) =>
    itemsOf(fieldOf(root, field)),
  );
  const files = generators.flatMap(({ value }) => strings(fieldOf(value, 'files')));
  return files.map((file) => file.slice(file.indexOf('=') + 1));
}
