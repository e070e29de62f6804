/** What the editor on the other side can do. */
import type { InitializeParams } from 'vscode-languageserver';
import { encodingOf, type PositionEncoding } from './lines.ts';

export interface Client {
  readonly encoding: PositionEncoding;
  /** Whether it asks for diagnostics; if not, they are sent to it. */
  readonly pullsDiagnostics: boolean;
  readonly refreshesDiagnostics: boolean;
  readonly refreshesInlayHints: boolean;
  readonly refreshesCodeLenses: boolean;
  /** Whether it shows the places that a finding points to; if not, the message names them. */
  readonly relatedInformation: boolean;
  readonly codeDescription: boolean;
  readonly tags: boolean;
  /** Whether edits may say which version of a document they are for. */
  readonly versionedEdits: boolean;
  readonly codeActionLiterals: boolean;
  /** Whether it tells of changes that are made to files behind its back, when asked to. */
  readonly watchesFiles: boolean;
  readonly workspaceFolders: boolean;
  readonly configuration: boolean;
  readonly configurationChanges: boolean;
  readonly progress: boolean;
  readonly showsDocuments: boolean;
  readonly hierarchicalSymbols: boolean;
  /** Whether it puts the cursor to the place of the reason after a suppression was added. */
  readonly writesReasons: boolean;
}

export function clientOf({ capabilities, initializationOptions }: InitializeParams): Client {
  const { general, textDocument, workspace, window } = capabilities;
  const diagnostics = textDocument?.publishDiagnostics;
  const pulled = textDocument?.diagnostic as { readonly relatedInformation?: boolean } | undefined;
  const pulls = pulled !== undefined;
  return {
    encoding: encodingOf(general?.positionEncodings),
    pullsDiagnostics: pulls,
    refreshesDiagnostics: workspace?.diagnostics?.refreshSupport ?? false,
    refreshesInlayHints: workspace?.inlayHint?.refreshSupport ?? false,
    refreshesCodeLenses: workspace?.codeLens?.refreshSupport ?? false,
    relatedInformation: diagnostics?.relatedInformation ?? pulled?.relatedInformation ?? false,
    codeDescription: diagnostics?.codeDescriptionSupport ?? pulls,
    tags: diagnostics?.tagSupport !== undefined || pulls,
    versionedEdits: workspace?.workspaceEdit?.documentChanges ?? false,
    codeActionLiterals: textDocument?.codeAction?.codeActionLiteralSupport !== undefined,
    watchesFiles: workspace?.didChangeWatchedFiles?.dynamicRegistration ?? false,
    workspaceFolders: workspace?.workspaceFolders ?? false,
    configuration: workspace?.configuration ?? false,
    configurationChanges: workspace?.didChangeConfiguration?.dynamicRegistration ?? false,
    progress: window?.workDoneProgress ?? false,
    showsDocuments: window?.showDocument?.support ?? false,
    hierarchicalSymbols: textDocument?.documentSymbol?.hierarchicalDocumentSymbolSupport ?? false,
    writesReasons: initializationOptions?.writeReason === true,
  };
}
