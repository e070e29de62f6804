/** Things in namespaces, found by namespace without a look at the others. */

/** Whether two objects can be in one namespace; an omitted namespace is unknown and meets any. */
export function namespacesMeet(a: string | undefined, b: string | undefined): boolean {
  return a === undefined || b === undefined || a === b;
}

/** A list whose items each have a namespace, or an unknown one. */
export class Namespaced<T> {
  readonly #all: T[] = [];
  readonly #byNamespace = new Map<string | undefined, T[]>();

  add(namespace: string | undefined, item: T): void {
    this.#all.push(item);
    const items = this.#byNamespace.get(namespace);
    if (items) items.push(item);
    else this.#byNamespace.set(namespace, [item]);
  }

  /** The items that can be in a namespace, in the order in which they came; those of unknown namespace last. */
  *in(namespace: string | undefined): Generator<T> {
    if (namespace === undefined) yield* this.#all;
    else for (const key of [namespace, undefined]) yield* this.#byNamespace.get(key) ?? [];
  }
}
