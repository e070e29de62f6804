/** The entries of one map as kubectl collects them: the last value of a key counts, and a merge counts like a value. */
import type { Span } from '../source.ts';
import type { SyntaxProblem, YamlEntry } from './tree.ts';

export class Entries {
  readonly #byKey = new Map<string, YamlEntry>();
  readonly #merged = new Set<string>();
  readonly #problems: SyntaxProblem[];

  /** What is dropped on the way is reported to `problems`. */
  constructor(problems: SyntaxProblem[]) {
    this.#problems = problems;
  }

  /** By the place of the value that counts. */
  get all(): readonly YamlEntry[] {
    return [...this.#byKey.values()];
  }

  add(entry: YamlEntry): void {
    const earlier = this.#byKey.get(entry.key);
    if (earlier && !this.#merged.delete(entry.key)) this.#problems.push(duplicateKey(earlier, entry));
    if (earlier) this.#byKey.delete(entry.key);
    this.#byKey.set(entry.key, entry);
  }

  /** Takes an entry from a merge key. In sigs.k8s.io/yaml it overrides what stands before it. */
  merge(entry: YamlEntry, mergeKey: Span): void {
    const earlier = this.#byKey.get(entry.key);
    if (earlier && !this.#merged.has(entry.key)) this.#problems.push(mergeOrder(earlier, mergeKey));
    this.#merged.add(entry.key);
    this.#byKey.set(entry.key, entry);
  }
}

function duplicateKey(first: YamlEntry, second: YamlEntry): SyntaxProblem {
  return {
    rule: 'duplicate-key',
    span: second.keySpan,
    message: `the key "${second.key}" is here twice: kubectl keeps this value and drops the first one silently`,
    related: [{ span: first.keySpan, message: 'this value is dropped' }],
  };
}

function mergeOrder(earlier: YamlEntry, mergeKey: Span): SyntaxProblem {
  return {
    rule: 'yaml-merge-order',
    span: earlier.keySpan,
    message: `kubectl takes "${earlier.key}" from the merge key below and drops this value; other YAML readers keep this one`,
    related: [{ span: mergeKey, message: 'this merge comes later and wins' }],
  };
}
