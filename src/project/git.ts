/** What git knows about a project: tracked files, what changed since a revision, files as they were. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { GitError } from './git-error.ts';
import { gitRootOf } from './walk.ts';

/** The absolute paths of the files that git tracks in a folder; undefined where git can't say. */
export function trackedFiles(folder: string): string[] | undefined {
  if (gitRootOf(folder) === undefined) return undefined;
  const { status, stdout } = git(folder, 'ls-files', '-z');
  return status === 0 ? pathsIn(stdout, folder) : undefined;
}

export interface Changes {
  /** Absolute paths of the files that are new or different, committed or not. */
  readonly present: readonly string[];
  /** Absolute paths of the files that are gone. */
  readonly deleted: readonly string[];
  /** The text of a deleted file as it was. */
  read(file: string): Buffer;
}

/** What changed since the merge base of HEAD and a revision. Throws GitError. */
export function changesSince(revision: string, folder: string): Changes {
  const root = gitRootOf(folder);
  if (root === undefined) throw new GitError('--since needs a git repository');
  const base = ask(root, `no common history with "${revision}"`, 'merge-base', revision, 'HEAD').trim();
  const diff = ask(root, 'git diff failed', 'diff', '--name-status', '--no-renames', '-z', base);
  const untracked = ask(root, 'git ls-files failed', 'ls-files', '--others', '--exclude-standard', '-z');
  const entries = diff.split('\0');
  const present: string[] = [];
  const deleted: string[] = [];
  for (let at = 0; at + 1 < entries.length; at += 2) {
    (entries[at] === 'D' ? deleted : present).push(path.join(root, entries[at + 1] ?? ''));
  }
  return {
    present: [...present, ...pathsIn(untracked, root)],
    deleted,
    read: (file) =>
      spawnSync('git', ['show', `${base}:./${path.relative(root, file).replaceAll('\\', '/')}`], {
        cwd: root,
        env: environment(),
        maxBuffer: MOST_OUTPUT,
      }).stdout,
  };
}

const MOST_OUTPUT = 1 << 28;

function git(folder: string, ...args: string[]) {
  return spawnSync('git', args, {
    cwd: folder,
    env: environment(),
    encoding: 'utf8',
    maxBuffer: MOST_OUTPUT,
  });
}

/** Inside a hook git's own variables point to the repository of the hook, whatever the folder. */
function environment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')));
}

function ask(folder: string, failure: string, ...args: string[]): string {
  const { status, stdout, stderr, error } = git(folder, ...args);
  if (error) throw new GitError(`git can't be run: ${error.message}`);
  if (status === 0) return stdout;
  const reason = stderr.trim().split('\n', 1)[0];
  throw new GitError(reason ? `${failure}: ${reason}` : failure);
}

function pathsIn(listing: string, folder: string): string[] {
  return listing
    .split('\0')
    .filter(Boolean)
    .map((file) => path.join(folder, file));
}
