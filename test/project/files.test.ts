// From paths, patterns and standard input to the sources of a run.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { type Config, defaultConfig } from '../../src/project/config.ts';
import { fileFilter } from '../../src/project/file-filter.ts';
import { type Gathered, gather } from '../../src/project/files.ts';
import { trackedFiles } from '../../src/project/git.ts';
import { gitRepository, temporaryFolder } from './folder.ts';

const POD = 'apiVersion: v1\nkind: Pod\nmetadata: {name: x}\n';

interface Run {
  readonly paths?: readonly string[];
  readonly config?: Partial<Config>;
  readonly project?: boolean;
  readonly from?: string;
  readonly stdin?: Buffer;
  readonly stdinPath?: string;
}

function gatherIn(folder: string, run: Run = {}): Gathered {
  const currentFolder = path.join(folder, run.from ?? '.');
  return gather({
    currentFolder,
    paths: run.paths ?? ['.'],
    filter: fileFilter({ ...defaultConfig(folder), ...run.config }),
    project: run.project ? { folder, trackedFiles } : undefined,
    stdin: { bytes: () => run.stdin ?? Buffer.from(POD), path: run.stdinPath ?? '-' },
  });
}

/** `path origin`, and `(path) origin` for what is only read. */
const shape = ({ inputs }: Gathered) =>
  inputs.map(({ source, origin, target }) => `${target ? source.path : `(${source.path})`} ${origin}`);
const told = ({ problems }: Gathered) =>
  problems.map(({ rule, source, message }) => `${rule} ${source.path}: ${message}`);

describe('folders', () => {
  const folder = () =>
    temporaryFolder({
      'a.yaml': POD,
      'b.yml': POD,
      'c.json': '{"apiVersion":"v1","kind":"Pod"}',
      'd.txt': POD,
      'sub/e.yaml': POD,
      'values.yaml': 'replicas: 3\n',
      '.github/workflows/ci.yaml': 'on: push\n',
    });

  it('give YAML and JSON, and count what holds no object', () => {
    const gathered = gatherIn(folder());
    expect(shape(gathered)).toEqual(['a.yaml walked', 'b.yml walked', 'c.json walked', 'sub/e.yaml walked']);
    expect(gathered).toMatchObject({ passedOver: 2, problems: [], incomplete: false });
  });

  it('are shown from the current folder, and known by where they are', () => {
    const root = folder();
    expect(shape(gatherIn(root, { paths: ['../a.yaml', '..'], from: 'sub' }))).toEqual([
      '../a.yaml named',
      '../b.yml walked',
      '../c.json walked',
      'e.yaml walked',
    ]);
    const [input] = gatherIn(root, { paths: ['e.yaml'], from: 'sub' }).inputs;
    expect(input?.source.location).toBe(`${root}/sub/e.yaml`);
  });

  it('follow the configuration', () => {
    const config = { include: ['**/*.txt', 'sub/**'], exclude: ['sub/e.yaml'] };
    expect(shape(gatherIn(folder(), { config }))).toEqual(['d.txt walked']);
  });

  it('bring what stands above them, for what it says', () => {
    const chart = temporaryFolder({
      '.git/HEAD': '',
      'Chart.yaml': 'name: x\n',
      'templates/a.yaml': POD,
      'skaffold.yaml': 'apiVersion: skaffold/v4beta1\nkind: Config\n',
      'templates/deep/kustomization.yaml': 'patches: []\n',
      'templates/deep/b.yaml': POD,
    });
    expect(shape(gatherIn(chart, { paths: ['templates/deep'] }))).toEqual([
      '(Chart.yaml) walked',
      '(skaffold.yaml) walked',
      'templates/deep/b.yaml named'.replace('named', 'walked'),
      'templates/deep/kustomization.yaml walked',
    ]);
  });
});

describe('named files', () => {
  it('are read whatever their name and content', () => {
    const folder = temporaryFolder({ manifest: POD, 'values.txt': 'a: 1\n', '.gitignore': 'manifest\n' });
    expect(shape(gatherIn(folder, { paths: ['manifest', 'values.txt'] }))).toEqual([
      'manifest named',
      'values.txt named',
    ]);
  });

  it('are read once, however often they are named', () => {
    const folder = temporaryFolder({ 'a.yaml': POD });
    const paths = ['a.yaml', './a.yaml', path.join(folder, 'a.yaml'), 'a.yaml', 'a*.yaml'];
    expect(shape(gatherIn(folder, { paths }))).toEqual(['a.yaml named']);
  });

  it('are left out where the configuration says so', () => {
    const folder = temporaryFolder({ 'vendor/a.yaml': POD, 'b.yaml': POD });
    const gathered = gatherIn(folder, {
      paths: ['vendor/a.yaml', 'b.yaml'],
      config: { exclude: ['vendor'] },
    });
    expect(shape(gathered)).toEqual(['b.yaml named']);
    expect(gathered.incomplete).toBe(false);
  });

  it('bring kustomizations, charts and skaffold files above them, and nothing else', () => {
    const folder = temporaryFolder({
      '.git/HEAD': '',
      Kustomization: 'resources: []\n',
      'a/Chart.yaml': 'name: x\n',
      'a/b/kustomization.yml': 'resources: []\n',
      'a/b/x.yaml': POD,
      'a/b/y.yaml': POD,
      'a/c/kustomization.yaml': 'resources: []\n',
    });
    expect(shape(gatherIn(folder, { paths: ['a/b/x.yaml'] }))).toEqual([
      '(Kustomization) walked',
      '(a/Chart.yaml) walked',
      '(a/b/kustomization.yml) walked',
      'a/b/x.yaml named',
    ]);
  });

  it('look no further up than the repository', () => {
    const folder = temporaryFolder({ 'Chart.yaml': '', 'repo/.git/HEAD': '', 'repo/a/x.yaml': POD });
    expect(shape(gatherIn(folder, { paths: ['x.yaml'], from: 'repo/a' }))).toEqual(['x.yaml named']);
  });

  it('know the bundle of the configuration', () => {
    const folder = temporaryFolder({ 'a/x.yaml': POD, 'b/x.yaml': POD });
    const config = { bundles: [{ name: 'shop', files: ['a/**'] }] };
    expect(gatherIn(folder, { config }).inputs.map(({ bundle }) => bundle)).toEqual(['shop', undefined]);
  });

  it('may be links', () => {
    const folder = temporaryFolder({ 'real/a.yaml': POD });
    fs.symlinkSync('real/a.yaml', path.join(folder, 'link.yaml'));
    fs.symlinkSync('real', path.join(folder, 'folder'));
    expect(shape(gatherIn(folder, { paths: ['link.yaml', 'folder'] }))).toEqual([
      'folder/a.yaml walked',
      'link.yaml named',
    ]);
  });
});

describe('patterns', () => {
  const folder = () =>
    temporaryFolder({
      'a1.yaml': POD,
      'a2.yaml': POD,
      'b.json': POD,
      'sub/a3.yaml': POD,
      'sub/deep/a4.yaml': POD,
      '.hidden/a5.yaml': POD,
      'node_modules/a6.yaml': POD,
    });
  it.each([
    ['*.yaml', ['a1.yaml', 'a2.yaml']],
    ['a?.yaml', ['a1.yaml', 'a2.yaml']],
    ['a[12].yaml', ['a1.yaml', 'a2.yaml']],
    ['{a1,b}.*', ['a1.yaml', 'b.json']],
    ['**/*.yaml', ['.hidden/a5.yaml', 'a1.yaml', 'a2.yaml', 'sub/a3.yaml', 'sub/deep/a4.yaml']],
    ['sub/**', ['sub/a3.yaml', 'sub/deep/a4.yaml']],
    ['sub/*', ['sub/a3.yaml']],
    ['./sub/*.yaml', ['sub/a3.yaml']],
    ['*/*.yaml', ['.hidden/a5.yaml', 'sub/a3.yaml']],
  ])('%s', (pattern, files) => {
    expect(shape(gatherIn(folder(), { paths: [pattern] }))).toEqual(files.map((file) => `${file} named`));
  });

  it('may be absolute, or lead upward', () => {
    const root = folder();
    expect(shape(gatherIn(root, { paths: [`${root}/sub/*.yaml`] }))).toEqual(['sub/a3.yaml named']);
    expect(shape(gatherIn(root, { paths: ['../a1*'], from: 'sub' }))).toEqual(['../a1.yaml named']);
  });

  it('are names where a file has that name', () => {
    const names = [
      'my app [v2] #1.yaml',
      'a*.yaml',
      '{x,y}.yaml',
      '!no.yaml',
      'what?.yaml',
      '(x).yaml',
      '配置.yaml',
      '-.yaml',
      'b\\c.yaml',
    ];
    const root = temporaryFolder(
      Object.fromEntries([...names, 'ab.yaml', 'x.yaml'].map((name) => [name, POD])),
    );
    expect(shape(gatherIn(root, { paths: names }))).toEqual([...names].sort().map((name) => `${name} named`));
  });

  it('are names where a folder has that name', () => {
    const root = temporaryFolder({ 'env [prod]/a.yaml': POD, '*/b.yaml': POD });
    expect(shape(gatherIn(root, { paths: ['env [prod]', '*'] }))).toEqual([
      '*/b.yaml walked',
      'env [prod]/a.yaml walked',
    ]);
  });

  it('that match nothing are told', () => {
    const gathered = gatherIn(folder(), { paths: ['x*.yaml', 'nowhere/*.yaml', 'a1.yaml'] });
    expect(told(gathered)).toEqual([
      'file-not-found x*.yaml: no file matches the pattern',
      'file-not-found nowhere/*.yaml: no file matches the pattern',
    ]);
    expect(gathered.incomplete).toBe(true);
    expect(shape(gathered)).toEqual(['a1.yaml named']);
  });
});

describe('what cannot be read', () => {
  it('is told, and the rest is read', () => {
    const folder = temporaryFolder({ 'a.yaml': POD });
    fs.symlinkSync('round.yaml', path.join(folder, 'round.yaml'));
    const paths = ['gone.yaml', 'a.yaml/x.yaml', 'round.yaml', `${'x'.repeat(300)}.yaml`, 'a.yaml'];
    const gathered = gatherIn(folder, { paths });
    expect(told(gathered).map((line) => line.replace(/x{300}/, 'xxx'))).toEqual([
      'file-not-found gone.yaml: no such file or folder',
      'file-not-found a.yaml/x.yaml: no such file or folder',
      "file-not-found round.yaml: can't be read (ELOOP)",
      "file-not-found xxx.yaml: can't be read (ENAMETOOLONG)",
    ]);
    expect(gathered.incomplete).toBe(true);
    expect(shape(gathered)).toContain('a.yaml named');
  });

  it('because of its encoding is a finding, and opens its folder', () => {
    const folder = temporaryFolder({
      'a.yaml': POD,
      'bad.yaml': Buffer.from(`${POD}# caf\xe9\n`, 'latin1'),
      'binary.yaml': Buffer.from([0x1f, 0x8b, 0, 1]),
    });
    const gathered = gatherIn(folder);
    expect(told(gathered)).toEqual([
      'encoding-invalid bad.yaml: not text: neither UTF-8 nor UTF-16 with a byte order mark',
    ]);
    expect(gathered.incomplete).toBe(false);
    expect(gathered.inputs.map(({ source, unreadable }) => [source.path, Boolean(unreadable)])).toEqual([
      ['a.yaml', false],
      ['bad.yaml', true],
    ]);
    expect(told(gatherIn(folder, { paths: ['binary.yaml'] }))).toHaveLength(1);
  });

  it('because it is not allowed is told once', () => {
    const folder = temporaryFolder({ 'a.yaml': POD, 'closed.yaml': POD });
    const real = fs.readFileSync;
    const denied = Object.assign(new Error('permission denied'), { code: 'EACCES' });
    const spy = vi.spyOn(fs, 'readFileSync').mockImplementation(((file: string, options: never) => {
      if (String(file).endsWith('closed.yaml')) throw denied;
      return real(file, options);
    }) as typeof fs.readFileSync);
    try {
      const gathered = gatherIn(folder, { paths: ['.', 'closed.yaml', 'closed.yaml'] });
      expect(told(gathered)).toEqual(["file-not-found closed.yaml: the file can't be read (EACCES)"]);
      expect(gathered.incomplete).toBe(true);
      expect(gathered.inputs.find(({ source }) => source.path === 'closed.yaml')?.unreadable).toBe(true);
    } finally {
      spy.mockRestore();
    }
  });
});

describe('standard input', () => {
  it('has a name, or none', () => {
    const folder = temporaryFolder({ 'a.yaml': POD });
    expect(shape(gatherIn(folder, { paths: ['-'] }))).toEqual(['- stream']);
    expect(shape(gatherIn(folder, { paths: ['-'], stdinPath: 'prod.yaml' }))).toEqual(['prod.yaml stream']);
    expect(shape(gatherIn(folder, { paths: ['-', '-', 'a.yaml'] }))).toEqual(['- stream', 'a.yaml named']);
  });

  it('may be of any content', () => {
    const folder = temporaryFolder();
    expect(shape(gatherIn(folder, { paths: ['-'], stdin: Buffer.from('Error: no chart\n') }))).toEqual([
      '- stream',
    ]);
    expect(told(gatherIn(folder, { paths: ['-'], stdin: Buffer.from([0xff, 0]) }))).toHaveLength(1);
  });

  it('is read when it is asked for', () => {
    const bytes = vi.fn(() => Buffer.from(POD));
    const folder = temporaryFolder({ 'a.yaml': POD });
    const filter = fileFilter(defaultConfig(folder));
    const request = { currentFolder: folder, filter, project: undefined, stdin: { bytes, path: '-' } };
    gather({ ...request, paths: ['a.yaml'] });
    expect(bytes).not.toHaveBeenCalled();
    gather({ ...request, paths: ['-'] });
    expect(bytes).toHaveBeenCalledTimes(1);
  });
});

describe('a project', () => {
  const files = {
    'a/x.yaml': POD,
    'a/y.yaml': POD,
    'b/z.yaml': POD,
    'b/values.yaml': 'a: 1\n',
    'k/kustomization.yaml': 'resources: []\n',
    'untracked.yaml': POD,
  };

  it('is read around the targets', () => {
    const gathered = gatherIn(temporaryFolder(files), { paths: ['a/x.yaml'], project: true });
    expect(shape(gathered)).toEqual(
      [
        '(a/y.yaml) walked',
        '(b/z.yaml) walked',
        '(k/kustomization.yaml) walked',
        '(untracked.yaml) walked',
        'a/x.yaml walked',
      ].sort((a, b) => (a.replace('(', '') < b.replace('(', '') ? -1 : 1)),
    );
    expect(gathered.passedOver).toBe(0);
  });

  it('in git is what git tracks, and the targets', () => {
    const folder = temporaryFolder(files);
    gitRepository(folder, 'a/y.yaml', 'b', 'k');
    const gathered = gatherIn(folder, { paths: ['a/x.yaml'], project: true });
    expect(shape(gathered).sort()).toEqual([
      '(a/y.yaml) walked',
      '(b/z.yaml) walked',
      '(k/kustomization.yaml) walked',
      'a/x.yaml walked',
    ]);
  });

  it('in git may have lost files that are still tracked', () => {
    const folder = temporaryFolder(files);
    gitRepository(folder);
    fs.rmSync(path.join(folder, 'a/y.yaml'));
    for (const paths of [['a/x.yaml'], ['a']]) {
      const gathered = gatherIn(folder, { paths, project: true });
      expect(gathered).toMatchObject({ problems: [], incomplete: false });
      expect(gathered.inputs.some(({ source, unreadable }) => source.path === 'a/y.yaml' || unreadable)).toBe(
        false,
      );
    }
  });

  it('asks for nothing of what is named: other YAML is passed over', () => {
    const gathered = gatherIn(temporaryFolder(files), {
      paths: ['b/values.yaml', 'a/x.yaml'],
      project: true,
    });
    expect(gathered.passedOver).toBe(1);
    expect(shape(gathered)).toContain('a/x.yaml walked');
  });

  it('may have folders as targets, with what is new in them', () => {
    const folder = temporaryFolder({ ...files, '.gitignore': 'a/out.yaml\n', 'a/out.yaml': POD });
    gitRepository(folder, 'b');
    const targets = gatherIn(folder, { paths: ['a'], project: true }).inputs.filter(({ target }) => target);
    expect(targets.map(({ source }) => source.path)).toEqual(['a/x.yaml', 'a/y.yaml']);
  });

  it('leaves out what the configuration leaves out', () => {
    const gathered = gatherIn(temporaryFolder(files), {
      paths: ['a/x.yaml'],
      project: true,
      config: { exclude: ['b', 'k'] },
    });
    expect(shape(gathered)).toEqual(['a/x.yaml walked', '(a/y.yaml) walked', '(untracked.yaml) walked']);
  });
});
