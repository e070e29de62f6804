/** Which feature answers which request. A feature that fails is logged and answers nothing; the server goes on. */
import {
  type CancellationToken,
  type Connection,
  type Position,
  ResponseError,
  type TextDocumentIdentifier,
} from 'vscode-languageserver';
import type { Asking } from './asking.ts';
import { codeActions } from './code-actions.ts';
import { codeLenses } from './code-lenses.ts';
import { completion } from './completion.ts';
import { executeCommand } from './explain-command.ts';
import { hover } from './hover.ts';
import { inlayHints } from './inlay-hints.ts';
import { definition, references } from './navigation.ts';
import { documentDiagnostics, workspaceDiagnostics } from './pulled-diagnostics.ts';
import { documentSymbols } from './symbols.ts';
import { stopIfCancelled } from './turns.ts';
import type { View } from './view.ts';
import type { Workspace } from './workspace.ts';

type Answer<P, R> = (params: P, asking: Asking) => R | Promise<R>;

interface OfDocument {
  readonly textDocument: TextDocumentIdentifier;
}

interface AtPosition extends OfDocument {
  readonly position: Position;
}

export function registerFeatures(connection: Connection, workspace: Workspace): void {
  const answering =
    <P, R>(answer: Answer<P, R>, nothing: R) =>
    async (params: P, token: CancellationToken): Promise<R> => {
      try {
        return await answer(params, { workspace, token });
      } catch (error) {
        if (error instanceof ResponseError) throw error;
        connection.console.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
        return nothing;
      }
    };
  const { diagnostics, inlayHint } = connection.languages;
  diagnostics.on(answering(documentDiagnostics, { kind: 'full', items: [] }));
  diagnostics.onWorkspace(answering(workspaceDiagnostics, { items: [] }));
  connection.onCodeAction(answering(inManifest(codeActions, []), []));
  connection.onHover(answering(inConfig('configHover', inManifest(hover, null)), null));
  inlayHint.on(answering(inManifest(inlayHints, []), []));
  connection.onCodeLens(answering(inManifest(codeLenses, []), []));
  connection.onDefinition(answering(inManifest(definition, []), []));
  connection.onReferences(answering(inManifest(references, []), []));
  connection.onDocumentSymbol(answering(inManifest(documentSymbols, []), []));
  connection.onCompletion(answering(inConfig('configCompletion', inManifest(completion, [])), []));
  connection.onExecuteCommand(answering((params) => executeCommand(params, workspace, connection), null));
}

/** For a document that is open and judged. */
function inManifest<P extends OfDocument, R>(
  feature: (view: View, params: P, asking: Asking) => R | Promise<R>,
  nothing: R,
): Answer<P, R> {
  return async (params, asking) => {
    const view = await asking.workspace.view(params.textDocument.uri, asking.token);
    stopIfCancelled(asking.token);
    return view ? feature(view, params, asking) : nothing;
  };
}

type ConfigWords = typeof import('./lazy/config-words.ts');
type ConfigFeature = 'configHover' | 'configCompletion';

/** For a configuration; `otherwise` for all other documents. */
function inConfig<P extends AtPosition, F extends ConfigFeature>(
  feature: F,
  otherwise: Answer<P, ReturnType<ConfigWords[F]>>,
): Answer<P, ReturnType<ConfigWords[F]>> {
  return async (params, asking) => {
    const config = asking.workspace.configText(params.textDocument.uri);
    if (!config) return otherwise(params, asking);
    const answer: ConfigWords[F] = (await import('./lazy/config-words.ts'))[feature];
    return answer(config, config.lines.offset(params.position)) as ReturnType<ConfigWords[F]>;
  };
}
