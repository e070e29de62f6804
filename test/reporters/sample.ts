// One report with everything that a format has to say: the golden outputs in fixtures/formats are made of it.
import type { Report } from '../../src/core/finding.ts';
import { helpUrl, type ReportOptions } from '../../src/reporters/reporter.ts';
import { finding, OPTIONS, object, related, Source, spanOf } from './findings.ts';

const web = new Source(
  'k8s/web shop.yaml',
  `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
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
        - name: größe
          image: "größe: latest" # :latest
          livenessProbe: {}
`,
);
const rollout = new Source(
  'k8s/[canary]/rollout.yaml',
  `apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: web
spec:
  selector:
    matchLabels: {app: web}
`,
);
const stdin = new Source('-', 'kind: Deployment\nspec: {replicas: 1, replicas: 2}\n');
const deployment = object('Deployment', 'web');

export const sample: Report = {
  findings: [
    finding(stdin, 'replicas: 2', {
      rule: 'duplicate-key',
      severity: 'warning',
      message: 'the key "replicas" is there twice: kubectl takes the last one',
      related: [related(stdin, 'replicas: 1', 'the first one')],
    }),
    finding(web, 'selector', {
      rule: 'selector-conflict',
      message: 'Deployment "web" and Rollout "web" select the same pods, and each deletes those of the other',
      resource: deployment,
      path: '/spec/selector',
      related: [
        related(rollout, 'selector', 'Rollout "web" selects [app=web]'),
        related(web, 'labels', 'the labels of these pods'),
      ],
    }),
    finding(web, '100%', {
      rule: 'max-unavailable-outage',
      message: 'all 3 pods may be down at once: maxUnavailable 100% of 3',
      resource: deployment,
      path: '/spec/strategy/rollingUpdate/maxUnavailable',
      fixes: [
        {
          title: 'Write 25%',
          safety: 'safe',
          edits: [{ source: web, span: spanOf(web, '100%'), text: '25%' }],
        },
        {
          title: 'Leave both fields out',
          safety: 'suggestion',
          edits: [
            { source: web, span: spanOf(web, '      maxUnavailable: 100%\n'), text: '' },
            { source: web, span: spanOf(web, '      maxSurge: 0\n'), text: '' },
          ],
        },
      ],
    }),
    finding(web, '"größe: latest" # :latest\n          livenessProbe', {
      rule: 'mutable-image-tag',
      severity: 'warning',
      message: 'the image `größe: latest` of container <größe> can change | @sha256 #1 ::',
      resource: deployment,
      path: '/spec/template/spec/containers/0/image',
    }),
    finding(web, 'livenessProbe', {
      rule: 'min-ready-seconds-zero',
      severity: 'info',
      message: 'one Ready instant counts as available',
      resource: deployment,
      path: '/spec',
      fixes: [
        {
          title: 'Wait 10 seconds',
          safety: 'unsafe',
          edits: [
            {
              source: web,
              span: { start: web.text.indexOf('  strategy'), end: web.text.indexOf('  strategy') },
              text: '  minReadySeconds: 10\n',
            },
          ],
        },
      ],
    }),
  ],
  suppressed: [
    {
      ...finding(web, 'replicas: 3', {
        rule: 'pdb-missing',
        severity: 'warning',
        message: 'nothing says how many pods an eviction must leave',
        resource: deployment,
        path: '/spec',
      }),
      reason: 'evictions are done by hand',
    },
  ],
  counts: { files: 3, documents: 3, resources: 3 },
};

export const SAMPLE_OPTIONS: ReportOptions = {
  ...OPTIONS,
  version: '1.2.3',
  rules: [
    {
      id: 'duplicate-key',
      category: 'syntax',
      summary: 'A key that is there twice',
      severity: 'warning',
      why: '\nThe last one wins, without a word.\n',
    },
    {
      id: 'max-unavailable-outage',
      category: 'strategy',
      summary: 'A rolling update that may take every pod down',
      severity: 'error',
      why: `
While the update runs, \`maxUnavailable\` pods may be missing.
Every one of them is an outage.

- Fine for batch work.
- Write a percentage below 100 (\`25%\`).
`,
    },
    {
      id: 'selector-conflict',
      category: 'selectors',
      summary: 'Two controllers select the same pods',
      severity: 'error',
      why: 'Both [count](https://kubernetes.io) the pods as theirs.',
    },
    {
      id: 'unused-here',
      category: 'images',
      summary: 'A rule without findings',
      severity: 'info',
      why: 'It stays out of the log.',
    },
  ],
};

export const clean: Report = {
  findings: [],
  suppressed: [],
  counts: { files: 3, documents: 4, resources: 4 },
};

/** Where a rule of the sample is explained. */
export function helpOf(rule: string): string {
  return helpUrl(rule, OPTIONS);
}
