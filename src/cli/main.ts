#!/usr/bin/env node
/** The program: finds the command, runs it, sets the exit status. */
import { suggestion } from '../project/did-you-mean.ts';
import { EXIT, type Exit, isUsageError, processConsole, UsageError } from './console.ts';
import { lintCommand } from './lint.ts';

const HELP = `rollsafe: says what would go wrong before a rollout does

Usage: rollsafe <command>

  lint [PATH...]   judge manifests; "rollsafe lint --help" has the options
  rules            list the rules
  explain RULE     what a rule finds, why, and what to write instead
  init             write a commented rollsafe.yaml here
  lsp              the language server, for editors: "rollsafe lsp --stdio"

  --help, --version

Examples:
  rollsafe lint k8s/
  helm template ./chart | rollsafe lint -
  rollsafe explain selector-conflict
`;

const COMMANDS = ['lint', 'rules', 'explain', 'init', 'lsp'];

async function run(argv: readonly string[]): Promise<Exit> {
  const [command, ...args] = argv;
  switch (command) {
    case 'lint':
      return lintCommand(args, console);
    case 'rules':
      return (await import('./lazy/rules.ts')).rulesCommand(args, console);
    case 'explain':
      return (await import('./lazy/explain.ts')).explainCommand(args, console);
    case 'init':
      return (await import('./lazy/init.ts')).initCommand(args, console);
    case 'lsp':
      return (await import('./lazy/lsp.ts')).lspCommand(args, console);
    case '--version':
    case '-v':
      console.out(`${process.env.ROLLSAFE_VERSION}\n`);
      return EXIT.clean;
    case undefined:
    case '--help':
    case '-h':
    case 'help':
      console.out(HELP);
      return EXIT.clean;
    default:
      throw new UsageError(unknownCommand(command));
  }
}

function unknownCommand(command: string): string {
  const guess = suggestion(command, COMMANDS);
  if (guess !== undefined) return `unknown command "${command}"; did you mean "rollsafe ${guess}"?`;
  return `unknown command "${command}"; to judge files: rollsafe lint ${command}`;
}

const console = processConsole();

run(process.argv.slice(2)).then(
  (exit) => {
    process.exitCode = exit;
  },
  (error: unknown) => {
    const message = error instanceof Error ? error.message : String(error);
    console.err(
      isUsageError(error)
        ? `rollsafe: ${message}\n`
        : `rollsafe: internal error, please report it: ${message}\n`,
    );
    process.exitCode = EXIT.trouble;
  },
);
