// The line above a Rollout.
import { describe, expect, it } from 'vitest';
import { lensOf, scalerOf, told } from './insights.ts';

const rollout = (strategy: string, spec = 'replicas: 5') =>
  `{apiVersion: argoproj.io/v1alpha1, kind: Rollout, metadata: {name: web}, spec: {${spec}, strategy: ${strategy}}}`;
const canary = (steps: string, more = '') => rollout(`{canary: {${more} steps: ${steps}}}`);

describe('of a canary', () => {
  it('counts steps, gates, time and the first exposure', () => {
    // 20 % of 5 pods is one of five.
    const steps =
      '[{setWeight: 20}, {pause: {duration: 10m}}, {setWeight: 60}, {pause: {duration: 15m}}, {setWeight: 100}]';
    expect(lensOf(canary(steps))).toBe('5 steps · 2 gates · about 25m · first exposure 20 %');
  });

  it('counts what is promoted by hand', () => {
    expect(lensOf(canary('[{setWeight: 20}, {pause: {}}]'))).toBe(
      '2 steps · 1 gate · until promoted · first exposure 20 %',
    );
    expect(lensOf(canary('[{setWeight: 20}, {pause: {}}, {pause: {duration: 30s}}]'))).toBe(
      '3 steps · 2 gates · about 30s and until promoted · first exposure 20 %',
    );
  });

  it('counts no gate that holds nothing, or stands before the new pods', () => {
    expect(lensOf(canary('[{pause: {}}, {setWeight: 20}, {pause: {duration: 0}}]'))).toBe(
      '3 steps · 0 gates · until promoted · first exposure 20 %',
    );
  });

  it('knows only the least time where a step has none', () => {
    expect(
      lensOf(
        canary(
          '[{setWeight: 20}, {analysis: {templates: [{templateName: elsewhere}]}}, {pause: {duration: 1h}}]',
        ),
      ),
    ).toBe('3 steps · 2 gates · at least 1h · first exposure 20 %');
    expect(lensOf(canary('[{setWeight: 20}, {plugin: {name: x}}]'))).toBe(
      '2 steps · 1 gate · first exposure 20 %',
    );
  });

  it('counts an analysis in the background', () => {
    expect(lensOf(canary('[{setWeight: 20}]', 'analysis: {templates: []},'))).toBe(
      '1 step · 0 gates · background analysis · first exposure 20 %',
    );
  });

  it('says what the pods really come to', () => {
    const steps = '[{setWeight: 5}, {pause: {}}]';
    // One of three pods at 2 replicas: the surge allows one more.
    expect(lensOf(rollout(`{canary: {steps: ${steps}}}`, 'replicas: 2'))).toMatch(/first exposure 33 %$/);
    expect(lensOf(rollout(`{canary: {steps: ${steps}, trafficRouting: {nginx: {}}}}`))).toMatch(
      /first exposure 5 %$/,
    );
    // A single pod without surge stays old up to 49 %, and is new from 50 % on.
    expect(
      lensOf(rollout('{canary: {maxSurge: 0, steps: [{setWeight: 20}, {setWeight: 60}]}}', 'replicas: 1')),
    ).toMatch(/first exposure 100 %$/);
    const scaled = rollout(`{canary: {steps: ${steps}}}`, 'x: 1');
    // One of four at 3, one of eleven at 10.
    expect(lensOf(scaled + scalerOf('Rollout', 'web', 'minReplicas: 3, maxReplicas: 10'))).toMatch(
      /first exposure 9 to 25 %$/,
    );
  });

  it('leaves out what is unknown', () => {
    for (const text of [
      canary('[{setWeight: "x"}, {setWeight: 20}]'),
      rollout('{canary: {steps: [{setWeight: 20}, {pause: {duration: 1d}}]}}', 'replicas: "${N}"'),
      rollout('{canary: {trafficRouting: {}, steps: [{setWeight: 20}, {setWeight: 40}]}}'),
    ])
      expect(lensOf(text)).toMatch(/^2 steps · [01] gates?$/);
  });

  it('may have no steps', () => {
    expect(lensOf(rollout('{canary: {}}'))).toBe('no steps · a rolling update');
    expect(lensOf(rollout('{canary: {trafficRouting: {smi: {}}, steps: []}}'))).toBe(
      'no steps · all traffic at once',
    );
  });
});

describe('of blue-green', () => {
  it.each([
    ['autoPromotionEnabled: false', 'blue-green · promotes by hand · old pods kept 30s'],
    ['autoPromotionSeconds: 600', 'blue-green · promotes itself after 10m · old pods kept 30s'],
    [
      'autoPromotionEnabled: false, autoPromotionSeconds: 600',
      'blue-green · promotes by hand · old pods kept 30s',
    ],
    ['scaleDownDelaySeconds: 3600', 'blue-green · promotes itself · old pods kept 1h'],
    [
      'prePromotionAnalysis: {}, postPromotionAnalysis: {}, scaleDownDelaySeconds: 0',
      'blue-green · analysis before the switch · promotes itself · analysis after the switch',
    ],
    ['autoPromotionEnabled: "no"', 'blue-green · old pods kept 30s'],
  ])('%s', (fields, line) => {
    expect(lensOf(rollout(`{blueGreen: {activeService: web, ${fields}}}`))).toBe(line);
  });

  it('tells who promotes', () => {
    const at = (fields: string, field: string) =>
      told(rollout(`{blueGreen: {${fields}}}`), `/spec/strategy/blueGreen/${field}`);
    expect(at('autoPromotionEnabled: false, autoPromotionSeconds: 60', 'autoPromotionSeconds')).toEqual({
      lines: [
        'Not read beside `autoPromotionEnabled: false`.',
        'Waits until somebody promotes it: `kubectl argo rollouts promote web`',
      ],
      hint: 'not read',
    });
    expect(at('autoPromotionSeconds: 90, prePromotionAnalysis: {}', 'autoPromotionSeconds')).toEqual({
      lines: [
        'Promotes itself 1m 30s after all new pods are available, and not before the prePromotionAnalysis has passed.',
      ],
      hint: '1m 30s',
    });
    expect(at('autoPromotionEnabled: true', 'autoPromotionEnabled')?.lines).toEqual([
      'Promotes itself as soon as all new pods are available.',
    ]);
    expect(at('previewReplicaCount: 1', 'previewReplicaCount')?.lines).toEqual([
      '1 new pod until the promotion, then 5 before the switch',
    ]);
    expect(at('abortScaleDownDelaySeconds: 0', 'abortScaleDownDelaySeconds')?.hint).toBe('never');
  });
});

it('is of Rollouts with one strategy', () => {
  expect(lensOf(rollout('{}'))).toBeUndefined();
  expect(lensOf(rollout('{canary: {}, blueGreen: {}}'))).toBeUndefined();
  expect(lensOf('{apiVersion: apps/v1, kind: Deployment, metadata: {name: web}, spec: {}}')).toBeUndefined();
});
