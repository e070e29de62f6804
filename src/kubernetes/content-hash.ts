// Names that change with the content of what they name.

/** What kustomize appends: ten hexadecimal digits, those that spell words replaced. */
const KUSTOMIZE = /-[2456789bcdfghkmt]{10}$/;
/** What a chart appends (`sha256sum | trunc 8`): letters and digits mixed, so that it's no word and no date. */
const HEXADECIMAL = /[-.](?=[0-9]*[a-f])(?=[a-f]*[0-9])[0-9a-f]{7,64}$/;

/**
 * Whether a name ends in a hash, so that other content has another name and whoever uses it is updated. Never throws.
 *
 * Source: kustomize api/hasher/hasher.go encode.
 */
export function hasContentHash(name: string): boolean {
  return KUSTOMIZE.test(name) || HEXADECIMAL.test(name);
}

/** The name before the hash that kustomize appended; undefined when there is none. Never throws. */
export function nameBeforeHash(name: string): string | undefined {
  return KUSTOMIZE.test(name) && name.length > 11 ? name.slice(0, -11) : undefined;
}

const CHECKSUM = /^(?:sha(?:1|256|512)[:-])?(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{62,64}|[0-9a-f]{128})$/;

/** Whether a text is a checksum in hexadecimal (md5, sha1, sha256, also cut to the length of a label). Never throws. */
export function isChecksum(text: string): boolean {
  return CHECKSUM.test(text);
}
