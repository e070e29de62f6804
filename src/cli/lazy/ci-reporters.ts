/** The formats that programs read in CI, and the texts of rules that some of them carry. */

import texts from 'rollsafe:rule-texts';
import rules from 'rollsafe:rules';
import { severitiesOf } from '../../core/rule.ts';
import { checkstyle } from '../../reporters/checkstyle.ts';
import { concise } from '../../reporters/concise.ts';
import { github } from '../../reporters/github.ts';
import { gitlab } from '../../reporters/gitlab.ts';
import { junit } from '../../reporters/junit.ts';
import { markdown } from '../../reporters/markdown.ts';
import { rdjson } from '../../reporters/rdjson.ts';
import type { RuleInfo } from '../../reporters/reporter.ts';
import { sarif } from '../../reporters/sarif.ts';
import { tap } from '../../reporters/tap.ts';

export const ciReporters = { checkstyle, concise, github, gitlab, junit, markdown, rdjson, sarif, tap };

export function ruleInfos(): RuleInfo[] {
  return rules.map((rule) => ({
    id: rule.id,
    category: rule.category,
    summary: rule.summary,
    severity: severitiesOf(rule)[0] ?? 'warning',
    why: texts[rule.id]?.why ?? '',
  }));
}
