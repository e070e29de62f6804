/** The texts of the rules, which nobody needs before somebody points at a finding. */
import texts from 'rollsafe:rule-texts';
import { type Rule, severitiesOf } from '../../core/rule.ts';
import { pageOf } from '../rule-page.ts';

/** A rule in Markdown: what it finds, why, and where the rest is. */
export function ruleText(rule: Rule): string {
  const { id, summary } = rule;
  const why = texts[id]?.why.trim() ?? '';
  return `**${id}** (${severitiesOf(rule).join(' or ')}): ${summary}\n\n${why}\n\n[Examples and sources](${pageOf(id)})`;
}
