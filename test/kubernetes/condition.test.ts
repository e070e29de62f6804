import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readCondition, shapeProblem } from '../../src/kubernetes/index.ts';

describe('what is fine', () => {
  test.each([
    'result[0] >= 0.95',
    'result >= 0.95',
    'result[0] > 0.90 && result[0] <= 1',
    'len(result) == 0 || isNaN(result[0]) || result[0] >= 0.95',
    'len(result) > 0 and not isNaN(result[0]) and result[0] >= .95',
    "result == 'It worked!'",
    'result == "{{args.success-condition}}"',
    'result[0] >= {{args.required-pod-count}}',
    'result[0] {{args.operator}} 5',
    '{{args.condition}}',
    'result.major == 1',
    'result.Status == -1',
    'result.ok',
    'result',
    'result.data.items[0].value in ["a", "b"]',
    'result.state not in ["bad"]',
    'asFloat(result) < 5 ? true : false',
    'default(result, 0) < 0.05',
    'all(result, {# > 0.5})',
    'all(result, # > 0.5)',
    'let x = result[0]; x > 5',
    'result | len() > 0',
    '"a" matches "^a" && result?.b ?? true',
    'max(result) <= 1_000',
    'result[0:2] != nil',
    '!(result > 5)',
    '0 < result < 1',
    'result[0] > 1e-3 // a rate',
    '$VALUE > 5',
    'result.a.b(1) == "x"',
  ])('%s', (text) => {
    expect(readCondition(text).problem).toBeUndefined();
  });
});

describe('what no result can mend', () => {
  test.each<[string, string]>([
    ['result[0] = 0.95', '"=" can\'t stand after "]"'],
    ['result[0] => 0.95', '"=" can\'t stand after "]"'],
    ['result[0] >== 0.95', '"=" can\'t stand after ">="'],
    ['result[0] > ', 'it ends after ">"'],
    ['> 0.95', 'it begins with ">"'],
    ['   ', 'it is empty'],
    ['result[0 > 5', 'it ends after "5"'],
    ['result[0] > 5)', '")" can\'t stand after "5"'],
    ['(result[0] > 5', 'it ends after "5"'],
    ['result[0] 0.95', '"0.95" can\'t stand after "]"'],
    ['result[0] > 5 & result[0] < 9', '"&" can\'t stand after "5"'],
    ['result > 5 AND result < 9', '"AND" can\'t stand after "5"'],
    ["result == 'ok", 'a text in quotes has no end'],
    ['result[0] > 95%', 'it ends after "%"'],
    ['results[0] > 0.95', '"results" means nothing, only "result" does'],
    ['result == True', '"True" means nothing, only "result" does'],
    ['isnan(result[0])', 'there is no function "isnan"'],
    ['0.95', 'it comes to a number, not to true or false'],
    ['"true"', 'it comes to a text, not to true or false'],
    ['len(result)', 'it comes to a number, not to true or false'],
    ['len(result) == "0"', 'a number is compared with a text'],
    ['result > 5 && 3', '"&&" joins a number'],
  ])('%s: %s', (text, problem) => {
    expect(readCondition(text).problem).toBe(problem);
  });
});

describe('what the shape of the result makes wrong', () => {
  test.each<[string, 'number' | 'numbers', string | undefined]>([
    ['result >= 0.95', 'number', undefined],
    ['result[0] >= 0.95', 'number', 'a number has no [...]'],
    ['result >= 0.95', 'numbers', 'a list of numbers is compared with a number'],
    ['result == 0', 'numbers', 'a list of numbers is compared with a number'],
    ['result[0] >= 0.95', 'numbers', undefined],
    ['result[0] >= {{args.least}}', 'numbers', undefined],
    ['result >= {{args.least}}', 'numbers', undefined],
    ['result[0] >= "0.95"', 'numbers', 'a number is compared with a text'],
    ["result[0] >= '{{args.least}}'", 'numbers', 'a number is compared with a text'],
    ['result[0]', 'numbers', 'it comes to a number, not to true or false'],
    ['result.value > 5', 'numbers', 'a list of numbers has no fields'],
    ['isNaN(result) || result[0] > 5', 'numbers', 'isNaN is given a list of numbers'],
    ['len(result) == 0 || result[0] > 5', 'numbers', undefined],
    ['len(result) == 0', 'number', 'a number has no length'],
    ['default(result[0], 1) > 0.5', 'numbers', undefined],
    ['all(result, {# > 0.5})', 'numbers', undefined],
    ['result == nil', 'numbers', undefined],
    ['result = 5', 'numbers', undefined],
  ])('%s with %s: %s', (text, shape, problem) => {
    expect(shapeProblem(text, shape)).toBe(problem);
  });
});

test('what a condition asks of its result', () => {
  const asks = (text: string) => {
    const { readsFirstOnly, asksLength, asksNaN } = readCondition(text);
    return [readsFirstOnly, asksLength, asksNaN];
  };
  expect(asks('result[0] >= 0.95')).toEqual([true, false, false]);
  expect(asks('len(result) == 0 || result[0] >= 0.95')).toEqual([true, true, false]);
  expect(asks('isNaN(result[0]) || result[0] >= 0.95')).toEqual([true, false, true]);
  expect(asks('result[0] > 1 && result[1] > 1')).toEqual([false, false, false]);
  expect(asks('result > 1')).toEqual([false, false, false]);
  expect(asks('any(result, {# > 1})')).toEqual([false, true, true]);
});

test('any text is read', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('result', '[', ']', '(', ')', '0', '.', '?', ':', "'", '{{', '}}', '!', ' '), {
        maxLength: 30,
      }),
      (parts) => {
        const text = parts.join('');
        readCondition(text);
        shapeProblem(text, 'numbers');
      },
    ),
    { numRuns: 300 },
  );
  expect(readCondition('('.repeat(100_000)).problem).toBeUndefined();
  expect(readCondition(`${'!'.repeat(100_000)}result`).problem).toBeUndefined();
});
