// What can be wrong with each part of an image reference, in words. Every pattern here takes linear time.

const MAX_PATH = 255;
const MAX_TAG = 128;
const MAX_QUOTED = 60;

const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]*:\/\//;
const IMAGE_ID = /^[a-f0-9]{64}$/;
const PORT = /:[0-9]+$/;
const IPV6 = /^\[[0-9a-fA-F:]+\]$/;
const HOST_LABEL = /^(?!-)[A-Za-z0-9-]+(?<!-)$/;
const PATH_COMPONENT = /^[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*$/;

/** The hexadecimal digits of each algorithm that go-digest knows (opencontainers/go-digest algorithm.go). */
const DIGEST_LENGTHS: ReadonlyMap<string, number> = new Map([
  ['sha256', 64],
  ['sha384', 96],
  ['sha512', 128],
]);

/** What is wrong with a reference as a whole, before its parts are looked at; undefined when nothing is. */
export function textProblem(text: string): string | undefined {
  if (text === '') return 'it is empty';
  if (text.trim() !== text) return 'it starts or ends with white space';
  if (/\s/.test(text)) return 'it contains white space';
  if (SCHEME.test(text)) return 'it has a URL scheme';
  if (IMAGE_ID.test(text)) return 'a name of 64 hexadecimal digits would be taken for an image id';
  return undefined;
}

/**
 * What is wrong with the registry or the repository name; undefined when nothing is. `domain` may be empty;
 * `path` is the repository as written, and `prefix` what it is completed with, which counts for the length
 * only.
 */
export function nameProblem(domain: string, path: string, prefix: string): string | undefined {
  if (domain !== '' && !isDomain(domain)) {
    return `the registry ${quote(domain)} must be a host name or an IP address, with a port at most`;
  }
  if (path === '') return 'the repository name is missing';
  const length = prefix.length + path.length;
  if (length > MAX_PATH) return `the repository name has ${length} characters, more than ${MAX_PATH}`;
  if (path.toLowerCase() !== path) return `the repository name ${quote(path)} must be lowercase`;
  const components = path.split('/');
  if (components.includes('')) return `the repository name ${quote(path)} has an empty part`;
  if (components.every((component) => PATH_COMPONENT.test(component))) return undefined;
  const rule = 'may hold only letters and digits, with ".", "_", "__" or "-" between them';
  return `the repository name ${quote(path)} ${rule}`;
}

/** What is wrong with a tag, given without its colon; undefined when nothing is or there is no tag. */
export function tagProblem(tag: string | undefined): string | undefined {
  if (tag === undefined) return undefined;
  if (tag === '') return 'the tag after ":" is empty';
  if (!/^[\w.-]+$/.test(tag)) return `the tag ${quote(tag)} may hold only letters, digits, "_", "." and "-"`;
  if (/^[.-]/.test(tag)) return `the tag ${quote(tag)} must start with a letter, a digit or "_"`;
  return tag.length > MAX_TAG ? `the tag has ${tag.length} characters, more than ${MAX_TAG}` : undefined;
}

/**
 * What is wrong with a digest, given without its at sign; undefined when nothing is or there is no digest.
 */
export function digestProblem(digest: string | undefined): string | undefined {
  if (digest === undefined) return undefined;
  if (digest === '') return 'the digest after "@" is empty';
  const colon = digest.indexOf(':');
  if (colon < 0) return `the digest ${quote(digest)} must have an algorithm before the hash, as in "sha256:"`;
  return hashProblem(digest.slice(0, colon), digest.slice(colon + 1));
}

function hashProblem(algorithm: string, hash: string): string | undefined {
  const length = DIGEST_LENGTHS.get(algorithm);
  if (length === undefined) {
    return `the digest algorithm ${quote(algorithm)} must be sha256, sha384 or sha512`;
  }
  if (!/^[a-f0-9]*$/.test(hash)) {
    return `the ${algorithm} hash ${quote(hash)} may hold only digits and the letters "a" to "f"`;
  }
  if (hash.length === length) return undefined;
  return `the ${algorithm} hash must have ${length} digits, not ${hash.length}`;
}

/** `host`, `host:port` or `[ipv6]:port`. */
function isDomain(domain: string): boolean {
  const host = domain.replace(PORT, '');
  return IPV6.test(host) || host.split('.').every((label) => HOST_LABEL.test(label));
}

/** A part of the text in double quotes, control characters escaped, shortened when it is long. */
function quote(text: string): string {
  return JSON.stringify(text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}…` : text);
}
