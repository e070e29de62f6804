/** Which of some names a mistyped one most likely stands for. */

/** More than these are no help to choose from. */
const MOST = 3;

/**
 * The candidates near a word, the nearest first, three at most. Upper case and the order of the parts of a kebab-case
 * name don't count (`missing-readiness-probe`), and a beginning is enough (`warn`).
 */
export function nearest(word: string, candidates: Iterable<string>): string[] {
  const limit = Math.max(1, Math.floor(word.length / 3));
  return [...new Set(candidates)]
    .map((candidate) => ({ candidate, distance: distanceOf(word, candidate, limit) }))
    .filter(({ distance }) => distance <= limit)
    .map((near) => ({ ...near, edits: editDistance(word, near.candidate) }))
    .sort((a, b) => a.distance - b.distance || a.edits - b.edits)
    .slice(0, MOST)
    .map(({ candidate }) => candidate);
}

/** Infinity where the lengths alone tell that it is beyond the limit. */
function distanceOf(word: string, candidate: string, limit: number): number {
  const a = word.toLowerCase();
  const b = candidate.toLowerCase();
  if (a.length >= 3 && b !== '' && (b.startsWith(a) || a.startsWith(b))) return 1;
  if (Math.abs(a.length - b.length) > limit) return Number.POSITIVE_INFINITY;
  return Math.min(editDistance(a, b), editDistance(partsInOrder(a), partsInOrder(b)));
}

const partsInOrder = (name: string) => name.split('-').sort().join('-');

/** Optimal string alignment: insertions, deletions, replacements and swaps of neighbours. */
export function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = at(last, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      row[j] = Math.min(replaced, at(last, j) + 1, at(row, j - 1) + 1);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) row[j] = Math.min(at(row, j), at(beforeLast, j - 2) + 1);
    }
    beforeLast = last;
    last = row;
  }
  return at(last, b.length);
}

const at = (row: readonly number[], index: number) => row[index] ?? Infinity;
