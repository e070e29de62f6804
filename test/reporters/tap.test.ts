// The Test Anything Protocol, read by node-tap's parser.
import fc from 'fast-check';
import { Parser } from 'tap-parser';
import { describe, expect, it } from 'vitest';
import { placeOf } from '../../src/reporters/place.ts';
import { visible } from '../../src/reporters/pretty/visible.ts';
import { tap } from '../../src/reporters/tap.ts';
import { finding, OPTIONS, reportOf, Source } from './findings.ts';
import { hostileReport } from './hostile.ts';
import { clean } from './sample.ts';

interface Test {
  readonly ok: boolean;
  readonly name: string;
  readonly skip: unknown;
  readonly todo: unknown;
}

function read(text: string) {
  const parser = new Parser({ strict: true });
  const tests: Test[] = [];
  parser.on('assert', ({ ok, name, skip, todo }) => tests.push({ ok, name, skip, todo }));
  parser.end(text);
  const { count, plan, failures } = parser.results ?? { count: 0, plan: undefined, failures: [] };
  return { tests, count, planned: plan?.end, wrong: failures.filter(({ tapError }) => tapError !== null) };
}

describe('tap', () => {
  it('is read back as it was meant', () => {
    fc.assert(
      fc.property(hostileReport, (report) => {
        fc.pre(report.findings.length > 0);
        const { tests, planned, wrong } = read(tap(report, OPTIONS));
        expect(wrong).toEqual([]);
        expect(planned).toBe(report.findings.length);
        expect(tests).toEqual(
          report.findings.map(({ source, span, severity, rule, message }) => {
            const { line, column } = placeOf(source, span);
            const path = source.path === '-' ? '<stdin>' : source.path;
            return {
              ok: severity === 'info',
              name: visible(`${path}:${line}:${column}: ${severity}[${rule}] ${message}`).trim(),
              skip: severity === 'info' ? 'info' : false,
              todo: false,
            };
          }),
        );
      }),
      { numRuns: 300 },
    );
  });

  it('lets no name begin a directive', () => {
    const source = new Source('a.yaml', 'a: b');
    const text = tap(reportOf([finding(source, 'b', { message: 'one # TODO \\# SKIP\nok 2' })]), OPTIONS);
    expect(text).toBe(
      'TAP version 13\n1..1\nnot ok 1 - a.yaml:1:4: error[some-rule] one \\# TODO \\\\\\# SKIP\\\\nok 2\n',
    );
  });

  it('is one test that passed where there is nothing to say', () => {
    expect(read(tap(clean, OPTIONS)).tests).toEqual([
      { ok: true, name: 'no findings', skip: false, todo: false },
    ]);
  });
});
