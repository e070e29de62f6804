/** The file system without exceptions: what is at a path, or the system's word for why not (`EACCES`). */
import fs from 'node:fs';
import path from 'node:path';

export interface Failure {
  readonly reason: string;
}

export function lookAt(file: string): 'file' | 'folder' | Failure {
  return attempt(() => (fs.statSync(file).isDirectory() ? 'folder' : 'file'));
}

export function readBytes(file: string): Buffer | Failure {
  return attempt(() => fs.readFileSync(file));
}

export function readFolder(folder: string): readonly fs.Dirent[] | Failure {
  return attempt(() => fs.readdirSync(folder, { withFileTypes: true }));
}

/** A path without symbolic links; itself where nothing is there. */
export function realPathOf(file: string): string {
  const real = attempt(() => fs.realpathSync(file));
  return typeof real === 'string' ? real : file;
}

/** Whether nothing is there, as opposed to something that may not be read. */
export function isMissing({ reason }: Failure): boolean {
  return reason === 'ENOENT' || reason === 'ENOTDIR';
}

/** As people and globs write a path. Where `/` separates, a backslash is part of a name. */
export function withSlashes(file: string): string {
  return path.sep === '/' ? file : file.replaceAll(path.sep, '/');
}

function attempt<T>(action: () => T): T | Failure {
  try {
    return action();
  } catch (error) {
    return { reason: reasonOf(error) };
  }
}

/** The system's word for why something failed. */
export function reasonOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
