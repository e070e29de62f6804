/** `--format json`: everything a program wants to know, described by schemas/report.json. */
import type { Finding } from '../core/finding.ts';
import type { Fix } from '../core/fix.ts';
import type { Source, Span } from '../core/source.ts';
import { placeOf } from './place.ts';
import { reportedFixes } from './reported-fixes.ts';
import { countOf, helpUrl, type Reporter, type ReportOptions } from './reporter.ts';

export const json: Reporter = (report, options) => {
  const { files, documents, resources } = report.counts;
  const content = {
    version: 1,
    findings: report.findings.map((finding) => findingOf(finding, options)),
    suppressed: report.suppressed.map((finding) => ({
      ...findingOf(finding, options),
      reason: finding.reason,
    })),
    summary: {
      files,
      documents,
      resources,
      errors: countOf(report, 'error'),
      warnings: countOf(report, 'warning'),
      infos: countOf(report, 'info'),
    },
  };
  return `${JSON.stringify(content, undefined, 2)}\n`;
};

function findingOf(finding: Finding, options: ReportOptions) {
  return {
    rule: finding.rule,
    severity: finding.severity,
    message: finding.message,
    ...place(finding.source, finding.span),
    resource: resourceOf(finding),
    path: finding.path,
    help: helpUrl(finding.rule, options),
    related: finding.related.map(({ source, span, message }) => ({ message, ...place(source, span) })),
    fixes: reportedFixes(finding).map(fixOf),
  };
}

function place(source: Source, span: Span) {
  return { file: source.path, ...placeOf(source, span) };
}

function resourceOf({ resource }: Finding) {
  if (!resource) return null;
  const { apiVersion, kind, namespace, name } = resource;
  return { apiVersion, kind, namespace: namespace ?? null, name: name ?? null };
}

function fixOf({ title, safety, edits }: Fix) {
  return { title, safety, edits: edits.map(({ source, span, text }) => ({ ...place(source, span), text })) };
}
