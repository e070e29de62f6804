/** Shows the page of a rule, in the editor's browser or as a message. */
import {
  type Connection,
  type ExecuteCommandParams,
  MessageType,
  ShowMessageNotification,
} from 'vscode-languageserver';
import { EXPLAIN_COMMAND } from './commands.ts';
import { pageOf } from './rule-page.ts';
import type { Workspace } from './workspace.ts';

export async function executeCommand(
  { command, arguments: [id] = [] }: ExecuteCommandParams,
  workspace: Workspace,
  connection: Connection,
): Promise<null> {
  const rule = workspace.rules.find((one) => one.id === id);
  if (command !== EXPLAIN_COMMAND || !rule) return null;
  const uri = pageOf(rule.id);
  const shown =
    workspace.client.showsDocuments &&
    (await connection.window.showDocument({ uri, external: true })).success;
  const message = `${rule.id}: ${rule.summary}. ${uri}`;
  if (!shown)
    void connection.sendNotification(ShowMessageNotification.type, { type: MessageType.Info, message });
  return null;
}
