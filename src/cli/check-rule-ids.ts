/** Rule ids on the command line. */
import rules from 'rollsafe:rules';
import { didYouMean } from '../project/did-you-mean.ts';
import { UsageError } from './console.ts';

/** Throws UsageError, with a suggestion, for an id that no rule has. */
export function checkRuleIds(ids: readonly string[]): void {
  const known = rules.map(({ id }) => id);
  for (const id of ids) {
    if (!known.includes(id)) throw new UsageError(`unknown rule "${id}"${didYouMean(id, known)}`);
  }
}
