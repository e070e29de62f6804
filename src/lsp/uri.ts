/** Addresses of documents and paths of files. */
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/**
 * The absolute path of a document's file; undefined for a document without one (`untitled:`), and for an address that
 * no path of this system has. Editors write one drive as `c%3A` and as `C:`; both are `c:` here.
 */
export function fileOf(uri: string): string | undefined {
  if (!/^file:/i.test(uri)) return undefined;
  try {
    return path.normalize(fileURLToPath(uri)).replace(/^[A-Z]:/, (drive) => drive.toLowerCase());
  } catch {
    return undefined;
  }
}

/** The address of a file, given its absolute path. */
export function uriOf(file: string): string {
  return pathToFileURL(file).href;
}

/** By what a document is known: the path of its file, or its address when it has none. */
export function keyOf(uri: string): string {
  return fileOf(uri) ?? uri;
}
