/** What a SARIF log says about a rule. */
import type { Severity } from '../core/finding.ts';
import { helpUrl, type ReportOptions } from './reporter.ts';

/** GitHub's bound for descriptions. */
const LONGEST_DESCRIPTION = 1024;

export const SARIF_LEVEL: Readonly<Record<Severity, 'error' | 'warning' | 'note'>> = {
  error: 'error',
  warning: 'warning',
  info: 'note',
};

/** The `reportingDescriptor`s of the rules, in the order of the ids. */
export function sarifRules(ids: readonly string[], options: ReportOptions) {
  const known = new Map(options.rules?.map((rule) => [rule.id, rule]));
  return ids.map((id) => {
    const rule = known.get(id);
    const helpUri = helpUrl(id, options);
    const summary = rule?.summary ?? id;
    const why = rule?.why.trim() ?? '';
    const help = [why, helpUri].filter(Boolean).join('\n\n');
    return {
      id,
      shortDescription: { text: shortened(summary) },
      fullDescription: { text: shortened(firstParagraph(why) || summary) },
      help: { text: help, markdown: help },
      helpUri,
      ...(rule && {
        defaultConfiguration: { level: SARIF_LEVEL[rule.severity] },
        properties: { tags: [rule.category] },
      }),
    };
  });
}

function firstParagraph(markdown: string): string {
  return (markdown.split(/\n\s*\n/, 1)[0] ?? '').replaceAll(/\s*\n\s*/g, ' ');
}

function shortened(text: string): string {
  return text.length > LONGEST_DESCRIPTION ? `${text.slice(0, LONGEST_DESCRIPTION - 1)}…` : text;
}
