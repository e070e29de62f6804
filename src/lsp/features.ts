/** Which feature answers which request. A feature that fails is logged and answers nothing; the server goes on. */
import { type CancellationToken, type Connection, ResponseError } from 'vscode-languageserver';
import { documentDiagnostics, workspaceDiagnostics } from './pulled-diagnostics.ts';
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
}
