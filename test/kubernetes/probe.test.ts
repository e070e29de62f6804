import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { probeNumbers, sameProbe } from '../../src/kubernetes/index.ts';

const http = { path: '/healthz', port: 8080 };

test.each<[unknown, unknown, boolean]>([
  [{ httpGet: http }, { httpGet: http }, true],
  [
    { httpGet: http, periodSeconds: 10 },
    { periodSeconds: 10, httpGet: { port: 8080, path: '/healthz' } },
    true,
  ],
  [
    { httpGet: http },
    {
      httpGet: { ...http, scheme: 'HTTP', host: null, httpHeaders: [] },
      initialDelaySeconds: 0,
      timeoutSeconds: 1,
      periodSeconds: 10,
      successThreshold: 1,
      failureThreshold: 3,
    },
    true,
  ],
  [{ httpGet: { port: 80 } }, { httpGet: { port: 80, path: '/' } }, true],
  [{ httpGet: http, timeoutSeconds: 0 }, { httpGet: http, timeoutSeconds: 1, exec: null }, true],
  [{ grpc: { port: 9090 } }, { grpc: { port: 9090, service: '' } }, true],
  [{ tcpSocket: { port: 6379 } }, { tcpSocket: { port: 6379, host: '' } }, true],
  [{ exec: { command: ['a', 'b'] } }, { exec: { command: ['a', 'b'] } }, true],
  [{ exec: { command: ['a', 'b'] } }, { exec: { command: ['b', 'a'] } }, false],
  [{ exec: { command: ['a'] } }, { exec: { command: ['a', 'b'] } }, false],
  [{ httpGet: http }, { httpGet: http, failureThreshold: 6 }, false],
  [{ httpGet: http }, { httpGet: { ...http, port: '8080' } }, false],
  [{ httpGet: http }, { httpGet: { ...http, scheme: 'HTTPS' } }, false],
  [{ httpGet: http }, { httpGet: http, terminationGracePeriodSeconds: 5 }, false],
  [{ httpGet: http }, { tcpSocket: { port: 8080 } }, false],
  [{ httpGet: { ...http, httpHeaders: [{ name: 'a', value: 'b' }] } }, { httpGet: http }, false],
  [undefined, undefined, false],
  ['x', 'x', false],
  [[], [], false],
])('%j %j', (a, b, expected) => {
  expect(sameProbe(a, b)).toBe(expected);
  expect(sameProbe(b, a)).toBe(expected);
});

test('never throws, and a map is the same as itself', () => {
  fc.assert(
    fc.property(fc.anything(), fc.anything(), (a, b) => {
      sameProbe(a, b);
    }),
  );
  fc.assert(fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (a) => sameProbe(a, structuredClone(a))));
});

describe('probeNumbers', () => {
  const defaults = {
    initialDelaySeconds: 0,
    timeoutSeconds: 1,
    periodSeconds: 10,
    successThreshold: 1,
    failureThreshold: 3,
  };

  test('fills in the defaults, for 0 and null too', () => {
    expect(probeNumbers({})).toEqual(defaults);
    expect(probeNumbers({ periodSeconds: 0, failureThreshold: null, httpGet: {} })).toEqual(defaults);
    expect(probeNumbers({ periodSeconds: 5, initialDelaySeconds: 7 })).toEqual({
      ...defaults,
      periodSeconds: 5,
      initialDelaySeconds: 7,
    });
  });

  test.each([null, [], 'x', { periodSeconds: -1 }, { periodSeconds: '5' }, { failureThreshold: 1.5 }])(
    'refuses %j',
    (probe) => {
      expect(probeNumbers(probe)).toBeUndefined();
    },
  );
});
