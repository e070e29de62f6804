// SARIF 2.1.0 (https://docs.oasis-open.org/sarif/sarif/v2.1.0/); test/tools/sarif.test.ts asks Microsoft's validator.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Report } from '../../src/core/finding.ts';
import { fingerprintsOf } from '../../src/reporters/fingerprint.ts';
import { wellFormed } from '../../src/reporters/json-text.ts';
import { placeOf } from '../../src/reporters/place.ts';
import type { ReportOptions } from '../../src/reporters/reporter.ts';
import { sarif } from '../../src/reporters/sarif.ts';
import { finding, OPTIONS, related, reportOf, Source } from './findings.ts';
import { hostileReport, manyFindings } from './hostile.ts';
import { clean, SAMPLE_OPTIONS, sample } from './sample.ts';

function run(report: Report, options: ReportOptions = OPTIONS) {
  const log = JSON.parse(sarif(report, options));
  expect(log.runs).toHaveLength(1);
  return log.runs[0];
}

/** A message as readers show it, and the links in it. */
function readMessage(text: string) {
  const links: { readonly text: string; readonly target: string }[] = [];
  const shown = text.replaceAll(
    /\\([\\[\]])|\[((?:\\.|[^\\[\]])*)\]\(([^)]*)\)|[\\[\]]/gs,
    (all, escaped, label, target) => {
      if (escaped !== undefined) return escaped;
      if (target === undefined) throw new Error(`"${all}" is not escaped`);
      const plain = label.replaceAll(/\\([\\[\]])/g, '$1');
      links.push({ text: plain, target });
      return plain;
    },
  );
  return { shown, links };
}

function regionOf({ source, span }: Parameters<typeof place>[0]) {
  const { line, column, endLine, endColumn } = place({ source, span });
  return { startLine: line, startColumn: column, endLine, endColumn };
}

function place({ source, span }: { source: Source; span: { start: number; end: number } }) {
  return placeOf(source, span);
}

const uriOf = (path: string) =>
  run(reportOf([finding(new Source(path, 'a: b'), 'b')])).results[0].locations[0].physicalLocation
    .artifactLocation.uri;

describe('sarif', () => {
  it('says every finding', () => {
    fc.assert(
      fc.property(hostileReport, (report) => {
        const { results, tool } = run(report);
        const errorsFirst = (['error', 'warning', 'info'] as const).flatMap((severity) =>
          report.findings.filter((finding) => finding.severity === severity),
        );
        const all = [...errorsFirst, ...report.suppressed];
        expect(results).toHaveLength(all.length);
        const fingerprints = fingerprintsOf(report);
        all.forEach((finding, at) => {
          const result = results[at];
          expect(result.ruleId).toBe(finding.rule);
          expect(tool.driver.rules[result.ruleIndex].id).toBe(finding.rule);
          const { shown, links } = readMessage(result.message.text);
          expect(shown.startsWith(wellFormed(finding.message))).toBe(true);
          expect(links).toEqual(
            finding.related.map(({ message }, at) => ({ text: wellFormed(message), target: `${at + 1}` })),
          );
          expect(result.locations[0].physicalLocation.region).toEqual(regionOf(finding));
          expect(result.relatedLocations?.map(({ id }: { id: number }) => id) ?? []).toEqual(
            finding.related.map((_, at) => at + 1),
          );
          expect(result.partialFingerprints).toEqual({ 'rollsafe/v1': fingerprints.get(finding) });
          expect(result.suppressions).toEqual(
            'reason' in finding
              ? [{ kind: 'inSource', status: 'accepted', justification: wellFormed(String(finding.reason)) }]
              : undefined,
          );
        });
      }),
    );
  });

  it('has relative URIs that lead back to the paths', () => {
    const path = fc.oneof(
      fc.constantFrom('k8s/a b.yaml', '../a.yaml', 'a:b/c', '%41', 'ä/漢🚀.yaml', "a?b#c[d]'(e)"),
      fc
        .string({ unit: 'grapheme', minLength: 1 })
        .filter((path) => !/^\/|^[A-Za-z]:\/|^-$|\p{Cs}/u.test(path)),
    );
    fc.assert(
      fc.property(path, (path) => {
        const uri = uriOf(path);
        expect(uri).toMatch(/^(?:[A-Za-z0-9._~!'()*/-]|%[0-9A-F]{2})+$/);
        expect(decodeURIComponent(uri)).toBe(path);
      }),
    );
  });

  it.each([
    ['-', 'stdin'],
    ['/abs/a b.yaml', 'file:///abs/a%20b.yaml'],
    ['C:/win/a b.yaml', 'file:///C:/win/a%20b.yaml'],
  ])('has a URI for %s', (path, uri) => {
    expect(uriOf(path)).toBe(uri);
  });

  it('shows nothing of the files', () => {
    const secret = new Source('secret.yaml', 'kind: Secret\nstringData: {password: hunter2}\n');
    expect(sarif(reportOf([finding(secret, 'hunter2')]), OPTIONS)).not.toContain('hunter2');
    expect(sarif(sample, SAMPLE_OPTIONS)).not.toMatch(/"snippet"|"contextRegion"|"primaryLocationLineHash"/);
  });

  it('describes the rules of its findings and no others', () => {
    const { rules } = run(sample, SAMPLE_OPTIONS).tool.driver;
    expect(rules.map(({ id }: { id: string }) => id)).toEqual([
      'duplicate-key',
      'max-unavailable-outage',
      'min-ready-seconds-zero',
      'mutable-image-tag',
      'pdb-missing',
      'selector-conflict',
    ]);
    expect(run(clean, SAMPLE_OPTIONS).tool.driver.rules).toEqual([]);
  });

  it('keeps descriptions in the bounds of GitHub', () => {
    const long = { id: 'some-rule', category: 'a', summary: 'b'.repeat(2000), severity: 'info' } as const;
    const report = reportOf([finding(new Source('a.yaml', 'a: b'), 'b')]);
    const rules = [{ ...long, why: 'c '.repeat(2000) }];
    const [rule] = run(report, { ...OPTIONS, rules }).tool.driver.rules;
    expect(rule.shortDescription.text).toHaveLength(1024);
    expect(rule.fullDescription.text).toHaveLength(1024);
    expect(rule.help.markdown).toContain('c '.repeat(1900));
  });

  it('says what it leaves out when there are more results than GitHub takes', () => {
    const { results, invocations } = run(manyFindings(25_002));
    expect(results).toHaveLength(25_000);
    expect(results[0].level).toBe('error');
    expect(invocations).toEqual([
      {
        executionSuccessful: true,
        toolExecutionNotifications: [
          {
            level: 'warning',
            message: {
              text: '25002 findings are more than a run may hold: the last 2 are left out, errors come first.',
            },
          },
        ],
      },
    ]);
    expect(run(manyFindings(10)).invocations).toBeUndefined();
  });

  it('links ten related places at most', () => {
    const source = new Source('a.yaml', 'a: b');
    const places = Array.from({ length: 12 }, (_, at) => related(source, 'a', `place ${at}`));
    const [result] = run(reportOf([finding(source, 'b', { related: places })])).results;
    expect(readMessage(result.message.text).links).toHaveLength(10);
    expect(result.message.text).toMatch(/, and 2 more\)$/);
    expect(result.relatedLocations).toHaveLength(12);
  });
});
