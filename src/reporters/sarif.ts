/**
 * `--format sarif`: SARIF 2.1.0 with what GitHub code scanning asks for. No snippets, since manifests may hold Secrets. The
 * fingerprint that GitHub reads is left to its upload action, which makes it from the file.
 */
import type { Finding, Report, SuppressedFinding } from '../core/finding.ts';
import type { Edit, Fix } from '../core/fix.ts';
import type { Source, Span } from '../core/source.ts';
import { fingerprintsOf } from './fingerprint.ts';
import { jsonText, wellFormed } from './json-text.ts';
import { errorsFirst } from './order.ts';
import { placeOf } from './place.ts';
import { reportedFixes } from './reported-fixes.ts';
import type { Reporter, ReportOptions } from './reporter.ts';
import { SARIF_LEVEL, sarifRules } from './sarif-rule.ts';

/** GitHub refuses runs with more results. */
const MOST_RESULTS = 25_000;
/** Links to related places in a message; all the places are in the result. */
const MOST_LINKS = 10;

export const sarif: Reporter = (report, options) =>
  jsonText({
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [run(report, options)],
  });

function run(report: Report, options: ReportOptions) {
  const { version, homepage } = options;
  const all: readonly (Finding | SuppressedFinding)[] = [
    ...errorsFirst(report.findings),
    ...report.suppressed,
  ];
  const shown = all.slice(0, MOST_RESULTS);
  const ids = [...new Set(shown.map(({ rule }) => rule))].sort();
  const ruleIndexes = new Map(ids.map((id, at) => [id, at]));
  const fingerprints = fingerprintsOf(report);
  return {
    tool: {
      driver: {
        name: 'rollsafe',
        ...(version !== undefined && { version, semanticVersion: version }),
        informationUri: homepage,
        rules: sarifRules(ids, options),
      },
    },
    ...(shown.length < all.length && { invocations: [cut(all.length)] }),
    automationDetails: { id: 'rollsafe/' },
    columnKind: 'utf16CodeUnits',
    results: shown.map((finding) => ({
      ruleId: finding.rule,
      ruleIndex: ruleIndexes.get(finding.rule),
      ...result(finding),
      partialFingerprints: { 'rollsafe/v1': fingerprints.get(finding) },
    })),
  };
}

function cut(total: number) {
  const text = `${total} findings are more than a run may hold: the last ${total - MOST_RESULTS} are left out, errors come first.`;
  return { executionSuccessful: true, toolExecutionNotifications: [{ level: 'warning', message: { text } }] };
}

function result(finding: Finding | SuppressedFinding) {
  const { severity, source, span, related } = finding;
  const places = related.map(({ source, span, message }, at) => ({
    id: at + 1,
    ...location(source, span),
    message: { text: escaped(message) },
  }));
  const changes = reportedFixes(finding)
    .filter(({ edits }) => edits.length > 0)
    .map(fixOf);
  return {
    level: SARIF_LEVEL[severity],
    message: { text: messageOf(finding) },
    locations: [location(source, span)],
    ...(places.length > 0 && { relatedLocations: places }),
    ...(changes.length > 0 && { fixes: changes }),
    ...('reason' in finding && {
      suppressions: [{ kind: 'inSource', status: 'accepted', justification: finding.reason }],
    }),
  };
}

/** The message with links to the related places by their ids. */
function messageOf({ message, related }: Finding): string {
  const links = related.slice(0, MOST_LINKS).map((place, at) => `[${escaped(place.message)}](${at + 1})`);
  const left = related.length - links.length;
  const more = left > 0 ? [`and ${left} more`] : [];
  return links.length === 0 ? escaped(message) : `${escaped(message)} (${[...links, ...more].join(', ')})`;
}

/** Brackets would begin a link. */
function escaped(text: string): string {
  return text.replace(/[\\[\]]/g, '\\$&');
}

function location(source: Source, span: Span) {
  return { physicalLocation: { artifactLocation: { uri: uriOf(source) }, region: regionOf(source, span) } };
}

function regionOf(source: Source, span: Span) {
  const { line, column, endLine, endColumn } = placeOf(source, span);
  return { startLine: line, startColumn: column, endLine, endColumn };
}

function fixOf({ title, safety, edits }: Fix) {
  const sources = [...new Set(edits.map(({ source }) => source))];
  return {
    description: { text: escaped(safety === 'safe' ? title : `${title} (${safety})`) },
    artifactChanges: sources.map((source) => ({
      artifactLocation: { uri: uriOf(source) },
      replacements: edits.filter((edit) => edit.source === source).map(replacement),
    })),
  };
}

/** Inserts even where nothing is inserted: reviewdog 0.20 crashes on a replacement that doesn't. */
function replacement({ source, span, text }: Edit) {
  return { deletedRegion: regionOf(source, span), insertedContent: { text } };
}

/** A relative reference where the path is relative. */
function uriOf({ path }: Source): string {
  if (path === '-') return 'stdin';
  const uri = wellFormed(path).split('/').map(encodeURIComponent).join('/');
  if (/^[A-Za-z]:\//.test(path)) return `file:///${path.slice(0, 2)}${uri.slice(4)}`;
  return path.startsWith('/') ? `file://${uri}` : uri;
}
