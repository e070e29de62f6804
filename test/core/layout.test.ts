// What the files around a manifest make of it.
import { describe, expect, it } from 'vitest';
import { Layout } from '../../src/core/layout.ts';
import { folderOf, isInside, nameOf, resolvePath } from '../../src/core/path.ts';
import { Source } from '../../src/core/source.ts';
import type { Files } from './reading.ts';

const layoutOf = (files: Files) =>
  new Layout(Object.entries(files).map(([path, text]) => new Source(path, text)));

describe('charts', () => {
  it('have templates', () => {
    const layout = layoutOf({ 'c/Chart.yaml': 'name: c\n', 'c/charts/d/Chart.yaml': 'name: d\n' });
    const paths = ['c/templates/x.yaml', 'c/templates/tests/y.yaml', 'c/charts/d/templates/z.yaml'];
    expect(paths.every((path) => layout.isChartTemplate(path))).toBe(true);
    const others = [
      'c/values.yaml',
      'c/crds/x.yaml',
      'templates/x.yaml',
      'c/templates.yaml',
      'c/my-templates/x.yaml',
    ];
    expect(others.some((path) => layout.isChartTemplate(path))).toBe(false);
  });

  it('may be the current folder, or anywhere', () => {
    expect(layoutOf({ 'Chart.yaml': '' }).isChartTemplate('templates/x.yaml')).toBe(true);
    expect(layoutOf({ '/srv/c/Chart.yaml': '' }).isChartTemplate('/srv/c/templates/x.yaml')).toBe(true);
    expect(layoutOf({ '/Chart.yaml': '' }).isChartTemplate('/templates/x.yaml')).toBe(true);
  });
});

describe('kustomizations', () => {
  it.each([
    ['patches: [{path: p.yaml}]'],
    ['patches:\n- path: ./p.yaml\n  target: {kind: Pod}'],
    ['patchesStrategicMerge: [p.yaml]'],
    ['patchesJson6902: [{path: p.yaml, target: {}}]'],
    ['replacements: [{path: p.yaml}]'],
    ['configurations: [p.yaml]'],
    ['transformers: [p.yaml]'],
    ['configMapGenerator: [{name: x, files: [p.yaml]}]'],
    ['secretGenerator: [{name: x, files: [key.yaml=p.yaml]}]'],
    ['# first\n---\npatches: [{path: p.yaml}]'],
    ['---\r\npatches:\r\n- path: p.yaml'],
    ['{"patches": [{"path": "p.yaml"}]}'],
  ])('name fragments: %j', (text) => {
    for (const name of ['kustomization.yaml', 'kustomization.yml', 'Kustomization']) {
      const layout = layoutOf({ [`k/${name}`]: text });
      expect(layout.isFragment('k/p.yaml')).toBe(true);
      expect(layout.isFragment('k/q.yaml')).toBe(false);
      expect(layout.isFragment('p.yaml')).toBe(false);
    }
  });

  it('name fragments in other folders', () => {
    const layout = layoutOf({ 'a/b/kustomization.yaml': 'patches: [{path: ../p/x.yaml}]\n' });
    expect(layout.isFragment('a/p/x.yaml')).toBe(true);
  });

  it('may hold patches in place of paths', () => {
    const text =
      'patchesStrategicMerge:\n- |-\n  kind: Pod\n- p.yaml\npatches:\n- patch: |-\n    - op: add\n';
    const layout = layoutOf({ 'k/kustomization.yaml': text });
    expect(layout.isFragment('k/p.yaml')).toBe(true);
  });

  it('have components, by their own word or that of others', () => {
    const own = layoutOf({ 'c/kustomization.yaml': 'kind: Component\n' });
    expect(own.isFragment('c/x.yaml')).toBe(true);
    expect(own.isFragment('c/deep/x.yaml')).toBe(true);
    expect(own.isFragment('cc/x.yaml')).toBe(false);
    const named = layoutOf({ 'k/kustomization.yaml': 'components: [../c]\n' });
    expect(named.isFragment('c/x.yaml')).toBe(true);
  });

  it('that cannot be read say nothing', () => {
    for (const text of [
      'patches: [',
      '',
      '- x',
      'patches: x',
      'patches: {path: p.yaml}',
      'patches: [p.yaml, 3, null]',
    ]) {
      const layout = layoutOf({ 'k/kustomization.yaml': text });
      expect(layout.isFragment('k/p.yaml')).toBe(false);
      expect(layout.isKustomized('k')).toBe(true);
    }
  });

  it('build what they list', () => {
    const layout = layoutOf({ 'k/kustomization.yaml': 'resources: [x.yaml]\nbases: [../old]\n' });
    expect(layout.kustomizationOf('k/x.yaml')).toBe('k');
    expect(layout.kustomizationOf('k/y.yaml')).toBeUndefined();
    expect(layout.isKustomized('k')).toBe(true);
    expect(layout.isKustomized('old')).toBe(false);
  });
});

describe('rewritten images', () => {
  const base = { 'base/kustomization.yaml': 'resources: [web.yaml]\n' };
  const images = 'images: [{name: web, newTag: "1"}]\n';

  it('by the kustomization that lists the file, or one above it', () => {
    expect(
      layoutOf({ 'base/kustomization.yaml': `resources: [web.yaml]\n${images}` }).rewritesImage(
        'base/web.yaml',
        'web',
      ),
    ).toBe(true);
    const over = layoutOf({ ...base, 'prod/kustomization.yaml': `resources: [../base]\n${images}` });
    expect(over.rewritesImage('base/web.yaml', 'web')).toBe(true);
    expect(over.rewritesImage('base/web.yaml', 'api')).toBe(false);
    expect(over.rewritesImage('base/other.yaml', 'web')).toBe(false);
  });

  it('round in a circle end', () => {
    const layout = layoutOf({
      'a/kustomization.yaml': `resources: [../b]\n${images}`,
      'b/kustomization.yaml': 'resources: [../a]\n',
    });
    expect(layout.rewritesImage('a/web.yaml', 'web')).toBe(false);
  });

  it('by skaffold, anywhere below it', () => {
    const layout = layoutOf({
      'app/skaffold.yaml': 'build: {artifacts: [{image: web}]}\n---\nbuild: {artifacts: [{image: api}]}\n',
    });
    expect(layout.rewritesImage('app/k8s/web.yaml', 'web')).toBe(true);
    expect(layout.rewritesImage('app/k8s/web.yaml', 'api')).toBe(true);
    expect(layout.rewritesImage('other/web.yaml', 'web')).toBe(false);
  });
});

describe('paths', () => {
  it.each([
    ['a/b.yaml', 'a', 'b.yaml'],
    ['b.yaml', '.', 'b.yaml'],
    ['/b.yaml', '/', 'b.yaml'],
    ['../a/b.yaml', '../a', 'b.yaml'],
  ])('%s', (path, folder, name) => {
    expect([folderOf(path), nameOf(path)]).toEqual([folder, name]);
  });

  it.each([
    ['a/b', '../c.yaml', 'a/c.yaml'],
    ['a', '../../c', '../c'],
    ['a', './x/./y', 'a/x/y'],
    ['a', '..', '.'],
    ['.', 'x.yaml', 'x.yaml'],
    ['/', 'x.yaml', '/x.yaml'],
    ['/a/b', '../../../c', '/c'],
    ['..', '../x', '../../x'],
    ['a', '/x', '/x'],
    ['a', 'b/', 'a/b'],
  ])('%s and %s', (folder, relative, path) => {
    expect(resolvePath(folder, relative)).toBe(path);
  });

  it('lie inside a folder, and not inside one with a longer name', () => {
    expect(isInside('a/b/c', 'a')).toBe(true);
    expect(isInside('ab/c', 'a')).toBe(false);
    expect(isInside('a', 'a')).toBe(false);
    expect(isInside('a', '.')).toBe(true);
    expect(isInside('../a', '.')).toBe(false);
    expect(isInside('/a/b', '/')).toBe(true);
  });
});
