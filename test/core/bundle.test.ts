// What is applied together, and what is known to be missing.
import { describe, expect, it } from 'vitest';
import { inputsOf, projectOf } from './reading.ts';

const object = (kind: string, name: string, namespace?: string) =>
  `apiVersion: v1\nkind: ${kind}\nmetadata: {name: ${name}${namespace ? `, namespace: ${namespace}` : ''}}\n`;

/** Bundles as `names, in order` or, open, `names, in order …`. */
function shapesOf(inputs: ReturnType<typeof inputsOf>): string[] {
  return projectOf(inputs).bundles.map(
    ({ resources, closed }) => `${resources.map(({ name }) => name).join(', ')}${closed ? '' : ' …'}`,
  );
}

describe('folders', () => {
  it('are bundles, each apart from those below it', () => {
    const files = {
      'a/one.yaml': `${object('Service', 'a1')}---\n${object('Pod', 'a2')}`,
      'a/two.json': '{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a3"}}',
      'a/b/one.yaml': object('Pod', 'b1'),
      'top.yaml': object('Pod', 't1'),
    };
    expect(shapesOf(inputsOf(files))).toEqual(['a1, a2, a3', 'b1', 't1']);
  });

  it('with a document that cannot be read are open', () => {
    const broken = { 'a/one.yaml': object('Pod', 'a1'), 'a/two.yaml': `${object('Pod', 'a2')}data: [\n` };
    expect(shapesOf(inputsOf(broken))).toEqual(['a1 …']);
    const other = { 'a/one.yaml': object('Pod', 'a1'), 'a/values.yaml': 'replicas: [\n' };
    expect(shapesOf(inputsOf(other))).toEqual(['a1']);
  });

  it('with a file that cannot be read are open', () => {
    const [one, two] = inputsOf({ 'a/one.yaml': object('Pod', 'a1'), 'a/two.yaml': '' });
    if (!one || !two) throw new Error('two inputs');
    expect(shapesOf([one, two])).toEqual(['a1']);
    expect(shapesOf([one, { ...two, unreadable: true }])).toEqual(['a1 …']);
  });

  it('with a template are open', () => {
    const files = {
      'a/one.yaml': object('Pod', 'a1'),
      'a/two.yaml': `${object('Pod', 'a2')}data: {{ .Values.x }}\n`,
    };
    expect(shapesOf(inputsOf(files))).toEqual(['a1 …']);
  });
});

describe('alternatives', () => {
  it('two files that define one object are bundles of their own, and so are the others', () => {
    const files = {
      'a/dev.yaml': object('Pod', 'x'),
      'a/prod.yaml': object('Pod', 'x'),
      'a/extra.yaml': object('Pod', 'w'),
    };
    expect(shapesOf(inputsOf(files))).toEqual(['x …', 'x …', 'w …']);
  });

  it('one name in one file, another kind or another namespace is no alternative', () => {
    expect(shapesOf(inputsOf({ 'a/x.yaml': `${object('Pod', 'x')}---\n${object('Pod', 'x')}` }))).toEqual([
      'x, x',
    ]);
    expect(
      shapesOf(inputsOf({ 'a/x.yaml': object('Pod', 'x'), 'a/y.yaml': object('Service', 'x') })),
    ).toEqual(['x, x']);
    expect(
      shapesOf(inputsOf({ 'a/x.yaml': object('Pod', 'x', 'one'), 'a/y.yaml': object('Pod', 'x', 'two') })),
    ).toEqual(['x, x']);
    expect(shapesOf(inputsOf({ 'a/x.yaml': object('Pod', 'x'), 'b/x.yaml': object('Pod', 'x') }))).toEqual([
      'x',
      'x',
    ]);
  });

  it('the version of an API makes no difference', () => {
    const apps = (version: string) => `apiVersion: apps/${version}\nkind: Deployment\nmetadata: {name: x}\n`;
    expect(shapesOf(inputsOf({ 'a/1.yaml': apps('v1'), 'a/2.yaml': apps('v1beta1') }))).toEqual([
      'x …',
      'x …',
    ]);
  });
});

describe('where files come from', () => {
  it('a named file is open, a stream is closed', () => {
    const files = { 'a/x.yaml': object('Pod', 'x'), 'a/y.yaml': object('Pod', 'w') };
    expect(shapesOf(inputsOf(files, 'named'))).toEqual(['x, w …']);
    expect(shapesOf(inputsOf({ '-': `${object('Pod', 'x')}---\n${object('Pod', 'x')}` }, 'stream'))).toEqual([
      'x, x',
    ]);
  });

  it('a named file opens the bundle of the walked ones beside it', () => {
    const [walked] = inputsOf({ 'a/x.yaml': object('Pod', 'x') });
    const [named] = inputsOf({ 'a/y.yaml': object('Pod', 'w') }, 'named');
    expect(shapesOf([walked, named].flatMap((input) => input ?? []))).toEqual(['x, w …']);
  });

  it('a stream keeps apart from the files of its name', () => {
    const [file] = inputsOf({ 'a/x.yaml': object('Pod', 'file') });
    const [stream] = inputsOf({ 'a/x.yaml': object('Pod', 'stream') }, 'stream');
    expect(shapesOf([file, stream].flatMap((input) => input ?? []))).toEqual(['file', 'stream']);
  });

  it('the configuration decides before everything else', () => {
    const inputs = inputsOf({
      'a/x.yaml': object('Pod', 'x'),
      'b/y.yaml': object('Pod', 'w'),
      'b/z.yaml': object('Pod', 'z'),
    });
    const configured = inputs.map((input, at) => (at < 2 ? { ...input, bundle: 'shop' } : input));
    expect(shapesOf(configured)).toEqual(['x, w', 'z']);
    const rivals = inputsOf({ 'a/x.yaml': object('Pod', 'x'), 'b/x.yaml': object('Pod', 'x') });
    expect(shapesOf(rivals.map((input) => ({ ...input, bundle: 'shop' })))).toEqual(['x, x']);
  });
});

describe('kustomizations', () => {
  const base = 'resources: [x.yaml, y.yaml]\n';

  it('put the files that they list together, openly', () => {
    const files = {
      'k/kustomization.yaml': `${base}`,
      'k/x.yaml': object('Pod', 'x'),
      'k/y.yaml': object('Pod', 'w'),
      'k/other.yaml': object('Pod', 'other'),
    };
    expect(shapesOf(inputsOf(files)).sort()).toEqual([' …', 'other …', 'x, w …']);
  });

  it('list files of other folders', () => {
    const files = {
      'k/kustomization.yaml': 'resources: [../a/x.yaml]\n',
      'a/x.yaml': object('Pod', 'x'),
      'a/y.yaml': object('Pod', 'w'),
    };
    expect(shapesOf(inputsOf(files)).filter((shape) => shape !== ' …')).toEqual(['x …', 'w']);
  });

  it('have fragments, which are in no bundle', () => {
    const files = {
      'k/kustomization.yaml': '---\nresources: [x.yaml]\npatches: [{path: patch.yaml}]\ncomponents: [../c]\n',
      'k/x.yaml': object('Deployment', 'x'),
      'k/patch.yaml': object('Deployment', 'x'),
      'c/kustomization.yaml': 'kind: Component\nresources: [y.yaml]\n',
      'c/y.yaml': object('Deployment', 'w'),
    };
    const { bundles, index } = projectOf(inputsOf(files));
    expect(bundles.flatMap(({ resources }) => resources.map(({ name }) => name))).toEqual(['x']);
    expect(index.everything.map(({ name }) => name)).toEqual(['x', 'x', 'w']);
  });
});
