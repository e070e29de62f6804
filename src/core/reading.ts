/**
 * What the texts of a run are together: each read once, sorted into bundles, with an index over all objects. A text
 * that was read before is not read again, so that an editor pays for what was typed alone.
 */
import { type Bundle, bundlesOf, type Input } from './index/bundle.ts';
import { ResourceIndex } from './index/resource-index.ts';
import { Layout } from './layout/layout.ts';
import { type Manifest, type Origin, readManifest, unrenderedTemplate } from './manifest.ts';
import type { Source } from './source.ts';

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
  const steps = readStepwise(inputs);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** The same in small steps, between which others may have their turn. */
export function* readStepwise(inputs: readonly Input[]): Generator<undefined, Reading> {
  const layout = new Layout(inputs.map(({ source }) => source));
  const drafts: Draft[] = [];
  for (const input of inputs) {
    drafts.push({ input, manifest: manifestOf(input, layout) });
    yield;
  }
  const bundles = bundlesOf(drafts, layout);
  const fragments = drafts
    .filter(({ input }) => layout.isFragment(input.source.location))
    .flatMap(({ manifest }) => manifest.resources);
  return { drafts, layout, bundles, index: new ResourceIndex(bundles, fragments, layout) };
}

const known = new WeakMap<Source, { readonly as: Origin | 'template'; readonly manifest: Manifest }>();

function manifestOf({ source, origin }: Input, layout: Layout): Manifest {
  const as = layout.isChartTemplate(source.location) ? 'template' : origin;
  const before = known.get(source);
  if (before?.as === as) return before.manifest;
  const manifest = as === 'template' ? unrenderedTemplate(source) : readManifest(source, as);
  known.set(source, { as, manifest });
  return manifest;
}
