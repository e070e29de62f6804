// Labels that say which release an object is of, so that the next release changes them.

/** Words of a key that name a release, wherever they stand in it: `deploytimestamp`, `appVersion`. */
const RELEASE_PARTS = /chart|version|revision|timestamp|commit|checksum|digest/;
/** Short words that only count as a whole: `git-sha`, `imageTag`, `build-id`. */
const RELEASE_WORDS = /^(?:ver|rev|sha|hash|tag|date|time|release|build(?:id|number|no)?|pipeline)$/;
/** Versions of something that outlives a release. */
const LASTING_WORDS = /^(?:api|schema|protocol)$/;

const VERSION = /^v?\d+\.\d+(?:[-_.+][0-9a-z]+)*$/i;
const DASHED_VERSION = /^v?\d+-\d+-\d+(?:[-_.][0-9a-z]+)*$/i;
const CHART = /^[a-z0-9][a-z0-9.-]*-v?\d+\.\d+\.\d+/i;
const HASH = /(?:^|[-_.])(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{7,64}$/;
const TIMESTAMP = /^\d{7,}$|^\d{4}-?\d\d-?\d\d(?:[-_.t]?\d\d.*)?$/i;
const NUMBER = /^\d+$/;

/** The API allows no more in a label value. */
const MAX_VALUE = 63;

/**
 * Whether a label changes with each release by the looks of it: the key speaks of a release, *and* the value is a
 * version with a point, a chart with its version, a hash, a point in time, or the number of a build. Fixed names of
 * tracks (`blue`, `stable`, `v1`, `2`) are none. Never throws.
 *
 * Source: helm-www docs chart_best_practices/labels; kubernetes.io, Recommended Labels (what the labels hold).
 */
export function isReleaseLabel(key: string, value: string): boolean {
  if (value.length > MAX_VALUE) return false;
  const words = wordsOf(key);
  const speaks = words.some((word) => RELEASE_WORDS.test(word) || RELEASE_PARTS.test(word));
  if (!speaks || words.some((word) => LASTING_WORDS.test(word))) return false;
  const counts = words.some((word) => word.startsWith('build') || word === 'pipeline');
  const forms = [VERSION, DASHED_VERSION, CHART, HASH, TIMESTAMP, ...(counts ? [NUMBER] : [])];
  return forms.some((form) => form.test(value));
}

/** The words of the last segment: `example.com/deployTimestamp` → deploy, timestamp. */
function wordsOf(key: string): string[] {
  const name = key.slice(key.lastIndexOf('/') + 1);
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
}
