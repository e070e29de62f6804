// The files of a folder: what is left out, and where links lead.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { gitRootOf, walk } from '../../src/project/walk.ts';
import { temporaryFolder } from './folder.ts';

function filesIn(folder: string, wanted: (file: string) => boolean = () => true): string[] {
  return walk(folder, wanted).files.map((file) => path.relative(folder, file));
}

const visible = (file: string) => !path.basename(file).startsWith('.git');

describe('a walk', () => {
  it('goes into all folders but .git and node_modules, in order', () => {
    const folder = temporaryFolder({
      'b.yaml': '',
      'a/z.yaml': '',
      'a/.hidden/y.yaml': '',
      'a/node_modules/x.yaml': '',
      'node_modules/x.yaml': '',
      '.git/x.yaml': '',
      'c/d/e/f.yaml': '',
    });
    expect(filesIn(folder)).toEqual(['a/.hidden/y.yaml', 'a/z.yaml', 'b.yaml', 'c/d/e/f.yaml']);
    expect(filesIn(path.join(folder, 'a/node_modules'))).toEqual(['x.yaml']);
  });

  it('asks about absolute paths', () => {
    const folder = temporaryFolder({ 'a.yaml': '', 'b.json': '', 'c/d.yaml': '' });
    const asked: string[] = [];
    filesIn(folder, (file) => Boolean(asked.push(file)));
    expect(asked.sort()).toEqual(['a.yaml', 'b.json', 'c/d.yaml'].map((file) => path.join(folder, file)));
  });

  it('takes names with any characters', () => {
    const names = [
      '[a].yaml',
      '*.yaml',
      'a b.yaml',
      '#1.yaml',
      '!x.yaml',
      '{a,b}.yaml',
      '配置.yaml',
      'a\\b.yaml',
      'é\n.yaml',
    ];
    const folder = temporaryFolder(Object.fromEntries(names.map((name) => [name, ''])));
    expect(filesIn(folder)).toEqual(names.sort());
  });

  it('of an empty folder finds nothing', () => {
    expect(walk(temporaryFolder(), () => true)).toEqual({ files: [], unreadable: [] });
  });
});

describe('.gitignore', () => {
  it('leaves out files, folders and patterns', () => {
    const folder = temporaryFolder({
      '.gitignore': '# first\nbuild/\n*.tmp.yaml\n/top.yaml\ndocs/*.yaml\n',
      'build/a.yaml': '',
      'deep/build/a.yaml': '',
      'a.tmp.yaml': '',
      'deep/a.tmp.yaml': '',
      'top.yaml': '',
      'deep/top.yaml': '',
      'docs/a.yaml': '',
      'docs/deep/a.yaml': '',
    });
    expect(filesIn(folder, visible)).toEqual(['deep/top.yaml', 'docs/deep/a.yaml']);
  });

  it('of a deeper folder decides over one above it', () => {
    const folder = temporaryFolder({
      '.gitignore': '*.yaml\n!keep.yaml\n',
      'a.yaml': '',
      'keep.yaml': '',
      'deep/.gitignore': '!a.yaml\nkeep.yaml\n',
      'deep/a.yaml': '',
      'deep/b.yaml': '',
      'deep/keep.yaml': '',
      'deep/er/a.yaml': '',
    });
    expect(filesIn(folder, visible)).toEqual(['deep/a.yaml', 'deep/er/a.yaml', 'keep.yaml']);
  });

  it('cannot bring back what is in a folder that is left out', () => {
    const folder = temporaryFolder({ '.gitignore': 'out/\n!out/a.yaml\n', 'out/a.yaml': '', 'b.yaml': '' });
    expect(filesIn(folder, visible)).toEqual(['b.yaml']);
  });

  it('above the folder counts up to the root of the repository', () => {
    const folder = temporaryFolder({
      '.gitignore': 'a.yaml\n',
      'repo/.git/HEAD': '',
      'repo/.gitignore': 'b.yaml\n/k8s/c.yaml\n',
      'repo/k8s/a.yaml': '',
      'repo/k8s/b.yaml': '',
      'repo/k8s/c.yaml': '',
      'repo/k8s/deep/c.yaml': '',
    });
    expect(filesIn(path.join(folder, 'repo/k8s'))).toEqual(['a.yaml', 'deep/c.yaml']);
  });

  it('says nothing about a folder that was asked for by name', () => {
    const folder = temporaryFolder({
      '.git/HEAD': '',
      '.gitignore': 'build/\n*.tmp.yaml\n',
      'build/out/a.yaml': '',
      'build/out/a.tmp.yaml': '',
      'build/out/.gitignore': 'b.yaml\n',
      'build/out/b.yaml': '',
    });
    expect(filesIn(path.join(folder, 'build'), visible)).toEqual(['out/a.tmp.yaml', 'out/a.yaml']);
    expect(filesIn(folder, visible)).toEqual([]);
  });

  it('that is a folder is none', () => {
    const folder = temporaryFolder({ '.gitignore/x.yaml': '', 'a.yaml': '' });
    expect(filesIn(folder)).toEqual(['.gitignore/x.yaml', 'a.yaml']);
  });
});

describe('symbolic links', () => {
  it('to folders are not followed, so that loops end', () => {
    const folder = temporaryFolder({ 'a/b/x.yaml': '', 'outside/y.yaml': '' });
    fs.symlinkSync('..', path.join(folder, 'a/b/loop'));
    fs.symlinkSync('.', path.join(folder, 'a/self.yaml'));
    fs.symlinkSync(path.join(folder, 'outside'), path.join(folder, 'a/out'));
    expect(filesIn(path.join(folder, 'a'))).toEqual(['b/x.yaml']);
  });

  it('to files are, unless the file is in the folder anyway', () => {
    const folder = temporaryFolder({ 'a/x.yaml': '', 'outside/y.yaml': '' });
    fs.symlinkSync('x.yaml', path.join(folder, 'a/again.yaml'));
    fs.symlinkSync('../outside/y.yaml', path.join(folder, 'a/out.yaml'));
    fs.symlinkSync('gone.yaml', path.join(folder, 'a/dangling.yaml'));
    fs.symlinkSync('round.yaml', path.join(folder, 'a/round.yaml'));
    expect(filesIn(path.join(folder, 'a'))).toEqual(['out.yaml', 'x.yaml']);
  });

  it('may lead to the folder itself', () => {
    const folder = temporaryFolder({ 'real/x.yaml': '', 'real/y.yaml': '' });
    fs.symlinkSync('real', path.join(folder, 'link'));
    fs.symlinkSync('x.yaml', path.join(folder, 'real/again.yaml'));
    expect(filesIn(path.join(folder, 'link'))).toEqual(['x.yaml', 'y.yaml']);
  });
});

it('a folder that cannot be looked into is told', () => {
  const folder = temporaryFolder({ 'a/x.yaml': '', 'closed/y.yaml': '' });
  const closed = path.join(folder, 'closed');
  const real = fs.readdirSync;
  const denied = Object.assign(new Error('permission denied'), { code: 'EACCES' });
  const spy = vi.spyOn(fs, 'readdirSync').mockImplementation(((file: string, options: never) => {
    if (file === closed) throw denied;
    return real(file, options);
  }) as typeof fs.readdirSync);
  try {
    expect(walk(folder, () => true)).toEqual({
      files: [path.join(folder, 'a/x.yaml')],
      unreadable: [{ folder: closed, reason: 'EACCES' }],
    });
  } finally {
    spy.mockRestore();
  }
});

it('the root of a repository is the nearest folder with .git', () => {
  const folder = temporaryFolder({
    '.git/HEAD': '',
    'a/b/x': '',
    'a/sub/.git': 'gitdir: elsewhere\n',
    'a/sub/c/x': '',
  });
  expect(gitRootOf(path.join(folder, 'a/b'))).toBe(folder);
  expect(gitRootOf(path.join(folder, 'a/sub/c'))).toBe(path.join(folder, 'a/sub'));
});
