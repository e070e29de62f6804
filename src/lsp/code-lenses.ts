/** One line above each Rollout: how the release goes. */
import type { CancellationToken, CodeLens, CodeLensParams } from 'vscode-languageserver';
import { summaryOf } from '../core/insight/index.ts';
import type { Node } from '../core/node.ts';
import { stopIfCancelled } from './turns.ts';
import type { Workspace } from './workspace.ts';

export async function codeLenses(
  { textDocument }: CodeLensParams,
  workspace: Workspace,
  token: CancellationToken,
): Promise<CodeLens[]> {
  const view = await workspace.view(textDocument.uri, token);
  stopIfCancelled(token);
  if (!view) return [];
  return view.resources.flatMap((resource) => {
    const title = summaryOf(resource, view.snapshot.index);
    const range = view.range((resource.root as Node).focus);
    return title && range ? [{ range, command: { title, command: '' } }] : [];
  });
}
