// Deadlines, history, the way a pod ends, its probes and its images.
import { describe, expect, it } from 'vitest';
import { told, toldOf } from './insights.ts';

const deployment = (spec: string) =>
  `{apiVersion: apps/v1, kind: Deployment, metadata: {name: web}, spec: {${spec}}}`;
const rollout = (spec: string) =>
  `{apiVersion: argoproj.io/v1alpha1, kind: Rollout, metadata: {name: web}, spec: {${spec}}}`;

describe('deadlines', () => {
  it('of availability tell how long an update takes', () => {
    // 25 % of 10 are 3 more and 2 less: 5 on their way at most.
    expect(told(deployment('replicas: 10, minReadySeconds: 90'), '/spec/minReadySeconds')).toEqual({
      lines: [
        'A pod counts as available when it has been ready for 1m 30s.',
        'An update of 10 pods takes 3m at least (2 rounds).',
      ],
      hint: '1m 30s',
    });
    expect(told(rollout('minReadySeconds: 5'), '/spec/minReadySeconds')?.lines).toEqual([
      'A pod counts as available when it has been ready for 5s.',
    ]);
  });

  it('of progress tell what happens then', () => {
    const at = '/spec/progressDeadlineSeconds';
    expect(told(deployment('progressDeadlineSeconds: 300, minReadySeconds: 10'), at)).toEqual({
      lines: [
        'An update without progress for 5m is reported as failed (ProgressDeadlineExceeded).',
        'That is all: it stays where it is, and goes back only when somebody undoes it.',
        'A new pod is progress when it has been ready for 10s (minReadySeconds).',
      ],
      hint: '5m',
    });
    expect(told(rollout('progressDeadlineSeconds: 30, progressDeadlineAbort: true'), at)?.lines[1]).toMatch(
      /^It is aborted/,
    );
    expect(told(rollout('progressDeadlineSeconds: 30'), at)?.lines[1]).toMatch(/^It stays where it is/);
    expect(told(deployment('progressDeadlineSeconds: 2147483647'), at)?.lines).toEqual([
      'No deadline: a stuck update is never reported.',
    ]);
    // Not above minReadySeconds, and refused.
    expect(told(deployment('progressDeadlineSeconds: 10, minReadySeconds: 10'), at)).toBeUndefined();
  });

  it('of history', () => {
    const at = '/spec/revisionHistoryLimit';
    expect(told(deployment('revisionHistoryLimit: 1'), at)?.lines).toEqual([
      '1 old revision is kept, for `kubectl rollout undo` to go back to.',
    ]);
    expect(told(rollout('revisionHistoryLimit: 0'), at)?.lines).toEqual([
      'No old revision is kept: `kubectl argo rollouts undo` has nothing to go back to.',
    ]);
  });
});

const pod = (spec: string) => `{apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {${spec}}}`;
const container = (fields: string) => pod(`containers: [{name: web, ${fields}}]`);

describe('the end of a pod', () => {
  const at = '/spec/terminationGracePeriodSeconds';
  const hook = (command: string) =>
    `containers: [{name: web, lifecycle: {preStop: {exec: {command: ${command}}}}}]`;

  it('is what the hook leaves of the grace period', () => {
    expect(told(pod(`terminationGracePeriodSeconds: 60, ${hook('[sleep, "15"]')}`), at)).toEqual({
      lines: [
        'A pod has 1m to end, preStop hooks included; then it is killed.',
        'The hook of `web` sleeps 15s: 45s are left after SIGTERM.',
      ],
      hint: '45s after preStop',
    });
    expect(told(pod(hook('[sleep, "40"]')), '/spec/containers/0/lifecycle/preStop')?.lines).toEqual([
      'Sleeps 40s of the 30s that the pod has to end (the default): 2s at most are left after SIGTERM, then it is killed.',
    ]);
    expect(told(pod(hook('[drain]')), '/spec/containers/0/lifecycle/preStop')).toBeUndefined();
    expect(told(pod('terminationGracePeriodSeconds: 0'), at)?.lines).toEqual([
      'The containers are killed at once; no preStop hook runs.',
    ]);
  });
});

describe('probes', () => {
  const at = (probe: string) => `/spec/containers/0/${probe}`;

  it('take their defaults: every 10s, three failures', () => {
    expect(told(container('readinessProbe: {tcpSocket: {port: 80}}'), at('readinessProbe'))).toEqual({
      lines: [
        'Ready as soon as it answers.',
        'Gets no more requests about 30s after it stops answering (3 failures in a row, asked every 10s).',
      ],
      hint: 'unready after 30s',
    });
  });

  it('wait, and wait for each other', () => {
    const text = container(
      'startupProbe: {initialDelaySeconds: 10, periodSeconds: 5, failureThreshold: 12}, readinessProbe: {initialDelaySeconds: 5, successThreshold: 3, periodSeconds: 2}, livenessProbe: {failureThreshold: 1, initialDelaySeconds: 60}',
    );
    expect(told(text, at('startupProbe'))?.hint).toBe('up to 1m 10s to start');
    // Not before 10s, and two more answers.
    expect(told(text, at('readinessProbe'))).toEqual({
      lines: [
        'Ready 14s after its start at the earliest, with 3 successes in a row, once the startupProbe has succeeded.',
        'Gets no more requests about 6s after it stops answering (3 failures in a row, asked every 2s).',
      ],
      hint: 'ready after 14s, unready after 6s',
    });
    expect(told(text, at('livenessProbe'))?.lines).toEqual([
      'The container is restarted about 10s after it stops answering (one failure, asked every 10s).',
      'Not asked before the startupProbe has succeeded.',
    ]);
    expect(told(container('livenessProbe: {initialDelaySeconds: 60}'), at('livenessProbe'))?.lines[1]).toBe(
      'A container that never answers is restarted about 1m 30s after its start.',
    );
  });

  it('are not told of init containers, nor with wrong numbers', () => {
    const probe = 'readinessProbe: {periodSeconds: 5}';
    expect(toldOf(pod(`initContainers: [{name: init, ${probe}}]`))).toEqual({});
    expect(
      Object.keys(toldOf(pod(`initContainers: [{name: proxy, restartPolicy: Always, ${probe}}]`))),
    ).toEqual(['/spec/initContainers/0/readinessProbe']);
    expect(
      toldOf(container('readinessProbe: {periodSeconds: -5}, livenessProbe: {periodSeconds: "5"}')),
    ).toEqual({});
  });
});

describe('images', () => {
  const at = '/spec/containers/0/image';
  const digest = `sha256:${'0123456789abcdef'.repeat(4)}`;

  it.each([
    [
      'nginx',
      'registry `docker.io` (the default), repository `library/nginx`, tag `latest` (the default)',
      'What moves: no tag means `latest`, and that names other bytes with each push.',
    ],
    [
      'ghcr.io/a/b:1.2',
      'registry `ghcr.io`, repository `a/b`, tag `1.2`',
      "What moves: the tag may be pushed again with other bytes; a digest can't.",
    ],
    [
      `a/b@${digest}`,
      'registry `docker.io` (the default), repository `a/b`, digest `sha256:0123456789ab…`',
      'Nothing moves: the digest names the bytes.',
    ],
    [
      `localhost:5000/b:1@${digest}`,
      'registry `localhost:5000`, repository `b`, tag `1`, digest `sha256:0123456789ab…`',
      "Nothing moves: the digest names the bytes, and the tag isn't asked.",
    ],
  ])('%s', (image, parts, moves) => {
    expect(told(container(`image: "${image}"`), at)).toEqual({ lines: [parts, moves], hint: undefined });
  });

  it.each(['web:${TAG}', '{{ image }}', 'Web', ''])('not of what is none yet: %s', (image) => {
    expect(toldOf(container(`image: "${image}"`))).toEqual({});
  });
});
