/** How long a preStop hook is known to take. */
import { sleepSeconds } from '../../kubernetes/index.ts';
import type { Node } from '../node.ts';

/** The seconds that a `preStop` sleeps for certain, by its `sleep` or its command; undefined for all other hooks. */
export function preStopSecondsOf(preStop: Node): number | undefined {
  const action = preStop.at('sleep').at('seconds');
  if (action.exists) {
    const seconds = action.integer();
    return seconds !== undefined && seconds >= 0 ? seconds : undefined;
  }
  const command = preStop.at('exec').at('command').items() as Node[];
  return sleepSeconds(command.map((word) => word.string() ?? ''));
}
