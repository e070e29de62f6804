import { expect, it } from 'vitest';
import { meantDuration } from '../../src/kubernetes/index.ts';

it.each([
  ['1d', '24h', true],
  ['7d', '168h', true],
  ['1d12h', '36h', true],
  ['2d30m', '48h30m', true],
  ['1d 12h', '36h', false],
  ['1 day', '24h', false],
  ['5 min', '5m', false],
  ['5minutes', '5m', false],
  ['90 sec', '90s', false],
  ['1 hour 30 minutes', '1h30m', false],
  ['10M', '10m', false],
  [' 5m', '5m', false],
])('%j is meant as %s', (text, meant, onlyDays) => {
  expect(meantDuration(text)).toEqual({ text: meant, onlyDays });
});

it.each([
  '5m',
  '1h30m',
  '60',
  '0',
  '',
  ' ',
  'd',
  'soon',
  '-1d',
  '1.5d',
  '30m1d',
  '9999999d',
  '{{args.time}}',
])('%j stays as it is', (text) => {
  expect(meantDuration(text)).toBeUndefined();
});
