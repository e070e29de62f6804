// The encoding of a Secret's data.

const ALPHABET = /^[A-Za-z0-9+/]*={0,2}$/;

/**
 * Whether the API server can decode a text: the standard alphabet with its padding, line breaks anywhere. The empty
 * text is; URL-safe letters, spaces and a missing padding aren't. Takes linear time and never throws.
 *
 * Source: Go encoding/base64 StdEncoding, which encoding/json uses for `map[string][]byte`.
 */
export function isBase64(text: string): boolean {
  const letters = text.replace(/[\r\n]/g, '');
  return letters.length % 4 === 0 && ALPHABET.test(letters);
}
