/** The configuration of one session: read again when it has changed on the disk, and what follows from it. */
import path from 'node:path';
import type { Standard } from '../core/judge.ts';
import { LocalFindings } from '../core/local-findings.ts';
import type { Rule } from '../core/rule.ts';
import { type Config, ConfigError, defaultConfig, findConfigFile, loadConfig } from '../project/config.ts';
import { ProjectFiles } from '../project/project-files.ts';
import { projectFolderOf } from '../project/project-folder.ts';
import { settingsOf } from '../project/settings.ts';
import { stampOf } from './disk.ts';

export interface SessionConfigOptions {
  /** Absolute. */
  readonly folder: string;
  /** Whether the files of the folder are the project; if not, every open document stands alone. */
  readonly isProject: boolean;
  readonly rules: readonly Rule[];
  /** Hears why the configuration that was just looked at can't be used, so that the defaults hold; nothing when it can. */
  configRead(folder: string, problem: Error | undefined): void;
}

export class SessionConfig {
  readonly #options: SessionConfigOptions;
  #chosen: Promise<string | undefined> = Promise.resolve(undefined);
  /** By which a configuration is known to be the one that was read. */
  #stamp: string | undefined;
  #file: string | undefined;
  #standard: Omit<Standard, 'today'>;
  #files: ProjectFiles;

  constructor(options: SessionConfigOptions) {
    const config = defaultConfig(options.folder);
    this.#options = options;
    this.#standard = this.#standardOf(config);
    this.#files = new ProjectFiles(options.folder, config);
  }

  get file(): string | undefined {
    return this.#file;
  }

  get files(): ProjectFiles {
    return this.#files;
  }

  get standard(): Omit<Standard, 'today'> {
    return this.#standard;
  }

  /** Takes a file instead of the nearest one; relative to the folder. */
  choose(chosen: Promise<string | undefined>): void {
    this.#chosen = chosen;
  }

  /** Reads the configuration, if it isn't the one that was read last. Whether it was read. */
  async update(): Promise<boolean> {
    const chosen = await this.#chosen;
    const { folder, configRead } = this.#options;
    const found = attempt(() =>
      chosen === undefined ? findConfigFile(folder) : path.resolve(folder, chosen),
    );
    const stamp = found instanceof Error ? found.message : `${found} ${found && stampOf(found)}`;
    if (stamp === this.#stamp) return false;
    this.#stamp = stamp;
    this.#file = found instanceof Error ? undefined : found;
    const config = found instanceof Error ? found : await this.#load(found);
    configRead(folder, config instanceof Error ? config : undefined);
    const used = config instanceof Error ? defaultConfig(folder) : config;
    this.#standard = this.#standardOf(used);
    this.#files = new ProjectFiles(folder, used);
    return true;
  }

  async #load(file: string | undefined): Promise<Config | Error> {
    const { folder, rules } = this.#options;
    try {
      return file === undefined ? defaultConfig(folder) : await loadConfig(file, rules);
    } catch (error) {
      return asError(error);
    }
  }

  #standardOf(config: Config): Omit<Standard, 'today'> {
    const { folder, isProject, rules } = this.#options;
    const settings = settingsOf(config, { currentFolder: folder });
    const begin = projectFolderOf(config, folder);
    const isPartial = !isProject || !(begin === folder || begin.startsWith(folder + path.sep));
    return { rules, settings, isPartial, local: new LocalFindings() };
  }
}

function attempt<T>(action: () => T): T | ConfigError {
  try {
    return action();
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
