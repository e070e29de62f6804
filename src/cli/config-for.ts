/** The configuration of a run. */
import path from 'node:path';
import rules from 'rollsafe:rules';
import { type Config, ConfigError, defaultConfig, findConfigFile, loadConfig } from '../project/config.ts';
import type { Console } from './console.ts';
import type { LintOptions } from './options.ts';

export interface ChosenConfig {
  readonly config: Config;
  /** Whether there is one that can't be used. */
  readonly broken: boolean;
}

/** One with mistakes is not used: they are printed, and the defaults hold. */
export async function configFor(options: LintOptions, console: Console): Promise<ChosenConfig> {
  const currentFolder = process.cwd();
  try {
    const file = options.noConfig ? undefined : configFile(options, currentFolder);
    const config = file === undefined ? defaultConfig(currentFolder) : await loadConfig(file, rules);
    return { config, broken: false };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    for (const { file, line, column, message } of error.problems) {
      console.err(`${display(file, currentFolder)}:${line}:${column}: ${message}\n`);
    }
    return { config: defaultConfig(currentFolder), broken: true };
  }
}

function configFile({ config }: LintOptions, currentFolder: string): string | undefined {
  return config === undefined ? findConfigFile(currentFolder) : path.resolve(currentFolder, config);
}

function display(file: string, currentFolder: string): string {
  return path.relative(currentFolder, file).replaceAll('\\', '/') || file;
}
