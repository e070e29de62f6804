/**
 * What go-yaml reads and the `yaml` package doesn't, rewritten at the same length: the lines of quoted scalars and of
 * flow collections may begin anywhere, and `-` alone in a flow collection is a word.
 */

/**
 * The text with each quoted scalar and each flow collection on one line, without the comments inside; undefined where
 * one has no end. Everything else stays.
 */
export function joinLines(text: string): string | undefined {
  const joiner = new LineJoiner(text);
  while (joiner.step());
  return joiner.result;
}

const BLANKS = /[ \t]*/y;
const LINE = /[^\n]*\n?/y;
const INDENTATION = / */y;
const INDICATOR = /[-?:](?=\s|$)/y;
const PROPERTY = /[&!*][^\s,[\]{}]*/y;
const QUOTED = /"[^"\\]*(?:\\[\s\S][^"\\]*)*"|'[^']*(?:''[^']*)*'/y;
const BLOCK_HEADER = /[|>][-+1-9]*(?=[ \t]*(?:#.*)?\r?(?:\n|$))/y;
/** Up to the end of the line, a comment, or the colon behind a key. */
const PLAIN = /(?:[^:#\n]|:(?=\S)|(?<=\S)#)+/y;
/** Blanks and separators, brackets, quoted scalars, comments, and words of plain scalars. */
const FLOW_TOKEN =
  /[\s,:]+|[[{\]}]|"[^"\\]*(?:\\[\s\S][^"\\]*)*"|'[^']*(?:''[^']*)*'|#.*|-(?=[,\]}])|(?!-\s)[^\s,:[\]{}"'#][^\s,[\]{}]*/y;

class LineJoiner {
  readonly #text: string;
  #result: string | undefined = '';
  #at = 0;
  #lineStart = 0;
  /** The column of the collection that values belong to. */
  #parent = -1;

  constructor(text: string) {
    this.#text = text;
  }

  get result(): string | undefined {
    return this.#result;
  }

  /** Goes over one token; false at the end. */
  step(): boolean {
    this.#keep(BLANKS);
    const column = this.#at - this.#lineStart;
    const char = this.#text[this.#at];
    if (char === undefined || this.#result === undefined) return false;
    if (char === '#' || char === '\n' || char === '\r') this.#keepLine();
    else if (this.#keep(INDICATOR)) this.#parent = column;
    else if (char === '[' || char === '{') this.#join(this.#flowCollection());
    else if (char === '"' || char === "'") this.#quoted(column);
    else if (this.#keep(BLOCK_HEADER)) this.#keepDeeperLines();
    else if (!this.#keep(PROPERTY)) this.#plain(column);
    return true;
  }

  /** A key must be on one line also to go-yaml. */
  #quoted(column: number): void {
    const quoted = this.#match(QUOTED);
    const end = this.#at + (quoted?.length ?? 0);
    const isKey = /^:(?:\s|$)/.test(this.#text.slice(end, end + 2));
    if (isKey) this.#parent = column;
    this.#join(isKey && quoted?.includes('\n') ? undefined : quoted?.replace(/[\r\n]/g, ' '));
  }

  #plain(column: number): void {
    this.#keep(PLAIN);
    if (this.#text[this.#at] === ':') {
      this.#parent = column;
      this.#take(':');
    } else this.#keepDeeperLines();
  }

  #flowCollection(): string | undefined {
    let joined = '';
    let depth = 0;
    FLOW_TOKEN.lastIndex = this.#at;
    for (let token = FLOW_TOKEN.exec(this.#text)?.[0]; token; token = FLOW_TOKEN.exec(this.#text)?.[0]) {
      if (token === '[' || token === '{') depth++;
      if (token === ']' || token === '}') depth--;
      joined += inOneLine(token);
      if (depth === 0) return joined;
    }
    return undefined;
  }

  /** The rest of a plain or block scalar. */
  #keepDeeperLines(): void {
    do this.#keepLine();
    while (this.#at < this.#text.length && this.#isDeeper());
  }

  #isDeeper(): boolean {
    const indent = this.#match(INDENTATION)?.length ?? 0;
    const next = this.#text[this.#at + indent];
    return indent > this.#parent || next === '\n' || next === '\r';
  }

  #keepLine(): void {
    this.#keep(LINE);
    this.#lineStart = this.#at;
  }

  #keep(pattern: RegExp): boolean {
    const match = this.#match(pattern);
    if (match) this.#take(match);
    return Boolean(match);
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    return pattern.exec(this.#text)?.[0];
  }

  #join(joined: string | undefined): void {
    if (joined === undefined) this.#result = undefined;
    else this.#take(joined);
  }

  /** Goes on behind a piece of text, which may have been rewritten. */
  #take(piece: string): void {
    this.#result += piece;
    this.#at += piece.length;
  }
}

function inOneLine(token: string): string {
  if (token === '-') return '_';
  return token.startsWith('#') ? ' '.repeat(token.length) : token.replace(/\s/g, ' ');
}
