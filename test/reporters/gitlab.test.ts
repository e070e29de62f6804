// GitLab's Code Quality report (https://docs.gitlab.com/ci/testing/code_quality/).
import Ajv from 'ajv';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fingerprintsOf } from '../../src/reporters/fingerprint.ts';
import { gitlab } from '../../src/reporters/gitlab.ts';
import { wellFormed } from '../../src/reporters/json-text.ts';
import { pathOf, placeOf } from '../../src/reporters/place.ts';
import { OPTIONS } from './findings.ts';
import { hostileReport } from './hostile.ts';

const text = { type: 'string', minLength: 1 };
const isReport = new Ajv().compile({
  type: 'array',
  items: {
    type: 'object',
    required: ['description', 'check_name', 'fingerprint', 'severity', 'location'],
    properties: {
      description: text,
      check_name: text,
      fingerprint: text,
      severity: { enum: ['info', 'minor', 'major', 'critical', 'blocker'] },
      location: {
        type: 'object',
        required: ['path', 'lines'],
        properties: {
          path: text,
          lines: {
            type: 'object',
            required: ['begin'],
            properties: { begin: { type: 'integer', minimum: 1 } },
          },
        },
      },
    },
  },
});

it('says every finding once', () => {
  const severities = { error: 'major', warning: 'minor', info: 'info' };
  fc.assert(
    fc.property(hostileReport, (report) => {
      const issues = JSON.parse(gitlab(report, OPTIONS));
      expect(isReport(issues), JSON.stringify(isReport.errors)).toBe(true);
      const fingerprints = fingerprintsOf(report);
      expect(issues).toEqual(
        report.findings.map((finding) => ({
          description: wellFormed(`${finding.rule}: ${finding.message}`),
          check_name: finding.rule,
          fingerprint: fingerprints.get(finding),
          severity: severities[finding.severity],
          location: {
            path: pathOf(finding.source),
            lines: { begin: placeOf(finding.source, finding.span).line },
          },
        })),
      );
    }),
  );
});
