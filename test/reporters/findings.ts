// Reports made by hand: findings that point at words of real texts.
import type { Counts, Finding, RelatedPlace, Report } from '../../src/core/finding.ts';
import { Source } from '../../src/core/source.ts';
import type { ReportOptions } from '../../src/reporters/reporter.ts';

export const OPTIONS: ReportOptions = {
  homepage: 'https://rollsafe.dev',
  color: false,
  width: 80,
  milliseconds: undefined,
};

/** Where a word stands first in a source; `^` before it means at the beginning of a line. */
export function spanOf(source: Source, word: string) {
  const start = word.startsWith('^')
    ? source.text.indexOf(`\n${word.slice(1)}`) + 1
    : source.text.indexOf(word);
  if (start < 0) throw new Error(`no ${word} in ${source.path}`);
  return { start, end: start + word.length - (word.startsWith('^') ? 1 : 0) };
}

export function finding(source: Source, word: string, more: Partial<Finding> = {}): Finding {
  return {
    rule: 'some-rule',
    severity: 'error',
    message: 'something happens',
    source,
    span: spanOf(source, word),
    resource: undefined,
    path: '',
    related: [],
    fixes: [],
    ...more,
  };
}

export function related(source: Source, word: string, message: string): RelatedPlace {
  return { source, span: spanOf(source, word), message };
}

export function object(kind: string, name: string) {
  return { apiVersion: 'v1', kind, namespace: undefined, name };
}

export function reportOf(findings: readonly Finding[], counts: Partial<Counts> = {}): Report {
  const files = new Set(findings.map(({ source }) => source)).size;
  return { findings, suppressed: [], counts: { files, documents: files, resources: files, ...counts } };
}

/** A text without the codes of colours. */
export function withoutCodes(text: string): string {
  return text.replaceAll(/\x1b\[\d+m/g, '');
}

export { Source };
