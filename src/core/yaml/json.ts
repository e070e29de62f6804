/**
 * JSON with places. kubectl reads an input that begins with `{` as a stream of JSON values
 * (apimachinery pkg/util/yaml/decoder.go, YAMLOrJSONDecoder) and falls back to YAML when that fails.
 */
import type { Span } from '../source.ts';
import { Entries } from './entries.ts';
import { MAX_DEPTH } from './parser-problem.ts';
import { resolvePlain } from './scalar.ts';
import { type SyntaxProblem, type YamlChild, type YamlNode, yamlMap } from './tree.ts';

/** A value of a JSON stream. */
export interface JsonDocument {
  readonly start: number;
  readonly end: number;
  readonly root: YamlNode;
  readonly problems: readonly SyntaxProblem[];
}

const WHITESPACE = /[ \t\r\n]*/y;
const STRING = /"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\u0000-\u001f]*)*"/y;
const LITERAL = /(?:-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?|true|false|null)(?![\w.+-])/y;
const INTEGER = /^-?[0-9]+$/;

class NotJson extends Error {}

export interface JsonStream {
  readonly documents: readonly JsonDocument[];
  /** Where the text stops being JSON, or is too much of it: nested too deeply, or strings of many megabytes. */
  readonly brokenAt: number | undefined;
}

/** Reads the part of a text that `span` names as JSON values one after the other. */
export function readJsonStream(text: string, span: Span): JsonStream {
  const reader = new JsonReader(text, span.start);
  const documents: JsonDocument[] = [];
  try {
    for (reader.skipWhitespace(); reader.at < span.end; reader.skipWhitespace()) {
      const start = reader.at;
      const root = reader.value(0);
      documents.push({ start, end: reader.at, root, problems: reader.takeProblems() });
    }
    return { documents, brokenAt: undefined };
  } catch (error) {
    if (error instanceof NotJson || error instanceof RangeError)
      return { documents, brokenAt: Math.min(reader.at, span.end) };
    throw error;
  }
}

class JsonReader {
  readonly #text: string;
  #problems: SyntaxProblem[] = [];
  at: number;

  constructor(text: string, start: number) {
    this.#text = text;
    this.at = start;
  }

  takeProblems(): SyntaxProblem[] {
    const problems = this.#problems;
    this.#problems = [];
    return problems;
  }

  skipWhitespace(): void {
    this.#match(WHITESPACE);
  }

  value(depth: number): YamlNode {
    if (depth > MAX_DEPTH) throw new NotJson();
    const char = this.#text[this.at];
    if (char === '{') return this.#object(depth);
    if (char === '[') return this.#array(depth);
    return char === '"' ? this.#string() : this.#literal();
  }

  #object(depth: number): YamlNode {
    const start = this.at++;
    const entries = new Entries(this.#problems);
    this.#separated('}', () => {
      const key = this.#string();
      this.skipWhitespace();
      this.#expect(':');
      this.skipWhitespace();
      const keySpan = { start: key.start, end: key.end };
      entries.add({ key: String(key.value), keySpan, value: this.value(depth + 1), alias: undefined });
    });
    return yamlMap({ start, end: this.at }, entries.all);
  }

  #array(depth: number): YamlNode {
    const start = this.at++;
    const items: YamlChild[] = [];
    this.#separated(']', () => items.push({ value: this.value(depth + 1), alias: undefined }));
    return { kind: 'list', start, end: this.at, items };
  }

  #separated(close: string, element: () => void): void {
    this.skipWhitespace();
    if (this.#text[this.at] !== close) {
      for (;;) {
        element();
        this.skipWhitespace();
        if (this.#text[this.at] !== ',') break;
        this.at++;
        this.skipWhitespace();
      }
    }
    this.#expect(close);
  }

  #string(): YamlNode & { kind: 'scalar' } {
    const start = this.at;
    const raw = this.#match(STRING);
    if (raw === undefined) throw new NotJson();
    return { kind: 'scalar', start, end: this.at, value: JSON.parse(raw) as string, style: 'quoted' };
  }

  #literal(): YamlNode {
    const start = this.at;
    const raw = this.#match(LITERAL);
    if (raw === undefined) throw new NotJson();
    const value = INTEGER.test(raw) ? resolvePlain(raw) : (JSON.parse(raw) as null | boolean | number);
    return { kind: 'scalar', start, end: this.at, value, style: 'plain' };
  }

  #expect(char: string): void {
    if (this.#text[this.at] !== char) throw new NotJson();
    this.at++;
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.#text);
    if (!match) return undefined;
    this.at = pattern.lastIndex;
    return match[0];
  }
}
