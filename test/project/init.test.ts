import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { init, initialConfig } from '../../src/cli/lazy/init.ts';
import type { Rule } from '../../src/core/rule.ts';
import { checkConfig } from '../../src/project/lazy/check-config.ts';

/** Every setting of the text switched on: sentences begin with a capital, settings with a key or a blank. */
const switchedOn = initialConfig().replace(/^# (?=[a-z]+:$| )/gm, '');

const rules: readonly Rule[] = [
  { id: 'change-cause-missing', category: 'rollback', summary: '', severity: 'warning' },
];

describe('initialConfig', () => {
  test('says nothing but the preset', () => {
    expect(checkConfig(initialConfig(), rules)).toEqual({ content: { preset: 'recommended' }, problems: [] });
  });

  test('is right with every comment taken away', () => {
    expect(checkConfig(switchedOn, rules).problems).toEqual([]);
  });

  test('shows every key', () => {
    const keys = ['preset', 'rules', 'include', 'exclude', 'overrides', 'bundles'];
    expect(Object.keys(parse(switchedOn))).toEqual(keys);
  });

  test('explains each key in the line before it', () => {
    const lines = switchedOn.split('\n');
    const keyLines = lines.flatMap((line, at) => (/^[a-z]+:/.test(line) ? [at] : []));
    expect(keyLines).toHaveLength(6);
    for (const at of keyLines) expect(lines[at - 1]).toMatch(/^# [A-Z].*\.$/);
  });
});

describe('init', () => {
  let folder: string;
  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'rollsafe-init-'));
  });
  afterEach(() => fs.rmSync(folder, { recursive: true }));

  test('writes the file', async () => {
    const file = await init(folder);
    expect(file).toBe(path.join(folder, 'rollsafe.yaml'));
    expect(fs.readFileSync(file, 'utf8')).toBe(initialConfig());
  });

  test.each(['rollsafe.yaml', '.rollsafe.yaml'])('leaves %s alone', async (name) => {
    fs.writeFileSync(path.join(folder, name), 'preset: strict\n');
    await expect(init(folder)).rejects.toThrow(`${name} already exists in ${folder}`);
    expect(fs.readdirSync(folder)).toEqual([name]);
    expect(fs.readFileSync(path.join(folder, name), 'utf8')).toBe('preset: strict\n');
  });

  test('says why it could not write', async () => {
    const missing = path.join(folder, 'missing');
    await expect(init(missing)).rejects.toThrow(`can't write ${path.join(missing, 'rollsafe.yaml')}: ENOENT`);
  });
});
