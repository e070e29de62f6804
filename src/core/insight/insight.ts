/** What the fields of a manifest come to, for a person who reads or writes it. */
import type { Node } from '../node.ts';

/** What a field of a manifest comes to. */
export interface Insight {
  /** The field: a person who points at its key or value is told `text`. */
  readonly at: Node<unknown>;
  /** Markdown, one to a few short paragraphs, with the numbers and what they depend on. */
  readonly text: string;
  /** The same in a few characters of plain text, shown behind the line; undefined where it would only repeat the value. */
  readonly hint?: string;
}
