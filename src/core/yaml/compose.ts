/**
 * From the `yaml` package's syntax tree to ours, with the meaning that kubectl gives it: types of plain scalars,
 * merge keys, string keys. Only the files of this folder know which parser is underneath.
 */
import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Pair,
  type ParsedNode,
  type Scalar,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import type { Span } from '../source.ts';
import { aliasExcess } from './alias-limit.ts';
import { Anchors } from './anchors.ts';
import { Entries } from './entries.ts';
import { type ParsedDocument, parseYaml } from './parse.ts';
import { firstLine, MAX_DEPTH, nestingProblem } from './parser-problem.ts';
import { quoteArgument } from './quote-argument.ts';
import { refuse, Unreadable } from './refusal.ts';
import { keyText, resolvePlain, resolveTagged } from './scalar.ts';
import { hasForeignEscape, isPlainInFlow, LeadingTabs } from './strict.ts';
import {
  type DocumentContent,
  type ScalarValue,
  type SyntaxProblem,
  type YamlChild,
  type YamlNode,
  type YamlScalar,
  yamlMap,
} from './tree.ts';

/** Reads one YAML document, the part of `text` that `span` names. Never throws. */
export function composeYaml(text: string, span: Span): DocumentContent {
  try {
    const parsed = parseYaml(text, span);
    if ('problem' in parsed) return broken(text, parsed.problem);
    return new Composer(parsed, span.start).document();
  } catch (error) {
    if (error instanceof Unreadable) return broken(text, error.problem);
    if (error instanceof RangeError) return broken(text, nestingProblem(firstLine(text, span)));
    throw error;
  }
}

function broken(text: string, problem: SyntaxProblem): DocumentContent {
  const fix = quoteArgument(text, problem.span);
  return { root: undefined, problems: [fix ? { ...problem, fix } : problem] };
}

const LONGEST_KEY = 1024;

type ParsedPair = Pair<ParsedNode, ParsedNode | null>;

class Composer {
  readonly #problems: SyntaxProblem[] = [];
  readonly #document: ParsedDocument;
  readonly #base: number;
  readonly #tabs: LeadingTabs;
  readonly #anchors: Anchors;
  #flowDepth = 0;

  /** `base` is where the document begins in the source. */
  constructor(document: ParsedDocument, base: number) {
    this.#document = document;
    this.#base = base;
    this.#tabs = new LeadingTabs(document.text);
    this.#anchors = new Anchors(document.text);
  }

  document(): DocumentContent {
    const { contents } = this.#document;
    const root = contents ? this.#child(contents, 0).value : undefined;
    const tab = this.#tabs.first;
    if (tab !== undefined) refuse(this.#place(tab, tab + 1), 'kubectl refuses a tab as indentation');
    const { firstUse } = this.#anchors;
    if (root && firstUse) this.#checkAliases(root, firstUse);
    return { root, problems: this.#problems };
  }

  #checkAliases(root: YamlNode, span: Span): void {
    const excess = aliasExcess(root);
    if (excess === 'depth') throw new Unreadable(nestingProblem(span));
    if (excess !== 'size') return;
    const message = 'the aliases of this document expand beyond every bound; kubectl refuses it';
    throw new Unreadable({ rule: 'alias-expansion-limit', span, message });
  }

  #child(node: ParsedNode, depth: number): YamlChild {
    const span = this.#span(node);
    if (isAlias(node)) return this.#anchors.use(node.source, span);
    if (depth > MAX_DEPTH) throw new Unreadable(nestingProblem(span));
    const read = () => this.#node(node, depth);
    if (node.anchor === undefined) return { value: read(), alias: undefined };
    const value = this.#anchors.define(node.anchor, span, read);
    return { value, alias: undefined, ...(this.#anchors.mayBeUsed(node.anchor) && { anchored: true }) };
  }

  #node(node: ParsedNode, depth: number): YamlNode {
    if (!isMap(node) && !isSeq(node)) return this.#scalar(node);
    if (node.flow) {
      this.#flowDepth++;
      this.#tabs.allow(node.range[0], node.range[1]);
    }
    const value = isMap(node)
      ? this.#map(node as YAMLMap.Parsed, depth)
      : this.#list(node as YAMLSeq.Parsed, depth);
    if (node.flow) this.#flowDepth--;
    return value;
  }

  #list(node: YAMLSeq.Parsed, depth: number): YamlNode {
    const items = node.items.map((item) => this.#child(item, depth + 1));
    return { kind: 'list', ...this.#span(node), items };
  }

  #map(node: YAMLMap.Parsed, depth: number): YamlNode {
    const entries = new Entries(this.#problems);
    for (const pair of node.items) {
      const key = this.#child(pair.key, depth + 1).value;
      const child = pair.value ? this.#child(pair.value, depth + 1) : nothingAt(this.#span(pair.key).end);
      const keySpan = this.#span(pair.key);
      if (node.flow && pair.value) this.#checkFlowKey(pair.key, keySpan);
      if (isMergeKey(pair)) this.#merge(child, keySpan, entries);
      else entries.add({ key: keyOf(key), keySpan, ...child });
    }
    return yamlMap(this.#span(node), entries.all);
  }

  #checkFlowKey({ range: [start, end] }: ParsedNode, span: Span): void {
    const { text } = this.#document;
    if (end - start > LONGEST_KEY || text.slice(start, end).includes('\n'))
      refuse(span, 'kubectl refuses a key of several lines or more than 1024 characters inside of {}');
    if (/[^"']:[[{]/.test(text.slice(end - 1, end + 2)))
      refuse(span, 'kubectl wants a blank between a key without quotes and its value inside of {}');
  }

  /** Of a list of maps the first wins. */
  #merge(child: YamlChild, keySpan: Span, entries: Entries): void {
    const sources = child.value.kind === 'list' && !child.alias ? child.value.items : [child];
    for (const source of [...sources].reverse()) {
      if (source.value.kind !== 'map') refuse(keySpan, 'a merge key "<<" takes a map or a list of maps');
      const { alias } = source;
      for (const entry of source.value.entries) entries.merge(alias ? { ...entry, alias } : entry, keySpan);
    }
  }

  #scalar(node: ParsedNode): YamlScalar {
    const span = this.#span(node);
    if (!isScalar(node)) return { kind: 'scalar', ...span, value: null, style: 'plain' };
    const style = node.type === 'PLAIN' ? 'plain' : node.type?.startsWith('QUOTE') ? 'quoted' : 'block';
    this.#checkScalar(node, style, span);
    const value = this.#value(node, style);
    if (value === undefined) refuse(span, 'kubectl refuses this value under its tag');
    if (typeof value === 'number' && !Number.isFinite(value))
      refuse(span, 'kubectl refuses a number that JSON has no way to write');
    return { kind: 'scalar', ...span, value, style };
  }

  #value(node: Scalar.Parsed, style: YamlScalar['style']): ScalarValue | undefined {
    const text = this.#document.textOf(node);
    if (node.tag) return resolveTagged(node.tag, text);
    return style === 'plain' ? resolvePlain(text) : text;
  }

  #checkScalar({ range: [start, end], type }: Scalar.Parsed, style: YamlScalar['style'], span: Span): void {
    const { text } = this.#document;
    if (style === 'block') this.#tabs.allowInBlockScalar(start, end);
    else if (end - start > 1) this.#tabs.allow(start, end);
    if (type === 'QUOTE_DOUBLE' && hasForeignEscape(text.slice(start, end)))
      refuse(span, 'kubectl refuses the escapes "\\/" and "\\uD8…" in YAML');
    if (this.#flowDepth > 0 && style === 'plain' && !isPlainInFlow(text.slice(start, end)))
      refuse(span, 'kubectl refuses ":" before and "?" in a value without quotes inside of [] and {}');
  }

  #span({ range }: ParsedNode): Span {
    return this.#place(range[0], range[1]);
  }

  #place(start: number, end: number): Span {
    return { start: this.#base + start, end: this.#base + end };
  }
}

function isMergeKey({ key }: ParsedPair): boolean {
  return isScalar(key) && key.value === '<<' && key.type === 'PLAIN' && key.tag !== 'tag:yaml.org,2002:str';
}

function keyOf(node: YamlNode): string {
  if (node.kind !== 'scalar') return refuse(node, 'kubectl refuses a map or a list as a key');
  return keyText(node.value) ?? refuse(node, 'kubectl refuses null and numbers beyond 64 bits as a key');
}

function nothingAt(offset: number): YamlChild {
  return {
    value: { kind: 'scalar', start: offset, end: offset, value: null, style: 'plain' },
    alias: undefined,
  };
}
