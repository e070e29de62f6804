/** The world that a command talks to: what it reads and prints, apart from files. */
import fs from 'node:fs';

export interface Console {
  /** The report. */
  out(text: string): void;
  /** Everything else. */
  err(text: string): void;
  stdin(): Buffer;
  readonly color: boolean;
  readonly width: number;
}

/** The exit status: nothing at the failing level, findings, or a run that was not whole. */
export const EXIT = { clean: 0, findings: 1, trouble: 2 } as const;
export type Exit = (typeof EXIT)[keyof typeof EXIT];

/** A mistake of the person at the keyboard: printed as it is, exit status 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** By name, since a command in a file of its own has a class of its own. */
export function isUsageError(error: unknown): error is UsageError {
  return error instanceof Error && error.name === 'UsageError';
}

const DEFAULT_WIDTH = 80;
const WIDEST = 120;

export function processConsole(): Console {
  const { stdout, stderr } = process;
  for (const stream of [stdout, stderr]) stream.on('error', endOnBrokenStream);
  return {
    out: (text) => void stdout.write(text),
    err: (text) => void stderr.write(text),
    stdin: readStdin,
    color: wantsColor(process.env, stdout.isTTY),
    width: Math.min(stdout.columns ?? DEFAULT_WIDTH, WIDEST),
  };
}

/** FORCE_COLOR (force-color.org) goes before NO_COLOR (no-color.org), and both before the terminal. */
export function wantsColor(env: Readonly<Record<string, string | undefined>>, isTerminal: boolean): boolean {
  if (env.FORCE_COLOR) return env.FORCE_COLOR !== '0' && env.FORCE_COLOR !== 'false';
  if (env.NO_COLOR || env.TERM === 'dumb') return false;
  return isTerminal;
}

function readStdin(): Buffer {
  try {
    return fs.readFileSync(0);
  } catch (error) {
    throw new UsageError(`standard input can't be read: ${(error as Error).message}`);
  }
}

/** A reader that has seen enough (`| head`) is no mistake; a full disk is. */
function endOnBrokenStream(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') process.exit(process.exitCode);
  fs.writeSync(2, `rollsafe: the report can't be written: ${error.message}\n`);
  process.exit(EXIT.trouble);
}
