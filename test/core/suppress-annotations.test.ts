import { describe, expect, test } from 'vitest';
import { type Circumstances, said, VARIANTS } from './suppressing.ts';

type Case = [name: string, text: string, says: string[]];

function check(cases: readonly Case[], circumstances?: Circumstances): void {
  for (const [variant, change] of Object.entries(VARIANTS)) {
    test.each(cases)(`%s (${variant})`, (_, text, says) => {
      expect(said(change(text.trimStart()), circumstances)).toEqual(says);
    });
  }
}

const IDLE = 'nothing to ignore here: no finding of';

describe('an annotation holds', () => {
  check(
    [
      [
        'on an object for all of it, and for no other',
        `
apiVersion: v1
kind: ConfigMap
metadata:
  annotations:
    rollsafe.dev/ignore: "bad-value, ugly-value -- known"
data: {a: bad, b: ugly}
---
apiVersion: v1
kind: ConfigMap
data: {a: bad}
`,
        ['6 bad ignored: known', '6 ugly ignored: known', '10 bad'],
      ],
      [
        'on an object of a List for that',
        `
apiVersion: v1
kind: List
items:
  - apiVersion: v1
    kind: Pod
    metadata: {annotations: {rollsafe.dev/ignore: bad-value}}
    spec: {containers: [{name: web, image: web}]}
    status: bad
  - apiVersion: v1
    kind: ConfigMap
    data: {a: bad}
`,
        ['8 bad ignored:', '11 bad'],
      ],
      [
        'on a pod template for that',
        `
apiVersion: apps/v1
kind: Deployment
spec:
  strategy: bad
  template:
    metadata:
      annotations:
        rollsafe.dev/ignore: bad-value -- in the pods
        team: bad
    spec:
      containers: [{name: web, image: bad}]
  paused: bad
`,
        ['4 bad', '9 bad ignored: in the pods', '11 bad ignored: in the pods', '12 bad'],
      ],
      [
        'on the pod template of a CronJob',
        `
apiVersion: batch/v1
kind: CronJob
spec:
  jobTemplate:
    metadata: {labels: {a: bad}}
    spec:
      template:
        spec:
          containers: [{name: web, image: bad}]
        metadata: {annotations: {rollsafe.dev/ignore: bad-value}}
`,
        ['5 bad', '9 bad ignored:'],
      ],
      [
        'for one container',
        `
apiVersion: apps/v1
kind: Deployment
metadata:
  annotations:
    rollsafe.dev/ignore.web: bad-value -- known
spec:
  template:
    spec:
      initContainers:
        - {name: init, image: bad}
      containers:
        - {name: web, image: bad}
        - {name: proxy, image: bad}
`,
        ['10 bad', '12 bad ignored: known', '13 bad'],
      ],
      [
        'for one container of one pod template',
        `
apiVersion: argoproj.io/v1alpha1
kind: Experiment
spec:
  templates:
    - template:
        metadata: {annotations: {rollsafe.dev/ignore.web: bad-value}}
        spec: {containers: [{name: web, image: bad}]}
    - template:
        spec: {containers: [{name: web, image: bad}]}
`,
        ['7 bad ignored:', '9 bad'],
      ],
      [
        'for a container of all templates, and is used when one needs it',
        `
apiVersion: argoproj.io/v1alpha1
kind: Experiment
metadata: {annotations: {rollsafe.dev/ignore.web: bad-value}}
spec:
  templates:
    - template:
        spec: {containers: [{name: web, image: bad}]}
    - template:
        spec: {containers: [{name: web, image: good}]}
`,
        ['7 bad ignored:'],
      ],
      [
        'on a template whose spec is an alias, and not for what stands between',
        `
apiVersion: argoproj.io/v1alpha1
kind: Experiment
spec:
  templates:
    - template:
        spec: &spec {containers: [{name: web, image: bad}]}
      other: bad
    - template:
        metadata: {annotations: {rollsafe.dev/ignore: bad-value}}
        spec: *spec
`,
        ['6 bad ignored:', '7 bad'],
      ],
      [
        'when a comment would be lost: after helm template',
        `
---
# Source: web/templates/deployment.yaml
apiVersion: apps/v1
kind: Deployment
metadata:
  name: release-web
  labels:
    helm.sh/chart: web-1.0.0
  annotations:
    rollsafe.dev/ignore.web: "bad-value -- the registry keeps it, see
      https://example.com/#pinned"
spec:
  template:
    spec:
      containers:
        - name: web
          image: "bad"
---
# Source: web/templates/service.yaml
apiVersion: v1
kind: Service
spec: {type: bad}
`,
        ['17 bad ignored: the registry keeps it, see https://example.com/#pinned', '22 bad'],
      ],
    ],
    { origin: 'stream' },
  );
});

describe('an annotation that ignores nothing says so', () => {
  const annotated = (annotation: string) => `
apiVersion: v1
kind: Pod
metadata:
  annotations:
    ${annotation}
spec:
  containers: [{name: web, image: bad}]
`;
  const naught = (why: string) => [`5 ${why}, so nothing is ignored`, '7 bad'];
  check([
    [
      'where there is no finding',
      annotated('rollsafe.dev/ignore: ugly-value'),
      [`5 ${IDLE} ugly-value`, '7 bad'],
    ],
    ['with an unknown rule', annotated('rollsafe.dev/ignore: no-rule'), naught('there is no rule "no-rule"')],
    [
      'with an unknown container',
      annotated('rollsafe.dev/ignore.wbe: bad-value'),
      naught('there is no container "wbe" here'),
    ],
    [
      'without a container',
      annotated('rollsafe.dev/ignore.: bad-value'),
      naught('there is no container "" here'),
    ],
    ['without a rule', annotated('rollsafe.dev/ignore: " -- why"'), naught('this suppression names no rule')],
    ['without anything', annotated('rollsafe.dev/ignore:'), naught('this suppression names no rule')],
    [
      'with true',
      annotated('rollsafe.dev/ignore: true'),
      naught('the value of rollsafe.dev/ignore is no string'),
    ],
    [
      'with a list',
      annotated('rollsafe.dev/ignore: [bad-value]'),
      naught('the value of rollsafe.dev/ignore is no string'),
    ],
    [
      'with no day',
      annotated('rollsafe.dev/ignore: bad-value -- until 2027-02-30'),
      naught('there is no day "2027-02-30"'),
    ],
    [
      'past its day',
      annotated('rollsafe.dev/ignore: bad-value -- until 2027-02-28'),
      ['5 this suppression held until 2027-02-28: it ignores nothing any more', '7 bad'],
    ],
    ['but not under another key', annotated('rollsafe.dev/ignored: bad-value'), ['7 bad']],
    ['nor under another domain', annotated('rollsafe.dev/ignore-file: bad-value'), ['7 bad']],
  ]);

  test.each(['metadata: x', 'metadata: {annotations: x}', 'metadata: {annotations: [rollsafe.dev/ignore]}'])(
    'and %s is no annotation',
    (metadata) => {
      expect(said(`apiVersion: v1\nkind: Pod\n${metadata}\n# rollsafe.dev/ignore\n`)).toEqual([]);
    },
  );
});

describe('what an alias stands for is ignored where it is written', () => {
  check([
    [
      'by a comment there, for all uses',
      `
apiVersion: v1
kind: ConfigMap
a: &a bad # rollsafe-ignore bad-value
b: *a
`,
      ['3 bad ignored:'],
    ],
    [
      'not by a comment at the alias',
      `
apiVersion: v1
kind: ConfigMap
a: &a bad
b: *a # rollsafe-ignore bad-value
`,
      ['3 bad', `4 ${IDLE} bad-value`],
    ],
    [
      'by a comment over the item that holds it',
      `
apiVersion: v1
kind: ConfigMap
list:
  # rollsafe-ignore bad-value
  - &item
    a: bad
  - *item
  # rollsafe-ignore bad-value
  - <<: *item
    b: bad
`,
      ['6 bad ignored:', '10 bad ignored:'],
    ],
    [
      'not by a comment over the item that merges it',
      `
apiVersion: v1
kind: ConfigMap
list:
  - &item {a: bad}
  # rollsafe-ignore bad-value
  - <<: *item
`,
      ['4 bad', `5 ${IDLE} bad-value`],
    ],
  ]);
});
