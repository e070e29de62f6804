/** The edits that let a Deployment stop its old pods before new ones start. */

import { setValue } from '../edits/insert.ts';
import { removeEntry } from '../edits/remove.ts';
import type { Edit } from '../fix.ts';
import type { Node } from '../node.ts';
import type { Resource } from '../resource.ts';

/**
 * Writes `type: Recreate`, beside which no `rollingUpdate` may stand; undefined among them where that isn't clean,
 * as in braces that lose their only field to gain another.
 */
export function toRecreate(deployment: Resource): (Edit | undefined)[] {
  const strategy = (deployment.root as Node).at('spec').at('strategy');
  const rollingUpdate = strategy.at('rollingUpdate');
  const type = setValue(strategy.at('type'), 'Recreate');
  if (!rollingUpdate.exists) return [type];
  const alone = strategy.fields().length === 1 && strategy.source.text[strategy.span.start] === '{';
  return [type, alone ? undefined : removeEntry(rollingUpdate)];
}
