/**
 * What is applied together. Conflicts are searched inside a bundle; something is missing only in a closed one.
 */
import { isKustomizationFile, type Kustomization, readKustomization } from './kustomization.ts';
import type { Manifest, Origin } from './manifest.ts';
import { folderOf, isInside, nameOf } from './path.ts';
import type { Resource } from './resource.ts';
import type { Source } from './source.ts';

/** A source with what the edge knows about it. */
export interface Input {
  readonly source: Source;
  readonly origin: Origin;
  /** Whether findings are wanted for it; the others are read for what they tell about these. */
  readonly target: boolean;
  /** The bundle that the configuration puts it in. */
  readonly bundle?: string | undefined;
}

export interface Bundle {
  readonly id: string;
  /** Whether everything that is applied together is here, so that what isn't here doesn't exist. */
  readonly closed: boolean;
  readonly resources: readonly Resource[];
}

/** What paths alone tell: charts and kustomizations. */
export class Layout {
  readonly kustomizations: readonly Kustomization[];
  readonly #charts: readonly string[];
  readonly #fragments: ReadonlySet<string>;
  readonly #resources: ReadonlyMap<string, string>;
  readonly #kustomized: ReadonlySet<string>;

  constructor(sources: readonly Source[]) {
    const kustomizations = sources.filter(({ path }) => isKustomizationFile(path)).map(readKustomization);
    this.kustomizations = kustomizations;
    this.#charts = sources
      .filter(({ path }) => nameOf(path) === 'Chart.yaml')
      .map(({ path }) => folderOf(path));
    this.#fragments = new Set(kustomizations.flatMap(({ fragments }) => fragments));
    this.#resources = new Map(
      kustomizations.flatMap(({ folder, resources }) => resources.map((path) => [path, folder])),
    );
    this.#kustomized = new Set(kustomizations.map(({ folder }) => folder));
  }

  /** A file in the `templates` of a chart: text that helm has to render first. */
  isChartTemplate(path: string): boolean {
    return this.#charts.some((chart) => isInside(path, chart === '.' ? 'templates' : `${chart}/templates`));
  }

  /** A file that a kustomization names as a patch or the like, or the file of a component: no whole object. */
  isFragment(path: string): boolean {
    if (this.#fragments.has(path)) return true;
    return this.kustomizations.some(({ components }) => components.some((folder) => isInside(path, folder)));
  }

  /** The folder of the kustomization that lists a file among its resources. */
  kustomizationOf(path: string): string | undefined {
    return this.#resources.get(path);
  }

  /** Whether a kustomization stands in the folder. */
  isKustomized(folder: string): boolean {
    return this.#kustomized.has(folder);
  }

  /**
   * Whether a kustomization that builds the file, directly or through others, rewrites images of this name: then only
   * its output tells which image runs.
   */
  rewritesImage(path: string, image: string): boolean {
    const rewriting = this.kustomizations.filter(({ images }) => images.includes(image));
    return rewriting.some((kustomization) => this.#builds(kustomization, path, new Set()));
  }

  #builds(kustomization: Kustomization, path: string, seen: Set<Kustomization>): boolean {
    if (seen.has(kustomization)) return false;
    seen.add(kustomization);
    const { resources, components } = kustomization;
    if (resources.includes(path)) return true;
    return this.kustomizations.some(
      (other) =>
        (resources.includes(other.folder) || components.includes(other.folder)) &&
        this.#builds(other, path, seen),
    );
  }
}

interface Draft {
  readonly input: Input;
  readonly manifest: Manifest;
}

/** Sorts manifests into bundles. Fragments are in none. */
export function bundlesOf(drafts: readonly Draft[], layout: Layout): Bundle[] {
  const groups = new Map<string, Draft[]>();
  for (const draft of drafts) {
    if (layout.isFragment(draft.input.source.path)) continue;
    const id = groupOf(draft.input, layout);
    const group = groups.get(id);
    if (group) group.push(draft);
    else groups.set(id, [draft]);
  }
  return [...groups].flatMap(([id, group]) =>
    isSetOfAlternatives(id, group) ? group.map(alone) : [together(id, group, layout)],
  );
}

function groupOf({ source, origin, bundle }: Input, layout: Layout): string {
  if (bundle !== undefined) return `bundle ${bundle}`;
  if (origin === 'stream') return `stream ${source.path}`;
  const kustomization = layout.kustomizationOf(source.path);
  if (kustomization !== undefined) return `kustomization ${kustomization}`;
  const folder = folderOf(source.path);
  return layout.isKustomized(folder) ? `file ${source.path}` : `folder ${folder}`;
}

function alone({ input, manifest }: Draft): Bundle {
  return { id: `file ${input.source.path}`, closed: false, resources: manifest.resources };
}

/**
 * A kustomization's resources are closed only when built: patches, prefixes and remote bases decide what is there.
 */
function together(id: string, group: readonly Draft[], layout: Layout): Bundle {
  const closed = group.every(
    ({ input, manifest }) =>
      input.origin !== 'named' &&
      !manifest.incomplete &&
      layout.kustomizationOf(input.source.path) === undefined &&
      !(input.origin === 'walked' && layout.isKustomized(folderOf(input.source.path))),
  );
  return { id, closed, resources: group.flatMap(({ manifest }) => manifest.resources) };
}

/** Two files of a folder that define the same object are alternatives: quickstart and all-in-one, one an environment. */
function isSetOfAlternatives(id: string, group: readonly Draft[]): boolean {
  if (!id.startsWith('folder ')) return false;
  const definedIn = new Map<string, Draft>();
  for (const draft of group) {
    for (const { type, namespace, name } of draft.manifest.resources) {
      if (name === undefined) continue;
      const key = JSON.stringify([type, namespace ?? '', name]);
      const other = definedIn.get(key);
      if (other !== undefined && other !== draft) return true;
      definedIn.set(key, draft);
    }
  }
  return false;
}
