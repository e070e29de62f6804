// No value of a Secret reaches the terminal, wherever a finding points and however broken the manifest is.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Finding } from '../../src/core/finding.ts';
import { secretLines } from '../../src/reporters/pretty/secret-lines.ts';
import { pretty } from '../../src/reporters/pretty.ts';
import { finding, OPTIONS, object, reportOf, Source } from './findings.ts';

/** Every value in these tests is made of it. */
const VALUE = 'qqqqqqqq';
const LEAK = 'qq';

/** Everything that is shown when each line of a text is pointed at. */
function everyFrame(text: string, more: Partial<Finding> = {}): string {
  const source = new Source('k8s/objects.yaml', text);
  let start = 0;
  const findings = text.split('\n').map((line) => {
    const span = { start, end: start + line.length };
    start += line.length + 1;
    return finding(source, '', { span, ...more, related: [{ source, span, message: 'here' }] });
  });
  return pretty(reportOf(findings), OPTIONS);
}

/** The text as `secretLines` leaves it. */
function masked(text: string): string {
  const shown = secretLines(new Source('k8s/objects.yaml', text));
  return text
    .split('\n')
    .map((line, at) =>
      (shown.get(at) ?? line.length) < line.length ? `${line.slice(0, shown.get(at))}*` : line,
    )
    .join('\n');
}

const SECRET = `apiVersion: v1
kind: Secret
metadata:
  name: db
data:
  password: ${VALUE}
`;
const DEPLOYMENT = `apiVersion: apps/v1
kind: Deployment
spec:
  replicas: 3
`;

describe('what is left to see', () => {
  it('names the fields, and what is harmless', () => {
    expect(
      masked(`apiVersion: v1
kind: Secret
metadata:
  name: db
  labels:
    app: "db"
  annotations:
    note: ${VALUE}
  ownerReferences:
  - kind: Thing
    name: db
type: Opaque
immutable: true # ${VALUE}
data:
  password: ${VALUE}
stringData:
  config: |
    user: admin

    # ${VALUE}
  "quoted": '${VALUE}'
unknown:
  field: ${VALUE}
`),
    ).toBe(`apiVersion: v1
kind: Secret
metadata:
  name: db
  labels:
    app: "db"
  annotations:
    note: *
  ownerReferences:
  *
    *
type: Opaque
immutable: *
data:
  password: *
stringData:
  config: *
    *

    *
  "quoted": *
*
  *
`);
  });

  it('leaves the other documents alone', () => {
    expect(masked(`${DEPLOYMENT}---\n${SECRET}--- # next\n${DEPLOYMENT}`)).toBe(
      `${DEPLOYMENT}---\n${SECRET.replace(VALUE, '*')}--- # next\n${DEPLOYMENT}`,
    );
    expect(masked(DEPLOYMENT.replace('Deployment', 'SecretStore'))).toContain('replicas: 3');
  });

  it.each([0, 2])('leaves the other items of a List alone (indented by %i)', (indent) => {
    const item = (text: string) =>
      text
        .trimEnd()
        .split('\n')
        .map((line, at) => `${' '.repeat(indent)}${at === 0 ? '-' : ' '} ${line}\n`)
        .join('');
    const list = `apiVersion: v1\nitems:\n${item(DEPLOYMENT)}${item(SECRET)}${item(DEPLOYMENT)}kind: List\n`;
    expect(masked(list)).toBe(list.replace(VALUE, '*'));
  });

  it('hides what a kustomization makes Secrets of', () => {
    const text = `kind: Kustomization
secretGenerator:
- name: db
  literals:
  - password=${VALUE}
images:
- name: web
`;
    expect(masked(text)).toBe(`kind: Kustomization
secretGenerator:
*
  *
  *
images:
- name: web
`);
    expect(masked(text.replace(VALUE, `"${VALUE}`))).not.toMatch(/q|web/);
    expect(masked(text.replace('Generator:', `Generator: [{literals: [a=${VALUE}]}] #`))).not.toMatch(
      /q|web/,
    );
  });
});

describe('a document that is hidden as a whole', () => {
  it.each([
    ['JSON on one line', `{"kind":"Secret","data":{"a":"${VALUE}"}}`],
    ['JSON', JSON.stringify({ apiVersion: 'v1', data: { a: VALUE }, kind: 'Secret' }, undefined, 2)],
    ['a List in JSON', `{"kind":"List","items":[{"kind":"Secret","data":{"a":"${VALUE}"}}]}`],
    ['JSON behind a separator', `--- {"kind":"Secret","data":{"a":"${VALUE}"}}`],
    ['flow style', `{kind: Secret, data: {a: ${VALUE}}}`],
    ['an alias', `kind: Secret\nmetadata:\n  name: &a ${VALUE}\ndata:\n  a: *a`],
    ['an explicit key', `? kind\n: Secret\n? data\n: a: ${VALUE}`],
    ['old line breaks', `kind: Secret\rdata:\r  a: ${VALUE}`],
    ['a tag', `!!map\nkind: Secret\ndata: {a: ${VALUE}}`],
  ])('%s', (_, text) => {
    expect(masked(text)).not.toMatch(/[a-z]/);
    expect(everyFrame(text)).not.toContain(LEAK);
  });

  it('is one that the finding says is a Secret', () => {
    const text = `${DEPLOYMENT}---\nkind: "Sec\\u0072et"\ndata:\n  a: ${VALUE}\n---\nkind: Secret\n`;
    expect(everyFrame(text, { resource: object('Secret', 'db') })).not.toContain(LEAK);
    const item = `kind: List\nitems:\n- kind: Secret\n- kind: "Sec\\u0072et"\n  data:\n    a: ${VALUE}\n`;
    expect(everyFrame(item, { resource: object('Secret', 'db') })).not.toContain(LEAK);
  });
});

const KINDS = [
  'kind: Secret',
  '"kind": "Secret"',
  "kind : 'Secret'",
  'kind: !!str Secret',
  'kind:\n  Secret',
];
const VALUES = [
  VALUE,
  `"${VALUE}"`,
  `'${VALUE}''${VALUE}'`,
  `&anchor ${VALUE}`,
  `!!binary |\n    ${VALUE}\n    ${VALUE}`,
  `|\n    ${VALUE}\n    user: ${VALUE}\n\n    # ${VALUE}`,
  `|2-\n    ${VALUE}\n\n  `,
  `>-\n    ${VALUE}`,
  `\n    ${VALUE}`,
  `\n    "${VALUE}\n    ${VALUE}"`,
  `"${VALUE}\n    ${VALUE}"`,
  `"${VALUE}\n  user: ${VALUE}"`,
  `"\n---\n  ${VALUE}"`,
  `'${VALUE}\n\n- ${VALUE}'`,
  `"${VALUE}`,
  `${VALUE}\n    ${VALUE}`,
  `{user: ${VALUE}}`,
  `[${VALUE},\n${VALUE}]`,
  `|\n${VALUE}`,
  `|\n-----BEGIN KEY-----\n${VALUE}\n-----END KEY-----`,
  `${VALUE} # ${VALUE}`,
  `{{ "${VALUE}" }}`,
];
const value = fc.constantFrom(...VALUES);
const lineBreak = fc.constantFrom('\n', '\r\n');

/** A manifest of a Secret in all kinds of styles. */
const secret = fc
  .record({
    kind: fc.constantFrom(...KINDS),
    data: fc.array(value, { maxLength: 3 }),
    stringData: fc.array(value, { maxLength: 3 }),
    flow: fc.boolean(),
    applied: fc.boolean(),
    dataFirst: fc.boolean(),
  })
  .map(({ kind, data, stringData, flow, applied, dataFirst }) => {
    const fields = (values: readonly string[]) => values.map((text, at) => `  key-${at}: ${text}\n`).join('');
    const annotation = `    kubectl.kubernetes.io/last-applied-configuration: '{"data":{"a":"${VALUE}"}}'\n`;
    const head = `apiVersion: v1\n${kind}\nmetadata:\n  name: db\n${applied ? `  annotations:\n${annotation}` : ''}`;
    const maps = `data:\n${fields(data)}${flow ? `stringData: {a: ${VALUE}}\n` : `stringData:\n${fields(stringData)}`}`;
    return dataFirst ? `${maps}${head}` : `${head}${maps}`;
  });

function asItem(text: string): string {
  return `- ${text.trimEnd().replaceAll('\n', '\n  ')}\n`;
}

const stream = fc
  .record({
    before: fc.constantFrom('', `${DEPLOYMENT}---\n`, '---\n', '\uFEFF', '# a file\n'),
    secrets: fc.array(secret, { minLength: 1, maxLength: 2 }),
    list: fc.boolean(),
    after: fc.constantFrom('', `---\n${DEPLOYMENT}`),
    lineBreak,
  })
  .map(({ before, secrets, list, after, lineBreak }) => {
    const middle = list
      ? `apiVersion: v1\nkind: List\nitems:\n${[DEPLOYMENT, ...secrets, DEPLOYMENT].map(asItem).join('')}`
      : secrets.join('---\n');
    return (before + middle + after).replaceAll('\n', lineBreak);
  });

describe('values of Secrets', { timeout: 60_000 }, () => {
  it('are never shown, in no style', () => {
    fc.assert(
      fc.property(stream, (text) => {
        expect(everyFrame(text)).not.toContain(LEAK);
      }),
      { numRuns: 1000 },
    );
  });

  it('are not shown where a manifest is broken', () => {
    const damage = fc.record({
      at: fc.nat(),
      removed: fc.nat(6),
      added: fc.constantFrom(
        '',
        ' ',
        '\n',
        '"',
        "'",
        '{',
        '}',
        '[',
        ':',
        '\t',
        '#',
        '\r',
        '- ',
        '? ',
        '...\n',
      ),
    });
    fc.assert(
      fc.property(stream, damage, (text, { at, removed, added }) => {
        const start = at % text.length;
        const broken = text.slice(0, start) + added + text.slice(start + removed);
        fc.pre(saysKind(broken) >= saysKind(text) && !HIDES_SEPARATOR.test(text));
        expect(everyFrame(broken)).not.toContain(LEAK);
      }),
      { numRuns: 1000 },
    );
  });
});

/** A value with a line that is a separator to everybody else. */
const HIDES_SEPARATOR = /"\r?\n *---/;

function saysKind(text: string): number {
  return text.match(/kind["']?\s*:\s*(?:!!str )?["']?Secret\b/g)?.length ?? 0;
}
