import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  fillsGaps,
  isOverTime,
  mayBeNaN,
  mayHaveManySeries,
  promqlShape,
} from '../../src/kubernetes/index.ts';

test.each<[string, 'scalar' | 'vector' | undefined]>([
  ['scalar(sum(rate(a[1m])))', 'scalar'],
  ['scalar(sum(rate(a{code=~"5.."}[1m])) / sum(rate(a[1m])))', 'scalar'],
  ['( scalar(a) / scalar(b) )', 'scalar'],
  ['scalar(a) > bool 1', 'scalar'],
  ['time()', 'scalar'],
  ['42', 'scalar'],
  ['-1.5e3', 'scalar'],
  ['scalar(a) / sum(b)', 'vector'],
  ['vector(1)', 'vector'],
  ['up', 'vector'],
  ['{job="web"}', 'vector'],
  ['sum(rate(a[5m]))', 'vector'],
  ['sum by (le) (rate(a[5m])) # scalar(1)', 'vector'],
  ['sum(irate(requests_total{destination="{{args.service-name}}"}[5m]))', 'vector'],
  ['sum(rate({{args.metric}}[5m])) > {{args.least}}', 'vector'],
  ['{{args.query}}', undefined],
  ['{{ .Values.query }}', undefined],
  ['scalar({{args.query}})', 'scalar'],
  ['"text"', undefined],
  ['', undefined],
  ['sum(a', undefined],
  ['$QUERY', undefined],
])('the shape of %s is %s', (query, shape) => {
  expect(promqlShape(query)).toBe(shape);
});

test.each<[string, boolean]>([
  ['up', true],
  ['rate(a{b="c"}[5m])', true],
  ['rate(a[5m]) / rate(b[5m])', true],
  ['sum by (pod) (rate(a[5m]))', true],
  ['sum(rate(a[5m])) by (pod, code)', true],
  ['histogram_quantile(0.9, rate(a[5m]))', true],
  ['histogram_quantile(0.9, sum by (le, pod) (rate(a[5m])))', true],
  ['sum without (pod) (a)', true],
  ['sum(rate(a[5m]))', false],
  ['sum(rate(a[5m])) / sum(rate(b[5m]))', false],
  ['(sum(rate(a[5m])) or vector(0))', false],
  ['a or on() vector(0)', false],
  ['histogram_quantile(0.9, sum(rate(a[5m])) by (le))', false],
  ['histogram_quantile(0.9, sum by (le) (rate(a[5m])))', false],
  ['round(max(a), 0.1)', false],
  ['absent(a)', false],
  ['scalar(a)', false],
  ['a / on (pod) b', false],
  ['{{args.query}}', false],
])('whether %s may have many series: %s', (query, many) => {
  expect(mayHaveManySeries(query)).toBe(many);
});

test.each<[string, boolean, boolean]>([
  // no number, over time
  ['sum(rate(a[5m])) / sum(rate(b[5m]))', true, true],
  ['histogram_quantile(0.9, sum by (le) (rate(a[5m])))', true, true],
  ['scalar(sum(a))', true, false],
  ['sum(rate(a{path="/x"}[5m]))', false, true],
  ['count(up == 1)', false, false],
  ['avg_over_time(a[5m])', false, true],
  ['sum(generated)', false, false],
])('%s', (query, nan, overTime) => {
  expect([mayBeNaN(query), isOverTime(query)]).toEqual([nan, overTime]);
});

test('what answers without any series', () => {
  const filled = ['sum(a) or vector(0)', 'sum(a) or on() vector(0)', '(vector(1))', 'absent(up)'];
  expect(filled.map(fillsGaps)).toEqual(filled.map(() => true));
  const open = ['sum(a)', 'a or b', 'sum(vector_total)', 'a{x="or vector(0)"}'];
  expect(open.map(fillsGaps)).toEqual(open.map(() => false));
});

test('any text is read', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.constantFrom('sum', 'by', '(', ')', '{', '}', '[', ']', '"', '#', '{{', '}}', '1', ' ', 'on'),
        {
          maxLength: 40,
        },
      ),
      (parts) => {
        const query = parts.join('');
        promqlShape(query);
        mayHaveManySeries(query);
        mayBeNaN(query);
      },
    ),
    { numRuns: 300 },
  );
  expect(promqlShape('('.repeat(50_000))).toBeUndefined();
});
