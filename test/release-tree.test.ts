// What a release tag holds: installable from git without running anything, the same bytes each time, and small.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '..');
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'rollsafe-release-'));
afterAll(() => fs.rmSync(scratch, { recursive: true, force: true }));

function releaseTree(name: string): Record<string, string> {
  const folder = path.join(scratch, name);
  const { status, stderr } = spawnSync(process.execPath, [path.join(ROOT, '.ci/release-tree.mjs'), folder], {
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(status).toBe(0);
  const files = fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => fs.statSync(path.join(folder, file)).isFile());
  return Object.fromEntries(
    files.map((file) => [file.replaceAll('\\', '/'), fs.readFileSync(path.join(folder, file), 'latin1')]),
  );
}

it('has the same bytes on every run', () => {
  expect(releaseTree('first')).toEqual(releaseTree('second'));
});

it('installs from git on every version of pre-commit, and stays under 10 MB', () => {
  const tree = releaseTree('third');
  const manifest = JSON.parse(tree['package.json'] ?? '{}');
  for (const key of ['scripts', 'dependencies', 'devDependencies', 'workspaces'])
    expect(manifest).not.toHaveProperty(key);
  expect(Object.keys(tree)).toEqual(
    expect.arrayContaining([
      '.pre-commit-hooks.yaml',
      'action.yml',
      'LICENSE',
      'README.md',
      'dist/cli.js',
      'dist/action.js',
      'schemas/config.json',
    ]),
  );
  expect(Object.values(tree).reduce((bytes, text) => bytes + text.length, 0)).toBeLessThan(10_000_000);
});

it('knows client-node by its types alone', () => {
  const emitted = Object.entries(releaseTree('types')).filter(([file]) => file.startsWith('dist/'));
  expect(emitted.length).toBeGreaterThan(0);
  expect(emitted.filter(([, text]) => text.includes('client-node')).map(([file]) => file)).toEqual([]);
});

it('runs where nothing else is', () => {
  releaseTree('alone');
  const cli = path.join(scratch, 'alone/dist/cli.js');
  const { stdout, status } = spawnSync(process.execPath, [cli, 'lint', path.join(ROOT, 'fixtures/ok')], {
    cwd: scratch,
    encoding: 'utf8',
  });
  expect(stdout).toMatch(/^No problems in 3 files/);
  expect(status).toBe(0);
});

it('refuses a folder that holds something', () => {
  const folder = path.join(scratch, 'full');
  fs.mkdirSync(folder);
  fs.writeFileSync(path.join(folder, 'precious'), '');
  const { stderr, status } = spawnSync(process.execPath, [path.join(ROOT, '.ci/release-tree.mjs'), folder], {
    encoding: 'utf8',
  });
  expect(stderr).toContain('is not empty');
  expect(status).toBe(2);
});
