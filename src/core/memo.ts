/** Answers kept for as long as what was asked about: an object of a text never changes. */

/** The same function, which works out each answer once. */
export function memoized<K extends object, V>(answer: (key: K) => V): (key: K) => V {
  const known = new WeakMap<K, { readonly value: V }>();
  return (key) => {
    const before = known.get(key);
    if (before) return before.value;
    const value = answer(key);
    known.set(key, { value });
    return value;
  };
}
