/** Which files a configuration takes in, leaves out and puts together. */
import type { Config } from './config.ts';
import { globMatcher, relativePath } from './globs.ts';

/** Paths are absolute, in the platform's own spelling. The answers are independent of each other. */
export interface FileFilter {
  /** Whether `include` takes a file that a folder walk meets. */
  included(absolutePath: string): boolean;
  /** Whether `exclude` takes it out: it is never judged, also when named. */
  excluded(absolutePath: string): boolean;
  /** The name of the first bundle that the file belongs to. */
  bundleOf(absolutePath: string): string | undefined;
}

export function fileFilter({ folder, include, exclude, bundles }: Config): FileFilter {
  const isIncluded = globMatcher(include);
  const isExcluded = globMatcher(exclude);
  const tests = bundles.map(({ name, files }) => ({ name, holds: globMatcher(files) }));
  const relative = (absolutePath: string) => relativePath(folder, absolutePath);
  return {
    included: (absolutePath) => isIncluded(relative(absolutePath)),
    excluded: (absolutePath) => exclude.length > 0 && isExcluded(relative(absolutePath)),
    bundleOf(absolutePath) {
      if (bundles.length === 0) return undefined;
      const file = relative(absolutePath);
      return tests.find(({ holds }) => holds(file))?.name;
    },
  };
}
