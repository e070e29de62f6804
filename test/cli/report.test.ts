// The JSON report keeps to its schema, whatever is read; and no output has the value of a Secret in it.
import fs from 'node:fs';
import path from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../project/folder.ts';
import { CLEAN, ERROR, WARNING } from './manifests.ts';
import { type JsonReport, lintJson, type Result, ROOT, rollsafe } from './program.ts';

const schema = JSON.parse(fs.readFileSync(path.join(ROOT, 'schemas/report.json'), 'utf8')) as object;
const validate = new Ajv({ allErrors: true, formats: { uri: true } }).compile(schema);

function expectValid(report: JsonReport): void {
  validate(report);
  expect(validate.errors ?? []).toEqual([]);
  for (const { line, column, endLine, endColumn } of report.findings) {
    expect(endLine > line || (endLine === line && endColumn >= column)).toBe(true);
  }
  const count = (severity: string) =>
    report.findings.filter((finding) => finding.severity === severity).length;
  expect(report.summary).toMatchObject({
    errors: count('error'),
    warnings: count('warning'),
    infos: count('info'),
  });
  expect(report.findings.filter(({ rule }) => rule === 'internal-error')).toEqual([]);
}

const HEAD = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\n';

/** Names and contents that someone wants to upset a reader with. */
const HOSTILE: Readonly<Record<string, string | Buffer>> = {
  'empty.yaml': '',
  'blank.yaml': '\n \n\t\n',
  'mark.yaml': '\uFEFF',
  'nul.yaml': `${HEAD}\0`,
  'latin1.yaml': Buffer.from(`${HEAD}# caf\xe9`, 'latin1'),
  'utf16.yaml': Buffer.from(`\uFEFF${ERROR}`, 'utf16le'),
  'half.yaml': Buffer.from(`\uFEFF${ERROR}`, 'utf16le').subarray(0, -1),
  'deep.yaml': `${HEAD}data: ${'['.repeat(20_000)}\n`,
  'deep.json': `{"a":${'['.repeat(20_000)}`,
  'bomb.yaml': `${HEAD}a: &a [1,2,3,4,5,6,7,8,9]\n${['b', 'c', 'd', 'e', 'f', 'g', 'h'].map((name, at) => `${name}: &${name} [${Array(9).fill(`*${'abcdefg'[at]}`).join()}]\n`).join('')}`,
  'wide.yaml': `${HEAD}data:\n${Array.from({ length: 20_000 }, (_, at) => `  k${at}: v\n`).join('')}`,
  'twice.yaml': `${HEAD}data: {"a\\nb": 1, "a\\nb": 2, "\\u0007": 1, "\\u0007": 2, "": 1, "": 2, "/~": 1, "/~": 2}\n`,
  'long.yaml': `${HEAD}data: {a: ${'x'.repeat(200_000)}, a: 1}\n`,
  'breaks.yaml': `${HEAD}data: {a: 1\u2028, a: 2}\r\ndata:\r  b: 1\n`,
  'glued.yaml': `${HEAD}---${HEAD}...\n${HEAD}--- x\n`,
  'braces.yaml': `${HEAD}${'{{ x }}'.repeat(1000)}\n`,
  'list.yaml': 'apiVersion: v1\nkind: List\nitems: [null, 3, [], {}, {kind: 3}]\n',
  'keys.yaml':
    'apiVersion: v1\nkind: Service\n__proto__: {}\nconstructor: {}\nmetadata: {name: __proto__, labels: {toString: x}}\nspec: {selector: {__proto__: x}}\n',
  'numbers.yaml':
    'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: 9007199254740993}\nspec: {replicas: 99999999999999999999}\n',
  'names.yaml':
    'apiVersion: "a/b/c"\nkind: "K\\u0007\\n"\nmetadata: {name: "\\e[31m😀\\u2028", namespace: [x]}\n',
  'workload.yaml': `${WARNING.replaceAll('web', '"w\\nb\\u0007"')}---\n${WARNING.replaceAll('\n', '\r\n')}`,
  'null.yaml':
    'apiVersion: apps/v1\nkind: Deployment\nmetadata:\nspec:\n---\napiVersion: v1\nkind: Pod\nspec: {containers: [null, x, {}]}\n',
  [`${'n'.repeat(200)}.yaml`]: ERROR,
  'spaces and "quotes" \'.yaml': ERROR,
  'line\nbreak.yaml': ERROR,
  '\u001b[31mred.yaml': ERROR,
  '配置 😀.yaml': ERROR,
  'k/kustomization.yaml': 'patches: [{path: [}]\n',
  'c/Chart.yaml': '\0',
  'c/templates/x.yaml': `{{- if }}\n${HEAD}`,
};

describe('the JSON report', () => {
  it('of the fixtures keeps to its schema', () => {
    expectValid(lintJson(['--no-config', 'fixtures']).report);
    expectValid(lintJson(['--no-config', 'fixtures', '--quiet']).report);
  });

  it('of hostile files keeps to its schema, walked or named', () => {
    const cwd = temporaryFolder(HOSTILE);
    const walked = lintJson(['--no-config'], { cwd });
    expectValid(walked.report);
    const named = lintJson(['--no-config', ...Object.keys(HOSTILE), 'gone.yaml', 'x*y'], { cwd });
    expectValid(named.report);
    expect([walked.status, walked.stderr, named.status, named.stderr]).toEqual([1, '', 2, '']);
    expect(new Set(named.report.findings.map(({ file }) => file))).toContain('line\nbreak.yaml');
  });

  it('of hostile input keeps to its schema', () => {
    for (const input of Object.values(HOSTILE)) {
      const { report, stderr } = lintJson(['--no-config', '-', '--stdin-filename', 'a\nb.yaml'], { input });
      expectValid(report);
      expect(stderr).toBe('');
    }
  });

  it('is sorted by file and place', () => {
    const { report } = lintJson(['--no-config'], { cwd: temporaryFolder(HOSTILE) });
    const places = report.findings.map(({ file, line, column }) => [file, line, column] as const);
    const sorted = [...places].sort((a, b) =>
      a[0] === b[0] ? a[1] - b[1] || a[2] - b[2] : a[0] < b[0] ? -1 : 1,
    );
    expect(places).toEqual(sorted);
  });

  it('is the same at each run, in whatever order the files are named', () => {
    const cwd = temporaryFolder({ 'a.yaml': ERROR, 'b.yaml': WARNING, 'c.yaml': CLEAN });
    const one = lintJson(['--no-config', 'a.yaml', 'b.yaml', 'c.yaml'], { cwd });
    const other = lintJson(['--no-config', 'c.yaml', 'b.yaml', 'a.yaml'], { cwd });
    expect(other.report).toEqual(one.report);
  });

  it('counts files, documents and objects', () => {
    const cwd = temporaryFolder({
      'a.yaml': `${CLEAN}---\n# nothing\n---\n${ERROR}`,
      'list.yaml': `apiVersion: v1\nkind: List\nitems: [{apiVersion: v1, kind: A}, {apiVersion: v1, kind: B}]\n`,
      'values.yaml': 'a: 1\n',
    });
    expect(lintJson(['--no-config'], { cwd }).report.summary).toMatchObject({
      files: 3,
      documents: 3,
      resources: 4,
    });
  });
});

describe('values of Secrets', () => {
  const SECRET = 'HUNTER2';
  const secret = (...lines: string[]) =>
    `apiVersion: v1\nkind: Secret\nmetadata: {name: x}\n${lines.join('\n')}\n`;
  const TEXTS: Readonly<Record<string, string>> = {
    whole: secret('stringData:', `  password: ${SECRET}`),
    'not base64': secret('data:', `  password: "not*base64-${SECRET}"`),
    'a template without quotes': secret('stringData:', `  password: {{args.${SECRET}}}`),
    duplicate: secret('stringData:', `  password: ${SECRET}`, `  password: ${SECRET}2`),
    'duplicate map': secret(`stringData: {password: ${SECRET}}`, `stringData: {password: ${SECRET}}`),
    merge: secret('stringData:', `  password: ${SECRET}`, `  <<: {password: ${SECRET}x}`),
    alias: secret('stringData:', `  password: *${SECRET}`),
    tag: secret('stringData:', `  password: !${SECRET}!x`),
    'wrong tag': secret('stringData:', `  password: !!int ${SECRET}`),
    header: secret('stringData:', `  password: |${SECRET}`),
    escape: secret('stringData:', `  password: "\\U${SECRET}x"`),
    reserved: secret('stringData:', `  password: @${SECRET}`),
    percent: secret('stringData:', `  password: %${SECRET}`),
    unclosed: secret('stringData:', `  password: "${SECRET}`),
    bracket: secret('stringData:', `  password: [${SECRET}`),
    colon: secret('stringData:', `  password: ${SECRET}: x`),
    dedented: secret('stringData:', '  a: b', ` password: ${SECRET}`),
    tab: secret('stringData:', `\tpassword: ${SECRET}`),
    control: secret('stringData:', `  password: ${SECRET}\u0007`),
    glued: secret('stringData: {}').replace(/^/, `--- {kind: Secret, stringData: {password: ${SECRET}}}\n`),
    'glued end': `${secret(`stringData: {password: ${SECRET}}`).trimEnd()}---\n${CLEAN}`,
    dropped: `${CLEAN}...\n${secret(`stringData: {password: ${SECRET}}`)}`,
    json: JSON.stringify({ apiVersion: 'v1', kind: 'Secret', stringData: { password: SECRET } }).replace(
      '}}',
      `},"stringData":{"a":"${SECRET}"}}`,
    ),
    'broken json': `{"apiVersion":"v1","kind":"Secret","stringData":{"password":"${SECRET}"`,
    list: `apiVersion: v1\nkind: List\nitems:\n- ${secret(`stringData: {password: ${SECRET}}`, `stringData: {password: ${SECRET}}`).trimEnd().replaceAll('\n', '\n  ')}\n`,
    key: secret('stringData:', `  ? [${SECRET}]`, '  : x'),
    'no kind': `stringData:\n  password: ${SECRET}\n`,
    template: secret('stringData:', `  password: {{ .Values.${SECRET} }}`),
  };

  const FORMATS = [
    'json',
    'pretty',
    'concise',
    'sarif',
    'github',
    'gitlab',
    'junit',
    'checkstyle',
    'rdjson',
    'tap',
    'markdown',
  ];
  const expectNone = ({ stdout, stderr }: Result) => {
    const lines = (stdout + stderr).split('\n');
    const base64 = Buffer.from(SECRET).toString('base64');
    expect(lines.filter((line) => line.includes(SECRET) || line.includes(base64))).toEqual([]);
  };

  it.each(FORMATS)('are not in %s', (format) => {
    const cwd = temporaryFolder(
      Object.fromEntries(
        Object.entries(TEXTS).flatMap(([name, text]) => [
          [`named/${name}.yaml`, text],
          [`walked/${name}/x.yaml`, text],
        ]),
      ),
    );
    const named = fs.readdirSync(path.join(cwd, 'named')).map((name) => `named/${name}`);
    expectNone(rollsafe(['lint', '--no-config', '--format', format, 'walked', ...named], { cwd }));
  });

  it.each(Object.entries(TEXTS))('are not said of standard input: %s', (_, input) => {
    expectNone(lintJson(['--no-config', '-'], { input }));
  });
});
