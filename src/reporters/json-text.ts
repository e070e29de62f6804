/** JSON that the strictest readers take: half a surrogate pair, which protobuf and others refuse, becomes U+FFFD. */

/** The value in lines, with a line break at the end. */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value, (_, item) => (typeof item === 'string' ? wellFormed(item) : item), 2);
  return `${text}\n`;
}

/** The text with U+FFFD for every half of a surrogate pair. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Cs}/gu, '\uFFFD');
}
