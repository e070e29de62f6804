// Image references, read and completed as the kubelet does it.
import { digestProblem, nameProblem, tagProblem, textProblem } from './image-problem.ts';

/** A reference in its full form: `nginx:1.27` has the domain `docker.io` and the path `library/nginx`. */
export interface ImageReference {
  /**
   * The registry with its port, in the case it was written in. Empty in one odd form that upstream accepts: a
   * first part that looks like a registry but, because of a "_", can only be part of the path
   * (`my_registry.example/app`).
   */
  readonly domain: string;
  /** The repository inside the registry, without a leading slash. */
  readonly path: string;
  /** The tag as written; `effectiveTag` knows the default. */
  readonly tag: string | undefined;
  /** Algorithm and hash, as in `sha256:…`. */
  readonly digest: string | undefined;
}

/** `problem` is a short lower-case sentence without a full stop, saying what is wrong with which part. */
export type ImageReferenceResult = { readonly reference: ImageReference } | { readonly problem: string };

const DEFAULT_DOMAIN = 'docker.io';
const LEGACY_DEFAULT_DOMAIN = 'index.docker.io';
const OFFICIAL_PREFIX = 'library/';

/**
 * The parts of an image reference, or what is wrong with it. Placeholders are not looked for. Never throws.
 *
 * Source: distribution/reference normalize.go ParseNormalizedNamed, reference.go Parse, regexp.go (v0.6,
 * where the limit of 255 characters is that of the path); kubernetes pkg/util/parsers/parsers.go
 * ParseImageName.
 */
export function parseImageReference(text: string): ImageReferenceResult {
  const { name, tag, digest } = splitParts(text);
  const { domain, path, prefix } = splitName(name);
  const problem =
    textProblem(text) ?? nameProblem(domain, path, prefix) ?? tagProblem(tag) ?? digestProblem(digest);
  if (problem !== undefined) return { problem };
  return { reference: { domain, path: prefix + path, tag, digest } };
}

/**
 * The tag that the kubelet asks for: the written one, `latest` when there is neither tag nor digest,
 * undefined when only a digest says which image is meant.
 *
 * Source: kubernetes pkg/util/parsers/parsers.go ParseImageName.
 */
export function effectiveTag(reference: ImageReference): string | undefined {
  return reference.tag ?? (reference.digest === undefined ? 'latest' : undefined);
}

/**
 * The digest follows the first "@"; the tag follows the first ":" after the last "/", since a port stands
 * before it.
 */
function splitParts(text: string): { name: string; tag: string | undefined; digest: string | undefined } {
  const at = text.indexOf('@');
  const tagged = at < 0 ? text : text.slice(0, at);
  const digest = at < 0 ? undefined : text.slice(at + 1);
  const colon = tagged.indexOf(':', tagged.lastIndexOf('/') + 1);
  if (colon < 0) return { name: tagged, tag: undefined, digest };
  return { name: tagged.slice(0, colon), tag: tagged.slice(colon + 1), digest };
}

/** Domain and path; `prefix` completes the path of an official image and is kept apart for messages. */
function splitName(name: string): { domain: string; path: string; prefix: string } {
  const slash = name.indexOf('/');
  const first = name.slice(0, Math.max(slash, 0));
  if (slash < 0 || !standsForDomain(first)) {
    return { domain: DEFAULT_DOMAIN, path: name, prefix: slash < 0 ? OFFICIAL_PREFIX : '' };
  }
  if (isPathInDisguise(first)) return { domain: '', path: name, prefix: '' };
  const domain = first === LEGACY_DEFAULT_DOMAIN ? DEFAULT_DOMAIN : first;
  const path = name.slice(slash + 1);
  return { domain, path, prefix: domain === DEFAULT_DOMAIN && !path.includes('/') ? OFFICIAL_PREFIX : '' };
}

function standsForDomain(first: string): boolean {
  return first === 'localhost' || /[.:]/.test(first) || first.toLowerCase() !== first;
}

/** No host name has a "_", but a lower-case path has; upstream falls back to that reading. */
function isPathInDisguise(first: string): boolean {
  return /^[a-z0-9._-]*$/.test(first) && first.includes('_');
}
