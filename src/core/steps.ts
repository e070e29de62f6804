/** Work in small steps, between which others may have their turn. */

/** Yields after each step, and returns the result. */
export type Steps<T> = Generator<undefined, T>;

/** Work that several may wait for: each goes on where the last one stopped, and the result is kept. */
export class SharedSteps<T> {
  readonly #steps: Steps<T>;
  #end: { readonly value: T } | undefined;

  constructor(steps: Steps<T>) {
    this.#steps = steps;
  }

  /** The steps that are left. */
  *rest(): Steps<T> {
    while (!this.#end) {
      const { done, value } = this.#steps.next();
      if (done) this.#end = { value };
      else yield;
    }
    return this.#end.value;
  }
}

/** Does all steps in one go. */
export function inOneGo<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
