/** Documents that stand at another place than where they were read: the same values and problems, all offsets moved. */
import type { Span } from '../source.ts';
import { type SyntaxProblem, type YamlChild, type YamlDocument, type YamlNode, yamlMap } from './tree.ts';

/** The documents, so many characters further down. */
export function moved(documents: readonly YamlDocument[], by: number): readonly YamlDocument[] {
  if (by === 0) return documents;
  return documents.map(({ span, root, problems, identity }) => ({
    identity,
    span: movedSpan(span, by),
    root: root && new Mover(by).node(root),
    problems: problems.map((problem) => movedProblem(problem, by)),
  }));
}

function movedSpan({ start, end }: Span, by: number): Span {
  return { start: start + by, end: end + by };
}

function movedProblem(problem: SyntaxProblem, by: number): SyntaxProblem {
  const inPlace = <T extends { readonly span: Span }>(one: T): T => ({
    ...one,
    span: movedSpan(one.span, by),
  });
  const { related, fix } = problem;
  return {
    ...inPlace(problem),
    ...(related && { related: related.map(inPlace) }),
    ...(fix && { fix: inPlace(fix) }),
  };
}

class Mover {
  readonly #by: number;
  /** What aliases share stays shared: written out, it may be beyond every bound. */
  readonly #known = new Map<YamlNode, YamlNode>();

  constructor(by: number) {
    this.#by = by;
  }

  node(node: YamlNode): YamlNode {
    if (node.kind === 'scalar') return { ...node, ...movedSpan(node, this.#by) };
    const known = this.#known.get(node);
    if (known) return known;
    const copy = this.#collection(node);
    this.#known.set(node, copy);
    return copy;
  }

  #collection(node: Exclude<YamlNode, { kind: 'scalar' }>): YamlNode {
    const span = movedSpan(node, this.#by);
    if (node.kind === 'list')
      return { kind: 'list', ...span, items: node.items.map((item) => this.#child(item)) };
    const entries = node.entries.map((entry) => ({
      key: entry.key,
      keySpan: movedSpan(entry.keySpan, this.#by),
      ...this.#child(entry),
    }));
    return yamlMap(span, entries);
  }

  #child({ value, alias, anchored }: YamlChild): YamlChild {
    return {
      value: this.node(value),
      alias: alias && movedSpan(alias, this.#by),
      ...(anchored && { anchored }),
    };
  }
}
