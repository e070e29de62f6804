/** Suggestions for mistyped names. */

/**
 * The candidate that a mistyped word most likely stands for; undefined when none is near. The order of the parts of a
 * kebab-case name and upper case don't count (`missing-readiness-probe`), and a beginning is enough (`warn`).
 */
export function suggestion(word: string, candidates: readonly string[]): string | undefined {
  const limit = Math.max(1, Math.floor(word.length / 3));
  let best: { readonly candidate: string; readonly distance: number } | undefined;
  for (const candidate of candidates) {
    const distance = distanceOf(word, candidate);
    if (distance <= limit && distance < (best?.distance ?? Infinity)) best = { candidate, distance };
  }
  return best?.candidate;
}

/** `; did you mean "…"?`, or nothing. */
export function didYouMean(word: string, candidates: readonly string[]): string {
  const candidate = suggestion(word, candidates);
  return candidate === undefined ? '' : `; did you mean ${JSON.stringify(candidate)}?`;
}

function distanceOf(word: string, candidate: string): number {
  const a = word.toLowerCase();
  const b = candidate.toLowerCase();
  if (a.length >= 3 && (b.startsWith(a) || a.startsWith(b))) return 1;
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
