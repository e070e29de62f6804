/** Writes new texts into files: each file is replaced whole, and several that belong together are all replaced or none. */
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { decode, encodeLike } from './decode.ts';
import { reasonOf } from './file-system.ts';

export interface Replacement {
  /** Absolute. Through a symbolic link the file behind it is replaced. */
  readonly file: string;
  /** The text that was read. */
  readonly before: string;
  readonly after: string;
}

/** Why nothing was replaced. */
export interface ReplaceFailure {
  readonly file: string;
  /** `changed` when the file isn't what was read any more, else the system's word (`EACCES`). */
  readonly reason: string;
}

/** Replaces the files, which keep their encodings and modes. On a failure all of them are as they were. */
export function replaceFiles(replacements: readonly Replacement[]): ReplaceFailure | undefined {
  const ready: Ready[] = [];
  const replaced: Ready[] = [];
  let current = '';
  try {
    for (const replacement of replacements) {
      current = replacement.file;
      ready.push(...prepare(replacement));
    }
    for (const one of ready) {
      current = one.named;
      fs.renameSync(one.temporary, one.file);
      replaced.push(one);
    }
    return undefined;
  } catch (error) {
    for (const { file, bytes } of replaced) fs.writeFileSync(file, bytes);
    return { file: current, reason: error instanceof Changed ? 'changed' : reasonOf(error) };
  } finally {
    for (const { temporary } of ready) fs.rmSync(temporary, { force: true });
  }
}

class Changed extends Error {}

interface Ready {
  readonly named: string;
  readonly file: string;
  /** What the file held. */
  readonly bytes: Buffer;
  readonly temporary: string;
}

/** Writes the new text beside the file; nothing to do when the file, by another name, has it already. */
function prepare({ file: named, before, after }: Replacement): Ready[] {
  const file = fs.realpathSync(named);
  fs.accessSync(file, fs.constants.W_OK);
  const bytes = fs.readFileSync(file);
  const text = decode(bytes);
  if (text === after) return [];
  if (text !== before) throw new Changed();
  const temporary = path.join(path.dirname(file), `.rollsafe-${randomUUID()}.tmp`);
  writeBeside(file, temporary, encodeLike(after, bytes));
  return [{ named, file, bytes, temporary }];
}

function writeBeside(file: string, temporary: string, bytes: Buffer): void {
  const { mode, uid, gid } = fs.statSync(file);
  try {
    fs.writeFileSync(temporary, bytes, { flag: 'wx', mode: 0o600, flush: true });
    keepOwner(temporary, uid, gid);
    fs.chmodSync(temporary, mode & 0o7777);
  } catch (error) {
    fs.rmSync(temporary, { force: true });
    throw error;
  }
}

/** To root it is allowed, and files of root in a user's folder would be a nuisance. */
function keepOwner(file: string, uid: number, gid: number): void {
  const own = fs.statSync(file);
  if (own.uid === uid && own.gid === gid) return;
  try {
    fs.chownSync(file, uid, gid);
  } catch {
    // Then it becomes the user's own, as after any editor that saves this way.
  }
}
