/** What the server can do, told to a client in the way that it understands. */
import { CodeActionKind, type ServerCapabilities, TextDocumentSyncKind } from 'vscode-languageserver';
import type { Client } from './client.ts';

/** Mends everything in a document that can be mended safely. */
export const FIX_ALL = `${CodeActionKind.SourceFixAll}.rollsafe`;

/** Shows the page of a rule; its argument is the rule's id. */
export const EXPLAIN_COMMAND = 'rollsafe.explainRule';

export function capabilitiesFor(client: Client): ServerCapabilities {
  return {
    positionEncoding: client.encoding,
    textDocumentSync: {
      openClose: true,
      change: TextDocumentSyncKind.Incremental,
      save: { includeText: false },
    },
    ...(client.pullsDiagnostics && {
      diagnosticProvider: {
        identifier: 'rollsafe',
        interFileDependencies: true,
        workspaceDiagnostics: true,
      },
    }),
    codeActionProvider: client.codeActionLiterals
      ? { codeActionKinds: [CodeActionKind.QuickFix, FIX_ALL] }
      : false,
    executeCommandProvider: { commands: [EXPLAIN_COMMAND] },
    workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
  };
}
