/** The edits that let a Deployment stop its old pods before new ones start. */

import { setValue } from '../edits/insert.ts';
import { removeEntry } from '../edits/remove.ts';
import { replaceEntry } from '../edits/replace-entry.ts';
import type { Edit } from '../fix.ts';
import type { Node } from '../node.ts';
import type { Resource } from '../resource.ts';

/** Writes `type: Recreate`, beside which no `rollingUpdate` may stand; undefined among them where that isn't clean. */
export function toRecreate(deployment: Resource): (Edit | undefined)[] {
  const strategy = (deployment.root as Node).at('spec').at('strategy');
  const rollingUpdate = strategy.at('rollingUpdate');
  const type = strategy.at('type');
  if (!rollingUpdate.exists) return [setValue(type, 'Recreate')];
  return type.keySpan
    ? [setValue(type, 'Recreate'), removeEntry(rollingUpdate)]
    : [replaceEntry(rollingUpdate, 'type', 'Recreate')];
}
