/** What a suppression says: `rule, rule -- reason`, with `until 2027-03-01` in the reason when it shall end. */
import type { Span } from '../source.ts';

/** A rule that a suppression names, and where. */
export interface NamedRule {
  readonly id: string;
  readonly span: Span;
}

export interface SuppressionText {
  readonly rules: readonly NamedRule[];
  readonly reason: string;
  /** The last day on which it holds, `2027-03-01`. */
  readonly until: string | undefined;
  /** Why it ignores nothing, whatever is found. */
  readonly fault: string | undefined;
}

const REASON = /(?:^|\s)--+(.*)/s;
const UNTIL = /\buntil\s+(20\d\d[-./]\w[\w:/-]*|\d\d?[-./](?:\d\d?[-./])?20\d\d)/i;

/** Reads a suppression's words, which begin at an offset of the source. */
export function readSuppressionText(words: string, offset: number): SuppressionText {
  const match = REASON.exec(words);
  const reason = (match?.[1] ?? '').trim();
  const rules = [...words.slice(0, match?.index).matchAll(/[^\s,]+/g)].map(({ 0: id, index }) => {
    const start = offset + index;
    return { id, span: { start, end: start + id.length } };
  });
  const until = UNTIL.exec(reason)?.[1];
  const fault = until === undefined || isDay(until) ? undefined : `there is no day "${until}"`;
  return { rules, reason, until, fault };
}

export const NAMES_NO_RULE = 'this suppression names no rule';

/** Whether a reason says more than until when. */
export function saysWhy(reason: string): boolean {
  return /[\p{L}\p{N}]/u.test(reason.replace(UNTIL, ''));
}

const LONGEST_MONTHS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Whether a text is a day of this century, written `2027-03-01`. */
function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number);
  const days = month === 2 && year % 4 !== 0 ? 28 : (LONGEST_MONTHS[month - 1] ?? 0);
  return day >= 1 && day <= days;
}
