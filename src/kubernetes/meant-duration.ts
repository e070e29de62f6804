// Durations that Go doesn't read, and what people mean by them.
import { parseGoDuration } from './go-duration.ts';

const MEANT =
  /^(?:(\d+)\s*(?:d|days?))?\s*(?:(\d+)\s*(?:h|hrs?|hours?))?\s*(?:(\d+)\s*(?:m|mins?|minutes?))?\s*(?:(\d+)\s*(?:s|secs?|seconds?))?$/i;
const WITH_DAYS = /^\d+d(?:\d+h)?(?:\d+m)?(?:\d+s)?$/;

/** A duration in Go's notation that can stand for a text. */
export interface MeantDuration {
  readonly text: string;
  /** Whether days are all that Go didn't understand: a day is 24 hours to everybody. */
  readonly onlyDays: boolean;
}

/**
 * What a duration with days, blanks or words for units comes to: `1d` is `24h`, `1d12h` is `36h`, `5 min` is `5m`.
 * Undefined for what Go reads already, for a number without a unit, and for everything else. Never throws.
 */
export function meantDuration(text: string): MeantDuration | undefined {
  const [whole, days, hours, minutes, seconds] = MEANT.exec(text.trim()) ?? [];
  if (!whole || parseGoDuration(text) !== undefined) return undefined;
  const allHours = Number(days ?? 0) * 24 + Number(hours ?? 0);
  const parts = [
    days === undefined && hours === undefined ? '' : `${allHours}h`,
    minutes === undefined ? '' : `${Number(minutes)}m`,
    seconds === undefined ? '' : `${Number(seconds)}s`,
  ];
  const meant = parts.join('');
  if (parseGoDuration(meant) === undefined) return undefined;
  return { text: meant, onlyDays: WITH_DAYS.test(text) };
}
