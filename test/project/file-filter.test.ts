import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Config, defaultConfig } from '../../src/project/config.ts';
import { fileFilter } from '../../src/project/file-filter.ts';
import { relativePath } from '../../src/project/globs.ts';

const folder = path.resolve('/repository/project');
const filterOf = (config: Partial<Config>) => fileFilter({ ...defaultConfig(folder), ...config });
const file = (relative: string) => path.resolve(folder, relative);

describe('include', () => {
  test.each([
    ['a.yaml', true],
    ['a/b/c.yml', true],
    ['a/b.json', true],
    ['.github/.hidden.yaml', true],
    ['a.yaml.j2', false],
    ['README.md', false],
    ['../elsewhere/a.yaml', true],
    ['../elsewhere/a.md', false],
  ])('by default: %s', (relative, expected) => {
    expect(filterOf({}).included(file(relative))).toBe(expected);
  });

  test('is relative to the folder of the configuration', () => {
    const filter = filterOf({ include: ['apps/*.yaml', '../shared/*.yaml'] });
    const taken = ['apps/a.yaml', 'x/apps/a.yaml', '../apps/a.yaml', '../shared/a.yaml'];
    expect(taken.map((relative) => filter.included(file(relative)))).toEqual([true, false, false, true]);
  });

  test('knows nothing of exclude', () => {
    expect(filterOf({ exclude: ['**'] }).included(file('a.yaml'))).toBe(true);
  });
});

describe('exclude', () => {
  test('is nothing by default', () => {
    expect(filterOf({}).excluded(file('node_modules/a.yaml'))).toBe(false);
  });

  test.each(['vendor', 'vendor/', 'vendor/**', './vendor'])('%s is all that is in the folder', (glob) => {
    const filter = filterOf({ exclude: [glob] });
    const files = ['vendor/a.yaml', 'vendor/.a/b.yaml', 'x/vendor/a.yaml', 'vendors/a.yaml'];
    expect(files.map((relative) => filter.excluded(file(relative)))).toEqual([true, true, false, false]);
  });

  test.each<[string, string, boolean]>([
    ['a.yaml', 'a.yaml', true],
    ['**/charts', 'x/charts/a.yaml', true],
    ['**/charts', '../x/charts/a.yaml', true],
    ['charts', '../charts/a.yaml', false],
    ['*', 'a.yaml', true],
    ['*', 'a/b.yaml', false],
    ['*.{yml,json}', 'a.yml', true],
    ['apps/!(shop)/*', 'apps/shop/a.yaml', false],
    ['apps/!(shop)/*', 'apps/cart/a.yaml', true],
    ['a\\[b\\].yaml', 'a[b].yaml', true],
  ])('%s and %s', (glob, relative, expected) => {
    expect(filterOf({ exclude: ['never', glob] }).excluded(file(relative))).toBe(expected);
  });
});

test('a file is in the first bundle that matches', () => {
  const filter = filterOf({
    bundles: [
      { name: 'shop', files: ['apps/shop', 'shared/*.yaml'] },
      { name: 'rest', files: ['**/*.yaml'] },
    ],
  });
  const files = ['apps/shop/a.yaml', 'shared/a.yaml', 'b/c.yaml', 'a.json'];
  expect(files.map((relative) => filter.bundleOf(file(relative)))).toEqual([
    'shop',
    'shop',
    'rest',
    undefined,
  ]);
  expect(filterOf({}).bundleOf(file('a.yaml'))).toBeUndefined();
});

describe('relativePath', () => {
  test.each([
    ['C:\\repository\\project', 'C:\\repository\\project\\apps\\a.yaml', 'apps/a.yaml'],
    ['C:\\repository\\project', 'c:\\Repository\\project\\apps\\a.yaml', 'apps/a.yaml'],
    ['C:\\repository\\project', 'C:\\repository\\a.yaml', '../a.yaml'],
    ['C:\\repository\\project', 'D:\\x\\a.yaml', 'D:/x/a.yaml'],
    ['C:\\repository\\project', '\\\\server\\share\\a.yaml', '//server/share/a.yaml'],
  ])('on Windows, from %s to %s', (from, to, expected) => {
    expect(relativePath(from, to, path.win32)).toBe(expected);
  });

  test('elsewhere a backslash is part of a name', () => {
    expect(relativePath('/a', '/a/b\\c', path.posix)).toBe('b\\c');
  });
});
