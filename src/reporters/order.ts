/** Findings in the orders that formats want. */
import { type Finding, SEVERITIES } from '../core/finding.ts';

/** The gravest first, and otherwise as they were: readers with a limit keep the beginning. */
export function errorsFirst(findings: readonly Finding[]): Finding[] {
  return SEVERITIES.flatMap((severity) => findings.filter((finding) => finding.severity === severity));
}

/** The findings of each path, in the order of their first ones. */
export function byPath(findings: readonly Finding[]): ReadonlyMap<string, readonly Finding[]> {
  const groups = new Map<string, Finding[]>();
  for (const finding of findings) {
    const group = groups.get(finding.source.path);
    if (group) group.push(finding);
    else groups.set(finding.source.path, [finding]);
  }
  return groups;
}
