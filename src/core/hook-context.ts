/** What the hooks of a rule are told, and whether they asked about other objects than the one that they are called for. */
import type { ResourceIndex } from './index/resource-index.ts';
import type { RuleContext } from './rule.ts';

/** The index, which takes note when it is asked for. */
export class Others {
  readonly #index: ResourceIndex;
  wereAskedFor = false;

  constructor(index: ResourceIndex) {
    this.#index = index;
  }

  get index(): ResourceIndex {
    this.wereAskedFor = true;
    return this.#index;
  }
}

/** What hooks are told, but for what they are called for. */
export class HookContext implements RuleContext {
  readonly options: RuleContext['options'];
  readonly report: RuleContext['report'];
  readonly #others: Others;

  constructor(others: Others, options: RuleContext['options'], report: RuleContext['report']) {
    this.#others = others;
    this.options = options;
    this.report = report;
  }

  get index(): ResourceIndex {
    return this.#others.index;
  }

  /** The same with what a hook is called for. */
  with<T extends object>(subject: T): RuleContext & T {
    return Object.assign(new HookContext(this.#others, this.options, this.report), subject);
  }
}
