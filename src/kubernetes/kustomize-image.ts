// Images as kustomize recognises them in a manifest, before it rewrites them.

const SUFFIX = /^(?::[\w.{}-]*)?(?:@[A-Za-z][A-Za-z0-9]*:[\w.{}-]*)?$/;

/**
 * The name by which an entry of a kustomization's `images` finds an image: the text before tag and digest, as
 * it is written (`nginx`, not `docker.io/library/nginx`). It need not be a valid reference. Undefined when
 * what follows the name has characters that kustomize doesn't look past, so that no entry finds it. Never
 * throws.
 *
 * Source: kustomize api/internal/image/image.go IsImageMatched (where the entry's name is even a pattern).
 */
export function kustomizeImageName(text: string): string | undefined {
  const at = text.indexOf('@');
  const tagged = at < 0 ? text : text.slice(0, at);
  const colon = tagged.indexOf(':', tagged.lastIndexOf('/') + 1);
  const name = colon < 0 ? tagged : tagged.slice(0, colon);
  return name !== '' && SUFFIX.test(text.slice(name.length)) ? name : undefined;
}
