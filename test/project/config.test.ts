import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Rule } from '../../src/core/rule.ts';
import { ConfigError, defaultConfig, findConfigFile, loadConfig } from '../../src/project/config.ts';

const rules: readonly Rule[] = [
  { id: 'change-cause-missing', category: 'rollback', summary: '', severity: 'warning' },
];

let folder: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'rollsafe-config-'));
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

/** Writes files; a path that ends with `/` is a folder. */
function tree(files: Readonly<Record<string, string | Uint8Array>>): void {
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, name);
    fs.mkdirSync(name.endsWith('/') ? file : path.dirname(file), { recursive: true });
    if (!name.endsWith('/')) fs.writeFileSync(file, content);
  }
}

const at = (name: string) => path.join(folder, name);

async function problemsOf(file: string): Promise<ConfigError['problems']> {
  const error = await loadConfig(file, rules).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ConfigError);
  return (error as ConfigError).problems;
}

describe('findConfigFile', () => {
  test.each(['rollsafe.yaml', '.rollsafe.yaml'])('finds %s in the folder', (name) => {
    tree({ '.git/': '', [name]: '' });
    expect(findConfigFile(folder)).toBe(at(name));
  });

  test('finds the nearest one upward', () => {
    tree({ '.git/': '', 'rollsafe.yaml': '', 'a/.rollsafe.yaml': '', 'a/b/c/': '' });
    expect(findConfigFile(at('a/b/c'))).toBe(at('a/.rollsafe.yaml'));
  });

  test('looks in the root of the repository', () => {
    tree({ '.git/': '', 'rollsafe.yaml': '', 'a/b/': '' });
    expect(findConfigFile(at('a/b'))).toBe(at('rollsafe.yaml'));
  });

  test.each([
    ['folder', { 'repository/.git/': '' }],
    ['file, as in a worktree', { 'repository/.git': 'gitdir: elsewhere\n' }],
  ])('does not look above a .git %s', (_, git) => {
    tree({ '.git/': '', 'rollsafe.yaml': '', 'repository/a/': '', ...git });
    expect(findConfigFile(at('repository/a'))).toBeUndefined();
  });

  test('passes over a folder of that name', () => {
    tree({ '.git/': '', 'rollsafe.yaml': '', 'a/rollsafe.yaml/': '' });
    expect(findConfigFile(at('a'))).toBe(at('rollsafe.yaml'));
  });

  test('starts from a folder that is not there', () => {
    tree({ '.git/': '', 'rollsafe.yaml': '' });
    expect(findConfigFile(at('a/b'))).toBe(at('rollsafe.yaml'));
  });

  test('refuses two in one folder', () => {
    tree({ '.git/': '', 'rollsafe.yaml': '', '.rollsafe.yaml': '', 'a/': '' });
    const message = '.rollsafe.yaml is in the same folder: only one of the two may be there';
    expect(() => findConfigFile(at('a'))).toThrow(
      new ConfigError([{ file: at('rollsafe.yaml'), line: 1, column: 1, message }]),
    );
  });
});

describe('loadConfig', () => {
  test('reads a file over the defaults', async () => {
    tree({ 'ci/mine.yaml': 'preset: strict\nexclude: [vendor]\n' });
    expect(await loadConfig(at('ci/mine.yaml'), rules)).toEqual({
      ...defaultConfig(at('ci')),
      file: at('ci/mine.yaml'),
      preset: 'strict',
      exclude: ['vendor'],
    });
  });

  test('takes a path relative to the current folder', async () => {
    tree({ 'rollsafe.yaml': '' });
    const config = await loadConfig(path.relative(process.cwd(), at('rollsafe.yaml')), rules);
    expect(config).toEqual({ ...defaultConfig(folder), file: at('rollsafe.yaml') });
  });

  test('counts columns behind a byte order mark', async () => {
    tree({ 'rollsafe.yaml': '\uFEFFpreset: x\n' });
    expect(await problemsOf(at('rollsafe.yaml'))).toMatchObject([{ line: 1, column: 9 }]);
  });

  test('throws every mistake, with the file', async () => {
    tree({ 'rollsafe.yaml': 'rule: {}\nexclude: 1\n' });
    const file = at('rollsafe.yaml');
    const error = await loadConfig(file, rules).catch((reason: unknown) => reason);
    expect(error).toEqual(
      new ConfigError([
        { file, line: 1, column: 1, message: 'unknown key "rule"; did you mean "rules"?' },
        { file, line: 2, column: 10, message: '"exclude" must be a list, not 1; did you mean [1]?' },
      ]),
    );
    expect((error as ConfigError).message).toContain(`${file}:1:1: unknown key "rule"`);
  });

  test.each([
    ['a missing file', 'rollsafe.yaml', "can't be read: there is no such file"],
    ['a path through a file', 'a.txt/rollsafe.yaml', "can't be read: there is no such file"],
    ['a folder', 'folder', "can't be read: it is a folder"],
    ['bytes that are no text', 'latin-1.yaml', "can't be read: it is not UTF-8"],
  ])('throws for %s', async (_, name, message) => {
    tree({ 'folder/': '', 'a.txt': '', 'latin-1.yaml': new Uint8Array([0x23, 0xe4, 0x0a]) });
    expect(await problemsOf(at(name))).toEqual([{ file: at(name), line: 1, column: 1, message }]);
  });
});

test('the defaults take all YAML and JSON files', () => {
  expect(defaultConfig('.')).toEqual({
    file: undefined,
    folder: process.cwd(),
    preset: 'recommended',
    requireReasons: false,
    rules: {},
    include: ['**/*.{yaml,yml,json}'],
    exclude: [],
    overrides: [],
    bundles: [],
  });
});
