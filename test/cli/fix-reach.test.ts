// Files that aren't where they seem to be: the diff of a dry run still applies where the program was called.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { environment, gitRepository, temporaryFolder } from '../project/folder.ts';
import { rollsafe } from './program.ts';

const BAD = 'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec: {revisionHistoryLimit: 0}\n';
const GOOD = BAD.replace('{revisionHistoryLimit: 0}', '{}');
const RULE = ['--no-config', '--rule', 'revision-history-zero'];

const dryRun = (cwd: string, ...args: string[]) =>
  rollsafe(['lint', ...RULE, '--fix-dry-run', ...args], { cwd });
const link = (folder: string, name: string, to: string) => fs.symlinkSync(to, path.join(folder, name));
const text = (folder: string, file: string) => fs.readFileSync(path.join(folder, file), 'utf8');
const filesOf = (diff: string) => [...diff.matchAll(/^\+\+\+ b\/(.*)$/gm)].map(([, file]) => file);
const above = (file: string, folder: string) =>
  `rollsafe: ${file} would be fixed too: a diff reaches only below the current folder; for this file run rollsafe in ${folder}\n`;

/** What `git apply` says of a diff. */
function gitApply(cwd: string, diff: string): string {
  const args = ['apply', '--whitespace=nowarn', '-'];
  return spawnSync('git', args, { cwd, input: diff, encoding: 'utf8', env: environment() }).stderr;
}

describe('a symbolic link', () => {
  it('is shown as the file behind it, in a repository and outside', () => {
    for (const prepare of [gitRepository, () => {}]) {
      const cwd = temporaryFolder({ 'k/web.yaml': BAD, 'other/real.txt': BAD });
      link(cwd, 'k/link.yaml', '../other/real.txt');
      prepare(cwd);
      const { stdout } = dryRun(cwd, 'k');
      expect(filesOf(stdout)).toEqual(['other/real.txt', 'k/web.yaml']);
      expect(gitApply(cwd, stdout)).toBe('');
      expect([text(cwd, 'k/web.yaml'), text(cwd, 'other/real.txt')]).toEqual([GOOD, GOOD]);
      expect(fs.readlinkSync(path.join(cwd, 'k/link.yaml'))).toBe('../other/real.txt');
    }
  });

  it('to a folder that is named is none in the diff', () => {
    const cwd = temporaryFolder({ 'real/web.yaml': BAD });
    link(cwd, 'linked', 'real');
    gitRepository(cwd);
    const { stdout } = dryRun(cwd, 'linked');
    expect(gitApply(cwd, stdout)).toBe('');
    expect(text(cwd, 'real/web.yaml')).toBe(GOOD);
  });

  it('and its file, both named, are one change', () => {
    const cwd = temporaryFolder({ 'web.yaml': BAD });
    link(cwd, 'link.yaml', 'web.yaml');
    expect(filesOf(dryRun(cwd, 'link.yaml', 'web.yaml').stdout)).toEqual(['web.yaml']);
  });

  it('that leads out of the current folder is left out, with a note', () => {
    const folder = temporaryFolder({ 'here/web.yaml': BAD, 'other/real.txt': BAD });
    const cwd = path.join(folder, 'here');
    link(cwd, 'link.yaml', '../other/real.txt');
    const { stdout, stderr, status } = dryRun(cwd);
    expect([status, filesOf(stdout)]).toEqual([1, ['web.yaml']]);
    expect(stderr).toContain(above('link.yaml -> ../other/real.txt', '..'));
    expect(gitApply(cwd, stdout)).toBe('');
  });
});

describe('a file above the current folder', () => {
  it('is left out, with a note that says where its diff applies', () => {
    const folder = temporaryFolder({ 'x/deep/a.yaml': BAD, 'y/b.yaml': BAD });
    gitRepository(folder);
    const cwd = path.join(folder, 'x/deep');
    const { stdout, stderr, status } = dryRun(cwd, '../../y', '.');
    expect([status, filesOf(stdout)]).toEqual([1, ['a.yaml']]);
    expect(stderr).toContain(above('../../y/b.yaml', '../..'));
    expect(gitApply(cwd, stdout)).toBe('');
    expect(gitApply(folder, dryRun(folder, 'y').stdout)).toBe('');
    expect([text(folder, 'x/deep/a.yaml'), text(folder, 'y/b.yaml')]).toEqual([GOOD, GOOD]);
  });

  it('is none when an absolute path leads below it, also through a link', () => {
    const folder = temporaryFolder({ 'real/k/web.yaml': BAD });
    link(folder, 'linked', 'real');
    const cwd = path.join(folder, 'real');
    for (const given of ['real/k/web.yaml', 'linked/k'])
      expect(filesOf(dryRun(cwd, path.join(folder, given)).stdout)).toEqual(['k/web.yaml']);
  });

  it('may be the name of standard input', () => {
    const args = ['lint', ...RULE, '--fix-dry-run', '--stdin-filename', '../x.yaml', '-'];
    const { stdout, stderr } = rollsafe(args, { cwd: temporaryFolder(), input: BAD });
    expect(filesOf(stdout)).toEqual(['../x.yaml']);
    expect(stderr).not.toContain('reaches');
  });
});
