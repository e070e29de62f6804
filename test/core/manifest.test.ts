// From a source to objects, and what is said where there are none.
import { describe, expect, it } from 'vitest';
import { type Origin, readManifest } from '../../src/core/manifest.ts';
import { Source } from '../../src/core/source.ts';

const CONFIG = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\n';

function read(text: string, origin: Origin = 'walked') {
  const { resources, problems, documents, incomplete } = readManifest(new Source('x.yaml', text), origin);
  return {
    objects: resources.map(({ type, name }) => `${type} ${name}`),
    rules: problems.map(({ rule }) => rule),
    documents,
    incomplete,
  };
}

describe('objects', () => {
  it('have apiVersion and kind, both strings', () => {
    const documents = [
      'kind: Pod\n',
      'apiVersion: v1\n',
      'apiVersion: 1\nkind: Pod\n',
      'apiVersion: v1\nkind: yes\n',
    ];
    for (const text of [
      ...documents,
      'apiVersion: v1\nkind: ""\n',
      '- apiVersion: v1\n  kind: Pod\n',
      'x\n',
    ]) {
      expect(read(`${text}---\n${CONFIG}`).objects).toEqual(['core/ConfigMap x']);
      expect(read(text, 'named').rules).toEqual(['not-kubernetes']);
    }
  });

  it('are of a group, whatever the version', () => {
    const type = (apiVersion: string) =>
      read(`apiVersion: ${apiVersion}\nkind: A\nmetadata: {name: x}\n`).objects;
    expect(type('v1')).toEqual(['core/A x']);
    expect(type('apps/v1')).toEqual(['apps/A x']);
    expect(type('networking.k8s.io/v1beta1')).toEqual(['networking.k8s.io/A x']);
  });

  it('come out of Lists, at any depth', () => {
    const list = (items: string) => `{"apiVersion": "v1", "kind": "List", "items": [${items}]}`;
    const item = '{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "x"}}';
    expect(read(list(`${item}, ${list(item)}`)).objects).toEqual(['core/Pod x', 'core/Pod x']);
  });

  it('of a typed list take its kind', () => {
    const text =
      'apiVersion: apps/v1\nkind: DeploymentList\nitems: [{metadata: {name: x}}, {kind: Pod, apiVersion: v1}]\n';
    expect(read(text).objects).toEqual(['apps/Deployment x', 'core/Pod undefined']);
  });

  it('of Lists with nonsense in them are none', () => {
    for (const items of ['', '[]', '{}', 'x', '[null, 3, x, [], {}, {kind: Pod}]']) {
      expect(read(`apiVersion: v1\nkind: List\nitems: ${items}\n`, 'named')).toMatchObject({
        objects: [],
        rules: [],
      });
    }
  });
});

describe('other YAML', () => {
  const OTHERS = {
    compose: 'services:\n  web: {image: nginx}\n',
    workflow: 'on: push\njobs:\n  test:\n    steps: [{run: "${{ x }}"}]\n',
    values: 'image: {tag: latest}\nimage: {tag: "1"}\n',
    chart: 'apiVersion: v2\nname: x\nversion: 1.0.0\n',
    patch: '- op: replace\n  path: /spec\n',
    dashboard: '{"panels": [{"title": "{{pod}}"}], "panels": []}',
    broken: 'a: [\n',
    tabs: 'a:\n\tb: 1\n',
    template: 'a: {{ .Values.a }}\n',
  };

  it.each(Object.entries(OTHERS))('is passed over in a folder: %s', (_, text) => {
    expect(read(text)).toMatchObject({ objects: [], rules: [], incomplete: false });
    expect(read(`${CONFIG}---\n${text}`)).toMatchObject({ objects: ['core/ConfigMap x'], rules: [] });
  });

  it('is remarked on when it was named, once a document', () => {
    expect(read(OTHERS.compose, 'named').rules).toEqual(['not-kubernetes']);
    expect(read(OTHERS.values, 'stream').rules).toEqual(['not-kubernetes']);
    expect(read(OTHERS.broken, 'named').rules).toEqual(['yaml-syntax-error']);
  });

  it('that mentions manifests is passed over too', () => {
    const text = '# apiVersion: v1, kind: Pod\nsteps:\n  - run: |\n      apiVersion: v1\n      kind: Pod\n';
    expect(read(text)).toMatchObject({ objects: [], rules: [], incomplete: false });
  });
});

describe('nothing', () => {
  it.each(['', '\n', '# x\n', '---\n', '\uFEFF', 'null\n', '---\n# x\n---\n~\n', ' \t\r\n'])(
    'in %j',
    (text) => {
      for (const origin of ['walked', 'named', 'stream'] as const) {
        expect(read(text, origin)).toMatchObject({ objects: [], rules: [], incomplete: false });
      }
    },
  );

  it('counts for no document', () => {
    expect(read('').documents).toBe(0);
    expect(read(`# x\n---\n${CONFIG}---\n`).documents).toBe(1);
  });
});

describe('broken documents', () => {
  it('cost themselves', () => {
    const text = `${CONFIG}---\n${CONFIG}data: "x\n---\n${CONFIG}`;
    expect(read(text)).toEqual({
      objects: ['core/ConfigMap x', 'core/ConfigMap x'],
      rules: ['yaml-syntax-error'],
      documents: 3,
      incomplete: true,
    });
  });

  it('are found at their line', () => {
    const text = `${CONFIG}---\n${CONFIG}data:\n  a: 1\n b: 2\n---\n${CONFIG}`;
    const source = new Source('x.yaml', text);
    const [problem] = readManifest(source, 'walked').problems;
    expect(problem && source.position(problem.span.start).line + 1).toBe(10);
  });
});

describe('templates', () => {
  const template = { objects: [], rules: ['unrendered-template'], incomplete: true };

  it.each([
    `${CONFIG}data: {{ .Values.data }}\n`,
    `${CONFIG}{{- if .Values.x }}\ndata: {}\n{{- end }}\n`,
    `${CONFIG}data:\n{{ toYaml .x | indent 2 }}\n`,
    `${CONFIG}data:\n  {{- range $k, $v := .x }}\n  {{ $k }}: {{ $v | quote }}\n  {{- end }}\n`,
    `${CONFIG}data:\n  a: {{ include "x" . }}\n\tb: 1\n`,
    `${CONFIG}{% if x %}\ndata: {a: 1}\n{% endif %}\n`,
    `${CONFIG}data:\n  a: {{ b }}\n`,
    `${CONFIG}---\n${CONFIG}data: {{ .Values.data }}\n`,
  ])('one remark and no object: %j', (text) => {
    for (const origin of ['walked', 'named', 'stream'] as const)
      expect(read(text, origin)).toMatchObject(template);
  });

  it.each([
    ['braces that are data', 'data:\n  a: "{{ x }}"\n  b: |\n    {{ y }}\n  c: x{{y}}\n', []],
    [
      'a mistake beside braces that are data',
      'data:\n  a: "{{ $labels.pod }} is down"\n  b: [\n',
      ['yaml-syntax-error'],
    ],
    [
      'a mistake beside the template of another program',
      'data:\n  a: |\n    {{ define "x" }}{{ end }}\n  b: "\n',
      ['yaml-syntax-error'],
    ],
    ['an argument of Argo without quotes', 'data:\n  a: {{args.x}}\n', ['yaml-syntax-error']],
    ['an alert without quotes', 'data:\n  a: {{ $labels.pod }} is down\n', ['yaml-syntax-error']],
    ['a map as a key', 'data:\n  a: {{ }}\n', ['yaml-syntax-error']],
    ['a mistake in a comment with braces', 'data:\n  # {{ x }}\n  a: [\n', ['yaml-syntax-error']],
  ])('%s is none', (_, data, rules) => {
    expect(read(CONFIG + data).rules).toEqual(rules);
  });
});

describe('files that say something about manifests', () => {
  const rules = (name: string, text: string) =>
    readManifest(new Source(`k/${name}`, text), 'named').problems.map(({ rule }) => rule);
  const names = ['kustomization.yaml', 'kustomization.yml', 'Kustomization', 'Chart.yaml', 'skaffold.yaml'];
  it.each([...names, 'rollsafe.yaml', '.rollsafe.yaml'])('are no mistake when named: %s', (name) => {
    expect(rules(name, 'resources: [web.yaml]\n')).toEqual([]);
    expect(rules(name, 'resources: [web.yaml\n')).toEqual(['yaml-syntax-error']);
    expect(rules(name, CONFIG.replace('metadata', '"metadata"'))).toEqual([]);
  });

  it('are known by their whole name', () => {
    expect(rules('values.yaml', 'replicas: 3\n')).toEqual(['not-kubernetes']);
    expect(rules('my-kustomization.yaml', 'resources: []\n')).toEqual(['not-kubernetes']);
  });
});
