// The compiled program, as people and pipelines run it.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { environment } from '../project/folder.ts';

export const ROOT = path.resolve(import.meta.dirname, '../..');
export const CLI = path.join(ROOT, 'dist/cli.js');

export interface Result {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Place {
  readonly cwd?: string;
  readonly input?: string | Buffer;
  readonly env?: Readonly<Record<string, string>>;
}

/** What a terminal, a CI system or a user's shell might say to the program is taken out. */
const PLAIN = { NO_COLOR: '1', FORCE_COLOR: '', COLUMNS: '', GITHUB_ACTIONS: '', CI: '' };

export function rollsafe(args: readonly string[], place: Place = {}): Result {
  return spawn(process.execPath, [CLI, ...args], place);
}

/** A line of bash in which `rollsafe` is the program. */
export function shell(line: string, place: Place = {}): Result {
  return spawn('bash', ['-c', `rollsafe() { "$NODE" "$CLI" "$@"; }; ${line}`], {
    ...place,
    env: { ...place.env, NODE: process.execPath, CLI },
  });
}

function spawn(
  program: string,
  args: readonly string[],
  { cwd = ROOT, input = '', env = {} }: Place,
): Result {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd,
    input,
    env: { ...environment(), ...PLAIN, ...env },
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (error) throw error;
  return { status, stdout, stderr };
}

export interface JsonFinding {
  readonly rule: string;
  readonly severity: string;
  readonly message: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

export interface JsonReport {
  readonly findings: readonly JsonFinding[];
  readonly summary: Readonly<
    Record<'files' | 'documents' | 'resources' | 'errors' | 'warnings' | 'infos', number>
  >;
}

/** Runs `lint --format json`; the report must be whole. */
export function lintJson(
  args: readonly string[],
  place: Place = {},
): Result & { readonly report: JsonReport } {
  const result = rollsafe(['lint', '--format', 'json', ...args], place);
  return { ...result, report: JSON.parse(result.stdout) as JsonReport };
}

/** `file:line rule` of each finding. */
export function found({ findings }: JsonReport): string[] {
  return findings.map(({ file, line, rule }) => `${file}:${line} ${rule}`);
}
