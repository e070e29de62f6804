/** Where a rule is explained. */
import { helpUrl } from '../reporters/reporter.ts';

export function pageOf(rule: string): string {
  return helpUrl(rule, { homepage: process.env.ROLLSAFE_HOMEPAGE ?? '' });
}
