// How long a pause step of a Rollout waits.
import { parseGoDuration } from './go-duration.ts';

const DIGITS = /^[+-]?\d+$/;
const MAX_INT32 = 2_147_483_647;

/**
 * The whole seconds that a `duration` of a pause stands for: a 32-bit number, digits in quotes, or a duration in Go's
 * notation, whose fraction is cut off (`500ms` is 0). Negative ones are returned as they are; the controller refuses
 * them. Undefined for what it can't read (`1d`, `5 min`, an empty text), which it refuses too. Never throws.
 *
 * Source: argo-rollouts pkg/apis/rollouts/v1alpha1/types.go RolloutPause.DurationSeconds.
 */
export function pauseSeconds(duration: string | number): number | undefined {
  if (typeof duration === 'number') return fits(duration) ? duration : undefined;
  if (DIGITS.test(duration) && fits(Number(duration))) return Math.trunc(Number(duration)) + 0;
  const seconds = parseGoDuration(duration);
  return seconds === undefined ? undefined : Math.trunc(seconds) + 0;
}

function fits(number: number): boolean {
  return Number.isInteger(number) && number <= MAX_INT32 && number >= -MAX_INT32 - 1;
}
