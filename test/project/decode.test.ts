// Bytes to text.
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { decode, encodeLike, mayHoldManifest } from '../../src/project/decode.ts';

const bigEndian = (text: string) => Buffer.from(text, 'utf16le').swap16();

describe('text', () => {
  it.each(['', 'a: 1\n', 'é 配置 😀\n', '\uFEFFa: 1\n', 'a\r\nb', '\uFFFD'])('in UTF-8: %j', (text) => {
    expect(decode(Buffer.from(text))).toBe(text);
  });

  it.each(['\uFEFF', '\uFEFFa: 1\n', '\uFEFFé 配置 😀\n'])('in UTF-16 with a byte order mark: %j', (text) => {
    expect(decode(Buffer.from(text, 'utf16le'))).toBe(text);
    expect(decode(bigEndian(text))).toBe(text);
  });
});

describe('back to bytes', () => {
  const text = '\uFEFFé 配置 😀\r\n';
  it.each([
    ['UTF-8', (written: string) => Buffer.from(written)],
    ['UTF-16, little end first', (written: string) => Buffer.from(written, 'utf16le')],
    ['UTF-16, big end first', bigEndian],
  ])('in %s', (_, encode) => {
    const bytes = encode(text);
    expect(encodeLike(text, bytes)).toEqual(bytes);
    expect(encodeLike(`${text}more 😀`, bytes)).toEqual(encode(`${text}more 😀`));
  });
});

describe('what is no text', () => {
  it.each([
    ['Latin-1', Buffer.from('café: 1\n', 'latin1')],
    ['a byte that never is', Buffer.from([0x61, 0xc0, 0x80])],
    ['half of a character', Buffer.from('é').subarray(0, 1)],
    ['half of a surrogate pair in UTF-8', Buffer.from([0xed, 0xa0, 0xbd])],
    ['NUL', Buffer.from('a\0b')],
    ['gzip', gzipSync('a: 1\n')],
    ['UTF-16 without a byte order mark', Buffer.from('a: 1\n', 'utf16le')],
    ['UTF-16 with half of a character', Buffer.from('\uFEFFa: 1', 'utf16le').subarray(0, -1)],
    ['UTF-16 with half of a surrogate pair', Buffer.from('\uFEFFa\ud83d', 'utf16le')],
    ['UTF-16 with NUL', bigEndian('\uFEFFa\0')],
    ['UTF-32', Buffer.from([0xff, 0xfe, 0, 0, 0x61, 0, 0, 0])],
  ])('%s', (_, bytes) => {
    expect(decode(bytes)).toBeUndefined();
  });
});

describe('a look at the bytes', () => {
  it('spares what mentions no object', () => {
    expect(mayHoldManifest(Buffer.from('kind: Pod\napiVersion: v1\n'))).toBe(true);
    expect(mayHoldManifest(Buffer.from('kind: Pod\n'))).toBe(false);
    expect(mayHoldManifest(Buffer.from('apiVersion: v2\nname: chart\n'))).toBe(false);
    expect(mayHoldManifest(Buffer.alloc(0))).toBe(false);
  });

  it('says nothing of UTF-16', () => {
    expect(mayHoldManifest(Buffer.from('\uFEFFkind: Pod\napiVersion: v1\n', 'utf16le'))).toBe(true);
    expect(mayHoldManifest(bigEndian('\uFEFFkind: Pod\napiVersion: v1\n'))).toBe(true);
  });
});
