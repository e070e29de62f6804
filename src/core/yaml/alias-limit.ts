/** When aliases expand too far: the bound of go-yaml v2 (goyaml.v2/decode.go), which kubectl uses. */
import { MAX_DEPTH } from './parser-problem.ts';
import type { YamlChild, YamlNode } from './tree.ts';

const LOW = 400_000;
const HIGH = 4_000_000;

/** The share of decoded nodes that may come from aliases. */
function allowedShare(decoded: number): number {
  if (decoded <= LOW) return 0.99;
  if (decoded >= HIGH) return 0.1;
  return 0.99 - (0.89 * (decoded - LOW)) / (HIGH - LOW);
}

/** `size`: decoding would be refused as "excessive aliasing"; `depth`: the nesting is bounded too. */
export type Excess = 'size' | 'depth';

/** How the aliases of a document expand beyond a bound; stops counting there, so that a bomb costs little. */
export function aliasExcess(root: YamlNode): Excess | undefined {
  return new Expansion().visit({ value: root, alias: undefined }, false, 0);
}

class Expansion {
  /** The document itself is decoded too. */
  #decoded = 1;
  #aliased = 0;

  visit({ value, alias }: YamlChild, insideAlias: boolean, depth: number): Excess | undefined {
    const aliased = insideAlias || alias !== undefined;
    if (depth > MAX_DEPTH) return 'depth';
    if (alias) this.#count(insideAlias);
    if (this.#count(aliased)) return 'size';
    if (value.kind === 'scalar') return undefined;
    const isMap = value.kind === 'map';
    for (const child of isMap ? value.entries : value.items) {
      if (isMap) this.#count(aliased);
      const excess = this.visit(child, aliased, depth + 1);
      if (excess) return excess;
    }
    return undefined;
  }

  /** Counts one node; true when that is one too many. */
  #count(aliased: boolean): boolean {
    this.#decoded++;
    if (aliased) this.#aliased++;
    if (this.#aliased <= 100 || this.#decoded <= 1000) return false;
    return this.#aliased / this.#decoded > allowedShare(this.#decoded);
  }
}
