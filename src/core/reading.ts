/**
 * What the texts of a run are together: each read once, sorted into bundles, with an index over all objects. A text
 * that was read before is not read again, so that an editor pays for what was typed alone.
 */
import { type Bundle, bundlesOf, type Input } from './index/bundle.ts';
import { ResourceIndex } from './index/resource-index.ts';
import { Layout } from './layout/layout.ts';
import { type Manifest, type Origin, readManifestStepwise, unrenderedTemplate } from './manifest.ts';
import type { Source } from './source.ts';
import { inOneGo, type Steps } from './steps.ts';

/** A source with what was read in it. */
export interface Draft {
  readonly input: Input;
  readonly manifest: Manifest;
}

export interface Reading {
  /** In the order of the inputs. */
  readonly drafts: readonly Draft[];
  readonly layout: Layout;
  readonly bundles: readonly Bundle[];
  readonly index: ResourceIndex;
}

/** Reads all inputs; never throws. */
export function readInputs(inputs: readonly Input[]): Reading {
  return inOneGo(readStepwise(inputs));
}

/** The same in small steps. */
export function* readStepwise(inputs: readonly Input[]): Steps<Reading> {
  const layout = new Layout(inputs.map(({ source }) => source));
  const drafts: Draft[] = [];
  for (const input of inputs) {
    drafts.push({ input, manifest: yield* manifestOf(input, layout) });
    yield;
  }
  const bundles = bundlesOf(drafts, layout);
  const fragments = drafts
    .filter(({ input }) => layout.isFragment(input.source.location))
    .flatMap(({ manifest }) => manifest.resources);
  return { drafts, layout, bundles, index: new ResourceIndex(bundles, fragments, layout) };
}

const known = new WeakMap<Source, { readonly as: Origin | 'template'; readonly manifest: Manifest }>();

function* manifestOf({ source, parts, origin }: Input, layout: Layout): Steps<Manifest> {
  const as = layout.isChartTemplate(source.location) ? 'template' : origin;
  const before = known.get(source);
  if (before?.as === as) return before.manifest;
  const manifest =
    as === 'template' ? unrenderedTemplate(source) : yield* readManifestStepwise(source, as, parts);
  known.set(source, { as, manifest });
  return manifest;
}
