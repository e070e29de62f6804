// Files replaced whole: what stays as it was, and what a failure leaves behind, which is nothing.
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { replaceFiles } from '../../src/project/replace-files.ts';
import { temporaryFolder } from './folder.ts';

afterEach(() => void vi.restoreAllMocks());

const in_ = (folder: string) => (file: string) => path.join(folder, file);
const read = (file: string) => fs.readFileSync(file, 'utf8');
const change = (file: string, before: string, after: string) => ({ file, before, after });

/** Fails as the system does, in calls whose path is this. */
function failing(
  method: 'renameSync' | 'writeFileSync' | 'accessSync',
  code: string,
  when: (file: string) => boolean,
) {
  const original = fs[method] as (...args: unknown[]) => unknown;
  vi.spyOn(fs, method).mockImplementation(((...args: unknown[]) => {
    if (when(String(args[method === 'renameSync' ? 1 : 0]))) throw Object.assign(new Error(code), { code });
    return original(...args);
  }) as never);
}

describe('a file is replaced', () => {
  it.each([
    ['UTF-8', 'utf8', (bytes: Buffer) => bytes],
    ['UTF-16, little end first', 'utf16le', (bytes: Buffer) => bytes],
    ['UTF-16, big end first', 'utf16le', (bytes: Buffer) => bytes.swap16()],
  ] as const)('in its encoding: %s', (_, encoding, order) => {
    const bytes = (text: string) => order(Buffer.from(text, encoding));
    const at = in_(temporaryFolder({ 'a.yaml': bytes('\uFEFFé: 😀\r\n') }));
    expect(replaceFiles([change(at('a.yaml'), '\uFEFFé: 😀\r\n', '\uFEFFè: 😀\r\n')])).toBeUndefined();
    expect(fs.readFileSync(at('a.yaml'))).toEqual(bytes('\uFEFFè: 😀\r\n'));
  });

  it.each([0o600, 0o644, 0o755, 0o666])('with its mode: %o', (mode) => {
    const at = in_(temporaryFolder({ 'a.yaml': 'old' }));
    fs.chmodSync(at('a.yaml'), mode);
    expect(replaceFiles([change(at('a.yaml'), 'old', 'new')])).toBeUndefined();
    expect(fs.statSync(at('a.yaml')).mode & 0o7777).toBe(mode);
  });

  it('at once: it is another file, and nothing else is in the folder', () => {
    const folder = temporaryFolder({ 'a.yaml': 'old' });
    const at = in_(folder);
    const open = fs.openSync(at('a.yaml'), 'r');
    expect(replaceFiles([change(at('a.yaml'), 'old', 'new')])).toBeUndefined();
    expect(fs.readFileSync(open, 'utf8')).toBe('old');
    fs.closeSync(open);
    expect(fs.readdirSync(folder)).toEqual(['a.yaml']);
  });

  it('behind a symbolic link, which stays', () => {
    const folder = temporaryFolder({ 'real/a.yaml': 'old', 'links/x': '' });
    const at = in_(folder);
    fs.symlinkSync('../real/a.yaml', at('links/b.yaml'));
    fs.symlinkSync('b.yaml', at('links/c.yaml'));
    expect(replaceFiles([change(at('links/c.yaml'), 'old', 'new')])).toBeUndefined();
    expect(read(at('real/a.yaml'))).toBe('new');
    expect(fs.readlinkSync(at('links/c.yaml'))).toBe('b.yaml');
    expect(fs.readlinkSync(at('links/b.yaml'))).toBe('../real/a.yaml');
    expect(fs.readdirSync(at('real'))).toEqual(['a.yaml']);
    expect(fs.readdirSync(at('links')).sort()).toEqual(['b.yaml', 'c.yaml', 'x']);
  });

  it('once, when two names lead to it', () => {
    const at = in_(temporaryFolder({ 'a.yaml': 'old' }));
    fs.symlinkSync('a.yaml', at('b.yaml'));
    expect(replaceFiles([change(at('a.yaml'), 'old', 'new')])).toBeUndefined();
    expect(replaceFiles([change(at('b.yaml'), 'old', 'new')])).toBeUndefined();
    expect(read(at('a.yaml'))).toBe('new');
  });
});

describe('a file is left alone', () => {
  it('that has changed since it was read', () => {
    const folder = temporaryFolder({ 'a.yaml': 'other' });
    const at = in_(folder);
    expect(replaceFiles([change(at('a.yaml'), 'old', 'new')])).toEqual({
      file: at('a.yaml'),
      reason: 'changed',
    });
    expect(read(at('a.yaml'))).toBe('other');
    expect(fs.readdirSync(folder)).toEqual(['a.yaml']);
  });

  it('that is gone, or its folder', () => {
    const at = in_(temporaryFolder({ 'a.yaml': 'old' }));
    expect(replaceFiles([change(at('b.yaml'), 'old', 'new')])).toEqual({
      file: at('b.yaml'),
      reason: 'ENOENT',
    });
    const below = at('gone/a.yaml');
    expect(replaceFiles([change(below, 'old', 'new')])).toEqual({ file: below, reason: 'ENOENT' });
  });

  it('that may not be written', () => {
    const at = in_(temporaryFolder({ 'a.yaml': 'old' }));
    failing('accessSync', 'EACCES', () => true);
    expect(replaceFiles([change(at('a.yaml'), 'old', 'new')])).toEqual({
      file: at('a.yaml'),
      reason: 'EACCES',
    });
    expect(read(at('a.yaml'))).toBe('old');
  });

  it('when the disk is full', () => {
    const folder = temporaryFolder({ 'a.yaml': 'old' });
    const at = in_(folder);
    failing('writeFileSync', 'ENOSPC', (file) => {
      if (!file.endsWith('.tmp')) return false;
      fs.closeSync(fs.openSync(file, 'w'));
      return true;
    });
    expect(replaceFiles([change(at('a.yaml'), 'old', 'new')])).toEqual({
      file: at('a.yaml'),
      reason: 'ENOSPC',
    });
    expect(fs.readdirSync(folder)).toEqual(['a.yaml']);
    expect(read(at('a.yaml'))).toBe('old');
  });
});

describe('several files are replaced together or not at all', () => {
  const both = (at: (file: string) => string) => [
    change(at('a.yaml'), 'old a', 'new a'),
    change(at('b.yaml'), 'old b', 'new b'),
  ];

  it('together', () => {
    const at = in_(temporaryFolder({ 'a.yaml': 'old a', 'b.yaml': 'old b' }));
    expect(replaceFiles(both(at))).toBeUndefined();
    expect([read(at('a.yaml')), read(at('b.yaml'))]).toEqual(['new a', 'new b']);
  });

  it('not at all when one has changed', () => {
    const folder = temporaryFolder({ 'a.yaml': 'old a', 'b.yaml': 'other' });
    const at = in_(folder);
    expect(replaceFiles(both(at))).toEqual({ file: at('b.yaml'), reason: 'changed' });
    expect([read(at('a.yaml')), read(at('b.yaml'))]).toEqual(['old a', 'other']);
    expect(fs.readdirSync(folder)).toEqual(['a.yaml', 'b.yaml']);
  });

  it('not at all when the last step fails', () => {
    const folder = temporaryFolder({ 'a.yaml': 'old a', 'b.yaml': 'old b' });
    const at = in_(folder);
    failing('renameSync', 'EPERM', (file) => file === at('b.yaml'));
    expect(replaceFiles(both(at))).toEqual({ file: at('b.yaml'), reason: 'EPERM' });
    expect([read(at('a.yaml')), read(at('b.yaml'))]).toEqual(['old a', 'old b']);
    expect(fs.readdirSync(folder)).toEqual(['a.yaml', 'b.yaml']);
  });
});
