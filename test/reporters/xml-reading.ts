// XML read by libxml2, as GitLab and most others do it; it refuses what isn't well-formed.
import { XmlDocument, XmlElement } from 'libxml2-wasm';

export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly Element[];
  /** Of an element without children. */
  readonly text: string;
}

/** The root element. Throws where a reader would. */
export function readXml(text: string): Element {
  const document = XmlDocument.fromString(text);
  try {
    return read(document.root);
  } finally {
    document.dispose();
  }
}

function read(element: XmlElement): Element {
  const children: Element[] = [];
  for (let node = element.firstChild; node; node = node.next) {
    if (node instanceof XmlElement) children.push(read(node));
  }
  return {
    name: element.name,
    attributes: Object.fromEntries(element.attrs.map(({ name, value }) => [name, withoutMark(value)])),
    children,
    text: children.length > 0 ? '' : withoutMark(element.content),
  };
}

/** Text as XML 1.0 can hold it, and as `readXml` gives it. */
export function storable(text: string): string {
  const characters = Array.from(text, (character) =>
    isCharacter(character.codePointAt(0) ?? 0) ? character : '\uFFFD',
  );
  return withoutMark(characters.join(''));
}

/** libxml2-wasm takes byte order marks at the beginning of a text away, but not always. */
function withoutMark(text: string): string {
  return text.replace(/^\uFEFF+/, '');
}

function isCharacter(code: number): boolean {
  if (code < 0x20) return [0x9, 0xa, 0xd].includes(code);
  return code < 0xd800 || (code > 0xdfff && code !== 0xfffe && code !== 0xffff);
}
