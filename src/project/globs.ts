/** Globs of a configuration. They are relative to its folder, and so are the paths that they are tried on. */
import path from 'node:path';
import picomatch from 'picomatch';

type Test = (relative: string) => boolean;

/**
 * A test whether one of the globs matches a path made by `relativePath`. Outside of the folder those count that begin
 * with `**` (they match at any depth) or `..`.
 */
export function globMatcher(globs: readonly string[]): Test {
  const matches = compiledWhenAsked(globs);
  const matchesAnywhere = compiledWhenAsked(globs.filter((glob) => glob.startsWith('**')));
  return (relative) =>
    matches(relative) || (OUTSIDE.test(relative) && matchesAnywhere(relative.replace(OUTSIDE, '')));
}

/** A run over one file asks nothing, and shouldn't pay for the patterns. */
function compiledWhenAsked(globs: readonly string[]): Test {
  let test: Test | undefined;
  return (relative) => {
    test ??= compile(globs);
    return test(relative);
  };
}

function compile(globs: readonly string[]): Test {
  return globs.length === 0
    ? () => false
    : picomatch(globs.map(withFolderContent), { dot: true, windows: false });
}

const LITERAL_END = /(?:^|\/)[^*?[\]{}()!+@\\/]*$/;

/** `vendor`, `vendor/` and `vendor/**` are the same; `name/**` matches a file of that name too. */
function withFolderContent(glob: string): string {
  return LITERAL_END.test(glob) ? glob.replace(/\/*$/, '/**') : glob;
}

/** Steps upward, or what an absolute path of another drive begins with. */
const OUTSIDE = /^(?:(?:\.\.(?:\/|$))+|[a-z]:\/|\/+)/i;

/** The `/`-separated path of a file as seen from a folder, both absolute; on another drive of Windows it stays absolute. */
export function relativePath(folder: string, file: string, platform: path.PlatformPath = path): string {
  const relative = platform.relative(folder, file);
  return platform.sep === '/' ? relative : relative.replaceAll(platform.sep, '/');
}
