// The steps of a canary. The splits are those of the controller's table for 3, 4 and 10 pods.
import { describe, expect, it } from 'vitest';
import { scalerOf, told } from './insights.ts';

const rollout = (canary: string, spec = 'replicas: 4') =>
  `{apiVersion: argoproj.io/v1alpha1, kind: Rollout, metadata: {name: web}, spec: {${spec}, strategy: {canary: ${canary}}}}`;
const step = (number: number, kind: string) => `/spec/strategy/canary/steps/${number - 1}/${kind}`;
const template = (name: string, metrics: string) =>
  `\n---\n{apiVersion: argoproj.io/v1alpha1, kind: AnalysisTemplate, metadata: {name: ${name}}, spec: {metrics: ${metrics}}}`;

describe('setWeight without a router', () => {
  it('comes to pods', () => {
    expect(told(rollout('{steps: [{setWeight: 25}]}'), step(1, 'setWeight'))).toEqual({
      lines: ['setWeight 25 → 1 new, 3 old', '25 % of the pods are new (4 replicas).'],
      hint: '1 new, 3 old',
    });
  });

  it('may need one pod more', () => {
    expect(told(rollout('{steps: [{setWeight: 5}]}', 'x: 1'), step(1, 'setWeight'))?.lines).toEqual([
      'setWeight 5 → 1 new, 1 old',
      '50 % of the pods are new (1 replica, the default, and one more by maxSurge).',
    ]);
  });

  it('may come to no pod: 75 of 2 without surge, as the controller errs', () => {
    expect(
      told(rollout('{maxSurge: 0, steps: [{setWeight: 75}]}', 'replicas: 2'), step(1, 'setWeight'))?.hint,
    ).toBe('0 new, 2 old');
  });

  it('depends on the autoscaler', () => {
    const text = rollout('{steps: [{setWeight: 25}]}', 'x: 1');
    const scaled = text + scalerOf('Rollout', 'web', 'minReplicas: 3, maxReplicas: 10');
    expect(told(scaled, step(1, 'setWeight'))).toEqual({
      lines: [
        // 3: 1 of 4; 10: 3 of 11.
        'setWeight 25 → of 3 1 new, 3 old; of 10 3 new, 8 old',
        '25 to 27 % of the pods are new (3 to 10 by HorizontalPodAutoscaler `web`, and one more by maxSurge).',
      ],
      hint: '1 to 3 new, 3 to 8 old',
    });
  });

  it('is nothing where it is refused, or the pods are unknown or none', () => {
    for (const weight of ['101', '-1', '"20"', '[]'])
      expect(told(rollout(`{steps: [{setWeight: ${weight}}]}`), step(1, 'setWeight'))).toBeUndefined();
    for (const replicas of ['0', '"3"', '-2'])
      expect(
        told(rollout('{steps: [{setWeight: 20}]}', `replicas: ${replicas}`), step(1, 'setWeight')),
      ).toBeUndefined();
  });
});

describe('setWeight with a router', () => {
  const routed = (steps: string, more = '') =>
    rollout(`{trafficRouting: {nginx: {}}, ${more} steps: ${steps}}`);

  it('leaves all old pods', () => {
    expect(told(routed('[{setWeight: 30}]'), step(1, 'setWeight'))).toEqual({
      lines: [
        'setWeight 30 → 2 new, 4 old',
        'The router sends 30 % of the requests to the new pods.',
        'The new pods follow the weight, rounded up (4 replicas).',
      ],
      hint: '2 new, 4 old',
    });
  });

  it('takes old pods away where the stable side is dynamic', () => {
    // 50 % of 4 on both sides.
    expect(told(routed('[{setWeight: 50}]', 'dynamicStableScale: true,'), step(1, 'setWeight'))?.hint).toBe(
      '2 new, 2 old',
    );
  });

  it('has the size that a step holds', () => {
    const text = routed(
      '[{setCanaryScale: {weight: 30}}, {setWeight: 100}, {setCanaryScale: {matchTrafficWeight: true}}, {setCanaryScale: {replicas: 1}}]',
    );
    expect(told(text, step(1, 'setCanaryScale'))).toEqual({
      lines: [
        '2 new pods (30 % of 4, rounded up), whatever the weight, until a step sets `matchTrafficWeight: true`',
      ],
      hint: '→ 2 of 4',
    });
    expect(told(text, step(2, 'setWeight'))?.lines).toEqual([
      'setWeight 100 → 2 new, 4 old',
      'The router sends 100 % of the requests to the new pods.',
      'Step 1 holds the number of new pods (4 replicas).',
    ]);
    expect(told(text, step(3, 'setCanaryScale'))?.lines).toEqual([
      '4 new pods: from here on the weight decides again',
    ]);
    expect(told(text, step(4, 'setCanaryScale'))?.hint).toBeUndefined();
  });

  it('measures against the full weight, and claims no share without a router', () => {
    const text = rollout('{trafficRouting: {nginx: {}, maxTrafficWeight: 1000}, steps: [{setWeight: 5}]}');
    expect(told(text, step(1, 'setWeight'))?.lines[1]).toBe(
      'The router sends 0.5 % of the requests to the new pods.',
    );
    expect(
      told(rollout('{trafficRouting: {}, steps: [{setWeight: 5}]}'), step(1, 'setWeight'))?.lines,
    ).toEqual(['setWeight 5 → 1 new, 4 old', 'The new pods follow the weight, rounded up (4 replicas).']);
  });
});

describe('the time of the steps', () => {
  it('adds up', () => {
    const text = rollout(
      '{steps: [{setWeight: 25}, {pause: {duration: 5m}}, {setWeight: 50}, {pause: {duration: 600}}, {setWeight: 75}]}',
    );
    expect(told(text, step(2, 'pause'))).toEqual({
      lines: ['Waits 5m, or until somebody promotes it earlier.'],
      hint: undefined,
    });
    expect(told(text, step(3, 'setWeight'))?.hint).toBe('2 new, 2 old, after 5m');
    expect(told(text, step(4, 'pause'))).toEqual({
      lines: [
        'Waits 10m, or until somebody promotes it earlier.',
        'Over 15m after the start at the earliest.',
      ],
      hint: '10m, until 15m',
    });
    expect(told(text, step(5, 'setWeight'))?.lines[2]).toBe('Reached 15m after the start at the earliest.');
  });

  it('begins anew behind a person', () => {
    const text = rollout(
      '{steps: [{pause: {}}, {pause: {duration: 90}}, {setWeight: 25}, {pause: {duration: 0}}]}',
    );
    expect(told(text, step(1, 'pause'))).toEqual({
      lines: ['Waits until somebody promotes it: `kubectl argo rollouts promote web`'],
      hint: 'until promoted',
    });
    expect(told(text, step(2, 'pause'))?.hint).toBe('1m 30s');
    expect(told(text, step(3, 'setWeight'))?.hint).toBe('1 new, 3 old, 1m 30s after step 1');
    expect(told(text, step(4, 'pause'))?.hint).toBe('holds nothing');
  });

  it.each(['1d', '-5', '[]'])('is unknown behind a pause that is refused: %s', (duration) => {
    const text = rollout(
      `{steps: [{pause: {duration: ${duration}}}, {pause: {duration: 1m}}, {setWeight: 25}]}`,
    );
    expect(told(text, step(1, 'pause'))).toBeUndefined();
    expect(told(text, step(3, 'setWeight'))?.hint).toBe('1 new, 3 old, 1m after step 1');
  });

  it('counts analyses with an end', () => {
    const metrics =
      '[{name: errors, interval: 1m, count: 5, failureLimit: 1, provider: {prometheus: {}}}, {name: slow, interval: 2m, count: 3, initialDelay: 30s, provider: {web: {}}}]';
    const text = rollout(
      '{steps: [{pause: {duration: 1m}}, {analysis: {templates: [{templateName: health}]}}, {setWeight: 50}]}',
    );
    // errors: 4m; slow: 30s + 2 x 2m. The first failure of slow decides, after 30s.
    expect(told(text + template('health', metrics), step(2, 'analysis'))).toEqual({
      lines: [
        '`health`: passes after 4m 30s when every measurement succeeds, fails after 30s at the earliest',
        'Over 5m 30s after the start at the earliest.',
      ],
      hint: '4m 30s, until 5m 30s',
    });
    expect(told(text + template('health', metrics), step(3, 'setWeight'))?.hint).toBe(
      '2 new, 2 old, after 5m 30s',
    );
    expect(told(text, step(2, 'analysis'))).toBeUndefined();
    expect(told(text, step(3, 'setWeight'))?.hint).toBe('2 new, 2 old');
  });

  it('counts no Jobs, whose time nobody knows', () => {
    const text = rollout('{steps: [{analysis: {templates: [{templateName: job}]}}, {setWeight: 50}]}');
    const job = template('job', '[{name: job, provider: {job: {}}}]');
    expect(told(text + job, step(1, 'analysis'))).toEqual({
      lines: ['`job`: may fail with the first measurement'],
      hint: undefined,
    });
    expect(told(text + job, step(2, 'setWeight'))?.hint).toBe('2 new, 2 old');
  });

  it('counts experiments by their duration or by what they wait for', () => {
    const once = template('once', '[{name: a, initialDelay: 2m, provider: {web: {}}}]');
    const text = (analyses: string) =>
      rollout(
        `{steps: [{experiment: {duration: 1h, templates: [], analyses: ${analyses}}}, {setWeight: 50}]}`,
      );
    expect(told(text('[]'), step(1, 'experiment'))).toEqual({
      lines: ['Takes 1h from when its pods are ready.'],
      hint: '1h',
    });
    const required = text('[{name: a, templateName: once, requiredForCompletion: true}]') + once;
    expect(told(required, step(1, 'experiment'))?.lines).toEqual([
      'Takes 2m from when its pods are ready, when its required analyses have passed.',
      'A failed analysis ends it earlier, and the release with it.',
    ]);
    expect(told(required, step(2, 'setWeight'))?.hint).toBe('2 new, 2 old, after 2m');
    expect(told(text('[]').replace('1h', '1d'), step(1, 'experiment'))).toBeUndefined();
  });
});

it('a background analysis goes on', () => {
  const text = rollout(
    '{analysis: {startingStep: 2, templates: [{templateName: health}]}, steps: [{setWeight: 5}]}',
  );
  const endless = template('health', '[{name: a, interval: 1m, failureLimit: 3, provider: {web: {}}}]');
  expect(told(text + endless, '/spec/strategy/canary/analysis')?.lines).toEqual([
    '`health`: measures until the release is through, fails after 3m at the earliest',
    'It runs beside the steps, from step 3 on.',
  ]);
});

it('abort delays are told only where they are kept', () => {
  const canary = (steps: string) =>
    rollout(
      `{trafficRouting: {nginx: {}}, abortScaleDownDelaySeconds: 0, scaleDownDelaySeconds: 90, steps: ${steps}}`,
    );
  const at = '/spec/strategy/canary/abortScaleDownDelaySeconds';
  expect(told(canary('[{setCanaryScale: {replicas: 1}}]'), at)?.hint).toBe('never');
  expect(told(canary('[{setWeight: 5}]'), at)).toBeUndefined();
  expect(told(canary('[]'), '/spec/strategy/canary/scaleDownDelaySeconds')?.hint).toBe('1m 30s');
});
