/**
 * Bytes to text and back: UTF-8, or UTF-16 with a byte order mark, as go-yaml reads them. A byte order mark stays in the
 * text.
 */

/** The text of a file; undefined when it is none (other encodings, halves of characters, NUL bytes). */
export function decode(bytes: Buffer): string | undefined {
  const text = isUtf16(bytes)
    ? decodeStrictly(bytes, bytes[0] === 0xff ? 'utf-16le' : 'utf-16be')
    : decodeUtf8(bytes);
  return text?.includes('\0') ? undefined : text;
}

/** The bytes of a text, in the encoding that other bytes are in: `encodeLike(decode(bytes), bytes)` is `bytes`. */
export function encodeLike(text: string, bytes: Buffer): Buffer {
  if (!isUtf16(bytes)) return Buffer.from(text);
  const encoded = Buffer.from(text, 'utf16le');
  return bytes[0] === 0xff ? encoded : encoded.swap16();
}

/** Whether bytes begin with a byte order mark of UTF-16. */
export function isUtf16(bytes: Buffer): boolean {
  return (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
}

const REPLACEMENT = '\uFFFD';

/** `toString` replaces what doesn't decode; only where that may have happened is it worth to look closely. */
function decodeUtf8(bytes: Buffer): string | undefined {
  const text = bytes.toString('utf8');
  return text.includes(REPLACEMENT) ? decodeStrictly(bytes, 'utf-8') : text;
}

function decodeStrictly(bytes: Buffer, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Whether bytes can hold a Kubernetes object at all: a look at the bytes that spares decoding and parsing the rest. */
export function mayHoldManifest(bytes: Buffer): boolean {
  const wide = bytes[0] === 0xff || bytes[0] === 0xfe;
  return wide || (bytes.includes('apiVersion') && bytes.includes('kind'));
}
