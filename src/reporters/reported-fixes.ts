/** The fixes that a report may carry: reports are uploaded and kept, so nothing of a Secret may be written in them. */
import type { Finding } from '../core/finding.ts';
import type { Fix } from '../core/fix.ts';

/** All of them; of a Secret, and of a text that may be one, those that only take something away. */
export function reportedFixes({ resource, fixes }: Finding): readonly Fix[] {
  if (resource && resource.kind !== 'Secret') return fixes;
  return fixes.filter(({ edits }) => edits.every(({ text }) => text === ''));
}
