// The outline of an object: what is listed, in which order, and what a click selects.
import { expect, it } from 'vitest';
import { type OutlineSymbol, symbolsOf } from '../../../src/core/names/index.ts';
import { readInputs } from '../../../src/core/reading.ts';
import { inputsOf } from '../reading.ts';

function outline(text: string): string[] {
  const { drafts } = readInputs(inputsOf({ 'a.yaml': text }));
  const lineOf = (offset: number) => text.slice(0, offset).split('\n').length;
  const lines = ({ kind, name, span, selection, children }: OutlineSymbol, depth: string): string[] => [
    `${depth}${kind} "${name}" ${lineOf(span.start)}-${lineOf(span.end)} [${text.slice(selection.start, selection.end)}]`,
    ...children.flatMap((child) => lines(child, `${depth}  `)),
  ];
  return drafts
    .flatMap(({ manifest }) => manifest.resources)
    .flatMap((resource) => lines(symbolsOf(resource), ''));
}

it('lists the objects of a file with what is in them', () => {
  const text = `apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: web
spec:
  strategy:
    canary:
      steps:
        - setWeight: 25
        - pause: {duration: 10m}
        - pause: {}
        - analysis:
            templates: [{templateName: success}]
  template:
    spec:
      containers:
        - name: app
          image: x
        - image: y

---
apiVersion: v1
kind: Service
metadata: {name: web}
spec:
  ports:
    - {name: http, port: 80}
    - port: 81
---
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
spec:
  metrics: [{name: rate}]
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {name: web}
spec: {metrics: [{type: Resource}]}
`;
  expect(outline(text)).toEqual([
    'object "Rollout web" 1-19 [web]',
    '  step "1 setWeight 25" 9-9 [setWeight: 25]',
    '  step "2 pause 10m" 10-10 [pause]',
    '  step "3 pause" 11-11 [pause]',
    '  step "4 analysis" 12-13 [analysis]',
    '  container "app" 17-18 [app]',
    '  container "container" 19-19 [image: y]',
    'object "Service web" 22-28 [web]',
    '  port "http 80" 27-27 [http]',
    '  port "81" 28-28 [port: 81]',
    'object "AnalysisTemplate" 30-33 [apiVersion: argoproj.io/v1alpha1]',
    '  metric "rate" 33-33 [rate]',
    'object "HorizontalPodAutoscaler web" 35-38 [web]',
  ]);
});

it('shows what an alias stands for where the alias is', () => {
  const text = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
x: &app {name: app}
spec: {template: {spec: {containers: [*app]}}}
`;
  expect(outline(text)).toEqual(['object "Deployment web" 1-5 [web]', '  container "app" 5-5 [*app]']);
  const list = `apiVersion: v1
kind: List
items:
  - {apiVersion: apps/v1, kind: Deployment, metadata: {name: a}, spec: &spec {template: {spec: {containers: [{name: c}]}}}}
  - {apiVersion: apps/v1, kind: Deployment, metadata: {name: b}, spec: *spec}
`;
  expect(outline(list)).toEqual([
    'object "Deployment a" 4-4 [a]',
    '  container "c" 4-4 [c]',
    'object "Deployment b" 5-5 [b]',
    '  container "c" 5-5 [*spec]',
  ]);
});
