/**
 * What is applied together. Conflicts are searched inside a bundle; something is missing only in a closed one.
 */
import type { Layout } from '../layout/layout.ts';
import { folderOf } from '../layout/path.ts';
import type { Manifest, Origin } from '../manifest.ts';
import type { Resource } from '../resource.ts';
import type { Source } from '../source.ts';
import type { StreamPart } from '../yaml/index.ts';

/** A source with what the edge knows about it. */
export interface Input {
  readonly source: Source;
  /** The source's parts, where it is cut already: what was read in them isn't read again. */
  readonly parts?: readonly StreamPart[] | undefined;
  readonly origin: Origin;
  /** Whether findings are wanted for it; the others are read for what they tell about these. */
  readonly target: boolean;
  /** The bundle that the configuration puts it in. */
  readonly bundle?: string | undefined;
  /** Whether the file is there and its text is not: what it holds is unknown. */
  readonly unreadable?: boolean | undefined;
}

export interface Bundle {
  readonly id: string;
  /** Whether everything that is applied together is here, so that what isn't here doesn't exist. */
  readonly closed: boolean;
  readonly resources: readonly Resource[];
}

interface Draft {
  readonly input: Input;
  readonly manifest: Manifest;
}

/** Sorts manifests into bundles. Fragments are in none. */
export function bundlesOf(drafts: readonly Draft[], layout: Layout): Bundle[] {
  const groups = new Map<string, Draft[]>();
  for (const draft of drafts) {
    if (layout.isFragment(draft.input.source.location)) continue;
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
  const kustomization = layout.kustomizationOf(source.location);
  if (kustomization !== undefined) return `kustomization ${kustomization}`;
  const folder = folderOf(source.location);
  return layout.isKustomized(folder) ? `file ${source.location}` : `folder ${folder}`;
}

function alone({ input, manifest }: Draft): Bundle {
  return { id: `file ${input.source.location}`, closed: false, resources: manifest.resources };
}

/**
 * A kustomization's resources are closed only when built: patches, prefixes and remote bases decide what is there.
 */
function together(id: string, group: readonly Draft[], layout: Layout): Bundle {
  const closed = group.every(
    ({ input, manifest }) =>
      input.origin !== 'named' &&
      !manifest.incomplete &&
      !input.unreadable &&
      layout.kustomizationOf(input.source.location) === undefined &&
      !(input.origin === 'walked' && layout.isKustomized(folderOf(input.source.location))),
  );
  return { id, closed, resources: group.flatMap(({ manifest }) => manifest.resources) };
}

/** Two files of a folder that define the same object are alternatives: quickstart and all-in-one, one an environment. */
function isSetOfAlternatives(id: string, group: readonly Draft[]): boolean {
  if (!id.startsWith('folder ')) return false;
  const definedIn = new Map<string, Draft>();
  for (const draft of group) {
    for (const { identity, name } of draft.manifest.resources) {
      if (name === undefined) continue;
      const other = definedIn.get(identity);
      if (other !== undefined && other !== draft) return true;
      definedIn.set(identity, draft);
    }
  }
  return false;
}
