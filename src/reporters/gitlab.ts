/** `--format gitlab`: a Code Quality report. GitLab shows the description alone, so the rule stands in it. */
import type { Severity } from '../core/finding.ts';
import { fingerprintsOf } from './fingerprint.ts';
import { jsonText } from './json-text.ts';
import { pathOf, placeOf } from './place.ts';
import type { Reporter } from './reporter.ts';

const SEVERITY: Readonly<Record<Severity, string>> = { error: 'major', warning: 'minor', info: 'info' };

export const gitlab: Reporter = (report) => {
  const fingerprints = fingerprintsOf(report);
  const issues = report.findings.map((finding) => {
    const { rule, severity, message, source, span } = finding;
    return {
      description: `${rule}: ${message}`,
      check_name: rule,
      fingerprint: fingerprints.get(finding),
      severity: SEVERITY[severity],
      location: { path: pathOf(source), lines: { begin: placeOf(source, span).line } },
    };
  });
  return jsonText(issues);
};
