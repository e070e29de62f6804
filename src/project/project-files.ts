/** The files of a project one by one, for a face that keeps them in memory. */
import path from 'node:path';
import type { Input } from '../core/index/bundle.ts';
import { Source } from '../core/source.ts';
import type { Steps } from '../core/steps.ts';
import type { Config } from './config.ts';
import { type FileFilter, fileFilter } from './file-filter.ts';
import { withSlashes } from './file-system.ts';
import { isWanted, readFile, surroundings } from './manifest-file.ts';
import { walkStepwise } from './walk.ts';

export class ProjectFiles {
  readonly #folder: string;
  readonly #filter: FileFilter;

  /** `folder` is absolute; findings name files as seen from there. */
  constructor(folder: string, config: Config) {
    this.#folder = folder;
    this.#filter = fileFilter(config);
  }

  /** The absolute paths of all files to look into, with those above the folder that say something about it. */
  *list(): Steps<string[]> {
    const { files } = yield* walkStepwise(this.#folder, (file) => isWanted(file, this.#filter));
    return [...files, ...surroundings(path.dirname(this.#folder), new Set())];
  }

  /** Those in and above the folders of some files that say something about these. */
  around(files: readonly string[]): string[] {
    const seen = new Set<string>();
    return files.flatMap((file) => surroundings(path.dirname(file), seen));
  }

  /** Whether a file may be judged at all. */
  isExcluded(file: string): boolean {
    return this.#filter.excluded(file);
  }

  /** As findings name a file. */
  pathOf(file: string): string {
    return withSlashes(path.relative(this.#folder, file) || file);
  }

  /**
   * What is in a file; undefined when it is gone or can hold no object. A byte order mark is left out, since editors
   * don't show it.
   */
  read(file: string): Input | undefined {
    const read = readFile(file, 'walked');
    if (read.is === 'text') return this.input(file, this.#source(file, read.text.replace(/^\uFEFF/, '')));
    if (read.is === 'other' || read.reason === 'ENOENT') return undefined;
    return { ...this.input(file, this.#source(file, '')), unreadable: true };
  }

  /** A text of a file as an input that nobody asks about. */
  input(file: string, source: Source): Input {
    return { source, origin: 'walked', target: false, bundle: this.#filter.bundleOf(file) };
  }

  #source(file: string, text: string): Source {
    return new Source(this.pathOf(file), text, withSlashes(file));
  }
}
