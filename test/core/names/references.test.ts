// What leads to a thing, from whichever end one asks.
import { describe, expect, it } from 'vitest';
import { references } from './pointing.ts';

const FILES = {
  'config.yaml': `apiVersion: v1
kind: ConfigMap
metadata: {name: settings}
data: {level: info}
`,
  'rollout.yaml': `apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: web}
spec:
  strategy:
    canary:
      stableService: web
      analysis:
        templates: [{templateName: success}]
        args: [{name: service, value: web}]
  template:
    metadata:
      labels: {app: web}
    spec:
      containers:
        - name: app
          env: [{name: A, valueFrom: {configMapKeyRef: {name: settings, key: level}}}]
`,
  'scaler.yaml': `apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {name: web}
spec: {scaleTargetRef: {apiVersion: argoproj.io/v1alpha1, kind: Rollout, name: web}}
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: {name: web}
spec:
  selector: {matchLabels: {app: web}}
`,
  'service.yaml': `apiVersion: v1
kind: Service
metadata: {name: web}
spec:
  selector:
    app: web
`,
  'template.yaml': `apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata: {name: success}
spec:
  args: [{name: service}]
  metrics:
    - provider: {web: {url: "http://{{args.service}}/?a={{args.service}}"}}
`,
};

type Name = keyof typeof FILES;

/** The references at `after`, which begins with what `before` is and has the cursor in it. */
function from(file: Name, before: string, after: string, includeDeclaration = false): string[] {
  expect(FILES[file]).toContain(before);
  return references({ ...FILES, [file]: FILES[file].replace(before, after) }, includeDeclaration);
}

const TO_WORKLOAD = [
  'scaler.yaml:4 web',
  'scaler.yaml:10 selector: {matchLabels: {app: web}}',
  'service.yaml:5 selector:',
];

describe('references', () => {
  it('of a workload: autoscalers, and the selectors of Services and budgets', () => {
    expect(from('rollout.yaml', '{name: web}', '{name: we¦b}')).toEqual(TO_WORKLOAD);
    expect(from('rollout.yaml', '{name: web}', '{name: we¦b}', true)).toEqual([
      'rollout.yaml:3 web',
      ...TO_WORKLOAD,
    ]);
  });

  it('are the same from a place that names it', () => {
    expect(from('scaler.yaml', 'kind: Rollout, name: web', 'kind: Rollout, name: w¦eb')).toEqual(TO_WORKLOAD);
    expect(from('service.yaml', 'selector', 'selec¦tor')).toEqual(TO_WORKLOAD);
  });

  it('of labels: the selectors that take them in', () => {
    const selectors = TO_WORKLOAD.slice(1);
    expect(from('rollout.yaml', '{app: web}', '{ap¦p: web}')).toEqual(selectors);
    expect(from('rollout.yaml', '{app: web}', '{ap¦p: web}', true)).toEqual([
      'rollout.yaml:13 labels: {app: web}',
      ...selectors,
    ]);
  });

  it('of a Service', () => {
    expect(from('service.yaml', '{name: web}', '{name: ¦web}')).toEqual(['rollout.yaml:7 web']);
  });

  it('of a template and of its arguments: who uses them and who passes them', () => {
    expect(from('template.yaml', 'name: success', 'name: succ¦ess')).toEqual(['rollout.yaml:9 success']);
    const argument = ['rollout.yaml:10 service', 'template.yaml:7 service', 'template.yaml:7 service'];
    expect(from('template.yaml', '{name: service}', '{name: s¦ervice}')).toEqual(argument);
    expect(from('template.yaml', '={{args.service', '={{args.serv¦ice')).toEqual(argument);
    expect(from('rollout.yaml', 'name: service,', 'name: service¦,', true)).toEqual([
      'rollout.yaml:10 service',
      'template.yaml:5 service',
      ...argument.slice(1),
    ]);
  });

  it('of a ConfigMap and of its keys', () => {
    expect(from('config.yaml', 'settings', 'sett¦ings')).toEqual(['rollout.yaml:17 settings']);
    expect(from('config.yaml', 'level', 'le¦vel')).toEqual(['rollout.yaml:17 level']);
  });

  it('of a Deployment that a Rollout runs: the Rollout too', () => {
    const deployment = `apiVersion: apps/v1
kind: Deployment
metadata: {name: w¦eb}
spec: {template: {metadata: {labels: {app: web}}}}
`;
    const rollout = `apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: web}
spec: {workloadRef: {apiVersion: apps/v1, kind: Deployment, name: web}}
`;
    const selector = 'service.yaml:5 selector:';
    const service = FILES['service.yaml'];
    expect(references({ 'a.yaml': deployment, 'b.yaml': rollout, 'service.yaml': service })).toEqual([
      'b.yaml:4 web',
      selector,
    ]);
    const asked = {
      'a.yaml': deployment.replace('¦', ''),
      'b.yaml': rollout.replace('{name: web}', '{name: w¦eb}'),
    };
    expect(references({ ...asked, 'service.yaml': service })).toEqual([selector]);
  });

  it('of what is in another namespace are others', () => {
    const service = (namespace: string, name = 'web') =>
      `apiVersion: v1\nkind: Service\nmetadata: {name: ${name}, namespace: ${namespace}}\n`;
    const ingress = (namespace: string) => `apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: {name: web, namespace: ${namespace}}
spec: {defaultBackend: {service: {name: web}}}
`;
    const files = { 'a.yaml': service('one', 'w¦eb'), 'b.yaml': ingress('one'), 'c.yaml': ingress('two') };
    expect(references(files)).toEqual(['b.yaml:4 web']);
  });

  it('of a name that nobody writes: none, and none at other places', () => {
    expect(from('scaler.yaml', '{name: web}', '{name: w¦eb}')).toEqual([]);
    expect(from('scaler.yaml', '{name: web}', '{name: w¦eb}', true)).toEqual(['scaler.yaml:3 web']);
    expect(from('scaler.yaml', 'kind: Horizontal', 'kind: Hor¦izontal', true)).toEqual([]);
  });
});
