import fc from 'fast-check';
import { expect, it } from 'vitest';
import { concise } from '../../src/reporters/concise.ts';
import { placeOf } from '../../src/reporters/place.ts';
import { visible } from '../../src/reporters/pretty/visible.ts';
import { finding, OPTIONS, reportOf, Source } from './findings.ts';
import { hostileReport } from './hostile.ts';

const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

it('is one line a finding, whatever is in it', () => {
  fc.assert(
    fc.property(hostileReport, (report) => {
      const lines = concise(report, OPTIONS).split('\n').slice(0, -1);
      expect(lines.length).toBe(report.findings.length);
      report.findings.forEach(({ source, span, severity, rule, message }, at) => {
        const line = lines[at] ?? '';
        const place = placeOf(source, span);
        expect(line).toContain(`:${place.line}:${place.column}: ${severity}[${rule}] `);
        expect(line.endsWith(visible(message))).toBe(true);
        expect(line).not.toMatch(UNSEEN);
      });
    }),
  );
});

it('shows what a terminal would obey', () => {
  const source = new Source('a\n\x1b[31m.yaml', 'a: b');
  const text = concise(reportOf([finding(source, 'b', { message: 'one\ntwo \u202Eeerht' })]), OPTIONS);
  expect(text).toBe('a\\n\\x1b[31m.yaml:1:4: error[some-rule] one\\ntwo \\u202eeerht\n');
});
