/**
 * `--format junit`: a suite for each file, a test for each finding. Infos are skipped tests, everything else has failed. A
 * clean run is one test that passed, because Jenkins takes a report without tests for a broken one.
 */
import type { Finding } from '../core/finding.ts';
import { byPath } from './order.ts';
import { pathOf, placeOf } from './place.ts';
import { helpUrl, type Reporter, type ReportOptions } from './reporter.ts';
import { element, escapeXml, xmlDocument } from './xml.ts';

const NAME = 'rollsafe';

export const junit: Reporter = ({ findings }, options) => {
  const suites = [...byPath(findings).values()].map((group) => suite(group, options));
  if (suites.length > 0) {
    return xmlDocument(element('testsuites', { name: NAME, ...counts(findings) }, suites));
  }
  const clean = { name: NAME, tests: 1, failures: 0, errors: 0, skipped: 0 };
  const passed = element('testcase', { name: 'no findings', classname: NAME });
  return xmlDocument(element('testsuites', clean, [element('testsuite', clean, [passed])]));
};

function suite(findings: readonly Finding[], options: ReportOptions): string {
  const names = new Map<string, number>();
  const cases = findings.map((finding) => {
    const name = nameOf(finding);
    const number = (names.get(name) ?? 0) + 1;
    names.set(name, number);
    return testCase(finding, number === 1 ? name : `${name} (${number})`, options);
  });
  const [first] = findings;
  return element('testsuite', { name: first ? pathOf(first.source) : '', ...counts(findings) }, cases);
}

/** Readers merge tests of one name; the suite counts those that share it. */
function nameOf({ rule, source, span }: Finding): string {
  const { line, column } = placeOf(source, span);
  return `${rule} at ${line}:${column}`;
}

function testCase(finding: Finding, name: string, options: ReportOptions): string {
  const { severity, source, span, message } = finding;
  const path = pathOf(source);
  const outcome =
    severity === 'info'
      ? element('skipped', { message }, escapeXml(details(finding, options)))
      : element('failure', { message, type: severity }, escapeXml(details(finding, options)));
  const { line } = placeOf(source, span);
  return element('testcase', { name, classname: path, file: path, line }, [outcome]);
}

function details(
  { rule, severity, message, source, span, related }: Finding,
  options: ReportOptions,
): string {
  const position = (at: Pick<Finding, 'source' | 'span'>) => {
    const { line, column } = placeOf(at.source, at.span);
    return `${pathOf(at.source)}:${line}:${column}`;
  };
  return [
    `${position({ source, span })}: ${severity}[${rule}] ${message}`,
    ...related.map((place) => `${position(place)}: ${place.message}`),
    helpUrl(rule, options),
  ].join('\n');
}

function counts(findings: readonly Finding[]) {
  const skipped = findings.filter(({ severity }) => severity === 'info').length;
  return { tests: findings.length, failures: findings.length - skipped, errors: 0, skipped };
}
