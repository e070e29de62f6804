import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Finding } from '../../src/core/finding.ts';
import { junit } from '../../src/reporters/junit.ts';
import { pathOf } from '../../src/reporters/place.ts';
import { finding, OPTIONS, reportOf, Source } from './findings.ts';
import { hostileReport } from './hostile.ts';
import { clean } from './sample.ts';
import { type Element, readXml, storable } from './xml-reading.ts';

const numbers = ({ attributes }: Element) =>
  ['tests', 'failures', 'errors', 'skipped'].map((name) => Number(attributes[name]));

/** What the tests of a suite say. */
function countsOf({ children }: Element): number[] {
  const outcomes = children.map((test) => test.children[0]?.name);
  const count = (name: string) => outcomes.filter((outcome) => outcome === name).length;
  return [children.length, count('failure'), 0, count('skipped')];
}

const total = (all: readonly number[][]) =>
  all.reduce((sum, one) => sum.map((number, at) => number + (one[at] ?? 0)));

describe('junit', () => {
  it('is read back, and its counts add up', () => {
    fc.assert(
      fc.property(hostileReport, (report) => {
        const root = readXml(junit(report, OPTIONS));
        expect(root.name).toBe('testsuites');
        const suites = root.children;
        for (const suite of suites) {
          expect(numbers(suite)).toEqual(countsOf(suite));
          const names = suite.children.map(({ attributes }) => attributes.name);
          expect(new Set(names).size).toBe(names.length);
          for (const name of names) expect(name?.trim()).toBeTruthy();
        }
        expect(numbers(root)).toEqual(total(suites.map(numbers)));
        expect(numbers(root)[0]).toBe(Math.max(1, report.findings.length));
      }),
      { numRuns: 300 },
    );
  });

  it('keeps every text', () => {
    fc.assert(
      fc.property(hostileReport, (report) => {
        const suites = readXml(junit(report, OPTIONS)).children;
        const tests = suites.flatMap(({ children }) => children);
        const said = tests.flatMap(({ attributes, children }) =>
          children.map((outcome) => ({
            path: attributes.classname,
            message: outcome.attributes.message,
            text: outcome.text,
          })),
        );
        const inOrder = [...new Set(report.findings.map(({ source }) => source.path))].flatMap((path) =>
          report.findings.filter(({ source }) => source.path === path),
        );
        expect(said.length).toBe(inOrder.length);
        inOrder.forEach(({ source, message, related }, at) => {
          expect(said[at]?.path).toBe(storable(pathOf(source)));
          expect(said[at]?.message).toBe(storable(message));
          for (const text of [message, ...related.map((place) => place.message)])
            expect(said[at]?.text).toContain(storable(text));
        });
      }),
    );
  });

  it('tells findings of one place apart', () => {
    const source = new Source('a.yaml', 'a: b');
    const same = (message: string): Finding => finding(source, 'b', { message });
    const root = readXml(junit(reportOf([same('one'), same('two'), same('three')]), OPTIONS));
    expect(root.children[0]?.children.map(({ attributes }) => attributes.name)).toEqual([
      'some-rule at 1:4',
      'some-rule at 1:4 (2)',
      'some-rule at 1:4 (3)',
    ]);
  });

  it('is a test that passed where there is nothing to say', () => {
    const [suite] = readXml(junit(clean, OPTIONS)).children;
    expect(suite?.children).toEqual([
      {
        name: 'testcase',
        attributes: { name: 'no findings', classname: 'rollsafe' },
        children: [],
        text: '',
      },
    ]);
  });
});
