// Texts that another tool completes before Kubernetes sees them.

/**
 * The markers, in order: Helm, Go templates, Jinja and Argo's arguments; a variable of kustomize or
 * Kubernetes; a variable of a shell, `envsubst` or a Makefile, with and without braces; and words in angle
 * brackets that a reader is to replace, and an import path that ko builds an image of. Operators inside the
 * brackets (`a <b && c> d`) make it a comparison instead.
 */
const MARKERS: readonly RegExp[] = [
  /\{\{/,
  /\$\(/,
  /\$\{/,
  /\$[A-Za-z_]/,
  /<[^\s<>=&|](?:[^<>=&|]*[^\s<>=&|])?>/,
  /^ko:\/\//,
];

/**
 * Whether a text still waits for another tool: it contains `{{`, `$(`, `${`, `$NAME` or `<...>`,
 * or begins with `ko://`. Such a text
 * is no value yet, so nothing can be said about its syntax. Never throws.
 */
export function hasPlaceholder(text: string): boolean {
  return MARKERS.some((marker) => marker.test(text));
}
