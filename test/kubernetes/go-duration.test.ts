import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseGoDuration, pauseSeconds } from '../../src/kubernetes/index.ts';

describe('parseGoDuration', () => {
  test.each([
    ['0', 0],
    ['-0', 0],
    ['+0', 0],
    ['5s', 5],
    ['30s', 30],
    ['1478s', 1478],
    ['-5s', -5],
    ['+5s', 5],
    ['5.0s', 5],
    ['5.6s', 5.6],
    ['5.s', 5],
    ['.5s', 0.5],
    ['1.004s', 1.004],
    ['0.1s', 0.1],
    ['10ns', 1e-8],
    ['11us', 1.1e-5],
    ['12µs', 1.2e-5],
    ['12μs', 1.2e-5],
    ['13ms', 0.013],
    ['15m', 900],
    ['16h', 57_600],
    ['1h30m', 5400],
    ['3h30m', 12_600],
    ['10.5s4m', 250.5],
    ['-2m3.4s', -123.4],
    ['1s1s', 2],
    ['9007199254.740993s', 9_007_199_254.740993],
    ['2562047h47m16.854775807s', 9_223_372_036.854776],
    ['-2562047h47m16.854775808s', -9_223_372_036.854776],
  ])('%s is %d s', (text, seconds) => {
    expect(parseGoDuration(text)).toBe(seconds);
  });

  test.each([
    '',
    '3',
    '60',
    '-',
    's',
    '.',
    '-.',
    '.s',
    '+.s',
    '1d',
    '1w',
    '5min',
    '5 m',
    ' 5m',
    '5m ',
    '1h 30m',
    '1H',
    '1,5s',
    '1e3s',
    '00',
    '0 ',
    'x5s',
    '5sx',
    '--5s',
    '5s-1s',
    '3000000h',
    '9223372036854775808ns',
    '2562047h47m16.854775808s',
  ])('%j is refused', (text) => {
    expect(parseGoDuration(text)).toBeUndefined();
  });

  test('never throws, and long texts are quick', () => {
    fc.assert(fc.property(fc.string(), (text) => void parseGoDuration(text)));
    expect(parseGoDuration('1'.repeat(50_000))).toBeUndefined();
    expect(parseGoDuration(`${'1s'.repeat(20_000)}x`)).toBeUndefined();
  });
});

describe('pauseSeconds', () => {
  test.each<[string | number, number | undefined]>([
    [0, 0],
    [60, 60],
    [-1, -1],
    [1.5, undefined],
    [2_147_483_648, undefined],
    ['30', 30],
    ['+30', 30],
    ['-30', -30],
    ['0', 0],
    ['-0', 0],
    ['0s', 0],
    ['500ms', 0],
    ['-500ms', 0],
    ['1.9s', 1],
    ['1h30m', 5400],
    ['-5m', -300],
    ['1d', undefined],
    ['5 min', undefined],
    ['', undefined],
    ['2147483648', undefined],
  ])('%j is %j', (duration, seconds) => {
    expect(pauseSeconds(duration)).toBe(seconds);
  });
});
