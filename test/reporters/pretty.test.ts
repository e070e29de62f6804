// The terminal output in full: each report against a text in fixtures/formats/pretty, rewritten with UPDATE_GOLDEN=1.
import fs from 'node:fs';
import kleur from 'kleur';
import { afterEach, describe, expect, it } from 'vitest';
import type { Report } from '../../src/core/finding.ts';
import { pretty } from '../../src/reporters/pretty.ts';
import { finding, OPTIONS, object, related, reportOf, Source, withoutCodes } from './findings.ts';

const web = new Source(
  'k8s/web.yaml',
  `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  namespace: shop
spec:
  replicas: 3
  selector:
    matchLabels: {app: web}
  strategy:
    rollingUpdate:
      maxUnavailable: 100%
      maxSurge: 0
  template:
    metadata:
      labels: {app: web}
    spec:
      containers:
        - name: web
          image: registry.example.com/web:latest
---

apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  selector: {app: web}
  ports:
    - port: 80
`,
);
const rollout = new Source(
  'k8s/rollout.yaml',
  `apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: web
spec:
  selector:
    matchLabels:
      app: web
`,
);
const deployment = object('Deployment', 'web');

const frames = reportOf(
  [
    finding(web, '100%', {
      rule: 'max-unavailable-outage',
      message: 'all 3 pods of Deployment "web" may be down at once: maxUnavailable 100% of 3',
      resource: deployment,
      fixes: [
        { title: 'write maxUnavailable: 25%', safety: 'safe', edits: [] },
        {
          title: 'leave maxUnavailable out, and let a surge of 25% stand in for the pods that are replaced',
          safety: 'suggestion',
          edits: [],
        },
        { title: 'add a second replica', safety: 'unsafe', edits: [] },
      ],
    }),
    finding(web, 'registry.example.com/web:latest', {
      rule: 'mutable-image-tag',
      severity: 'warning',
      message: 'the tag "latest" can be moved',
      resource: deployment,
    }),
    finding(web, 'template', {
      rule: 'min-ready-seconds-zero',
      severity: 'info',
      message: 'one Ready instant counts as available',
      resource: deployment,
    }),
    finding(web, '^apiVersion: v1', {
      rule: 'some-rule',
      message: 'the first line of a document has none before',
    }),
  ],
  { files: 12, resources: 24 },
);

const relatedPlaces = reportOf([
  finding(web, 'selector', {
    rule: 'selector-conflict',
    message: 'Deployment "web" and Rollout "web" run the same pods twice (3 + 1)',
    related: [
      related(rollout, 'selector', 'takes in the same pods'),
      related(web, 'labels', 'the labels of these pods'),
      related(
        web,
        '^apiVersion: v1',
        'this Service sends to both, and so everybody who calls it gets old and new',
      ),
    ],
    fixes: [{ title: 'delete the Deployment', safety: 'suggestion', edits: [] }],
  }),
  finding(web, '{app: web}', {
    rule: 'same-line',
    message: 'two places of one line',
    related: [related(web, 'matchLabels', 'here'), related(web, 'replicas', 'and near by')],
  }),
  finding(web, '{app: web}', {
    rule: 'same-line',
    message: 'labels that are longer than the gaps',
    related: [
      related(web, 'match', 'a label that has no room before the next line'),
      related(
        web,
        'Labels',
        'another one that has to be broken, since it goes on and on and never comes to an end',
      ),
    ],
  }),
  finding(web, '100%', {
    rule: 'same-place',
    message: 'a related place inside of the place itself',
    related: [related(web, '100', 'this part')],
  }),
  finding(web, 'maxSurge: 0', {
    rule: 'many-places',
    message: 'more places than anybody reads',
    related: ['apps/v1', 'Deployment', 'metadata', 'name', 'namespace', 'spec', 'replicas', 'selector'].map(
      (word) => related(web, word, `place "${word}"`),
    ),
  }),
]);

const unusual = new Source(
  'k8s/日本/\x1b[31mred.yaml',
  [
    '\uFEFF- 名前: "日本語のラベル" # 日本',
    'emoji: "👩‍💻🚀 é e\u0301" # ship it 🚀',
    'control: "\x1b[2J\x07\u202Ereversed\u2066"',
    '\tkey:\tvalue\tend',
    'space:\u00A0\u200Bnot a space',
    `long: [${Array.from({ length: 400 }, (_, at) => `item-${at}`).join(', ')}]`,
    `wide: ${'漢字'.repeat(60)}です`,
    '',
  ].join('\r\n'),
);

const unusualTexts = reportOf([
  finding(unusual, '日本語のラベル', {
    message: 'a label "\x1b[31m日本語\x1b[0m" that \u202Eis not\u202C ASCII\n',
  }),
  finding(unusual, '🚀 é', { related: [related(unusual, '# ship it 🚀', '船 🚀 \x07')] }),
  finding(unusual, 'e\u0301"'),
  finding(unusual, 'reversed', { related: [related(unusual, '\x1b[2J', 'clears the screen')] }),
  finding(unusual, 'value', { related: [related(unusual, 'end', 'after two tabs')] }),
  finding(unusual, 'not a space'),
  finding(unusual, 'item-200', {
    related: [related(unusual, 'item-0', 'out of sight'), related(unusual, 'item-202', 'in sight')],
  }),
  finding(unusual, 'item-399'),
  finding(unusual, 'long', { message: 'the beginning of a long line' }),
  finding(unusual, 'です', { message: 'the end of a wide line' }),
  finding(unusual, '字漢字漢', { message: 'the beginning of a wide line' }),
]);

const secret = new Source(
  'k8s/secret.yaml',
  `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
---
# the password is hunter2
apiVersion: v1
kind: Secret
metadata:
  name: db
  labels: {app: db}
  annotations:
    kubectl.kubernetes.io/last-applied-configuration: |
      {"kind":"Secret","stringData":{"password":"hunter2"}}
type: Opaque
data:
  password: aHVudGVyMg=
stringData:
  config: |
    password: hunter2
`,
);
const broken = new Source(
  'k8s/broken.yaml',
  `apiVersion: v1
kind: Secret
metadata: {name: db}
stringData:
  password: "hunter2
  user: admin
`,
);
const json = new Source(
  'k8s/secret.json',
  '{"kind": "Secret", "apiVersion": "v1", "data": {"password": "aHVudGVyMg="}}\n',
);

const secrets = reportOf([
  finding(secret, 'apiVersion: v1', { rule: 'first-line' }),
  finding(secret, '{"kind":"Secret"', { rule: 'live-fields-in-source', resource: object('Secret', 'db') }),
  finding(secret, 'aHVudGVyMg=', {
    rule: 'secret-data-not-base64',
    message: 'the value of "password" in Secret "db" is not base64',
    resource: object('Secret', 'db'),
    related: [
      related(secret, 'config: |', 'this one too'),
      related(secret, 'Deployment', 'read by this one'),
    ],
  }),
  finding(secret, '    password: hunter2'),
  finding(broken, '"hunter2', { rule: 'yaml-syntax-error', message: 'a quote that is not closed' }),
  finding(broken, 'user', { rule: 'yaml-syntax-error', message: 'a quote that is not closed' }),
  finding(json, '"aHVudGVyMg="', { rule: 'secret-data-not-base64', resource: object('Secret', 'db') }),
]);

const template = (at: number) =>
  new Source(`charts/web/templates/part-${at}.yaml`, '{{- if .Values.enabled }}\n');
const unrendered = {
  rule: 'unrendered-template',
  severity: 'info',
  message: 'a template is not a manifest yet: render it first (helm template CHART | rollsafe lint -)',
} as const;

const infos = reportOf([
  finding(template(0), '{{', unrendered),
  finding(web, 'replicas: 3', { severity: 'warning' }),
  ...Array.from({ length: 39 }, (_, at) => finding(template(at + 1), '{{', unrendered)),
  finding(web, 'maxSurge: 0', { severity: 'info', message: 'said twice' }),
  finding(rollout, 'spec', { severity: 'info', message: 'said twice' }),
]);

const nothing = (path: string, text = '') => new Source(path, text);
const withoutText = reportOf([
  finding(nothing('k8s/missing.yaml'), '', { rule: 'file-not-found', message: 'no such file or directory' }),
  finding(nothing('-', '\uFEFF\n\n'), '', { rule: 'input-empty', message: 'nothing on standard input' }),
  finding(nothing('k8s/utf-16.yaml'), '', {
    rule: 'encoding-invalid',
    message: 'no UTF-8 text',
    fixes: [{ title: 'save it as UTF-8', safety: 'suggestion', edits: [] }],
    related: [related(web, 'web', 'a text that is')],
  }),
  finding(nothing('-', 'kind: Deployment'), 'Deployment', { message: 'standard input has no name' }),
]);

const REPORTS: Readonly<Record<string, readonly [Report, width: number]>> = {
  frames: [frames, 80],
  narrow: [frames, 40],
  related: [relatedPlaces, 80],
  'related-narrow': [relatedPlaces, 40],
  unusual: [unusualTexts, 80],
  secrets: [secrets, 80],
  infos: [infos, 80],
  'without-text': [withoutText, 80],
};

describe.each(Object.entries(REPORTS))('%s', (name, [report, width]) => {
  it('looks as it should', () => {
    const file = new URL(`../../fixtures/formats/pretty/${name}.txt`, import.meta.url);
    const text = pretty(report, { ...OPTIONS, width, milliseconds: 38 });
    if (process.env.UPDATE_GOLDEN === '1') fs.writeFileSync(file, text);
    expect(text).toBe(fs.readFileSync(file, 'utf8'));
  });

  it('is the same in colour but for the codes', () => {
    const plain = pretty(report, { ...OPTIONS, width });
    const colored = pretty(report, { ...OPTIONS, width, color: true });
    expect(withoutCodes(colored)).toBe(plain);
    expect(colored).not.toBe(plain);
  });
});

describe('colours', () => {
  const enabled = kleur.enabled;
  afterEach(() => {
    kleur.enabled = enabled;
  });

  it.each([true, false])('do not ask the terminal (%s)', (found) => {
    kleur.enabled = found;
    const report = reportOf([finding(nothing('a.yaml', 'kind: x\n'), 'x', { severity: 'warning' })]);
    expect(pretty(report, { ...OPTIONS, color: true })).toBe(
      '\x1b[1m\x1b[33mwarning[some-rule]\x1b[39m\x1b[22m\x1b[1m: something happens\x1b[22m\n' +
        ' \x1b[1m\x1b[34m-->\x1b[39m\x1b[22m a.yaml:1:7\n' +
        '\x1b[1m\x1b[34m  |\x1b[39m\x1b[22m\n' +
        '\x1b[1m\x1b[34m1 |\x1b[39m\x1b[22m kind: x\n' +
        '\x1b[1m\x1b[34m  |\x1b[39m\x1b[22m       \x1b[1m\x1b[33m^\x1b[39m\x1b[22m\n' +
        '\n' +
        '\x1b[1m\x1b[33m1 warning\x1b[39m\x1b[22m in 1 file (1 object)\n' +
        'To learn more: rollsafe explain some-rule\n',
    );
    expect(pretty(report, OPTIONS)).not.toContain('\x1b');
    expect(kleur.enabled).toBe(found);
  });
});

describe('the closing line', () => {
  const clean = reportOf([], { files: 12, resources: 24 });
  const last = (report: Report, options = {}) => pretty(report, { ...OPTIONS, ...options });

  it.each([
    [undefined, 'No problems in 12 files (24 objects)\n'],
    [38, 'No problems in 12 files (24 objects) · 38 ms\n'],
    [0.2, 'No problems in 12 files (24 objects) · 0 ms\n'],
    [999.4, 'No problems in 12 files (24 objects) · 999 ms\n'],
    [999.5, 'No problems in 12 files (24 objects) · 1.0 s\n'],
    [1234, 'No problems in 12 files (24 objects) · 1.2 s\n'],
  ])('says how long it took: %s', (milliseconds, expected) => {
    expect(last(clean, { milliseconds })).toBe(expected);
  });

  it('counts one of each', () => {
    const one = (severity: 'error' | 'warning' | 'info') =>
      finding(web, 'web', { severity, message: severity });
    const all = reportOf([one('info'), one('warning'), one('error')], { files: 1, resources: 1 });
    expect(last(all)).toContain('\n1 error, 1 warning, 1 info in 1 file (1 object)\nTo learn more: ');
    expect(last(reportOf([one('info'), one('info')]))).toContain('\n2 infos in 1 file (1 object)\n');
    expect(last(reportOf([], { files: 1, resources: 0 }))).toBe('No problems in 1 file (0 objects)\n');
  });

  it('names a rule of the gravest findings, if there is room', () => {
    const report = (rule: string) =>
      reportOf([finding(web, 'web', { severity: 'info' }), finding(web, 'web', { rule })]);
    expect(last(report('grave-rule'))).toMatch(/\nTo learn more: rollsafe explain grave-rule\n$/);
    expect(last(report('grave-'.repeat(12)))).toMatch(/\nTo learn more: rollsafe explain RULE\n$/);
  });

  it.each([
    [[['suggestion'], []], ''],
    [[['safe'], ['safe', 'unsafe'], []], '2 fixable with --fix\n'],
    [[['unsafe'], ['suggestion', 'unsafe']], '2 fixable with --fix=all\n'],
    [[['safe'], ['unsafe'], ['unsafe'], ['suggestion']], '1 fixable with --fix, 2 more with --fix=all\n'],
  ] as const)('counts what can be fixed: %j', (safeties, expected) => {
    const findings = safeties.map((each) =>
      finding(web, 'web', { fixes: each.map((safety) => ({ title: safety, safety, edits: [] })) }),
    );
    expect(last(reportOf(findings))).toContain(` object)\n${expected}To learn more: `);
  });
});
