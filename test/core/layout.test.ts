// What the files around a manifest make of it.
import { describe, expect, it } from 'vitest';
import { Layout } from '../../src/core/layout/layout.ts';
import { Source } from '../../src/core/source.ts';

const layout = (files: Record<string, string>) =>
  new Layout(Object.entries(files).map(([path, text]) => new Source(path, text)));

describe('images that another tool tags', () => {
  it('are the artifacts of a skaffold file above, and of its profiles', () => {
    const { rewritesImage } = bound({
      'app/skaffold.yaml':
        'build: {artifacts: [{image: web}]}\nprofiles:\n  - build: {artifacts: [{image: api}]}\n---\nbuild: {artifacts: [{image: db}]}\n',
    });
    expect(['web', 'api', 'db', 'other'].map((image) => rewritesImage('app/k8s/all.yaml', image))).toEqual([
      true,
      true,
      true,
      false,
    ]);
    expect(rewritesImage('elsewhere/all.yaml', 'web')).toBe(false);
  });

  it('are those of a kustomization that builds the file through others', () => {
    const { rewritesImage } = bound({
      'prod/kustomization.yaml': 'resources: [../base]\nimages: [{name: web, newTag: v1}]\n',
      'base/kustomization.yaml': 'resources: [web.yaml]\n',
      'loop/kustomization.yaml': 'resources: [../loop]\nimages: [{name: web}]\n',
    });
    expect(rewritesImage('base/web.yaml', 'web')).toBe(true);
    expect(rewritesImage('base/other.yaml', 'web')).toBe(false);
    expect(rewritesImage('base/web.yaml', 'api')).toBe(false);
  });
});

describe('files that are no whole objects', () => {
  it('are the patches and components of kustomizations, and the templates of charts', () => {
    const here = layout({
      'overlay/kustomization.yaml':
        'patches: [{path: p.yaml}, {patch: "a: b"}]\npatchesStrategicMerge: [../shared/q.yaml, "inline:\\n  a: b\\n"]\ncomponents: [../comp]\n',
      'chart/Chart.yaml': 'name: chart\n',
      'Chart.yaml': 'name: root\n',
    });
    expect(
      ['overlay/p.yaml', 'shared/q.yaml', 'comp/deep/x.yaml'].map((path) => here.isFragment(path)),
    ).toEqual([true, true, true]);
    expect(['overlay/x.yaml', 'compost/x.yaml'].map((path) => here.isFragment(path))).toEqual([false, false]);
    expect(
      ['chart/templates/a/b.yaml', 'templates/x.yaml'].map((path) => here.isChartTemplate(path)),
    ).toEqual([true, true]);
    expect(['chart/crds/x.yaml', 'other/templates/x.yaml'].map((path) => here.isChartTemplate(path))).toEqual(
      [false, false],
    );
  });
});

function bound(files: Record<string, string>) {
  const one = layout(files);
  return { rewritesImage: (path: string, image: string) => one.rewritesImage(path, image) };
}
