/** The files of a project as they were last read. Files that look unchanged since then are not read again. */
import fs from 'node:fs';
import type { Input } from '../core/index/bundle.ts';
import { eachInTurns } from './turns.ts';

/** What counts how far a long reading has got. */
export type Progress = (done: number, all: number) => void;

interface ReadFile {
  readonly stamp: string;
  /** Undefined when it can hold no object. */
  readonly input: Input | undefined;
}

export class Disk {
  #read = new Map<string, ReadFile>();

  /** Takes in what these files, given by their absolute paths, hold now; all others are forgotten. */
  async update(
    files: readonly string[],
    read: (file: string) => Input | undefined,
    progress?: Progress,
  ): Promise<void> {
    const known = this.#read;
    const now = new Map<string, ReadFile>();
    let done = 0;
    await eachInTurns(files, (file) => {
      const stamp = stampOf(file);
      const before = known.get(file);
      now.set(file, before?.stamp === stamp ? before : { stamp, input: read(file) });
      progress?.(++done, files.length);
    });
    this.#read = now;
  }

  /** Forgets what was read, as when it would be read otherwise now. */
  clear(): void {
    this.#read = new Map();
  }

  *inputs(): Generator<readonly [file: string, input: Input]> {
    for (const [file, { input }] of this.#read) if (input) yield [file, input];
  }
}

/** What changes whenever somebody writes to a file; for one that can't be looked at, why. Never throws. */
export function stampOf(file: string): string {
  try {
    const { ino, size, mtimeNs, ctimeNs } = fs.statSync(file, { bigint: true });
    return `${ino} ${size} ${mtimeNs} ${ctimeNs}`;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  }
}
