/** What a duration that Go does not read is to be. */
import { meantDuration } from '../../kubernetes/index.ts';
import { setValue } from '../edits/insert.ts';
import { type Fix, offer } from '../fix.ts';
import type { Node } from '../node.ts';
import { suggestValues } from '../suggest.ts';

/**
 * Days in hours, which can mean nothing else; words for units in Go's letters; and for a number alone seconds or minutes,
 * from which a person has to choose.
 */
export function durationFixes(at: Node<unknown>): Fix[] {
  const text = at.string() ?? '';
  const meant = meantDuration(text);
  if (/^[1-9]\d*$/.test(text)) return suggestValues(at, [`${text}s`, `${text}m`]);
  return meant
    ? offer(meant.onlyDays ? 'safe' : 'unsafe', `Write ${at.key}: ${meant.text}`, setValue(at, meant.text))
    : [];
}
