/** Suggestions for mistyped names. */
import { nearest } from '../core/nearest.ts';

/** The candidate that a mistyped word most likely stands for; undefined when none is near. */
export function suggestion(word: string, candidates: readonly string[]): string | undefined {
  return nearest(word, candidates)[0];
}

/** `; did you mean "…"?`, or nothing. */
export function didYouMean(word: string, candidates: readonly string[]): string {
  const candidate = suggestion(word, candidates);
  return candidate === undefined ? '' : `; did you mean ${JSON.stringify(candidate)}?`;
}
