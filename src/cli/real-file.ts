/** Where files really are: behind symbolic links, as seen from the current folder. */
import path from 'node:path';
import { folderOf } from '../core/layout/path.ts';
import type { Source } from '../core/source.ts';
import { realPathOf, withSlashes } from '../project/file-system.ts';
import { pathOf } from '../reporters/place.ts';

/** The path of a source as people read it, with where a symbolic link leads: `link.yaml -> ../real.yaml`. */
export function titleOf(source: Source): string {
  const location = path.resolve(source.location);
  const isLink = realPathOf(location) !== location;
  return isLink ? `${pathOf(source)} -> ${fileBehind(source)}` : pathOf(source);
}

/** The file of a source; what its own path is where no link is on the way. */
export function fileBehind({ location }: Source): string {
  const file = realPathOf(path.resolve(location));
  return withSlashes(path.relative(realPathOf(process.cwd()), file));
}

/** For a file that isn't below the current folder, a folder that it is below of; `..` where that will do. */
export function folderAbove(file: string): string | undefined {
  if (path.isAbsolute(file)) return folderOf(file);
  return /^\.\.(?:\/\.\.)*(?=\/)/.exec(file)?.[0];
}
