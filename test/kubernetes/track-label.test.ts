import { expect, test } from 'vitest';
import { areTracks } from '../../src/kubernetes/index.ts';

test.each([
  [
    { app: 'web', track: 'stable' },
    { app: 'web', track: 'canary' },
  ],
  [
    { app: 'web', version: 'blue' },
    { app: 'web', version: 'green' },
  ],
  [{ app: 'web' }, { app: 'web', canary: 'true' }],
  [{ 'example.com/color': 'blue' }, { 'example.com/color': 'green' }],
])('%o and %o are two sides of one application', (a, b) => {
  expect(areTracks(a, b)).toBe(true);
  expect(areTracks(b, a)).toBe(true);
});

test.each([
  [{ app: 'web' }, { app: 'web' }],
  [
    { app: 'web', component: 'front' },
    { app: 'web', component: 'worker' },
  ],
  [
    { app: 'web', track: 'stable' },
    { app: 'api', track: 'canary' },
  ],
  [
    { track: 'stable', version: '1' },
    { track: 'canary', version: '2' },
  ],
  [{}, { toString: 'x' }],
])('%o and %o are not', (a, b) => {
  expect(areTracks(a as Record<string, string>, b as Record<string, string>)).toBe(false);
});
