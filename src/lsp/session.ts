/**
 * A project kept in memory: the files of one folder, with the texts that are open in the editor laid over them, and what
 * rollsafe says of them as they stand now.
 */
import path from 'node:path';
import type { CancellationToken } from 'vscode-languageserver';
import type { Input } from '../core/index/bundle.ts';
import { readStepwise } from '../core/reading.ts';
import { withSlashes } from '../project/file-system.ts';
import { Disk, type Progress } from './disk.ts';
import type { DocumentPlace, OpenDocument } from './open-document.ts';
import { SessionConfig, type SessionConfigOptions } from './session-config.ts';
import { Snapshot } from './snapshot.ts';
import { inTurns } from './turns.ts';

export interface SessionOptions extends SessionConfigOptions {
  /** Today, `2027-03-01`. */
  today(): string;
  /** Whether a file is this session's to judge, and not that of a project inside of this one. */
  owns(file: string): boolean;
}

export class Session {
  readonly #options: SessionOptions;
  readonly #config: SessionConfig;
  readonly #disk = new Disk();
  readonly #open = new Map<string, OpenDocument>();
  #isListed = false;
  #listing: Promise<void> = Promise.resolve();
  #revision = 0;
  #building: { readonly revision: number; readonly snapshot: Promise<Snapshot> } | undefined;

  constructor(options: SessionOptions) {
    this.#options = options;
    this.#config = new SessionConfig(options);
  }

  /** Absolute. */
  get folder(): string {
    return this.#options.folder;
  }

  /** The configuration file that is in force, if any. */
  get configFile(): string | undefined {
    return this.#config.file;
  }

  /** Changes whenever an answer may change. */
  get revision(): number {
    return this.#revision;
  }

  /** The keys under which documents were put. */
  get openFiles(): readonly string[] {
    return [...this.#open.keys()];
  }

  /** Takes the configuration that is chosen from now on, or the nearest one where none is. */
  configure(chosen: Promise<string | undefined>): void {
    this.#config.choose(chosen);
    this.filesChanged();
  }

  /** How findings name a file, and the path by which files find each other. */
  placeOf(file: string): DocumentPlace {
    if (!path.isAbsolute(file)) return { path: file, location: file };
    return { path: this.#config.files.pathOf(file), location: withSlashes(file) };
  }

  /** Lays a version of a document over its file, given by its absolute path (or its address when it has none). */
  put(file: string, document: OpenDocument): void {
    this.#open.set(file, document);
    this.#revision++;
  }

  /** The file shows through again. */
  close(file: string): void {
    if (this.#open.delete(file)) this.filesChanged();
  }

  /** Takes note that files are no longer as they were read. */
  filesChanged(): void {
    this.#isListed = false;
    this.#revision++;
  }

  /** The project as it stands now. What was read before isn't read again. */
  async snapshot(progress?: Progress): Promise<Snapshot> {
    if (this.#building?.revision !== this.#revision)
      this.#building = { revision: this.#revision, snapshot: this.#build(progress) };
    return this.#building.snapshot;
  }

  /** As `snapshot`, for somebody who may be waiting no longer: the newest there is after the wait. */
  async latest(token?: CancellationToken): Promise<Snapshot> {
    for (;;) {
      const snapshot = await this.snapshot();
      if (snapshot.isCurrent() || token?.isCancellationRequested) return snapshot;
    }
  }

  async #build(progress: Progress | undefined): Promise<Snapshot> {
    await this.#listAgain(progress);
    const revision = this.#revision;
    const open = new Map(this.#open);
    const standard = { ...this.#config.standard, today: this.#options.today() };
    const reading = await inTurns(readStepwise(this.#inputs()));
    return new Snapshot({ reading, standard, open, isCurrent: () => revision === this.#revision });
  }

  /** One listing after the other; who comes in the middle of one waits for it. */
  async #listAgain(progress: Progress | undefined): Promise<void> {
    while (!this.#isListed) {
      this.#isListed = true;
      const before = this.#listing.catch(() => {});
      this.#listing = before.then(() => this.#list(progress));
      await this.#listing;
    }
    await this.#listing;
  }

  /** Finds the configuration and the files again, and reads what has changed. */
  async #list(progress: Progress | undefined): Promise<void> {
    if (await this.#config.update()) this.#disk.clear();
    const { files } = this.#config;
    const listed = this.#options.isProject
      ? await inTurns(files.list())
      : files.around(this.openFiles.filter(path.isAbsolute));
    await this.#disk.update(listed, (file) => files.read(file), progress);
  }

  #inputs(): Input[] {
    const { files } = this.#config;
    const inputs: Input[] = [];
    for (const [file, input] of this.#disk.inputs()) if (!this.#open.has(file)) inputs.push(input);
    for (const [file, document] of this.#open) {
      if (files.isExcluded(file)) continue;
      const origin = this.#options.isProject ? 'walked' : 'named';
      const { judged, judgedParts: parts } = document;
      const target = this.#options.owns(file);
      inputs.push({ ...files.input(file, judged), parts, origin, target });
    }
    return inputs.sort((a, b) => (a.source.path < b.source.path ? -1 : 1));
  }
}
