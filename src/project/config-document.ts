/** The text of a configuration file as a value whose parts know their places; also where the text is half written. */
import {
  type Document,
  isAlias,
  isCollection,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  parseDocument,
  Scalar,
  visit,
  type YAMLError,
} from 'yaml';

/** A mistake in a range of the text; only its start is shown. */
export interface PlacedProblem {
  readonly start: number;
  readonly end: number;
  readonly message: string;
}

/** Keys and indices from the root down. */
export type ValuePath = readonly string[];

/** A key or a scalar as it stands in the text. */
export interface ConfigWord {
  readonly path: ValuePath;
  readonly isKey: boolean;
  /** The scalar's value; of a key its text. */
  readonly value: unknown;
  readonly start: number;
  readonly end: number;
  /** The keys of the map that a key is in; none for a value. */
  readonly siblings: readonly string[];
}

/** A value with the key that it stands under. */
interface Place {
  readonly key: Node | undefined;
  readonly value: Node | undefined;
}

export class ConfigDocument {
  /** The plain value; null for an empty file, undefined for a text that can't be read as YAML. */
  readonly value: unknown;
  /** Mistakes of the text as YAML. Those that leave a value are no reason not to check it. */
  readonly problems: readonly PlacedProblem[];
  readonly #document: Document | undefined;
  readonly #lines = new LineCounter();

  constructor(text: string) {
    try {
      const options = { prettyErrors: false, stringKeys: true, lineCounter: this.#lines };
      const document = parseDocument(text, options);
      const errors = this.#withoutConsequences(document.errors);
      this.problems = [...[...errors, ...document.warnings].map(yamlProblem), ...mendAliases(document)];
      if (!errors.some(isFatal)) this.value = document.toJS();
      this.#document = document;
    } catch (error) {
      this.value = undefined;
      this.problems = [{ start: 0, end: 0, message: `can't be read as YAML: ${(error as Error).message}` }];
    }
  }

  /** Line and column of an offset, 1-based. */
  position(offset: number): { readonly line: number; readonly column: number } {
    const { line, col } = this.#lines.linePos(offset);
    return { line: Math.max(line, 1), column: Math.max(col, 1) };
  }

  /** Where a value is shown: a scalar itself; a map, a list or an empty value by its key. */
  offsetOf(path: ValuePath): number {
    const { key, value } = this.#placeOf(path);
    return startOf(isCollection(value) || isEmpty(value) ? (key ?? value) : value);
  }

  /** Where the key at the end of a path is. */
  offsetOfKey(path: ValuePath): number {
    const { key, value } = this.#placeOf(path);
    return startOf(key ?? value);
  }

  /** All keys and scalars, in the order of the text. */
  get words(): readonly ConfigWord[] {
    return wordsIn(this.#document?.contents, []);
  }

  /** The parser goes on after an error, and often trips again over the same line. */
  #withoutConsequences(errors: readonly YAMLError[]): YAMLError[] {
    const lineOf = ({ pos }: YAMLError) => this.position(pos[0]).line;
    const first = new Map(
      errors
        .filter(isFatal)
        .map((error) => [lineOf(error), error] as const)
        .reverse(),
    );
    return errors.filter((error) => !isFatal(error) || first.get(lineOf(error)) === error);
  }

  #placeOf(path: ValuePath): Place {
    let place: Place = { key: undefined, value: this.#document?.contents ?? undefined };
    for (const part of path) place = childOf(this.#withoutAlias(place.value), part) ?? place;
    return place;
  }

  #withoutAlias(node: Node | undefined): Node | undefined {
    return isAlias(node) && this.#document ? node.resolve(this.#document) : node;
  }
}

function childOf(node: Node | undefined, part: string): Place | undefined {
  if (isSeq(node)) return placeOf(undefined, node.items[Number(part)]);
  if (!isMap(node)) return undefined;
  const pair = node.items.findLast(({ key }) => keyText(key) === part);
  return pair && placeOf(pair.key, pair.value);
}

function placeOf(key: unknown, value: unknown): Place {
  return { key: isNode(key) ? key : undefined, value: isNode(value) ? value : undefined };
}

function wordsIn(node: unknown, path: ValuePath): ConfigWord[] {
  if (isScalar(node)) return [wordOf(node, path, [], false)];
  if (isSeq(node)) return node.items.flatMap((item, at) => wordsIn(item, [...path, String(at)]));
  if (!isMap(node)) return [];
  const siblings = node.items.map(({ key }) => keyText(key));
  return node.items.flatMap(({ key, value }) => {
    const own = [...path, keyText(key)];
    return [...(isScalar(key) ? [wordOf(key, own, siblings, true)] : []), ...wordsIn(value, own)];
  });
}

function wordOf(node: Scalar, path: ValuePath, siblings: readonly string[], isKey: boolean): ConfigWord {
  const [start = 0, end = start] = node.range ?? [];
  return { path, isKey, value: node.value, start, end, siblings };
}

const keyText = (key: unknown) => (isScalar(key) ? String(key.value) : String(key));

const startOf = (node: Node | undefined) => node?.range?.[0] ?? 0;

const isEmpty = (node: Node | undefined) => node === undefined || node.range?.[0] === node.range?.[1];

/** Whether an error leaves no value that could be checked. */
const isFatal = ({ code }: YAMLError) => code !== 'DUPLICATE_KEY';

function yamlProblem({ code, message, pos: [start, end] }: YAMLError): PlacedProblem {
  return { start, end, message: MESSAGES[code]?.(message) ?? lowerFirst(message) };
}

const MESSAGES: Readonly<Record<string, (message: string) => string>> = {
  DUPLICATE_KEY: () => 'the key is here a second time',
  MULTIPLE_DOCS: () => 'a configuration is one YAML document',
  NON_STRING_KEY: () => 'a key must be plain text',
  TAG_RESOLVE_FAILED: (message) =>
    `"${message.replace('Unresolved tag: ', '')}" is read as a tag; text that begins with "!" needs quotes`,
};

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

/**
 * Replaces aliases that stand for nothing by their text, so that the rest can be checked: nearly always it is a glob
 * without quotes.
 */
function mendAliases(document: Document): PlacedProblem[] {
  const problems: PlacedProblem[] = [];
  visit(document, {
    Alias(_, alias, ancestors: readonly (Document | Node | Pair)[]) {
      const target = alias.resolve(document);
      if (target && !ancestors.includes(target)) return undefined;
      const [start = 0, end = start] = alias.range ?? [];
      const text = JSON.stringify(`*${alias.source}`);
      const message = target
        ? `${text} is an alias of what it stands in`
        : `${text} is read as an alias; text that begins with "*" needs quotes`;
      problems.push({ start, end, message });
      const mended = new Scalar(`*${alias.source}`);
      if (alias.range) mended.range = alias.range;
      return mended;
    },
  });
  return problems;
}
