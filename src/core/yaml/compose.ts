/**
 * From the `yaml` package's syntax tree to ours, with the meaning that kubectl gives it: types of plain scalars,
 * merge keys, last key wins, string keys. Only this file and parse.ts know which parser is underneath.
 */
import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Pair,
  type ParsedNode,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import type { Span } from '../source.ts';
import { aliasExpansionExceeded } from './alias-limit.ts';
import { duplicateKey } from './json.ts';
import { firstLine, MAX_DEPTH, nestingProblem, parseYaml, syntaxError } from './parse.ts';
import { resolvePlain, resolveTagged } from './scalar.ts';
import {
  type DocumentContent,
  type ScalarValue,
  type SyntaxProblem,
  type YamlChild,
  type YamlEntry,
  type YamlNode,
  type YamlScalar,
  yamlMap,
} from './tree.ts';

/** Reads one YAML document, the part of `text` that `span` names. Never throws. */
export function composeYaml(text: string, span: Span): DocumentContent {
  try {
    const parsed = parseYaml(text, span);
    if ('problem' in parsed) return broken(parsed.problem);
    const composer = new Composer(text, span.start, parsed.joined);
    const root = parsed.contents ? composer.child(parsed.contents, 0).value : undefined;
    if (root && composer.usesAliases && aliasExpansionExceeded(root)) {
      return broken({
        rule: 'alias-expansion-limit',
        span: composer.firstAlias ?? span,
        message: 'the aliases of this document expand beyond every bound; kubectl refuses it',
      });
    }
    return { root, problems: composer.problems };
  } catch (error) {
    if (error instanceof Unreadable) return broken(error.problem);
    if (error instanceof RangeError) return broken(nestingProblem(firstLine(text, span)));
    throw error;
  }
}

/** A document that kubectl refuses as a whole. */
class Unreadable extends Error {
  readonly problem: SyntaxProblem;
  constructor(problem: SyntaxProblem) {
    super(problem.message);
    this.problem = problem;
  }
}

function broken(problem: SyntaxProblem): DocumentContent {
  return { root: undefined, problems: [problem] };
}

class Composer {
  readonly problems: SyntaxProblem[] = [];
  firstAlias: Span | undefined;
  readonly #text: string;
  readonly #base: number;
  readonly #hasTab: boolean;
  readonly #hasSlashEscape: boolean;
  readonly #anchors = new Map<string, YamlNode | undefined>();
  readonly #joined: ReadonlyMap<number, string>;

  /** `joined` has the values of the quoted scalars whose lines were joined to be readable, by offset. */
  constructor(text: string, base: number, joined: ReadonlyMap<number, string>) {
    this.#text = text;
    this.#base = base;
    this.#joined = joined;
    this.#hasTab = text.includes('-\t');
    this.#hasSlashEscape = text.includes('\\/');
  }

  get usesAliases(): boolean {
    return this.firstAlias !== undefined;
  }

  child(node: ParsedNode, depth: number): YamlChild {
    if (isAlias(node)) return this.#alias(node.source, this.#span(node));
    if (depth > MAX_DEPTH) throw new Unreadable(nestingProblem(this.#span(node)));
    if (node.anchor) this.#anchors.set(node.anchor, undefined);
    const value = this.#node(node, depth);
    if (node.anchor) this.#anchors.set(node.anchor, value);
    return { value, alias: undefined };
  }

  #node(node: ParsedNode, depth: number): YamlNode {
    if (isMap(node)) return this.#map(node as YAMLMap.Parsed, depth);
    if (isSeq(node)) return this.#list(node as YAMLSeq.Parsed, depth);
    return this.#scalar(node);
  }

  #alias(name: string, alias: Span): YamlChild {
    this.firstAlias ??= alias;
    const value = this.#anchors.get(name);
    if (value) return { value, alias };
    const message = this.#anchors.has(name)
      ? `the anchor "${name}" contains itself`
      : `the alias "*${name}" has no anchor before it in this document`;
    throw new Unreadable(syntaxError(alias, message));
  }

  #list(node: YAMLSeq.Parsed, depth: number): YamlNode {
    const items = node.items.map((item) => {
      if (this.#hasTab && !node.flow) this.#refuseTabAfterDash(item);
      return this.child(item, depth + 1);
    });
    return { kind: 'list', ...this.#span(node), items };
  }

  #map(node: YAMLMap.Parsed, depth: number): YamlNode {
    const entries = new Map<string, YamlEntry>();
    const merged = new Set<string>();
    for (const pair of node.items) {
      const key = this.child(pair.key, depth + 1);
      if (isMergeKey(pair)) this.#merge(pair, key.value, entries, merged, depth);
      else this.#entry(pair, key.value, entries, merged, depth);
    }
    return yamlMap(this.#span(node), [...entries.values()]);
  }

  #entry(
    pair: Pair<ParsedNode, ParsedNode | null>,
    keyNode: YamlNode,
    entries: Map<string, YamlEntry>,
    merged: Set<string>,
    depth: number,
  ): void {
    const key = this.#key(keyNode);
    const keySpan = this.#span(pair.key);
    const child = pair.value ? this.child(pair.value, depth + 1) : nothingAt(keySpan.end);
    const earlier = entries.get(key);
    if (earlier && !merged.has(key)) this.problems.push(duplicateKey(key, earlier.keySpan, keySpan));
    if (earlier) entries.delete(key);
    merged.delete(key);
    entries.set(key, { key, keySpan, value: child.value, alias: child.alias });
  }

  /** In sigs.k8s.io/yaml a merge overrides what stands before it; of a list of maps the first wins. */
  #merge(
    pair: Pair<ParsedNode, ParsedNode | null>,
    keyNode: YamlNode,
    entries: Map<string, YamlEntry>,
    merged: Set<string>,
    depth: number,
  ): void {
    const child = pair.value ? this.child(pair.value, depth + 1) : nothingAt(keyNode.end);
    const sources = child.value.kind === 'list' ? child.value.items : [child];
    for (const source of [...sources].reverse()) {
      if (source.value.kind !== 'map') {
        throw new Unreadable(
          syntaxError(this.#span(pair.key), 'a merge key "<<" takes a map or a list of maps'),
        );
      }
      const alias = source.alias ?? child.alias;
      for (const entry of source.value.entries) {
        const earlier = entries.get(entry.key);
        if (earlier && !merged.has(entry.key))
          this.problems.push(mergeOrder(entry.key, earlier, this.#span(pair.key)));
        merged.add(entry.key);
        entries.set(entry.key, alias ? { ...entry, alias } : entry);
      }
    }
  }

  #key(node: YamlNode): string {
    const span = { start: node.start, end: node.end };
    if (node.kind !== 'scalar') {
      throw new Unreadable(syntaxError(span, 'kubectl refuses a map or a list as a key'));
    }
    if (node.value === null) throw new Unreadable(syntaxError(span, 'kubectl refuses null as a key'));
    return String(node.value);
  }

  #scalar(node: ParsedNode): YamlScalar {
    const span = this.#span(node);
    if (!isScalar(node)) return { kind: 'scalar', ...span, value: null, style: 'plain' };
    const style = node.type === 'PLAIN' ? 'plain' : node.type?.startsWith('QUOTE') ? 'quoted' : 'block';
    const text = this.#joined.get(span.start) ?? String(node.value);
    const value = node.tag ? resolveTagged(node.tag, text) : style === 'plain' ? resolvePlain(text) : text;
    this.#checkScalar(value, node.type === 'QUOTE_DOUBLE', span);
    return { kind: 'scalar', ...span, value, style };
  }

  #checkScalar(value: ScalarValue, doubleQuoted: boolean, span: Span): void {
    if (typeof value === 'number' && !Number.isFinite(value)) {
      throw new Unreadable(syntaxError(span, 'kubectl refuses a number that JSON has no way to write'));
    }
    if (
      doubleQuoted &&
      this.#hasSlashEscape &&
      /(?<!\\)(?:\\\\)*\\\//.test(this.#text.slice(span.start, span.end))
    ) {
      throw new Unreadable(
        syntaxError(span, 'kubectl refuses the escape "\\/" in a double-quoted YAML string'),
      );
    }
  }

  #refuseTabAfterDash(item: ParsedNode): void {
    const end = this.#base + item.range[0];
    let start = end;
    while (/[ \t]/.test(this.#text[start - 1] ?? '')) start--;
    if (this.#text[start - 1] === '-' && this.#text.slice(start, end).includes('\t')) {
      throw new Unreadable(syntaxError({ start: start - 1, end }, 'kubectl refuses a tab after "-"'));
    }
  }

  #span(node: ParsedNode): Span {
    return { start: this.#base + node.range[0], end: this.#base + node.range[1] };
  }
}

function isMergeKey(pair: Pair<ParsedNode, ParsedNode | null>): boolean {
  const { key } = pair;
  return isScalar(key) && key.value === '<<' && key.type === 'PLAIN';
}

function nothingAt(offset: number): YamlChild {
  return {
    value: { kind: 'scalar', start: offset, end: offset, value: null, style: 'plain' },
    alias: undefined,
  };
}

function mergeOrder(key: string, earlier: YamlEntry, merge: Span): SyntaxProblem {
  return {
    rule: 'yaml-merge-order',
    span: earlier.keySpan,
    message: `kubectl takes "${key}" from the merge key below and drops this value; other YAML readers keep this one`,
    related: [{ span: merge, message: 'this merge comes later and wins' }],
  };
}
