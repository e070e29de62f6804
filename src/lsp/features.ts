/** Which feature answers which request. A feature that fails is logged and answers nothing; the server goes on. */
import { type CancellationToken, type Connection, ResponseError } from 'vscode-languageserver';
import { codeActions } from './code-actions.ts';
import { codeLenses } from './code-lenses.ts';
import { completion } from './completion.ts';
import { executeCommand } from './explain-command.ts';
import { hover } from './hover.ts';
import { inlayHints } from './inlay-hints.ts';
import { definition, references } from './navigation.ts';
import { documentDiagnostics, workspaceDiagnostics } from './pulled-diagnostics.ts';
import { documentSymbols } from './symbols.ts';
import type { Workspace } from './workspace.ts';

type Feature<P, R> = (params: P, workspace: Workspace, token: CancellationToken) => Promise<R>;

export function registerFeatures(connection: Connection, workspace: Workspace): void {
  const answering =
    <P, R>(feature: Feature<P, R>, nothing: R) =>
    async (params: P, token: CancellationToken): Promise<R> => {
      try {
        return await feature(params, workspace, token);
      } catch (error) {
        if (error instanceof ResponseError) throw error;
        connection.console.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
        return nothing;
      }
    };
  const { diagnostics } = connection.languages;
  diagnostics.on(answering(documentDiagnostics, { kind: 'full', items: [] }));
  diagnostics.onWorkspace(answering(workspaceDiagnostics, { items: [] }));
  connection.onCodeAction(answering(codeActions, []));
  connection.onHover(answering(hover, null));
  connection.languages.inlayHint.on(answering(inlayHints, []));
  connection.onCodeLens(answering(codeLenses, []));
  connection.onDefinition(answering(definition, []));
  connection.onReferences(answering(references, []));
  connection.onDocumentSymbol(answering(documentSymbols, []));
  connection.onCompletion(answering(completion, []));
  connection.onExecuteCommand(answering((params) => executeCommand(params, workspace, connection), null));
}
