/** The server that comes with the extension, on the editor's own Node. */
import { commands, type ExtensionContext } from 'vscode';
import {
  type ExecuteCommandSignature,
  LanguageClient,
  type NodeModule,
  TransportKind,
} from 'vscode-languageclient/node';

/** The server would open the page of a rule on the web; the extension has it with it. */
const EXPLAIN = 'rollsafe.explainRule';

const LANGUAGES = ['yaml', 'json'];

export function createClient(context: ExtensionContext): LanguageClient {
  const server: NodeModule = {
    module: context.asAbsolutePath('server/cli.js'),
    args: ['lsp'],
    transport: TransportKind.stdio,
  };
  return new LanguageClient('rollsafe', 'rollsafe', server, {
    documentSelector: LANGUAGES.flatMap((language) => [
      { language, scheme: 'file' },
      { language, scheme: 'untitled' },
    ]),
    // Quick fixes that ignore a finding may then call `rollsafe.writeReason`.
    initializationOptions: { writeReason: true },
    middleware: { executeCommand },
  });
}

function executeCommand(command: string, args: unknown[], next: ExecuteCommandSignature): unknown {
  return command === EXPLAIN ? commands.executeCommand('rollsafe.explain', ...args) : next(command, args);
}
