import fc from 'fast-check';
import { expect, it } from 'vitest';
import { checkstyle } from '../../src/reporters/checkstyle.ts';
import { pathOf, placeOf } from '../../src/reporters/place.ts';
import { OPTIONS } from './findings.ts';
import { hostileReport } from './hostile.ts';
import { readXml, storable } from './xml-reading.ts';

it('is read back as it was meant', () => {
  fc.assert(
    fc.property(hostileReport, (report) => {
      const root = readXml(checkstyle(report, OPTIONS));
      expect(root.name).toBe('checkstyle');
      expect(root.attributes).toEqual({ version: '4.3' });
      const paths = [...new Set(report.findings.map(({ source }) => source.path))];
      expect(root.children.length).toBe(paths.length);
      paths.forEach((path, at) => {
        const findings = report.findings.filter(({ source }) => source.path === path);
        const file = root.children[at];
        expect(file?.name).toBe('file');
        expect(file?.attributes.name).toBe(storable(findings.map(({ source }) => pathOf(source))[0] ?? ''));
        expect(file?.children.map(({ attributes }) => attributes)).toEqual(
          findings.map(({ source, span, severity, rule, message }) => {
            const { line, column } = placeOf(source, span);
            return {
              line: `${line}`,
              column: `${column}`,
              severity,
              message: storable(message),
              source: `rollsafe.${rule}`,
            };
          }),
        );
      });
    }),
    { numRuns: 500 },
  );
});
