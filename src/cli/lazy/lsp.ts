/** `rollsafe lsp --stdio`: the language server, for an editor to start. */
import rules from 'rollsafe:rules';
import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import { serve } from '../../lsp/server.ts';
import { type Console, EXIT, type Exit, UsageError } from '../console.ts';
import { localDate } from '../local-date.ts';

const LSP_HELP = `Usage: rollsafe lsp --stdio

Speaks the Language Server Protocol on standard input and output, for an editor
to start; editors/README.md shows how. --node-ipc is for editors on Node.
`;

const TRANSPORTS = ['--stdio', '--node-ipc'];

/** Serves until the editor ends it. */
export function lspCommand(args: readonly string[], console: Console): Promise<Exit> {
  if (args.includes('--help') || args.includes('-h')) {
    console.out(LSP_HELP);
    return Promise.resolve(EXIT.clean);
  }
  const unknown = args.filter((arg) => !TRANSPORTS.includes(arg) && !arg.startsWith('--clientProcessId='));
  if (unknown.length > 0 || !args.some((arg) => TRANSPORTS.includes(arg)))
    throw new UsageError('usage: rollsafe lsp --stdio; an editor starts it');
  serve(createConnection(ProposedFeatures.all), {
    rules,
    version: process.env.ROLLSAFE_VERSION ?? '',
    today: () => localDate(new Date()),
  });
  return new Promise(() => {});
}
