/** What is said of one document: of manifests by the rules, of a configuration by its schema. */
import { type CancellationToken, type Diagnostic, DiagnosticSeverity } from 'vscode-languageserver';
import { isConfigFile } from '../project/config.ts';
import { diagnosticsOf, SOURCE } from './diagnostics.ts';
import type { OpenDocument } from './open-document.ts';
import { stopIfCancelled } from './turns.ts';
import type { Workspace } from './workspace.ts';

/** Nothing for a document that isn't open. Throws when the token is cancelled. */
export async function diagnosticsFor(
  uri: string,
  workspace: Workspace,
  token?: CancellationToken,
): Promise<Diagnostic[]> {
  const document = workspace.document(uri);
  if (document && isConfigFile(document.screen.location)) return configDiagnostics(document, workspace);
  const view = await workspace.view(uri, token);
  stopIfCancelled(token);
  return view ? diagnosticsOf(view) : [];
}

async function configDiagnostics(document: OpenDocument, workspace: Workspace): Promise<Diagnostic[]> {
  const { checkConfig } = await import('../project/lazy/check-config.ts');
  const { problems } = checkConfig(document.screen.text, workspace.rules);
  return problems.map(({ line, column, message }) => {
    const start = document.screen.offset({ line: line - 1, column: column - 1 });
    const rest = document.screen.text.slice(start).match(/^[^\s:#,[\]{}]*/)?.[0].length ?? 0;
    const range = workspace.positions.of(document.screen).range({ start, end: start + rest });
    return { range, severity: DiagnosticSeverity.Error, source: SOURCE, message };
  });
}
