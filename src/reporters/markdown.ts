/** `--format markdown`: a summary for GitHub's job pages and comments, small enough for both. */
import { type Finding, type Report, SEVERITIES } from '../core/finding.ts';
import { errorsFirst } from './order.ts';
import { pathOf, placeOf } from './place.ts';
import { visible } from './pretty/visible.ts';
import { counted, countOf, helpUrl, type Reporter, type ReportOptions } from './reporter.ts';

/** Bytes of the table. GitHub refuses summaries of more than 1 MiB, and other steps may write theirs too. */
const MOST_BYTES = 256 * 1024;
/** Characters of a message. */
const LONGEST_MESSAGE = 1000;
const HEAD = '| Severity | Place | Finding | Rule |\n| --- | --- | --- | --- |\n';
const encoder = new TextEncoder();

export const markdown: Reporter = (report, options) => {
  const rows = errorsFirst(report.findings).map((finding) => row(finding, options));
  const shown = rows.slice(0, fitting(rows));
  const left = rows.length - shown.length;
  return [
    '## rollsafe\n',
    `${summary(report)}\n`,
    ...(shown.length > 0 ? [HEAD + shown.join('')] : []),
    ...(left > 0 ? [`… and ${left} more, for which there is no room here.\n`] : []),
  ].join('\n');
};

function summary(report: Report): string {
  const { files, resources } = report.counts;
  const counts = SEVERITIES.map((severity) => [countOf(report, severity), severity] as const)
    .filter(([count]) => count > 0)
    .map(([count, severity]) => counted(count, severity))
    .join(', ');
  const suppressed = report.suppressed.length === 0 ? '' : `, ${report.suppressed.length} suppressed`;
  return `**${counts || 'No problems'}** in ${counted(files, 'file')} (${counted(resources, 'object')})${suppressed}`;
}

function row({ severity, rule, message, source, span }: Finding, options: ReportOptions): string {
  const { line, column } = placeOf(source, span);
  const place = `<code>${plain(pathOf(source))}:${line}:${column}</code>`;
  const text = message.length > LONGEST_MESSAGE ? `${message.slice(0, LONGEST_MESSAGE)}…` : message;
  return `| ${severity} | ${place} | ${plain(text)} | [${plain(rule)}](${helpUrl(rule, options)}) |\n`;
}

/** How many rows there is room for. */
function fitting(rows: readonly string[]): number {
  let room = MOST_BYTES;
  const over = rows.findIndex((row) => {
    room -= encoder.encode(row).length;
    return room < 0;
  });
  return over < 0 ? rows.length : over;
}

const MARKUP = /[\\`*_~[\]|]/g;
/** What GitHub makes links, mentions, emoji and formulas of without any markup. */
const AUTOMATIC = /[@$]|#(?=\d)|:(?=\/\/|[\w+-]+:)|www(?=\.)/gi;
const HTML: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Text that shows as it is in a cell of a table. */
function plain(text: string): string {
  return visible(text)
    .replace(MARKUP, '\\$&')
    .replace(/[&<>]/g, (character) => HTML[character] ?? '')
    .replace(AUTOMATIC, '<span>$&</span>');
}
