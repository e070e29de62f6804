/**
 * From a text to the documents in it, as kubectl reads them. This is the one door to the parser: nothing outside this
 * folder knows that the `yaml` package exists.
 */
import { splitStream } from './stream.ts';
import { StreamPart } from './stream-part.ts';

export { resolvePlain } from './scalar.ts';
export type {
  DocumentContent,
  SyntaxProblem,
  SyntaxRule,
  YamlChild,
  YamlDocument,
  YamlEntry,
  YamlNode,
} from './tree.ts';
export { entryOf, fieldOf, itemsOf, keysOf, textOf } from './tree.ts';
export type { StreamPart };

/**
 * Cuts a text into its parts without parsing them. Never throws, nor does `read`. Parts that are the same as ones of
 * `before`, an earlier version of the text, are not parsed again, wherever they stand now.
 */
export function readStream(text: string, before: readonly StreamPart[] = []): StreamPart[] {
  const chunks = splitStream(text);
  const known = new Map(before.map((part) => [part.key, part]));
  return chunks.map((chunk, at) => {
    const part = new StreamPart(text, chunk, { first: at === 0, last: at === chunks.length - 1 });
    return known.size > 0 ? part.takingOver(known.get(part.key)) : part;
  });
}
