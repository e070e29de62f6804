/** `rollsafe init`: the first configuration file of a project. */
import fs from 'node:fs';
import path from 'node:path';
import { CONFIG_NAMES } from '../../core/layout/context.ts';
import { type Console, EXIT, type Exit, UsageError } from '../console.ts';

/** Runs the command in the current folder. */
export async function initCommand(args: readonly string[], console: Console): Promise<Exit> {
  if (args.length > 0) throw new UsageError('"rollsafe init" takes no argument: it writes into this folder');
  try {
    const file = await init(process.cwd());
    console.out(`${path.basename(file)} is written: every key is in it, explained\n`);
    return EXIT.clean;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** A configuration that changes nothing, with every key explained. */
export function initialConfig(): string {
  return INITIAL_CONFIG;
}

/** Writes it into a folder and returns the path of the file. Throws when the folder has a configuration already. */
export async function init(folder: string): Promise<string> {
  const existing = CONFIG_NAMES.find((name) => fs.existsSync(path.join(folder, name)));
  if (existing !== undefined) throw new Error(`${existing} already exists in ${folder}`);
  const file = path.join(folder, CONFIG_NAMES[0]);
  try {
    await fs.promises.writeFile(file, initialConfig(), { flag: 'wx' });
  } catch (error) {
    throw new Error(`can't write ${file}: ${(error as Error).message}`, { cause: error });
  }
  return file;
}

const INITIAL_CONFIG = `# yaml-language-server: $schema=https://rollsafe.dev/schemas/config.json

# Which findings are shown: "recommended", or "strict" for advice (severity info) as well.
preset: recommended

# Whether a suppression has to say why, after " -- ".
# requireReasons: true

# The severity of rules by id: off, error, warning or info.
# rules:
#   change-cause-missing: off

# Which files are taken from a folder. All globs are relative to the folder of this file.
# include:
#   - "**/*.{yaml,yml,json}"

# Files that are never judged, also when they are named.
# exclude:
#   - "vendor/**"

# Other rule settings for some files. Of the entries that match a file, the last one wins.
# overrides:
#   - files: ["environments/dev/**"]
#     rules:
#       change-cause-missing: off

# What is applied together. Without this, the files of a folder are.
# bundles:
#   - name: shop
#     files: ["apps/shop/**"]
`;
