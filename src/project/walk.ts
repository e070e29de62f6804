/**
 * The files of a folder, without `.git`, `node_modules` and what `.gitignore` files leave out. Symbolic links to folders
 * are not followed; links to files are, unless they lead back into the folder.
 */
import fs from 'node:fs';
import path from 'node:path';
import ignore, { type Ignore } from 'ignore';
import { inOneGo, type Steps } from '../core/steps.ts';
import { readFolder, realPathOf, withSlashes } from './file-system.ts';

interface IgnoreFile {
  readonly folder: string;
  readonly rules: Ignore;
}

const NEVER = new Set(['.git', 'node_modules']);

export interface Walked {
  /** Absolute paths, sorted. */
  readonly files: readonly string[];
  /** Folders that can't be looked into, with the system's word for why. */
  readonly unreadable: readonly { readonly folder: string; readonly reason: string }[];
}

/** The files in `folder` that `wanted` takes. */
export function walk(folder: string, wanted: (file: string) => boolean): Walked {
  return inOneGo(walkStepwise(folder, wanted));
}

/** The same folder by folder. */
export function* walkStepwise(folder: string, wanted: (file: string) => boolean): Steps<Walked> {
  const state: Walk = { root: realPathOf(folder), wanted, files: [], unreadable: [] };
  yield* walkInto(folder, ignoreFilesAbove(folder), state);
  return { files: state.files.sort(), unreadable: state.unreadable };
}

interface Walk {
  readonly root: string;
  readonly wanted: (file: string) => boolean;
  readonly files: string[];
  readonly unreadable: { readonly folder: string; readonly reason: string }[];
}

function* walkInto(folder: string, inherited: readonly IgnoreFile[], state: Walk): Steps<void> {
  const entries = readFolder(folder);
  if ('reason' in entries) {
    state.unreadable.push({ folder, reason: entries.reason });
    return;
  }
  const own = entries.some(({ name }) => name === '.gitignore') ? readIgnoreFile(folder) : undefined;
  const ignoreFiles = own ? [...inherited, own] : inherited;
  for (const entry of entries) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!NEVER.has(entry.name) && !isIgnored(`${file}/`, ignoreFiles))
        yield* walkInto(file, ignoreFiles, state);
    } else if (state.wanted(file) && !isIgnored(file, ignoreFiles)) {
      if (entry.isFile() || (entry.isSymbolicLink() && isForeignFile(file, state.root)))
        state.files.push(file);
    }
  }
  yield;
}

function readIgnoreFile(folder: string): IgnoreFile | undefined {
  try {
    return { folder, rules: ignore().add(fs.readFileSync(path.join(folder, '.gitignore'), 'utf8')) };
  } catch {
    return undefined;
  }
}

/**
 * The `.gitignore` files between the root of the git repository and the folder; none when they leave out the folder
 * itself, which was asked for by name.
 */
function ignoreFilesAbove(folder: string): IgnoreFile[] {
  const found: IgnoreFile[] = [];
  const root = gitRootOf(folder);
  if (root === undefined) return found;
  for (let above = folder; above !== root; ) {
    above = path.dirname(above);
    const file = readIgnoreFile(above);
    if (file) found.unshift(file);
  }
  return isIgnored(`${folder}/`, found) ? [] : found;
}

/** A deeper file decides over one above it; the last one that has an opinion counts. */
function isIgnored(file: string, ignoreFiles: readonly IgnoreFile[]): boolean {
  let ignored = false;
  for (const { folder, rules } of ignoreFiles) {
    const relative = file.slice(folder.endsWith(path.sep) ? folder.length : folder.length + 1);
    const verdict = rules.test(withSlashes(relative));
    ignored = verdict.ignored || (ignored && !verdict.unignored);
  }
  return ignored;
}

function isForeignFile(link: string, root: string): boolean {
  try {
    const target = fs.realpathSync(link);
    return fs.statSync(target).isFile() && !target.startsWith(root + path.sep);
  } catch {
    return false;
  }
}

/** The nearest folder upward that holds `.git`; undefined outside a repository. */
export function gitRootOf(folder: string): string | undefined {
  for (let above = folder; ; above = path.dirname(above)) {
    if (fs.existsSync(path.join(above, '.git'))) return above;
    if (above === path.dirname(above)) return undefined;
  }
}
