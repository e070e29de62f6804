/** What a dry run shows: one diff that can be applied from the current folder, and why a file isn't in it. */
import type { Change } from '../../core/mend.ts';
import type { Source } from '../../core/source.ts';
import { isUtf16 } from '../../project/decode.ts';
import { readBytes } from '../../project/file-system.ts';
import { pathOf } from '../../reporters/place.ts';
import * as notes from '../fix-notes.ts';
import { fileBehind, folderAbove } from '../real-file.ts';
import { unifiedDiff } from '../unified-diff.ts';

export interface Patch {
  /** Unified; it names the files behind symbolic links, since neither program writes through one. */
  readonly diff: string;
  /** One for each file that the diff leaves out. */
  readonly notes: readonly string[];
}

/** The changes in one diff; `isPiped` tells those of standard input, which may have any name. */
export function patchOf(changes: readonly Change[], isPiped: (source: Source) => boolean): Patch {
  const shown = new Map<string, Change>();
  const leftOut: string[] = [];
  for (const change of changes) {
    const file = isPiped(change.source) ? pathOf(change.source) : fileBehind(change.source);
    const note = isPiped(change.source) ? undefined : obstacle(change, file);
    if (note !== undefined) leftOut.push(note);
    else if (!shown.has(file)) shown.set(file, change);
  }
  const diffs = [...shown].map(([file, { source, text }]) => unifiedDiff(file, source.text, text));
  return { diff: diffs.join(''), notes: leftOut };
}

function obstacle({ source }: Change, file: string): string | undefined {
  const above = folderAbove(file);
  if (above !== undefined) return notes.outOfReach(source, above);
  return isUtf16File(source.location) ? notes.notShown(source) : undefined;
}

function isUtf16File(file: string): boolean {
  const bytes = readBytes(file);
  return Buffer.isBuffer(bytes) && isUtf16(bytes);
}
