/** Files as a run sees them: which ones are looked into, and what is in one. */
import fs from 'node:fs';
import path from 'node:path';
import { isContextFile } from '../core/layout/context.ts';
import { isKustomizationFile } from '../core/layout/kustomization.ts';
import type { Origin } from '../core/manifest.ts';
import { decode, mayHoldManifest } from './decode.ts';
import type { FileFilter } from './file-filter.ts';
import { readBytes, withSlashes } from './file-system.ts';
import { gitRootOf } from './walk.ts';

/** Whether a file that a walk meets is looked into. */
export function isWanted(file: string, filter: FileFilter): boolean {
  return (filter.included(file) || isKustomizationFile(withSlashes(file))) && !filter.excluded(file);
}

export interface UnreadableFile {
  readonly is: 'unreadable' | 'no text';
  /** The system's word (`EACCES`), or what is wrong with the text. */
  readonly reason: string;
}

/** A text, a file that can't hold an object, or none that can be read. */
export type ManifestFile =
  | { readonly is: 'text'; readonly text: string }
  | { readonly is: 'other' }
  | UnreadableFile;

export const NO_TEXT: UnreadableFile = {
  is: 'no text',
  reason: 'not text: neither UTF-8 nor UTF-16 with a byte order mark',
};

/** Reads a file. One that was walked into has to look as if it held an object, or to say something about others. */
export function readFile(file: string, origin: Origin): ManifestFile {
  const bytes = readBytes(file);
  if ('reason' in bytes) return { is: 'unreadable', reason: bytes.reason };
  if (origin === 'walked' && !isContextFile(withSlashes(file)) && !mayHoldManifest(bytes))
    return { is: 'other' };
  const text = decode(bytes);
  return text === undefined ? NO_TEXT : { is: 'text', text };
}

const SURROUNDINGS = [
  'kustomization.yaml',
  'kustomization.yml',
  'Kustomization',
  'Chart.yaml',
  'skaffold.yaml',
];

/**
 * The files in and above a folder, up to the root of its git repository, that say whether manifests are whole objects.
 * Folders that were `seen` are passed over, and those that are looked into are added.
 */
export function surroundings(folder: string, seen: Set<string>): string[] {
  const found: string[] = [];
  const root = gitRootOf(folder);
  for (let above = folder; !seen.has(above); above = path.dirname(above)) {
    seen.add(above);
    found.push(...SURROUNDINGS.map((name) => path.join(above, name)).filter((file) => fs.existsSync(file)));
    if (above === root || above === path.dirname(above)) break;
  }
  return found;
}
