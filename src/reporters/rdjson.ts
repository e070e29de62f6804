/** `--format rdjson`: the Reviewdog Diagnostic Format, whose columns count bytes of UTF-8. */
import type { Finding, Severity } from '../core/finding.ts';
import type { Fix } from '../core/fix.ts';
import type { Source, Span } from '../core/source.ts';
import { jsonText } from './json-text.ts';
import { pathOf, placeOf } from './place.ts';
import { reportedFixes } from './reported-fixes.ts';
import { helpUrl, type Reporter, type ReportOptions } from './reporter.ts';

const SEVERITY: Readonly<Record<Severity, string>> = { error: 'ERROR', warning: 'WARNING', info: 'INFO' };

export const rdjson: Reporter = ({ findings }, options) =>
  jsonText({
    source: { name: 'rollsafe', url: options.homepage },
    diagnostics: findings.map((finding) => diagnostic(finding, options)),
  });

function diagnostic(finding: Finding, options: ReportOptions) {
  const { rule, severity, message, source, span, related } = finding;
  return {
    message,
    location: locationOf(source, span),
    severity: SEVERITY[severity],
    code: { value: rule, url: helpUrl(rule, options) },
    suggestions: reportedFixes(finding).flatMap((fix) => suggestion(fix, source)),
    related_locations: related.map((place) => ({
      message: place.message,
      location: locationOf(place.source, place.span),
    })),
  };
}

/** Suggestions are alternatives, and each is one edit of the file of the finding; other fixes can't be said. */
function suggestion({ edits }: Fix, source: Source) {
  const [edit] = edits;
  if (!edit || edits.length > 1 || edit.source !== source) return [];
  return [{ range: rangeOf(source, edit.span), text: edit.text }];
}

function locationOf(source: Source, span: Span) {
  return { path: pathOf(source), range: rangeOf(source, span) };
}

function rangeOf(source: Source, span: Span) {
  const { line, column, endLine, endColumn } = placeOf(source, span);
  return {
    start: { line, column: byteColumn(source, line, column) },
    end: { line: endLine, column: byteColumn(source, endLine, endColumn) },
  };
}

const encoder = new TextEncoder();

function byteColumn(source: Source, line: number, column: number): number {
  return encoder.encode(source.line(line - 1).slice(0, column - 1)).length + 1;
}
