// What a person sees: the fixture projects against their expected output, and nothing to say of fixtures/ok.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '..');
const CLI = path.join(ROOT, 'dist/cli.js');
const PROJECTS = path.join(ROOT, 'fixtures/projects');

function lint(cwd: string, ...args: string[]) {
  const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: '', COLUMNS: '' };
  const { stdout, stderr, status } = spawnSync(process.execPath, [CLI, 'lint', ...args], {
    cwd,
    env,
    encoding: 'utf8',
  });
  return { stdout: stdout.replace(/ · [\d.]+ m?s$/m, ' · TIME'), stderr, status };
}

for (const project of fs.readdirSync(PROJECTS)) {
  it(`says of ${project} what its expected.txt says`, () => {
    const { stdout, stderr } = lint(path.join(PROJECTS, project));
    const golden = path.join(PROJECTS, project, 'expected.txt');
    if (process.env.UPDATE_GOLDEN) fs.writeFileSync(golden, stdout);
    expect(stderr).toBe('');
    expect(stdout).toBe(fs.readFileSync(golden, 'utf8').replaceAll('\r\n', '\n'));
  });
}

it('has nothing to say of fixtures/ok', () => {
  const { stdout, status } = lint(path.join(ROOT, 'fixtures/ok'), '--fail-on', 'info');
  expect(stdout).toMatch(/^No problems in 3 files/);
  expect(status).toBe(0);
});
