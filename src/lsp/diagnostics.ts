/** Findings as the protocol's diagnostics. */
import {
  type CancellationToken,
  type Diagnostic,
  type DiagnosticRelatedInformation,
  DiagnosticSeverity,
  DiagnosticTag,
} from 'vscode-languageserver';
import type { Finding, RelatedPlace, Severity } from '../core/finding.ts';
import { pageOf } from './rule-page.ts';
import type { ScreenFinding, View } from './view.ts';

/** What findings are told apart by from those of other servers. */
export const SOURCE = 'rollsafe';

const SEVERITY: Readonly<Record<Severity, DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  info: DiagnosticSeverity.Information,
};

/** Rules whose findings underline what does nothing; editors fade it. */
const IDLE: ReadonlySet<string> = new Set([
  'analysis-job-conditions-ignored',
  'bluegreen-auto-promotion-seconds-ignored',
  'live-fields-in-source',
  'unused-suppression',
]);

/** What is said of a document. Throws when the token is cancelled. */
export async function diagnosticsOf(view: View, token?: CancellationToken): Promise<Diagnostic[]> {
  const findings = await view.findings(token);
  return findings.map((one) => diagnosticOf(one, view));
}

export function diagnosticOf({ finding, span }: ScreenFinding, view: View): Diagnostic {
  const { client } = view;
  const related = relatedInformation(finding, view);
  return {
    range: view.lines.range(span),
    severity: SEVERITY[finding.severity],
    code: finding.rule,
    source: SOURCE,
    message: client.relatedInformation ? finding.message : withPlaces(finding),
    ...(client.codeDescription && { codeDescription: { href: pageOf(finding.rule) } }),
    ...(client.tags && IDLE.has(finding.rule) && { tags: [DiagnosticTag.Unnecessary] }),
    ...(client.relatedInformation && related.length > 0 && { relatedInformation: related }),
  };
}

function relatedInformation({ related }: Finding, view: View): DiagnosticRelatedInformation[] {
  return related.flatMap(({ source, span, message }) => {
    const location = view.location(source, span);
    return location ? [{ location, message }] : [];
  });
}

/** For clients that show nothing but the message. */
function withPlaces({ message, related }: Finding): string {
  return [message, ...related.map(placeIn)].join('\n');
}

function placeIn({ source, span, message }: RelatedPlace): string {
  const { line, column } = source.position(span.start);
  return `${source.path}:${line + 1}:${column + 1}: ${message}`;
}
