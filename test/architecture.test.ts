// What must never depend on what (ARCHITECTURE.md), read from the import lines.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '..');
const TYPES_ONLY = '@kubernetes/client-node';

interface Import {
  /** Relative to the root, `/`-separated. */
  readonly file: string;
  /** A path relative to the root for our own files, else the name of the package. */
  readonly target: string;
  readonly typeOnly: boolean;
}

function filesUnder(folder: string): string[] {
  return fs
    .readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'))
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`);
}

const IMPORT =
  /^(?:import|export)\s+(type\s)?[^;'"]*?from\s+'([^']+)'|^import\s+'([^']+)'|import\(\s*'([^']+)'\s*\)/gm;

function importsOf(file: string): Import[] {
  const text = fs.readFileSync(path.join(ROOT, file), 'utf8');
  return [...text.matchAll(IMPORT)].map(([, type, from, bare, dynamic]) => {
    const name = from ?? bare ?? dynamic ?? '';
    const target = name.startsWith('.') ? path.posix.normalize(`${path.posix.dirname(file)}/${name}`) : name;
    return { file, target, typeOnly: type !== undefined };
  });
}

const layer = (folder: string) => filesUnder(folder).flatMap(importsOf);
const inLayers =
  (...layers: string[]) =>
  (target: string) =>
    layers.some((name) => target.startsWith(`src/${name}/`));

function wrong(imports: readonly Import[], allowed: (target: string, file: string) => boolean): string[] {
  return imports
    .filter(({ target, typeOnly, file }) => !(typeOnly && target === TYPES_ONLY) && !allowed(target, file))
    .map(({ file, target }) => `${file} imports ${target}`);
}

describe('what must never depend on what', () => {
  it('reads import lines', () => {
    expect(importsOf('src/core/yaml/parse.ts').map(({ target }) => target)).toContain('yaml');
    expect(importsOf('src/cli/main.ts').map(({ target }) => target)).toContain('src/cli/lazy/explain.ts');
  });

  it('kubernetes: plain values, nothing of ours', () => {
    expect(wrong(layer('src/kubernetes'), inLayers('kubernetes'))).toEqual([]);
  });

  it('core: the domain functions and yaml, and yaml only in its folder', () => {
    const allowed = (target: string, file: string) =>
      inLayers('core', 'kubernetes')(target) || (target === 'yaml' && file.startsWith('src/core/yaml/'));
    expect(wrong(layer('src/core'), allowed)).toEqual([]);
  });

  it('core: one door to the parser', () => {
    const inside = (file: string) => file.startsWith('src/core/yaml/');
    const others = layer('src').filter(
      ({ file, target }) => !inside(file) && target.startsWith('src/core/yaml/'),
    );
    expect(others.filter(({ target }) => target !== 'src/core/yaml/index.ts')).toEqual([]);
  });

  it('core and kubernetes: no console, process, clock, randomness or promises', () => {
    const worldly =
      /\bconsole\.|\bprocess\.|\bDate\b|Math\.random|performance\.|\basync\b|\bawait\b|\bPromise\b|setTimeout/;
    const code = [...filesUnder('src/core'), ...filesUnder('src/kubernetes')].filter((file) => {
      const text = fs.readFileSync(path.join(ROOT, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
      return worldly.test(text);
    });
    expect(code).toEqual([]);
  });

  it('rules: the public entries only', () => {
    expect(
      wrong(layer('rules'), (target) => target === 'rollsafe' || target === 'rollsafe/kubernetes'),
    ).toEqual([]);
  });

  it('reporters: what a report is, what formats share, never a format', () => {
    const formats = new Set(importsOf('src/cli/lazy/ci-reporters.ts').map(({ target }) => target));
    formats.delete('src/reporters/reporter.ts');
    const shared = (target: string) => target.startsWith('src/reporters/') && !formats.has(target);
    const core = new Set(['src/core/finding.ts', 'src/core/source.ts', 'src/core/fix.ts']);
    const terminal = (target: string, file: string) =>
      file.startsWith('src/reporters/pretty') && (target === 'kleur' || target === 'fast-string-width');
    const allowed = (target: string, file: string) =>
      core.has(target) || shared(target) || terminal(target, file);
    expect(formats.size).toBeGreaterThan(9);
    expect(wrong(layer('src/reporters'), allowed)).toEqual([]);
  });

  it('project: neither reporters nor faces', () => {
    expect(layer('src/project').filter(({ target }) => inLayers('reporters', 'cli', 'lsp')(target))).toEqual(
      [],
    );
  });

  it('lsp: everything but the command line', () => {
    expect(layer('src/lsp').filter(({ target }) => inLayers('cli')(target))).toEqual([]);
    const others = layer('src').filter(({ file }) => !file.startsWith('src/lsp/'));
    const users = others.filter(({ target }) => inLayers('lsp')(target)).map(({ file }) => file);
    expect(users).toEqual(['src/cli/lazy/lsp.ts']);
  });

  it('nobody imports the command line', () => {
    const others = ['core', 'kubernetes', 'project', 'reporters'].flatMap((name) => layer(`src/${name}`));
    expect(others.filter(({ target }) => inLayers('cli', 'lsp')(target))).toEqual([]);
  });

  it('client-node gives types alone', () => {
    const values = [...layer('src'), ...layer('rules')].filter(
      ({ target, typeOnly }) => target === TYPES_ONLY && !typeOnly,
    );
    expect(values).toEqual([]);
  });
});
