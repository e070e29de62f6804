/** The anchors of one document. A name may be given again: the nearest one before an alias counts. */
import type { Span } from '../source.ts';
import { refuse } from './refusal.ts';
import type { YamlChild, YamlNode } from './tree.ts';

export class Anchors {
  readonly #values = new Map<string, YamlNode | undefined>();
  readonly #text: string;
  #firstUse: Span | undefined;
  #named: ReadonlySet<string> | undefined;

  /** `text` is that of the document. */
  constructor(text: string) {
    this.#text = text;
  }

  /** Where the first alias stands. */
  get firstUse(): Span | undefined {
    return this.#firstUse;
  }

  /** Whether an alias of the document may stand for a value of that name: what looks like one in a text counts. */
  mayBeUsed(name: string): boolean {
    this.#named ??= new Set(Array.from(this.#text.matchAll(/\*([\w-]+)/g), ([, named = '']) => named));
    return this.#named.has(name);
  }

  /** The value that `read` gives, known under the name from then on. */
  define(name: string, place: Span, read: () => YamlNode): YamlNode {
    checkName(name, place);
    this.#values.set(name, undefined);
    const value = read();
    this.#values.set(name, value);
    return value;
  }

  /** The value that an alias stands for. Names are never repeated in a message: they may be a Secret's. */
  use(name: string, alias: Span): YamlChild {
    this.#firstUse ??= alias;
    checkName(name, alias);
    const value = this.#values.get(name);
    if (value) return { value, alias };
    if (this.#values.has(name)) refuse(alias, 'this alias stands inside its own anchor');
    return refuse(alias, 'an alias without an anchor before it in this document');
  }
}

/** The characters that go-yaml takes. */
function checkName(name: string, place: Span): void {
  if (!/^[\w-]+$/.test(name))
    refuse(place, 'kubectl refuses a name with other characters than A-Z a-z 0-9 _ -');
}
