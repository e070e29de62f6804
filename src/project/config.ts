/**
 * The configuration of a project: finding it, reading it, and what holds without one. Everything that only a run with
 * a configuration file needs (ajv, the checks) is loaded from lazy/check-config.
 */
import fs from 'node:fs';
import path from 'node:path';
import { CONFIG_NAMES } from '../core/layout/context.ts';
import type { Rule } from '../core/rule.ts';
import type { RuleSetting } from '../core/settings.ts';
import { ConfigError } from './config-problem.ts';

export { ConfigError, type ConfigProblem } from './config-problem.ts';

export interface Config {
  /** Absolute path of the file; undefined for the defaults. */
  readonly file: string | undefined;
  /** Absolute folder that globs are relative to. */
  readonly folder: string;
  readonly preset: 'recommended' | 'strict';
  /** Whether a suppression has to say why. */
  readonly requireReasons: boolean;
  /** By rule id. */
  readonly rules: Readonly<Record<string, RuleSetting>>;
  /** Globs of the files that a folder walk takes. */
  readonly include: readonly string[];
  /** Globs of the files that are never judged. */
  readonly exclude: readonly string[];
  /** Settings for some files; the last one that matches and names the rule wins. */
  readonly overrides: readonly {
    readonly files: readonly string[];
    readonly rules: Readonly<Record<string, RuleSetting>>;
  }[];
  /** What is applied together; a file is in the first bundle that matches. */
  readonly bundles: readonly { readonly name: string; readonly files: readonly string[] }[];
}

const MISNAMED = ['rollsafe.yml', '.rollsafe.yml'];

/** What holds where no configuration file is; globs are relative to `folder`. */
export function defaultConfig(folder: string): Config {
  return {
    file: undefined,
    folder: path.resolve(folder),
    preset: 'recommended',
    requireReasons: false,
    rules: {},
    include: ['**/*.{yaml,yml,json}'],
    exclude: [],
    overrides: [],
    bundles: [],
  };
}

/**
 * The absolute path of the nearest configuration file from a folder upward, not past the root of its Git repository.
 * Throws a ConfigError when a folder on the way holds both names, or one with the ending `.yml`.
 */
export function findConfigFile(folder: string): string | undefined {
  for (let at = path.resolve(folder); ; at = path.dirname(at)) {
    const [file, other] = CONFIG_NAMES.map((name) => path.join(at, name)).filter(isFile);
    if (file !== undefined && other !== undefined) {
      const message = `${path.basename(other)} is in the same folder: only one of the two may be there`;
      throw new ConfigError([{ file, line: 1, column: 1, message }]);
    }
    if (file !== undefined) return file;
    const misnamed = MISNAMED.map((name) => path.join(at, name)).find(isFile);
    if (misnamed !== undefined) {
      const message = `this file is not read under that name: call it ${CONFIG_NAMES[0]}`;
      throw new ConfigError([{ file: misnamed, line: 1, column: 1, message }]);
    }
    if (fs.existsSync(path.join(at, '.git')) || at === path.dirname(at)) return undefined;
  }
}

/** Whether a path has the name of a configuration, or one that is taken for one by mistake. */
export function isConfigFile(file: string): boolean {
  const name = path.basename(file);
  return [...CONFIG_NAMES, ...MISNAMED].some((known) => known === name);
}

/** A folder of that name is no configuration. */
function isFile(file: string): boolean {
  try {
    return !fs.statSync(file).isDirectory();
  } catch {
    return false;
  }
}

/**
 * Reads a configuration file. `rules` are all known rules, those of the `syntax` group included. Throws a ConfigError
 * with every mistake, also when the file can't be read.
 */
export async function loadConfig(file: string, rules: readonly Rule[]): Promise<Config> {
  const absolute = path.resolve(file);
  const text = await readText(absolute);
  const { checkConfig } = await import('./lazy/check-config.ts');
  const { content, problems } = checkConfig(text, rules);
  if (problems.length > 0) throw new ConfigError(problems.map((problem) => ({ file: absolute, ...problem })));
  return { ...defaultConfig(path.dirname(absolute)), ...content, file: absolute };
}

async function readText(file: string): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await fs.promises.readFile(file));
  } catch (error) {
    throw new ConfigError([{ file, line: 1, column: 1, message: `can't be read: ${reasonOf(error)}` }]);
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'permission denied',
  ERR_ENCODING_INVALID_ENCODED_DATA: 'it is not UTF-8',
};

function reasonOf(error: unknown): string {
  const { code = '' } = error as NodeJS.ErrnoException;
  return REASONS[code] ?? (error instanceof Error ? error.message : String(error));
}
