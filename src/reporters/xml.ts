/** XML 1.0 by hand: few element names, any text. */

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};
/** What no XML 1.0 document may hold, not even escaped (https://www.w3.org/TR/xml/#charsets). */
const FORBIDDEN = /[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/** A whole document. */
export function xmlDocument(root: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`;
}

/**
 * An element in lines, those of its children indented.
 *
 * @param content child elements, or escaped text alone
 */
export function element(
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  content: readonly string[] | string = [],
): string {
  const pairs = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(String(value))}"`);
  const start = `<${name}${pairs.join('')}`;
  if (content.length === 0) return `${start}/>`;
  if (typeof content === 'string') return `${start}>${content}</${name}>`;
  const children = content.map((child) => `\n${child}`.replaceAll('\n', '\n  ')).join('');
  return `${start}>${children}\n</${name}>`;
}

/**
 * Text as attributes and elements can hold it, in one line: line breaks are escaped, so that they come back as they were.
 * Forbidden characters become U+FFFD.
 */
export function escapeXml(text: string): string {
  return text.replace(FORBIDDEN, '\uFFFD').replace(/[&<>"'\t\n\r]/g, (character) => ESCAPES[character] ?? '');
}
