/** When aliases expand too far: the bound of go-yaml v2 (goyaml.v2/decode.go), which kubectl uses. */
import type { YamlChild, YamlNode } from './tree.ts';

const LOW = 400_000;
const HIGH = 4_000_000;

/** The share of decoded nodes that may come from aliases. */
function allowedShare(decoded: number): number {
  if (decoded <= LOW) return 0.99;
  if (decoded >= HIGH) return 0.1;
  return 0.99 - (0.89 * (decoded - LOW)) / (HIGH - LOW);
}

/** Whether decoding would be refused as "excessive aliasing"; stops counting there, so a bomb costs little. */
export function aliasExpansionExceeded(root: YamlNode): boolean {
  const count = { decoded: 0, aliased: 0 };
  return visit({ value: root, alias: undefined }, false, count);
}

function visit(child: YamlChild, insideAlias: boolean, count: { decoded: number; aliased: number }): boolean {
  const aliased = insideAlias || child.alias !== undefined;
  count.decoded++;
  if (aliased) count.aliased++;
  if (count.aliased > 100 && count.decoded > 1000) {
    if (count.aliased / count.decoded > allowedShare(count.decoded)) return true;
  }
  const { value } = child;
  if (value.kind === 'list') return value.items.some((item) => visit(item, aliased, count));
  if (value.kind === 'map') {
    return value.entries.some((entry) => {
      count.decoded++;
      if (aliased) count.aliased++;
      return visit(entry, aliased, count);
    });
  }
  return false;
}
