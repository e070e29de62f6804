// Temporary folders with files in them.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

/** A new folder, removed after the test. The path is the real one, as programs see it. */
export function temporaryFolder(files: Readonly<Record<string, string | Buffer>> = {}): string {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'rollsafe-test-')));
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }));
  for (const [file, content] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    fs.writeFileSync(path.join(folder, file), content);
  }
  return folder;
}

/** Makes the folder a git repository that tracks these files, or all. */
export function gitRepository(folder: string, ...tracked: readonly string[]): void {
  for (const args of [
    ['init', '--quiet'],
    ['add', '--', ...(tracked.length > 0 ? tracked : ['.'])],
  ]) {
    const { status, stderr } = spawnSync('git', args, { cwd: folder, encoding: 'utf8', env: environment() });
    if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`);
  }
}

/** Ours, without what a git hook around the tests would say. */
export function environment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')));
}
