/**
 * A project kept in memory: the files of one folder, with the texts that are open in the editor laid over them, and what
 * rollsafe says of them as they stand now.
 */
import path from 'node:path';
import type { CancellationToken } from 'vscode-languageserver';
import type { Input } from '../core/index/bundle.ts';
import type { Standard } from '../core/judge.ts';
import { LocalFindings } from '../core/local-findings.ts';
import { readStepwise } from '../core/reading.ts';
import type { Rule } from '../core/rule.ts';
import { type Config, ConfigError, defaultConfig, findConfigFile, loadConfig } from '../project/config.ts';
import { withSlashes } from '../project/file-system.ts';
import { ProjectFiles } from '../project/project-files.ts';
import { projectFolderOf } from '../project/project-folder.ts';
import { settingsOf } from '../project/settings.ts';
import type { DocumentPlace, OpenDocument } from './open-document.ts';
import { Snapshot } from './snapshot.ts';
import { eachInTurns, inTurns } from './turns.ts';

export interface SessionOptions {
  /** Absolute. */
  readonly folder: string;
  /** Whether the files of the folder are the project; if not, every open document stands alone. */
  readonly isProject: boolean;
  readonly rules: readonly Rule[];
  /** Today, `2027-03-01`. */
  today(): string;
  /** Hears of a configuration that can't be used; then the defaults hold. */
  configFailed(problem: ConfigError): void;
}

/** What counts how far a long reading has got. */
export type Progress = (done: number, all: number) => void;

export class Session {
  readonly folder: string;
  readonly #options: SessionOptions;
  readonly #disk = new Map<string, Input | undefined>();
  readonly #open = new Map<string, OpenDocument>();
  #config: Config;
  #standard: Omit<Standard, 'today'>;
  #files: ProjectFiles;
  #ready: Promise<void> = Promise.resolve();
  #isListed = false;
  #revision = 0;
  #building: { readonly revision: number; readonly snapshot: Promise<Snapshot> } | undefined;

  constructor(options: SessionOptions) {
    this.folder = options.folder;
    this.#options = options;
    this.#config = defaultConfig(options.folder);
    this.#standard = this.#standardOf(this.#config);
    this.#files = new ProjectFiles(options.folder, this.#config);
  }

  /** Changes whenever an answer may change. */
  get revision(): number {
    return this.#revision;
  }

  /** The keys under which documents were put. */
  get openFiles(): readonly string[] {
    return [...this.#open.keys()];
  }

  /** Reads the configuration, the nearest one or the one that is `chosen`, and forgets what the last one decided. */
  configure(chosen: () => Promise<string | undefined>): void {
    this.#ready = this.#ready.then(async () => this.#readConfig(await chosen()));
    this.#revision++;
  }

  async #readConfig(file: string | undefined): Promise<void> {
    const { folder, rules } = this.#options;
    this.#config = defaultConfig(folder);
    try {
      const found = file === undefined ? findConfigFile(folder) : path.resolve(folder, file);
      if (found !== undefined) this.#config = await loadConfig(found, rules);
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      this.#options.configFailed(error);
    }
    this.#standard = this.#standardOf(this.#config);
    this.#files = new ProjectFiles(folder, this.#config);
    this.#disk.clear();
    this.filesChanged();
  }

  #standardOf(config: Config): Omit<Standard, 'today'> {
    const { folder, isProject, rules } = this.#options;
    const settings = settingsOf(config, { currentFolder: folder });
    const begin = projectFolderOf(config, folder);
    const isPartial = !isProject || !(begin === folder || begin.startsWith(folder + path.sep));
    return { rules, settings, isPartial, local: new LocalFindings() };
  }

  /** How findings name a file, and the path by which files find each other. */
  placeOf(file: string): DocumentPlace {
    if (!path.isAbsolute(file)) return { path: file, location: file };
    return { path: this.#files.pathOf(file), location: withSlashes(file) };
  }

  /** Lays a version of a document over its file, given by its absolute path (or its address when it has none). */
  put(file: string, document: OpenDocument): void {
    this.#open.set(file, document);
    this.#revision++;
  }

  /** The file shows through again. */
  close(file: string): void {
    if (!this.#open.delete(file)) return;
    this.#disk.delete(file);
    this.filesChanged();
  }

  /** Takes note that these files, given by their absolute paths, are no longer as they were read. */
  filesChanged(files: readonly string[] = []): void {
    for (const file of files) this.#disk.delete(file);
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
    await this.#ready;
    while (!this.#isListed) await this.#list(progress);
    const revision = this.#revision;
    const open = new Map(this.#open);
    const standard = { ...this.#standard, today: this.#options.today() };
    const reading = await inTurns(readStepwise(this.#inputs()));
    return new Snapshot({ reading, standard, open, isCurrent: () => revision === this.#revision });
  }

  /** Finds the files again and reads those that aren't known. */
  async #list(progress: Progress | undefined): Promise<void> {
    this.#isListed = true;
    const files = this.#options.isProject ? this.#files.list() : this.#filesAroundOpenOnes();
    const present = new Set(files);
    for (const file of this.#disk.keys()) if (!present.has(file)) this.#disk.delete(file);
    const unknown = files.filter((file) => !this.#disk.has(file));
    let done = 0;
    await eachInTurns(unknown, (file) => {
      this.#disk.set(file, this.#files.read(file));
      progress?.(++done, unknown.length);
    });
  }

  #filesAroundOpenOnes(): string[] {
    const folders = new Set([...this.#open.keys()].filter(path.isAbsolute).map((file) => path.dirname(file)));
    return [...new Set([...folders].flatMap((folder) => this.#files.around(folder)))];
  }

  #inputs(): Input[] {
    const inputs: Input[] = [];
    for (const [file, input] of this.#disk) if (input && !this.#open.has(file)) inputs.push(input);
    for (const [file, document] of this.#open) {
      if (this.#files.isExcluded(file)) continue;
      const origin = this.#options.isProject ? 'walked' : 'named';
      const { judged, judgedParts: parts } = document;
      inputs.push({ ...this.#files.input(file, judged), parts, origin, target: true });
    }
    return inputs.sort((a, b) => (a.source.path < b.source.path ? -1 : 1));
  }
}
