/** `/`-separated paths as plain text; the core has no file system. */

/** The folder of a path; `.` for a bare name. */
export function folderOf(path: string): string {
  const slash = path.lastIndexOf('/');
  if (slash < 0) return '.';
  return slash === 0 ? '/' : path.slice(0, slash);
}

/** The last part of a path. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** `relative` as seen from a folder, with `.` and `..` resolved; may begin with `..`. */
export function resolvePath(folder: string, relative: string): string {
  const absolute = relative.startsWith('/') || folder.startsWith('/');
  const parts: string[] = [];
  for (const part of (relative.startsWith('/') ? relative : `${folder}/${relative}`).split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else if (!absolute) parts.push(part);
  }
  const path = parts.join('/');
  return absolute ? `/${path}` : path || '.';
}

/** Whether a path lies in a folder, at any depth. */
export function isInside(path: string, folder: string): boolean {
  if (folder === '.') return !path.startsWith('../') && !path.startsWith('/');
  return path.startsWith(folder === '/' ? folder : `${folder}/`);
}

/** Whether a path lies in one of the folders: as many look-ups as it has parts. */
export function isInsideOneOf(path: string, folders: ReadonlySet<string>): boolean {
  if (folders.size === 0) return false;
  for (let folder = folderOf(path); ; folder = folderOf(folder)) {
    if (folders.has(folder)) return true;
    if (folder === '.' || folder === '/' || folder === '..') return false;
  }
}
