// What suggestions make of a manifest where the examples of a rule, which only see that the finding goes, don't tell.

import rules from 'rollsafe:rules';
import { describe, expect, it } from 'vitest';
import { lintExample } from '../src/core/example.ts';
import type { Finding } from '../src/core/finding.ts';
import { applyEdits } from '../src/core/fix.ts';
import type { Rule } from '../src/core/rule.ts';

function findingsOf(id: string, text: string): readonly Finding[] {
  return lintExample(rules.find((rule: Rule) => rule.id === id) as Rule, text, rules).findings;
}

/** The title of each suggestion of a rule with the text after it. */
function suggestionsOf(id: string, text: string): [string, string][] {
  return findingsOf(id, text).flatMap(({ source, fixes }) =>
    fixes.map(({ title, edits }): [string, string] => [title, applyEdits(source, edits)]),
  );
}

it('traffic-routing-empty leaves a canary that loses its only field', () => {
  const rollout = `apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: shop}
spec:
  strategy:
    canary:
      trafficRouting: {}
`;
  expect(suggestionsOf('traffic-routing-empty', rollout)).toEqual([
    ['Remove trafficRouting', rollout.replace('canary:\n      trafficRouting: {}', 'canary: {}')],
  ]);
});

describe('no surge is suggested for pods that wait for what the old ones keep', () => {
  const deployment = (replicas: number, limits: string, podSpec: string) => `apiVersion: apps/v1
kind: Deployment
metadata: {name: wiki}
spec:
  replicas: ${replicas}
  strategy:
    rollingUpdate: {${limits}}
  template:
    spec: ${podSpec}
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: data}
spec: {accessModes: [ReadWriteOnce]}
`;
  const CLAIM = '{volumes: [{name: data, persistentVolumeClaim: {claimName: data}}]}';
  const PORT = '{containers: [{name: wiki, ports: [{containerPort: 80, hostPort: 80}]}]}';
  const OUTAGE = 'max-unavailable-outage';
  const ZERO = 'rolling-update-zero';
  const ROUNDS = 'rolling-update-rounds-to-zero';

  it.each<[string, string, number, string, [title: string, strategy: string][]]>([
    [OUTAGE, CLAIM, 1, 'maxSurge: 0, maxUnavailable: 1', [['Set type: Recreate', 'type: Recreate']]],
    [OUTAGE, PORT, 1, 'maxSurge: 0, maxUnavailable: 1', [['Set type: Recreate', 'type: Recreate']]],
    [
      OUTAGE,
      CLAIM,
      3,
      'maxSurge: 1, maxUnavailable: 3',
      [['Set maxUnavailable: 1', 'rollingUpdate: {maxSurge: 1, maxUnavailable: 1}']],
    ],
    [
      OUTAGE,
      '{}',
      1,
      'maxSurge: 0, maxUnavailable: 1',
      [['Set maxUnavailable: 0 and maxSurge: 1', 'rollingUpdate: {maxSurge: 1, maxUnavailable: 0}']],
    ],
    [ZERO, CLAIM, 1, 'maxSurge: 0, maxUnavailable: 0', [['Set type: Recreate', 'type: Recreate']]],
    [
      ZERO,
      PORT,
      2,
      'maxSurge: 0, maxUnavailable: 0',
      [['Set maxUnavailable: 1', 'rollingUpdate: {maxSurge: 0, maxUnavailable: 1}']],
    ],
    [
      ROUNDS,
      CLAIM,
      2,
      'maxSurge: 0, maxUnavailable: 25%',
      [['Set maxUnavailable: 1', 'rollingUpdate: {maxSurge: 0, maxUnavailable: 1}']],
    ],
  ])('%s: %s of %i', (rule, podSpec, replicas, limits, expected) => {
    const before = deployment(replicas, limits, podSpec);
    const suggested = suggestionsOf(rule, before);
    expect(suggested).toEqual(
      expected.map(([title, strategy]) => [title, before.replace(`rollingUpdate: {${limits}}`, strategy)]),
    );
    for (const [, after] of suggested)
      for (const other of ['rwo-volume-rolling-update', 'host-port-rolling-update'])
        expect(findingsOf(other, after)).toEqual([]);
  });
});

it.each([
  ['{name: http, containerPort: 8080}', '{path: /, port: http}'],
  ['{name: https, containerPort: 9090}', '{path: /, port: https, scheme: HTTPS}'],
  ['{name: http-tls, containerPort: 9090}', '{path: /, port: http-tls, scheme: HTTPS}'],
  ['{name: web, containerPort: 8443}', '{path: /, port: web, scheme: HTTPS}'],
  ['{name: web, containerPort: 443}', '{path: /, port: web, scheme: HTTPS}'],
  ['{name: tls, containerPort: 8443}', undefined],
  ['{containerPort: 8443}', undefined],
])('readiness-probe-missing asks port %s by GET %s', (port, expected) => {
  const pod = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec: {template: {spec: {containers: [{name: web, ports: [${port}]}]}}}
`;
  const gets = suggestionsOf('readiness-probe-missing', pod).flatMap(
    ([, after]) => /httpGet: (\{.*?\})/.exec(after)?.[1] ?? [],
  );
  expect(gets).toEqual(expected === undefined ? [] : [expected]);
});

it('canary-pause-indefinite leaves a gate that a person opens', () => {
  const rollout = `apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: shop}
spec: {strategy: {canary: {steps: [{setWeight: 25}, {pause: {}}]}}}
`;
  expect(findingsOf('canary-pause-indefinite', rollout)).toHaveLength(1);
  expect(suggestionsOf('canary-pause-indefinite', rollout)).toEqual([]);
});

describe('the nearest name is suggested', () => {
  const configMap = (name: string, keys: string) => `apiVersion: v1
kind: ConfigMap
metadata: {name: ${name}}
data: {${keys}}
---
`;
  const deployment = (container: string) => `apiVersion: apps/v1
kind: Deployment
metadata: {name: api}
spec:
  template:
    metadata: {labels: {app: api}}
    spec: {containers: [{name: api, ${container}}]}
`;

  it('of ConfigMaps that have the keys, at every place of the pod, before doing without', () => {
    const env = (name: string) =>
      `envFrom: [{configMapRef: {name: ${name}}}], env: [{name: A, valueFrom: {configMapKeyRef: {name: ${name}, key: mode}}}]`;
    const maps = configMap('api-config', 'mode: fast') + configMap('api-conf', 'other: x');
    const before = maps + deployment(env('api-confg'));
    expect(suggestionsOf('config-reference-missing', before)).toEqual([
      ['Take ConfigMap "api-config"', maps + deployment(env('api-config'))],
      ['Let the pods start without it', expect.stringContaining('optional: true')],
    ]);
  });

  it('of keys, however many there are', () => {
    const env = (key: string) => `env: [{name: A, valueFrom: {configMapKeyRef: {name: api, key: ${key}}}}]`;
    const map = configMap('api', 'a: x, b: x, c: x, mode: fast');
    expect(suggestionsOf('config-reference-missing', map + deployment(env('mod')))).toEqual([
      ['Take the key mode', map + deployment(env('mode'))],
    ]);
  });

  it('of workloads to scale', () => {
    const hpa = (name: string) => `---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {name: other}
spec: {maxReplicas: 4, scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: ${name}}}
`;
    expect(suggestionsOf('hpa-target-missing', deployment('') + hpa('apii'))).toEqual([
      ['Scale Deployment "api"', deployment('') + hpa('api')],
    ]);
  });

  it('of values that the label of a Service has', () => {
    const service = (app: string) => `---
apiVersion: v1
kind: Service
metadata: {name: api}
spec: {selector: {app: ${app}}, ports: [{port: 80}]}
`;
    expect(suggestionsOf('service-selects-nothing', deployment('') + service('apu'))).toEqual([
      ['Write app: api', deployment('') + service('api')],
    ]);
    expect(suggestionsOf('service-selects-nothing', deployment('') + service('search'))).toEqual([]);
  });
});

it.each([
  ['image-tag-with-digest', 'web:1.4.0@sha256:DIGEST', 'web@sha256:DIGEST'],
  [
    'image-reference-invalid',
    'https://registry.example.com:5000/web:1.4.0',
    'registry.example.com:5000/web:1.4.0',
  ],
])('%s puts no quotes around an image that had none', (rule, image, right) => {
  const pod = (text: string) => `apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  containers:
    - name: web
      image: ${text.replace('DIGEST', '0123456789abcdef'.repeat(4))}
`;
  expect(suggestionsOf(rule, pod(image)).map(([, after]) => after)).toEqual([pod(right)]);
});
