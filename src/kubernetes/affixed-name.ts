// Names with the prefix and suffix of another name.

/**
 * The names that a name can have got together with `sibling`, whose own name begins with the prefix and ends with the
 * suffix: first the name itself, then the name with each prefix up to a dash or dot, each suffix from one on, and both.
 * Never throws.
 *
 * Source: kustomize api/builtins/PrefixTransformer.go, SuffixTransformer.go: every object gets the same ones.
 */
export function affixedNames(name: string, sibling: string): string[] {
  const separators = [...sibling.matchAll(/[-.]/g)].map(({ index }) => index);
  const prefixes = ['', ...separators.map((at) => sibling.slice(0, at + 1))];
  const suffixes = ['', ...separators.map((at) => sibling.slice(at))];
  return prefixes.flatMap((prefix) =>
    suffixes
      .filter((suffix) => prefix.length + suffix.length < sibling.length || sibling === '')
      .map((suffix) => `${prefix}${name}${suffix}`),
  );
}
