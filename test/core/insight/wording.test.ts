import { expect, it } from 'vitest';
import { code, durationText, ordinal, rangeText, shareText } from '../../../src/core/insight/wording.ts';

it.each([
  [0, '0s'],
  [0.5, '0.5s'],
  [0.04, '0s'],
  [59.96, '1m'],
  [90, '1m 30s'],
  [1500, '25m'],
  [5400, '1h 30m'],
  [3601, '1h 1s'],
  [172_800, '48h'],
])('%d seconds are %s', (seconds, text) => {
  expect(durationText(seconds)).toBe(text);
});

it.each([
  [1, '1st'],
  [2, '2nd'],
  [3, '3rd'],
  [4, '4th'],
  [11, '11th'],
  [12, '12th'],
  [13, '13th'],
  [21, '21st'],
  [100, '100th'],
  [111, '111th'],
])('%d is the %s', (number, text) => {
  expect(ordinal(number)).toBe(text);
});

it('ranges begin with the smaller number, and shares are whole from 1 on', () => {
  expect([rangeText([5]), rangeText([5, 2]), rangeText([3, 3])]).toEqual(['5', '2 to 5', '3']);
  expect([0, 0.45, 1.4, 33.3, 100].map(shareText)).toEqual(['0 %', '0.5 %', '1 %', '33 %', '100 %']);
});

it('texts of the manifest end no code', () => {
  expect(code('a`b\n c')).toBe("`a'b c`");
});
