/**
 * `--format github`: workflow commands, which GitHub Actions shows as annotations; ten of a severity for each step, so the
 * gravest come first. The messages repeat the place, because the log shows nothing else.
 */
import type { Finding, Severity } from '../core/finding.ts';
import { errorsFirst } from './order.ts';
import { pathOf, placeOf } from './place.ts';
import { visible } from './pretty/visible.ts';
import type { Reporter } from './reporter.ts';

const COMMANDS: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'notice' };

export const github: Reporter = ({ findings }) => errorsFirst(findings).map(command).join('');

function command({ severity, rule, message, source, span }: Finding): string {
  const { line, column, endLine, endColumn } = placeOf(source, span);
  // Annotations over several lines may have no columns (https://docs.github.com/en/rest/checks/runs).
  const columns = line === endLine ? { col: column, endColumn } : {};
  const place = source.path === '-' ? {} : { file: source.path, line, endLine, ...columns };
  const properties = Object.entries({ title: `rollsafe (${rule})`, ...place }).map(
    ([key, value]) => `${key}=${escapeProperty(String(value))}`,
  );
  const text = `${visible(pathOf(source))}:${line}:${column}: ${visible(message)}`;
  return `::${COMMANDS[severity]} ${properties.join(',')}::${escapeData(text)}\n`;
}

// The escapes of https://github.com/actions/toolkit/blob/main/packages/core/src/command.ts

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
