/** `--format pretty`: for people at a terminal, each finding with the lines that it is about. */
import {
  type Finding,
  type Report,
  type ResourceId,
  SEVERITIES,
  type Severity,
  type SuppressedFinding,
} from '../core/finding.ts';
import type { Fix } from '../core/fix.ts';
import type { Source } from '../core/source.ts';
import { frame, type Note, type Page, positionOf } from './pretty/frame.ts';
import { paintWith } from './pretty/paint.ts';
import { secretLines } from './pretty/secret-lines.ts';
import { visible, widthOf, wrap } from './pretty/visible.ts';
import { counted, countOf, type Reporter, type ReportOptions } from './reporter.ts';

const LEAST_WIDTH = 40;
const MOST_WIDTH = 1000;
/** Related places of one finding. */
const MOST_RELATED = 6;
/** Places of findings that say the same. */
const MOST_PLACES = 3;
const HEADLINE_INDENT = 4;

/** Lines are at most `width` columns wide, or 40; only positions are longer where a path is. */
export const pretty: Reporter = (report, options) => {
  const page = pageFor(report, options);
  const blocks = sameInfosTogether(report.findings).map((findings) => block(findings, page));
  const ignored = options.showSuppressed
    ? report.suppressed.map((finding) => ignoredBlock(finding, page))
    : [];
  return [...blocks, ...ignored, closing(report, options, page)]
    .map((lines) => `${lines.join('\n')}\n`)
    .join('\n');
};

/** A suppressed finding is faint, and says why it is there. */
function ignoredBlock(finding: SuppressedFinding, page: Page): string[] {
  const reason = finding.reason === '' ? 'without a reason' : visible(finding.reason);
  const note = wrap(`   = ignored: ${reason}`, page.width, HEADLINE_INDENT * 2);
  return [...block([finding], page), ...note].map((line) => page.paint.faint(line));
}

function pageFor({ findings, suppressed }: Report, { width, color }: ReportOptions): Page {
  const linesOfSecrets = new Map<Source, number[]>();
  for (const { resource, source, span } of [...findings, ...suppressed]) {
    if (resource?.kind !== 'Secret') continue;
    const { line } = source.position(span.start);
    const lines = linesOfSecrets.get(source);
    if (lines) lines.push(line);
    else linesOfSecrets.set(source, [line]);
  }
  const known = new Map<Source, ReadonlyMap<number, number>>();
  return {
    width: Math.min(Math.max(Math.trunc(width) || 0, LEAST_WIDTH), MOST_WIDTH),
    paint: paintWith(color),
    secretLines: (source) => {
      const lines = known.get(source) ?? secretLines(source, linesOfSecrets.get(source));
      known.set(source, lines);
      return lines;
    },
  };
}

/** Groups in the order of their first findings. Only remarks that say the same, and no more, share one. */
function sameInfosTogether(findings: readonly Finding[]): Finding[][] {
  const groups = new Map<string, Finding[]>();
  findings.forEach((finding, at) => {
    const { severity, rule, message, related, fixes } = finding;
    const alike = severity === 'info' && related.length === 0 && fixes.length === 0;
    const key = alike ? `${rule} ${message}` : String(at);
    const group = groups.get(key);
    if (group) group.push(finding);
    else groups.set(key, [finding]);
  });
  return [...groups.values()];
}

function block(findings: readonly Finding[], page: Page): string[] {
  const [first] = findings;
  if (!first) return [];
  return [
    ...headline(first, page),
    ...(findings.length === 1 ? details(first, page) : places(findings, page)),
  ];
}

function headline({ severity, rule, message }: Finding, { width, paint }: Page): string[] {
  const name = `${severity}[${visible(rule)}]`;
  return wrap(`${name}: ${visible(message)}`, width, HEADLINE_INDENT).map((line, at) =>
    at === 0 && line.startsWith(name)
      ? paint[severity](name) + paint.strong(line.slice(name.length).trimEnd())
      : paint.strong(line),
  );
}

function details(finding: Finding, page: Page): string[] {
  const { source, span, severity, related, fixes, resource } = finding;
  const shown = related.slice(0, MOST_RELATED);
  const left = related.length - shown.length;
  return frame(
    {
      places: [
        { source, span, label: '' },
        ...shown.map(({ message, ...place }) => ({ ...place, label: message })),
      ],
      remark: resource ? remarkOn(resource, finding.message) : '',
      caret: page.paint[severity],
      notes: [
        ...(left > 0 ? [{ keyword: 'note', text: `and ${counted(left, 'more place')}` }] : []),
        ...fixes.map(noteOf),
      ],
    },
    page,
  );
}

/** The object, unless the message names it. */
function remarkOn({ kind, name }: ResourceId, message: string): string {
  if (name === undefined || (message.includes(kind) && message.includes(name))) return '';
  return `(${visible(kind)} "${visible(name)}")`;
}

function noteOf({ title, safety }: Fix): Note {
  return { keyword: 'fix', text: visible(title) + (safety === 'safe' ? '' : ` (${safety})`) };
}

function places(findings: readonly Finding[], { paint }: Page): string[] {
  const shown = findings.slice(0, MOST_PLACES);
  const left = findings.length - shown.length;
  return [
    ...shown.map((finding) => `  ${paint.gutter('-->')} ${positionOf(finding)}`),
    ...(left > 0 ? [`      … and ${left} more`] : []),
  ];
}

function closing(report: Report, { milliseconds }: ReportOptions, { width, paint }: Page): string[] {
  const { files, resources } = report.counts;
  const counts = SEVERITIES.map((severity) => [countOf(report, severity), severity] as const)
    .filter(([count]) => count > 0)
    .map(([count, severity]) => counted(count, severity))
    .join(', ');
  const time = milliseconds === undefined ? '' : ` · ${duration(milliseconds)}`;
  const where = `in ${counted(files, 'file')} (${counted(resources, 'object')})`;
  const lines = wrap(`${counts || 'No problems'} ${where}${time}`, width, 0).map((line) =>
    line
      .replace(/^No problems/, paint.good)
      .replaceAll(/\d+ (error|warning|info)s?/g, (text, severity: Severity) => paint[severity](text))
      .replace(/ · .*/, paint.faint),
  );
  const gravest = SEVERITIES.map((severity) =>
    report.findings.find((finding) => finding.severity === severity),
  );
  return [
    ...lines,
    ...fixability(report, width),
    ...gravest
      .flatMap((finding) => finding ?? [])
      .slice(0, 1)
      .map(({ rule }) => hint(rule, width)),
  ];
}

/** How many findings the command line can mend by itself; nothing where there are none. */
function fixability({ findings }: Report, width: number): string[] {
  const isSafe = hasFix('safe');
  const isUnsafe = hasFix('unsafe');
  const safe = findings.filter(isSafe);
  const unsafe = findings.filter((finding) => isUnsafe(finding) && !isSafe(finding));
  const parts = [
    ...(safe.length > 0 ? [`${safe.length} fixable with --fix`] : []),
    ...(unsafe.length > 0 ? [`${unsafe.length} ${safe.length > 0 ? 'more' : 'fixable'} with --fix=all`] : []),
  ];
  return parts.length > 0 ? wrap(parts.join(', '), width, 0) : [];
}

function hasFix(safety: Fix['safety']): (finding: Finding) => boolean {
  return ({ fixes }) => fixes.some((fix) => fix.safety === safety);
}

/** How to learn more, with a command to copy. */
function hint(rule: string, width: number): string {
  const line = `To learn more: rollsafe explain ${visible(rule)}`;
  return widthOf(line) <= width ? line : 'To learn more: rollsafe explain RULE';
}

function duration(milliseconds: number): string {
  const rounded = Math.round(milliseconds);
  return rounded < 1000 ? `${rounded} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}
