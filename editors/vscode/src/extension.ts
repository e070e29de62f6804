/** The extension: one language client, and the commands around it. */
import type { ExtensionContext } from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import { createClient } from './client.ts';
import { registerCommands } from './commands.ts';

let client: LanguageClient | undefined;

export async function activate(context: ExtensionContext): Promise<void> {
  client = createClient(context);
  registerCommands(context, client);
  await client.start();
}

export async function deactivate(): Promise<void> {
  await client?.stop();
}
