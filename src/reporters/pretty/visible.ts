/**
 * Text of the input as a terminal may show it: whatever would be obeyed or unseen is written as YAML escapes it
 * (`\x1b`, `\u202e`), and every piece knows its width in columns.
 */
import stringWidth from 'fast-string-width';

/** A piece of a line that is shown or left out as a whole. */
export interface Cell {
  readonly text: string;
  /** Columns on the screen. */
  readonly width: number;
  /** UTF-16 offsets in the line that it stands for. */
  readonly start: number;
  readonly end: number;
}

/** What is shown for some characters. */
interface Part {
  readonly text: string;
  /** How many UTF-16 units it stands for. */
  readonly length: number;
}

/** What only texts beyond ASCII need, and costs a run 20 ms to make. */
function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

const TAB_STOP = 4;
const PRINTABLE_ASCII = /^[ -~]*$/;
const ASCII = /^[\t -~]*$/;
const UNSEEN = '[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}]|(?! )\\p{Zs}';
/** What to escape in a grapheme; a mark has nothing to stand on after an escape, nor alone. */
const escapedPattern = once(() => new RegExp(`(?:^|${UNSEEN})\\p{M}+|${UNSEEN}`, 'gu'));
/** The flag that TypeScript lets nobody write in a literal for this target. */
const UNICODE_SETS = 'v';
/** The sequences that terminals draw as one picture, joiners and all. */
const emoji = once(() => new RegExp('^\\p{RGI_Emoji}$', UNICODE_SETS));
const SHORT_ESCAPES: Readonly<Record<string, string>> = { '\t': '\\t', '\n': '\\n', '\r': '\\r' };
const graphemes = once(() => new Intl.Segmenter());

/** The text in one line, without anything that a terminal would obey or hide. */
export function visible(text: string): string {
  if (PRINTABLE_ASCII.test(text)) return text;
  return Array.from(graphemesOf(text), (grapheme) => visibleParts(grapheme))
    .flat()
    .map(({ text }) => text)
    .join('');
}

/** Columns that a visible text takes. */
export function widthOf(text: string): number {
  return PRINTABLE_ASCII.test(text) ? text.length : stringWidth(text);
}

/** A line of source in pieces from left to right. Tabs reach to fixed stops, and are seen. */
export function cellsOf(line: string): Cell[] {
  const cells: Cell[] = [];
  let column = 0;
  let start = 0;
  for (const grapheme of ASCII.test(line) ? line : graphemesOf(line)) {
    const parts = grapheme === '\t' ? [tabAt(column)] : visibleParts(grapheme);
    for (const { text, length } of parts) {
      const width = widthOf(text);
      cells.push({ text, width, start, end: start + length });
      column += width;
      start += length;
    }
  }
  return cells;
}

function tabAt(column: number): Part {
  return { text: '→'.padEnd(TAB_STOP - (column % TAB_STOP)), length: 1 };
}

/**
 * Lines of at most `width` columns, broken at spaces; all but the first begin with `indent` spaces. Only a word that is
 * longer than a whole line is broken itself.
 */
export function wrap(text: string, width: number, indent: number): string[] {
  const lines: string[] = [];
  let line = '';
  let room = width;
  const next = () => {
    lines.push(line);
    line = ' '.repeat(indent);
    room = width - indent;
  };
  for (const [spaced] of text.matchAll(/ *[^ ]+/g)) {
    let word = spaced;
    if (widthOf(word) > room && line.trim() !== '') {
      next();
      word = word.trimStart();
    }
    for (const part of chunksOf(word, room, width - indent)) {
      if (part !== word && line.trim() !== '') next();
      line += part;
      room -= widthOf(part);
    }
  }
  return line.trim() === '' && lines.length > 0 ? lines : [...lines, line];
}

/** A word in pieces that fit: the first into `first` columns, the others into `width`. */
function chunksOf(word: string, first: number, width: number): string[] {
  if (widthOf(word) <= first) return [word];
  const chunks: string[] = [];
  let chunk = '';
  let room = first;
  for (const grapheme of graphemesOf(word)) {
    const columns = widthOf(grapheme);
    if (columns > room) {
      chunks.push(chunk);
      chunk = '';
      room = width;
    }
    chunk += grapheme;
    room -= columns;
  }
  return [...chunks, chunk];
}

/** In pieces: what the segmenter takes grows with the square of the text. */
function* graphemesOf(text: string): Iterable<string> {
  for (let start = 0; start < text.length; ) {
    const cut = start + PIECE;
    const end = /[\udc00-\udfff]/.test(text[cut] ?? '') ? cut + 1 : cut;
    for (const { segment } of graphemes().segment(text.slice(start, end))) yield segment;
    start = end;
  }
}

const PIECE = 1000;

/** A grapheme as it is, or with each escape as a part of its own. */
function visibleParts(grapheme: string): Part[] {
  if (grapheme.search(escapedPattern()) < 0 || emoji().test(grapheme)) return [asItIs(grapheme)];
  const parts: Part[] = [];
  let at = 0;
  for (const match of grapheme.matchAll(escapedPattern())) {
    if (match.index > at) parts.push(asItIs(grapheme.slice(at, match.index)));
    for (const character of match[0]) parts.push({ text: escaped(character), length: character.length });
    at = match.index + match[0].length;
  }
  return at < grapheme.length ? [...parts, asItIs(grapheme.slice(at))] : parts;
}

function asItIs(text: string): Part {
  return { text, length: text.length };
}

function escaped(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  const long = code > 0xffff ? `\\U${hex.padStart(8, '0')}` : `\\u${hex.padStart(4, '0')}`;
  return SHORT_ESCAPES[character] ?? (code > 0xff ? long : `\\x${hex.padStart(2, '0')}`);
}
