/** Where a project begins. */
import type { Config } from './config.ts';
import { gitRootOf } from './walk.ts';

/** The folder of the configuration, else of the git repository around a folder, else that folder itself; absolute. */
export function projectFolderOf(config: Config, folder: string): string {
  return config.file === undefined ? (gitRootOf(folder) ?? folder) : config.folder;
}
