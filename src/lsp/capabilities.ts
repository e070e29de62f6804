/** What the server can do, told to a client in the way that it understands. */
import { CodeActionKind, type ServerCapabilities, TextDocumentSyncKind } from 'vscode-languageserver';
import type { Client } from './client.ts';
import { EXPLAIN_COMMAND, FIX_ALL } from './commands.ts';

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
    hoverProvider: true,
    inlayHintProvider: true,
    codeLensProvider: { resolveProvider: false },
    definitionProvider: true,
    referencesProvider: true,
    documentSymbolProvider: true,
    completionProvider: { triggerCharacters: [' ', '.', ','] },
    executeCommandProvider: { commands: [EXPLAIN_COMMAND] },
    workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
  };
}
