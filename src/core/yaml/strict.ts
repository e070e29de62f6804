/** What go-yaml refuses and the `yaml` package lets pass. Offsets count from the start of the document. */

/** Spaces, and the indicators behind which a block collection may begin, up to a tab. */
const LEADING_TAB = /^(?: |[-?:](?=[ \t]))*\t/gm;

/** Tabs where go-yaml wants indentation: it takes them in scalars and flow collections alone. */
export class LeadingTabs {
  readonly #text: string;
  readonly #refused: Set<number>;

  constructor(text: string) {
    this.#text = text;
    const tabs = text.includes('\t') ? [...text.matchAll(LEADING_TAB)] : [];
    this.#refused = new Set(tabs.map((match) => match.index + match[0].length - 1));
  }

  /** The first tab that nothing allowed. */
  get first(): number | undefined {
    return this.#refused.values().next().value;
  }

  /** Allows those in a scalar or a flow collection. */
  allow(start: number, end: number): void {
    this.#allowWhere(start, end, () => true);
  }

  /** Allows those behind the indentation of a block scalar, which may not begin with one. */
  allowInBlockScalar(start: number, end: number): void {
    if (this.#refused.size === 0) return;
    const body = this.#text.slice(start, end);
    const [, indentation = '', character] = /\n( *)([^ \r\n])/.exec(body) ?? [];
    const indent = EXPLICIT_INDENT.test(body) ? 0 : indentation.length;
    if (character === '\t' && !EXPLICIT_INDENT.test(body)) return;
    this.#allowWhere(start, end, (at) => at - this.#text.lastIndexOf('\n', at) > indent);
  }

  /** Nodes come in the order of the text, so that what stands before one stays refused. */
  #allowWhere(start: number, end: number, allowed: (at: number) => boolean): void {
    for (const at of this.#refused) {
      if (at < start || at >= end || !allowed(at)) return;
      this.#refused.delete(at);
    }
  }
}

const EXPLICIT_INDENT = /^[|>][-+]?[1-9]/;

const FOREIGN_ESCAPE = /(?<!\\)(?:\\\\)*\\(?:\/|u[dD][89a-fA-F])/;

/** Whether a text has escapes of JSON that YAML lacks: `\/`, and halves of a surrogate pair. */
export function hasForeignEscape(text: string): boolean {
  return text.includes('\\') && FOREIGN_ESCAPE.test(text);
}

/** Whether go-yaml takes a plain scalar between brackets or braces. */
export function isPlainInFlow(text: string): boolean {
  return !/^:|\?/.test(text);
}
