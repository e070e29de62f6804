// Labels that tell the sides of a deliberate pair apart: stable and canary, blue and green.
import type { Labels } from './selector.ts';

const TRACK_NAMES: ReadonlySet<string> = new Set([
  'track',
  'version',
  'release',
  'variant',
  'color',
  'colour',
  'rollout',
  'slot',
  'canary',
]);

/**
 * Whether two label sets are equal but for one label, and the last segment of its key names a track or version: the
 * marks of two versions of one application that run side by side on purpose. Never throws.
 *
 * Source: kubernetes.io, Managing Workloads, "Canary deployments".
 */
export function areTracks(a: Labels, b: Labels): boolean {
  const different = [...new Set([...Object.keys(a), ...Object.keys(b)])].filter(
    (key) => labelOf(a, key) !== labelOf(b, key),
  );
  return different.length === 1 && TRACK_NAMES.has(different[0]?.split('/').pop() ?? '');
}

function labelOf(labels: Labels, key: string): string | undefined {
  return Object.hasOwn(labels, key) ? labels[key] : undefined;
}
