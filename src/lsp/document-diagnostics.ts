/** What is said of one document: of manifests by the rules, of a configuration by its schema. */
import { type CancellationToken, type Diagnostic, DiagnosticSeverity } from 'vscode-languageserver';
import { Source } from '../core/source.ts';
import { diagnosticsOf, SOURCE } from './diagnostics.ts';
import type { ConfigText } from './lazy/config-words.ts';
import { stopIfCancelled } from './turns.ts';
import type { Workspace } from './workspace.ts';

/** As it stands when it is said; nothing for a document that isn't open. Throws when the token is cancelled. */
export async function diagnosticsFor(
  uri: string,
  workspace: Workspace,
  token?: CancellationToken,
): Promise<Diagnostic[]> {
  const config = workspace.configText(uri);
  if (config) return configDiagnostics(config);
  for (;;) {
    const view = await workspace.view(uri, token);
    stopIfCancelled(token);
    if (!view) return [];
    const diagnostics = await diagnosticsOf(view, token);
    if (view.snapshot.isCurrent()) return diagnostics;
  }
}

async function configDiagnostics({ text, lines, rules }: ConfigText): Promise<Diagnostic[]> {
  const { checkConfig } = await import('../project/lazy/check-config.ts');
  const source = new Source('', text);
  return checkConfig(text, rules).problems.map(({ line, column, message }) => {
    const start = source.offset({ line: line - 1, column: column - 1 });
    const word = /^[^\s:#,[\]{}]*/.exec(text.slice(start))?.[0] ?? '';
    const range = lines.range({ start, end: start + word.length });
    return { range, severity: DiagnosticSeverity.Error, source: SOURCE, message };
  });
}
