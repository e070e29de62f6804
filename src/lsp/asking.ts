/** Who asks, besides what is asked about: every request of a feature comes with it. */
import type { CancellationToken } from 'vscode-languageserver';
import type { Workspace } from './workspace.ts';

export interface Asking {
  readonly workspace: Workspace;
  readonly token: CancellationToken;
}
