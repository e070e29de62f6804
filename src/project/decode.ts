/** Bytes to text: UTF-8, or UTF-16 with a byte order mark, as go-yaml reads them. A byte order mark stays in the text. */

/** The text of a file; undefined when it is none (other encodings, NUL bytes). */
export function decode(bytes: Buffer): string | undefined {
  const text = decodeUtf16(bytes) ?? decodeUtf8(bytes);
  return text === undefined || text.includes('\0') ? undefined : text;
}

function decodeUtf16(bytes: Buffer): string | undefined {
  const length = bytes.length - (bytes.length % 2);
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return bytes.toString('utf16le', 0, length);
  if (bytes[0] === 0xfe && bytes[1] === 0xff)
    return Buffer.from(bytes.subarray(0, length)).swap16().toString('utf16le');
  return undefined;
}

const REPLACEMENT = '\uFFFD';

/** `toString` replaces what doesn't decode; only where that may have happened is it worth to look closely. */
function decodeUtf8(bytes: Buffer): string | undefined {
  const text = bytes.toString('utf8');
  if (!text.includes(REPLACEMENT)) return text;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Whether bytes can hold a Kubernetes object at all: a look at the bytes that spares decoding and parsing the rest. */
export function mayHoldManifest(bytes: Buffer): boolean {
  const wide = bytes[0] === 0xff || bytes[0] === 0xfe;
  return wide || (bytes.includes('apiVersion') && bytes.includes('kind'));
}
