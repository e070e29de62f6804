/** What the files around a manifest make of it: charts, kustomizations, skaffold builds. */

import type { Source } from '../source.ts';
import { isChartFile } from './context.ts';
import { isKustomizationFile, type Kustomization, readKustomization } from './kustomization.ts';
import { folderOf, isInside, isInsideOneOf, resolvePath } from './path.ts';
import { isSkaffoldFile, readSkaffold, type SkaffoldBuild } from './skaffold.ts';

interface ObjectName {
  readonly type: string;
  readonly name: string;
}

export class Layout {
  readonly kustomizations: readonly Kustomization[];
  readonly #templates: ReadonlySet<string>;
  readonly #components: ReadonlySet<string>;
  readonly #fragments: ReadonlySet<string>;
  readonly #resources: ReadonlyMap<string, string>;
  readonly #kustomized: ReadonlySet<string>;
  readonly #builds: readonly SkaffoldBuild[];

  constructor(sources: readonly Source[]) {
    const kustomizations = sources
      .filter(({ location }) => isKustomizationFile(location))
      .map(readKustomization);
    this.kustomizations = kustomizations;
    this.#templates = new Set(
      sources
        .filter(({ location }) => isChartFile(location))
        .map(({ location }) => resolvePath(folderOf(location), 'templates')),
    );
    this.#components = new Set(kustomizations.flatMap(({ components }) => components));
    this.#fragments = new Set(kustomizations.flatMap(({ fragments }) => fragments));
    this.#resources = new Map(
      kustomizations.flatMap(({ folder, resources }) => resources.map((path) => [path, folder])),
    );
    this.#kustomized = new Set(kustomizations.map(({ folder }) => folder));
    this.#builds = sources.filter(({ location }) => isSkaffoldFile(location)).map(readSkaffold);
  }

  /** A file in the `templates` of a chart: text that helm has to render first. */
  isChartTemplate(path: string): boolean {
    return isInsideOneOf(path, this.#templates);
  }

  /** A file that a kustomization names as a patch or the like, or the file of a component: no whole object. */
  isFragment(path: string): boolean {
    return this.#fragments.has(path) || isInsideOneOf(path, this.#components);
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
   * Whether another tool puts a tag to images of this name in the file, so that only its output tells which image runs:
   * a kustomization that builds the file, directly or through others, or a skaffold build above it.
   */
  rewritesImage(path: string, image: string): boolean {
    if (this.#builds.some(({ folder, images }) => isInside(path, folder) && images.includes(image)))
      return true;
    return this.#isBuiltByOne(path, ({ images }) => images.includes(image));
  }

  /** Whether a kustomization that builds the file puts an annotation on every object. */
  addsAnnotation(path: string, key: string): boolean {
    return this.#isBuiltByOne(path, ({ annotations }) => annotations.includes(key));
  }

  /** Whether a kustomization generates the object. */
  generates({ type, name }: ObjectName): boolean {
    return this.kustomizations.some(({ generated }) =>
      generated.some((object) => object.type === type && object.name === name),
    );
  }

  /**
   * Whether a kustomization that builds the file generates the object under a name with a hash, and none of those that
   * build it could know where a custom kind of the file names it.
   */
  hashesUnseen(path: string, { type, name }: ObjectName): boolean {
    const hashes = ({ generated }: Kustomization) =>
      generated.some((object) => object.hashed && object.type === type && object.name === name);
    return this.#isBuiltByOne(path, hashes) && !this.#isBuiltByOne(path, ({ teachesNames }) => teachesNames);
  }

  #isBuiltByOne(path: string, wanted: (kustomization: Kustomization) => boolean): boolean {
    return this.kustomizations.filter(wanted).some((one) => this.#isBuiltBy(one, path, new Set()));
  }

  #isBuiltBy(kustomization: Kustomization, path: string, seen: Set<Kustomization>): boolean {
    if (seen.has(kustomization)) return false;
    seen.add(kustomization);
    const { resources, components } = kustomization;
    if (resources.includes(path)) return true;
    return this.kustomizations.some(
      (other) =>
        (resources.includes(other.folder) || components.includes(other.folder)) &&
        this.#isBuiltBy(other, path, seen),
    );
  }
}
