// Where names lead to, worked out by hand: a file, its line, and what is selected there.
import { describe, expect, it } from 'vitest';
import { linksOf } from '../../../src/core/names/index.ts';
import { definitions, pointing, shown } from './pointing.ts';

const SERVICES = `apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  selector: {app: web}
  ports: [{name: http, port: 80, targetPort: http}]
---
apiVersion: v1
kind: Service
metadata: {name: web-canary}
spec: {selector: {app: web}}
`;

const rollout = (spec: string) => `apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: web}
spec:
${spec.replace(/^\n/, '')}`;

const TEMPLATES = `apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata: {name: success}
spec:
  args:
    - name: service
    - {name: limit, value: "0.95"}
  metrics:
    - name: rate
      successCondition: result[0] >= {{ args.limit }}
      provider:
        prometheus:
          query: "sum(x{y='é😀', service='{{args.service}}'})"
---
apiVersion: argoproj.io/v1alpha1
kind: ClusterAnalysisTemplate
metadata: {name: success}
spec:
  args: [{name: region}]
  metrics: []
`;

describe('a Rollout leads to', () => {
  it('its Services, in another file', () => {
    const text = rollout('  strategy: {canary: {canaryService: web-can¦ary, stableService: web}}\n');
    expect(definitions({ 'rollout.yaml': text, 'services.yaml': SERVICES })).toEqual([
      'services.yaml:11 web-canary',
    ]);
  });

  it('the same where a file ends its lines with CRLF', () => {
    const text = rollout('  strategy:\n    blueGreen:\n      activeService: web¦\n');
    const files = { 'rollout.yaml': text, 'services.yaml': SERVICES };
    const crlf = Object.fromEntries(
      Object.entries(files).map(([path, one]) => [path, one.replaceAll('\n', '\r\n')]),
    );
    expect(definitions(crlf)).toEqual(['services.yaml:4 web']);
  });

  it('Services of routers, and Ingresses', () => {
    const ingress = 'apiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata: {name: edge}\n';
    const routed = (router: string) =>
      definitions({
        'a.yaml': rollout(`  strategy: {canary: {trafficRouting: {${router}}}}\n`),
        'b.yaml': SERVICES,
        'c.yaml': ingress,
      });
    expect(routed('nginx: {stableIngress: ¦edge}')).toEqual(['c.yaml:3 edge']);
    expect(routed('alb: {ingresses: [¦edge]}')).toEqual(['c.yaml:3 edge']);
    expect(routed('alb: {rootService: ¦web}')).toEqual(['b.yaml:4 web']);
  });

  it('the templates of an analysis, by their scope', () => {
    const analysis = (reference: string) =>
      definitions({
        'a.yaml': rollout(`  strategy: {canary: {steps: [{analysis: {templates: [${reference}]}}]}}\n`),
        'b.yaml': TEMPLATES,
      });
    expect(analysis('{templateName: suc¦cess}')).toEqual(['b.yaml:3 success']);
    expect(analysis('{templateName: suc¦cess, clusterScope: true}')).toEqual(['b.yaml:17 success']);
  });

  it('the templates of an experiment step', () => {
    const step = '{experiment: {analyses: [{name: a, templateName: ¦success}]}}';
    const text = rollout(`  strategy: {canary: {steps: [${step}]}}\n`);
    expect(definitions({ 'a.yaml': text, 'b.yaml': TEMPLATES })).toEqual(['b.yaml:3 success']);
  });

  it('the workload that it takes its template from', () => {
    const deployment = 'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\n';
    const text = rollout('  workloadRef: {apiVersion: apps/v1, kind: Deployment, name: ¦web}\n');
    expect(definitions({ 'a.yaml': text, 'b.yaml': deployment })).toEqual(['b.yaml:3 web']);
  });

  it('the declarations of the arguments that it passes', () => {
    const analysis = `  strategy:
    canary:
      analysis:
        templates: [{templateName: success}, {templateName: success, clusterScope: true}]
        args:
          - {name: region¦, value: eu}
`;
    const text = rollout(analysis);
    expect(definitions({ 'a.yaml': text, 'b.yaml': TEMPLATES })).toEqual(['b.yaml:19 region']);
    const ambiguous = { 'x/a.yaml': text, 'y/b.yaml': TEMPLATES, 'z/b.yaml': TEMPLATES };
    expect(definitions(ambiguous)).toEqual(['y/b.yaml:19 region', 'z/b.yaml:19 region']);
  });
});

describe('arguments', () => {
  const inTemplate = (before: string, after: string) => TEMPLATES.replace(before, after);

  it('lead to their declaration, behind an emoji too', () => {
    const text = inTemplate('{{args.service}}', '{{args.ser¦vice}}');
    expect(definitions({ 'a.yaml': text })).toEqual(['a.yaml:6 service']);
  });

  it('are found in spite of blanks in the braces', () => {
    const text = inTemplate('{{ args.limit }}', '{{ args.limit¦ }}');
    expect(definitions({ 'a.yaml': text })).toEqual(['a.yaml:7 limit']);
  });

  it('lead nowhere from other words of the text', () => {
    expect(definitions({ 'a.yaml': inTemplate('result[0]', 're¦sult[0]') })).toEqual([]);
  });

  it('lead to the template that names this one, where that declares them', () => {
    const nested = (name: string, spec: string) =>
      `apiVersion: argoproj.io/v1alpha1\nkind: AnalysisTemplate\nmetadata: {name: ${name}}\nspec: ${spec}\n`;
    const files = {
      'all.yaml': nested('all', '{args: [{name: host}], templates: [{templateName: part}]}'),
      'part.yaml': nested('part', "{metrics: [{name: a, provider: {web: {url: 'http://{{args.host¦}}'}}}]}"),
    };
    expect(definitions(files)).toEqual(['all.yaml:4 host']);
  });
});

describe('autoscalers', () => {
  const deployment = (name: string, namespace = '') =>
    `apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: ${name}\n${namespace && `  namespace: ${namespace}\n`}`;
  const hpa = (metadata: string) => `apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {name: web${metadata}}
spec: {scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: ¦web}}
`;

  it('lead to what they scale', () => {
    expect(definitions({ 'a.yaml': hpa(''), 'b.yaml': deployment('web') })).toEqual(['b.yaml:4 web']);
  });

  it('keep to their namespace; one that is left out meets any', () => {
    const files = (metadata: string) => ({
      'a.yaml': hpa(metadata),
      'x/b.yaml': deployment('web', 'one'),
      'y/b.yaml': deployment('web', 'two'),
      'z/b.yaml': deployment('web'),
    });
    expect(definitions(files(', namespace: two'))).toEqual(['y/b.yaml:4 web', 'z/b.yaml:4 web']);
    expect(definitions(files(''))).toEqual(['x/b.yaml:4 web', 'y/b.yaml:4 web', 'z/b.yaml:4 web']);
  });

  it('prefer what is applied with them', () => {
    const files = { 'x/a.yaml': hpa(''), 'x/b.yaml': deployment('web'), 'y/b.yaml': deployment('web') };
    expect(definitions(files)).toEqual(['x/b.yaml:4 web']);
  });

  it('of KEDA mean a Deployment', () => {
    const scaler = 'apiVersion: keda.sh/v1alpha1\nkind: ScaledObject\nmetadata: {name: web}\n';
    const text = `${scaler}spec: {scaleTargetRef: {name: w¦eb}}\n`;
    expect(definitions({ 'a.yaml': text, 'b.yaml': deployment('web') })).toEqual(['b.yaml:4 web']);
  });
});

const WORKLOAD = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata:
      labels:
        app: web
        tier: front
    spec:
      containers:
        - name: app
          ports: [{name: http, containerPort: 8080}]
          readinessProbe: {httpGet: {port: http}}
          env:
            - name: LEVEL
              valueFrom: {configMapKeyRef: {name: settings, key: level}}
          envFrom: [{secretRef: {name: login}}]
      volumes:
        - {name: data, persistentVolumeClaim: {claimName: data}}
`;
const CONFIG = `apiVersion: v1
kind: ConfigMap
metadata: {name: settings}
data:
  level: info
---
apiVersion: v1
kind: Secret
metadata: {name: login}
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: data}
`;
const BUDGET = `apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: {name: web}
spec:
  maxUnavailable: 1
  selector:
    matchLabels: {app: web}
`;

describe('a workload leads to', () => {
  const from = (before: string, after: string) =>
    definitions({ 'a.yaml': WORKLOAD.replace(before, after), 'b.yaml': CONFIG });

  it('ConfigMaps, Secrets and claims', () => {
    expect(from('name: settings', 'name: set¦tings')).toEqual(['b.yaml:3 settings']);
    expect(from('name: login', 'name: ¦login')).toEqual(['b.yaml:9 login']);
    expect(from('claimName: data', 'claimName: data¦')).toEqual(['b.yaml:13 data']);
  });

  it('the key of a ConfigMap', () => {
    expect(from('key: level', 'key: le¦vel')).toEqual(['b.yaml:5 level']);
  });

  it('the port that a probe asks', () => {
    expect(from('{port: http}', '{port: ht¦tp}')).toEqual(['a.yaml:14 http']);
  });
});

describe('selectors and labels', () => {
  it('of a Service lead to the workloads, wherever in the selector the cursor is', () => {
    for (const selector of ['sele¦ctor: {app: web}', 'selector: {app: w¦eb}', 'selector: {app: web}¦'])
      expect(
        definitions({ 'a.yaml': SERVICES.replace('selector: {app: web}', selector), 'b.yaml': WORKLOAD }),
      ).toEqual(['b.yaml:3 web']);
  });

  it('of a Service lead to the Rollout too that runs the pods of a Deployment', () => {
    const files = {
      'a.yaml': SERVICES.replace('selector', 'selec¦tor'),
      'b.yaml': WORKLOAD,
      'c.yaml': rollout('  workloadRef: {apiVersion: apps/v1, kind: Deployment, name: web}\n'),
    };
    expect(definitions(files)).toEqual(['b.yaml:3 web', 'c.yaml:3 web']);
  });

  it('of a PodDisruptionBudget lead to the workloads', () => {
    expect(definitions({ 'a.yaml': BUDGET.replace('app: web', 'app¦: web'), 'b.yaml': WORKLOAD })).toEqual([
      'b.yaml:3 web',
    ]);
    expect(definitions({ 'a.yaml': BUDGET.replace('maxU', '¦maxU'), 'b.yaml': WORKLOAD })).toEqual([]);
  });

  it('of a pod lead to the Services and budgets that select it', () => {
    const files = {
      'a.yaml': WORKLOAD.replace('tier:', 'ti¦er:'),
      'b.yaml': SERVICES,
      'c.yaml': BUDGET,
    };
    const selecting = ['b.yaml:4 web', 'b.yaml:11 web-canary', 'c.yaml:3 web'];
    expect(definitions(files)).toEqual(selecting);
    expect(definitions({ ...files, 'a.yaml': WORKLOAD.replace('selector:', 'sele¦ctor:') })).toEqual(
      selecting,
    );
  });
});

describe('ports and routes', () => {
  it('of a Service lead to the port of the container', () => {
    const text = SERVICES.replace('targetPort: http', 'targetPort: ht¦tp');
    expect(definitions({ 'a.yaml': text, 'b.yaml': WORKLOAD })).toEqual(['b.yaml:14 http']);
  });

  const ingress = (backend: string) => `apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: {name: web}
spec: {rules: [{http: {paths: [{backend: {service: ${backend}}}]}}]}
`;

  it('of an Ingress lead to the Service and its port', () => {
    const from = (backend: string) => definitions({ 'a.yaml': ingress(backend), 'b.yaml': SERVICES });
    expect(from('{name: w¦eb, port: {name: http}}')).toEqual(['b.yaml:4 web']);
    expect(from('{name: web, port: {name: ht¦tp}}')).toEqual(['b.yaml:7 http']);
  });

  it('of an Ingress name no Service where an annotation does', () => {
    const text = ingress('{name: w¦eb, port: {name: use-annotation}}');
    expect(definitions({ 'a.yaml': text, 'b.yaml': SERVICES })).toEqual([]);
  });
});

describe('aliases', () => {
  it('are places of their own', () => {
    const text = `x: &service web
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: web}
spec: {strategy: {blueGreen: {activeService: *ser¦vice}}}
`;
    const files = { 'a.yaml': text, 'b.yaml': SERVICES };
    expect(definitions(files)).toEqual(['b.yaml:4 web']);
    const { resource, index } = pointing(files);
    expect(linksOf(resource, index).map(({ from }) => shown(from))).toEqual(['a.yaml:5 *service']);
  });
});

it('what is not here has no link', () => {
  const { resource, index } = pointing({
    'a.yaml': rollout('  strategy: {canary: {canaryService: gone¦, stableService: 5}}\n'),
  });
  expect(linksOf(resource, index)).toEqual([]);
});
