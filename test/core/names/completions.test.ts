// What may be written at the cursor, and what the text is afterwards.
import { describe, expect, it } from 'vitest';
import { completed, completions, names } from './pointing.ts';

const SERVICES = `apiVersion: v1
kind: Service
metadata: {name: web}
spec: {selector: {app: web}, ports: [{name: http, port: 80}, {port: 81}]}
---
apiVersion: v1
kind: Service
metadata: {name: web-canary}
---
apiVersion: v1
kind: Service
metadata: {name: elsewhere, namespace: other}
`;

const rollout = (spec: string) => `apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: web, namespace: shop}
spec:
${spec}`;
const canary = (line: string) => rollout(`  strategy:\n    canary:\n${line}\n      stableService: web\n`);
const files = (text: string) => ({ 'k8s/rollout.yaml': text, 'k8s/web.yaml': SERVICES });

describe('the name of an object', () => {
  it('is offered behind a key without a value', () => {
    const text = canary('      canaryService: ¦');
    expect(completions(files(text)).map(({ name, detail }) => [name, detail])).toEqual([
      ['web', 'Service · k8s/web.yaml'],
      ['web-canary', 'Service · k8s/web.yaml'],
    ]);
    expect(completed(files(text), 'web-canary')).toBe(canary('      canaryService: web-canary'));
  });

  it('is offered there before a line break of two characters, and in braces', () => {
    const crlf = canary('      canaryService: ¦').replaceAll('\n', '\r\n');
    expect(names(files(crlf))).toEqual(['web', 'web-canary']);
    const flow = rollout('  strategy: {blueGreen: {activeService: ¦}}\n');
    expect(completed(files(flow), 'web')).toBe(rollout('  strategy: {blueGreen: {activeService: web}}\n'));
  });

  it('is not offered without a blank behind the colon, nor on another line', () => {
    expect(names(files(canary('      canaryService:¦')))).toEqual([]);
    expect(names(files(canary('      canary¦Service: ')))).toEqual([]);
    expect(names(files(canary('      canaryService:\n      ¦')))).toEqual([]);
    expect(names(files(canary('      canaryService: ¦null')))).toEqual([]);
  });

  it('replaces what is written, and keeps quotes', () => {
    const replaced = (value: string) => completed(files(canary(`      canaryService: ${value}`)), 'web');
    expect(replaced('we¦x')).toBe(canary('      canaryService: web'));
    expect(replaced('"we¦x"')).toBe(canary('      canaryService: "web"'));
    expect(replaced("'¦'")).toBe(canary("      canaryService: 'web'"));
    expect(replaced('y¦')).toBe(canary('      canaryService: web'));
    expect(names(files(canary('      canaryService: ¦"we"')))).toEqual([]);
  });

  it('keeps to its place behind an emoji', () => {
    const text = (value: string) => rollout(`  strategy: {blueGreen: {x: "😀é", activeService: ${value}}}\n`);
    expect(completed(files(text('w¦')), 'web')).toBe(text('web'));
  });

  it('is written with quotes where YAML would read a number or a boolean', () => {
    const service = (name: string) => `apiVersion: v1\nkind: Service\nmetadata: {name: "${name}"}\n`;
    const text = rollout('  strategy: {blueGreen: {activeService: ¦}}\n');
    const offered = completions({
      'a.yaml': text,
      'b.yaml': ['on', '123', '1e3', 'n1'].map(service).join('---\n'),
    });
    expect(offered.map((one) => one.text)).toEqual(['"on"', '"123"', '"1e3"', 'n1']);
  });

  it('is never written through an alias', () => {
    const text = 'x: &name we\n'.concat(rollout('  strategy: {blueGreen: {activeService: *na¦me}}\n'));
    expect(names(files(text))).toEqual([]);
  });

  it('comes once, and from the own folder first', () => {
    const ingress = 'apiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata: {name: a}\n';
    const text = `${ingress}spec: {defaultBackend: {service: {name: ¦}}}\n`;
    const offered = completions({
      'a/x.yaml': SERVICES.replace('name: web-canary', 'name: far'),
      'b/x.yaml': text,
      'b/y.yaml': 'apiVersion: v1\nkind: Service\nmetadata: {name: web}\n',
    });
    expect(offered.map(({ name, detail }) => `${name} ${detail}`)).toEqual([
      'web Service · b/y.yaml',
      'far Service · a/x.yaml',
      'elsewhere Service · a/x.yaml',
    ]);
  });

  it('is that of a template of the right scope', () => {
    const template = (kind: string, name: string) =>
      `apiVersion: argoproj.io/v1alpha1\nkind: ${kind}\nmetadata: {name: ${name}}\n`;
    const asked = (item: string) =>
      names({
        'a.yaml': rollout(
          `  strategy:\n    canary:\n      analysis:\n        templates:\n          - ${item}\n`,
        ),
        'b.yaml': [template('AnalysisTemplate', 'here'), template('ClusterAnalysisTemplate', 'all')].join(
          '---\n',
        ),
      });
    expect(asked('templateName: ¦')).toEqual(['here']);
    expect(asked('templateName: ¦\n            clusterScope: true')).toEqual(['all']);
  });
});

describe('what belongs to an object', () => {
  const WORKLOAD = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
        - name: app
          ports:
            - {name: http, containerPort: 8080}
            - {name: dns, containerPort: 53, protocol: UDP}
            - {containerPort: 9090}
          readinessProbe: {httpGet: {port: PROBE}}
          env: [{name: A, valueFrom: {configMapKeyRef: {name: settings, key: KEY}}}]
`;
  const workload = (mark: string, value: string) =>
    WORKLOAD.replace(mark, value).replace('PROBE', '1').replace('KEY', 'x');

  it('keys of a ConfigMap, those that look like numbers in quotes', () => {
    const config = `apiVersion: v1
kind: ConfigMap
metadata: {name: settings}
data: {level: info, "8080": x}
binaryData: {logo: aGk=}
`;
    const offered = completions({ 'a.yaml': workload('KEY', '¦'), 'b.yaml': config });
    expect(offered.map(({ text, detail }) => [text, detail])).toEqual([
      ['level', 'key of ConfigMap settings · b.yaml'],
      ['"8080"', 'key of ConfigMap settings · b.yaml'],
      ['logo', 'key of ConfigMap settings · b.yaml'],
    ]);
  });

  it('ports of the own container for a probe', () => {
    const offered = completions({ 'a.yaml': workload('PROBE', '8¦0') });
    expect(offered.map(({ name, detail }) => [name, detail])).toEqual([
      ['http', 'port 8080 of container app'],
      ['dns', 'port 53 of container app'],
    ]);
  });

  it('ports with the protocol of the Service', () => {
    const service = (port: string) =>
      `apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec: {selector: {app: web}, ports: [${port}]}\n`;
    const asked = (port: string) => names({ 'a.yaml': service(port), 'b.yaml': workload('PROBE', '1') });
    expect(asked('{port: 80, targetPort: ¦}')).toEqual(['http']);
    expect(asked('{port: 53, protocol: UDP, targetPort: ¦}')).toEqual(['dns']);
  });

  it('ports of a Service for an Ingress', () => {
    const ingress = `apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: {name: web}
spec: {defaultBackend: {service: {name: web, port: {name: ¦}}}}
`;
    expect(completions({ 'a.yaml': ingress, 'b.yaml': SERVICES }).map(({ detail }) => detail)).toEqual([
      'port 80 of Service web · b.yaml',
    ]);
  });
});

describe('arguments', () => {
  const template = (url: string) => `apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata: {name: success}
spec:
  args: [{name: service}, {name: service-port}]
  metrics:
    - provider: {web: {url: ${url}}}
`;

  it('are offered behind "{{args.", and replace the word alone', () => {
    const asked = { 'a.yaml': template('"http://{{args.ser¦v}}:80"') };
    expect(names(asked)).toEqual(['service', 'service-port']);
    expect(completed(asked, 'service-port')).toBe(template('"http://{{args.service-port}}:80"'));
    expect(completed({ 'a.yaml': template("'😀{{ args.¦ }}'") }, 'service')).toBe(
      template("'😀{{ args.service }}'"),
    );
    expect(completed({ 'a.yaml': template('"{{args.¦"') }, 'service')).toBe(template('"{{args.service"'));
  });

  it('are not offered elsewhere in the text', () => {
    for (const url of ['"http://x¦"', '"{{args.a}}¦"', '"{{ar¦gs.a}}"', '"{{x.¦}}"'])
      expect(names({ 'a.yaml': template(url) })).toEqual([]);
  });

  it('that an analysis may pass are those of its templates', () => {
    const text = rollout(`  strategy:
    canary:
      analysis:
        templates: [{templateName: success}]
        args:
          - name: ¦
`);
    expect(
      completions({ 'a.yaml': text, 'b.yaml': template('x') }).map(({ name, detail }) => [name, detail]),
    ).toEqual([
      ['service', 'argument of AnalysisTemplate success · b.yaml'],
      ['service-port', 'argument of AnalysisTemplate success · b.yaml'],
    ]);
  });
});
