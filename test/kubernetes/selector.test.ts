import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  CONTROLLER_LABELS,
  equalities,
  formatSelector,
  type Labels,
  matches,
  overlap,
  type Requirement,
  readLabelSelector,
  readMapSelector,
  type Selector,
  withoutControllerLabels,
} from '../../src/kubernetes/index.ts';

const isIn = (key: string, ...values: string[]): Requirement => ({ key, operator: 'In', values });
const notIn = (key: string, ...values: string[]): Requirement => ({ key, operator: 'NotIn', values });
const exists = (key: string): Requirement => ({ key, operator: 'Exists', values: [] });
const absent = (key: string): Requirement => ({ key, operator: 'DoesNotExist', values: [] });

describe('readLabelSelector', () => {
  test.each<[string, unknown, Selector | undefined]>([
    ['null selects nothing', null, undefined],
    ['an absent selector selects nothing', undefined, undefined],
    ['{} selects everything', {}, []],
    ['empty parts select everything', { matchLabels: {}, matchExpressions: [] }, []],
    ['null parts count as absent', { matchLabels: null, matchExpressions: null }, []],
    ['labels', { matchLabels: { app: 'web', tier: '' } }, [isIn('app', 'web'), isIn('tier', '')]],
    [
      'labels and expressions',
      {
        matchLabels: { app: 'web' },
        matchExpressions: [
          { key: 'tier', operator: 'In', values: ['a', 'b'] },
          { key: 'env', operator: 'NotIn', values: ['dev'] },
          { key: 'x', operator: 'Exists' },
          { key: 'y', operator: 'DoesNotExist', values: [] },
          { key: 'z', operator: 'Exists', values: null },
        ],
      },
      [
        isIn('app', 'web'),
        isIn('tier', 'a', 'b'),
        notIn('env', 'dev'),
        exists('x'),
        absent('y'),
        exists('z'),
      ],
    ],
    ['an unknown field beside known ones is ignored', { matchLabels: {}, other: 1 }, []],
    ['only unknown fields', { app: 'web' }, undefined],
    ['a list', [], undefined],
    ['a string', 'app=web', undefined],
    ['labels that are a list', { matchLabels: ['app'] }, undefined],
    ['a label that is a number', { matchLabels: { app: 1 } }, undefined],
    ['a label that is null', { matchLabels: { app: null } }, undefined],
    ['expressions that are a map', { matchExpressions: {} }, undefined],
    ['an expression that is null', { matchExpressions: [null] }, undefined],
    ['a hole in the expressions', { matchExpressions: new Array(1) }, undefined],
    ['an unknown operator', { matchExpressions: [{ key: 'a', operator: 'Gt', values: ['1'] }] }, undefined],
    [
      'an operator in lower case',
      { matchExpressions: [{ key: 'a', operator: 'in', values: ['b'] }] },
      undefined,
    ],
    ['no operator', { matchExpressions: [{ key: 'a', values: ['b'] }] }, undefined],
    ['no key', { matchExpressions: [{ operator: 'Exists' }] }, undefined],
    ['In without values', { matchExpressions: [{ key: 'a', operator: 'In' }] }, undefined],
    [
      'NotIn with empty values',
      { matchExpressions: [{ key: 'a', operator: 'NotIn', values: [] }] },
      undefined,
    ],
    [
      'Exists with values',
      { matchExpressions: [{ key: 'a', operator: 'Exists', values: ['b'] }] },
      undefined,
    ],
    [
      'DoesNotExist with values',
      { matchExpressions: [{ key: 'a', operator: 'DoesNotExist', values: ['b'] }] },
      undefined,
    ],
    [
      'values that are no strings',
      { matchExpressions: [{ key: 'a', operator: 'In', values: [1] }] },
      undefined,
    ],
    [
      'values that are a string',
      { matchExpressions: [{ key: 'a', operator: 'In', values: 'b' }] },
      undefined,
    ],
  ])('%s', (_, value, selector) => {
    expect(readLabelSelector(value)).toEqual(selector);
  });

  test('fields of the prototype are no fields', () => {
    const value = Object.create({ matchLabels: { app: 'web' } });
    expect(readLabelSelector(value)).toEqual([]);
  });

  test('keys with a meaning in JavaScript are ordinary keys', () => {
    const value = JSON.parse('{"matchLabels": {"__proto__": "a", "constructor": "b"}}');
    expect(readLabelSelector(value)).toEqual([isIn('__proto__', 'a'), isIn('constructor', 'b')]);
  });

  test('never throws', () => {
    const names = fc.constantFrom(
      'matchLabels',
      'matchExpressions',
      'key',
      'operator',
      'values',
      '__proto__',
    );
    const anything = fc.anything({ key: names, withNullPrototype: true, withBigInt: true, maxDepth: 4 });
    fc.assert(
      fc.property(anything, (value) => {
        readLabelSelector(value);
        readMapSelector(value);
      }),
    );
  });
});

describe('readMapSelector', () => {
  test.each<[unknown, Selector | undefined]>([
    [{ app: 'web', tier: 'a' }, [isIn('app', 'web'), isIn('tier', 'a')]],
    [{}, undefined],
    [null, undefined],
    [undefined, undefined],
    [[], undefined],
    ['app=web', undefined],
    [{ app: 1 }, undefined],
    [{ app: 'web', debug: true }, undefined],
  ])('%j', (value, selector) => {
    expect(readMapSelector(value)).toEqual(selector);
  });
});

describe('matches', () => {
  test.each<[string, Selector, Labels, boolean]>([
    ['everything', [], {}, true],
    ['In', [isIn('a', '1', '2')], { a: '2' }, true],
    ['In, another value', [isIn('a', '1', '2')], { a: '3' }, false],
    ['In, no key', [isIn('a', '')], {}, false],
    ['In, an empty value', [isIn('a', '')], { a: '' }, true],
    ['NotIn', [notIn('a', '1')], { a: '2' }, true],
    ['NotIn, that value', [notIn('a', '1')], { a: '1' }, false],
    ['NotIn, no key', [notIn('a', '1')], {}, true],
    ['Exists', [exists('a')], { a: '' }, true],
    ['Exists, no key', [exists('a')], { b: '' }, false],
    ['DoesNotExist', [absent('a')], { b: '' }, true],
    ['DoesNotExist, key there', [absent('a')], { a: '' }, false],
    ['all of them', [isIn('a', '1'), exists('b'), absent('c')], { a: '1', b: '' }, true],
    ['all but one', [isIn('a', '1'), exists('b'), absent('c')], { a: '1' }, false],
    ['more labels than asked for', [isIn('a', '1')], { a: '1', b: '2' }, true],
  ])('%s', (_, selector, labels, expected) => {
    expect(matches(selector, labels)).toBe(expected);
  });

  test.each(['constructor', '__proto__', 'toString'])('%s is not inherited', (key) => {
    expect(matches([exists(key)], {})).toBe(false);
    expect(matches([absent(key)], {})).toBe(true);
    expect(matches([notIn(key, 'x')], {})).toBe(true);
    const labels: Labels = JSON.parse(`{"${key}": "x"}`);
    expect(matches([isIn(key, 'x')], labels)).toBe(true);
  });
});

const keys = fc.constantFrom('a', 'b', 'c');
const values = fc.constantFrom('1', '2', '3', '');
const requirements: fc.Arbitrary<Requirement> = fc.oneof(
  fc.record({
    key: keys,
    operator: fc.constantFrom('In' as const, 'NotIn' as const),
    values: fc.uniqueArray(values, { minLength: 1, maxLength: 3 }),
  }),
  fc.record({
    key: keys,
    operator: fc.constantFrom('Exists' as const, 'DoesNotExist' as const),
    values: fc.constant([]),
  }),
);
const selectors: fc.Arbitrary<Selector> = fc.array(requirements, { maxLength: 5 });
const labelSets: fc.Arbitrary<Labels> = fc.dictionary(keys, values, { maxKeys: 3 });

/** Every set of labels over the keys above, with one value that no selector names. */
const everyLabels: readonly Labels[] = ['a', 'b', 'c'].reduce<Labels[]>(
  (sets, key) =>
    sets.flatMap((set) => [set, ...['1', '2', '3', '', 'other'].map((value) => ({ ...set, [key]: value }))]),
  [{}],
);

describe('overlap', () => {
  test.each<[string, Selector, Selector, boolean]>([
    ['everything and everything', [], [], true],
    ['everything and something', [], [isIn('app', 'web')], true],
    ['different keys', [isIn('app', 'web')], [isIn('tier', 'a')], true],
    ['the same value', [isIn('app', 'web')], [isIn('app', 'web')], true],
    ['different values', [isIn('app', 'web')], [isIn('app', 'api')], false],
    ['a common value', [isIn('app', 'a', 'b')], [isIn('app', 'b', 'c')], true],
    [
      'one disjoint key among common ones',
      [isIn('app', 'a'), isIn('t', '1')],
      [isIn('app', 'a'), isIn('t', '2')],
      false,
    ],
    ['In and NotIn with a value left', [isIn('app', 'a', 'b')], [notIn('app', 'a')], true],
    ['In and NotIn with none left', [isIn('app', 'a', 'b')], [notIn('app', 'a', 'b')], false],
    [
      'In and two NotIn with none left',
      [isIn('app', 'a', 'b')],
      [notIn('app', 'a'), notIn('app', 'b')],
      false,
    ],
    ['In and Exists', [isIn('app', 'a')], [exists('app')], true],
    ['In and DoesNotExist', [isIn('app', 'a')], [absent('app')], false],
    ['Exists and DoesNotExist', [exists('app')], [absent('app')], false],
    ['DoesNotExist and DoesNotExist', [absent('app')], [absent('app')], true],
    ['DoesNotExist and NotIn', [absent('app')], [notIn('app', 'a')], true],
    ['NotIn and NotIn', [notIn('app', 'a')], [notIn('app', 'b')], true],
    ['NotIn and Exists', [notIn('app', 'a')], [exists('app')], true],
    [
      'three In that meet pairwise only',
      [isIn('x', 'a', 'b'), isIn('x', 'b', 'c')],
      [isIn('x', 'a', 'c')],
      false,
    ],
    ['a selector that contradicts itself', [isIn('x', 'a'), isIn('x', 'b')], [], false],
    ['keys with a meaning in JavaScript', [isIn('__proto__', 'a')], [isIn('__proto__', 'b')], false],
  ])('%s', (_, a, b, expected) => {
    expect(overlap(a, b)).toBe(expected);
    expect(overlap(b, a)).toBe(expected);
  });

  test('holds whenever some labels match both', () => {
    fc.assert(
      fc.property(selectors, selectors, labelSets, (a, b, labels) => {
        fc.pre(matches(a, labels) && matches(b, labels));
        expect(overlap(a, b)).toBe(true);
      }),
    );
  });

  test('holds only when some labels match both', () => {
    fc.assert(
      fc.property(selectors, selectors, (a, b) => {
        const met = everyLabels.some((labels) => matches(a, labels) && matches(b, labels));
        expect(overlap(a, b)).toBe(met);
      }),
    );
  });
});

describe('equalities', () => {
  test('keeps the In requirements', () => {
    const selector = [isIn('a', '1'), notIn('b', '2'), isIn('c', '3', '4'), exists('d'), absent('e')];
    expect(equalities(selector)).toEqual([isIn('a', '1'), isIn('c', '3', '4')]);
    expect(equalities([exists('a')])).toEqual([]);
  });

  test('matching labels have one of the values of each', () => {
    fc.assert(
      fc.property(selectors, labelSets, (selector, labels) => {
        fc.pre(matches(selector, labels));
        for (const { key, values: allowed } of equalities(selector)) expect(allowed).toContain(labels[key]);
      }),
    );
  });
});

describe('withoutControllerLabels', () => {
  test.each([
    'pod-template-hash',
    'rollouts-pod-template-hash',
    'controller-revision-hash',
    'statefulset.kubernetes.io/pod-name',
    'apps.kubernetes.io/pod-index',
    'job-name',
    'batch.kubernetes.io/job-name',
    'controller-uid',
    'batch.kubernetes.io/controller-uid',
    'batch.kubernetes.io/job-completion-index',
  ])('drops %s', (key) => {
    expect(CONTROLLER_LABELS.has(key)).toBe(true);
    expect(withoutControllerLabels([isIn('app', 'web'), isIn(key, 'x'), exists(key)])).toEqual([
      isIn('app', 'web'),
    ]);
  });

  test('keeps the labels of people', () => {
    const selector = [isIn('app.kubernetes.io/name', 'web'), notIn('constructor', 'x')];
    expect(withoutControllerLabels(selector)).toEqual(selector);
  });
});

test.each<[Selector, string]>([
  [[], ''],
  [[isIn('app', 'web')], 'app=web'],
  [[isIn('app', '')], 'app='],
  [
    [isIn('app', 'web'), isIn('tier', 'a', 'b'), absent('x'), exists('y'), notIn('z', 'q')],
    'app=web,tier in (a,b),!x,y,z notin (q)',
  ],
])('formatSelector %#', (selector, text) => {
  expect(formatSelector(selector)).toBe(text);
});
