// What holds for every format: one report in full against fixtures/formats/<format>/sample.*, a clean one, many findings.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkstyle } from '../../src/reporters/checkstyle.ts';
import { concise } from '../../src/reporters/concise.ts';
import { github } from '../../src/reporters/github.ts';
import { gitlab } from '../../src/reporters/gitlab.ts';
import { junit } from '../../src/reporters/junit.ts';
import { markdown } from '../../src/reporters/markdown.ts';
import { rdjson } from '../../src/reporters/rdjson.ts';
import type { Reporter } from '../../src/reporters/reporter.ts';
import { sarif } from '../../src/reporters/sarif.ts';
import { tap } from '../../src/reporters/tap.ts';
import { OPTIONS } from './findings.ts';
import { expectGolden } from './golden.ts';
import { hostileReport, manyFindings } from './hostile.ts';
import { clean, SAMPLE_OPTIONS, sample } from './sample.ts';

const FORMATS: readonly (readonly [string, Reporter, string])[] = [
  ['checkstyle', checkstyle, 'xml'],
  ['concise', concise, 'txt'],
  ['github', github, 'txt'],
  ['gitlab', gitlab, 'json'],
  ['junit', junit, 'xml'],
  ['markdown', markdown, 'md'],
  ['rdjson', rdjson, 'json'],
  ['sarif', sarif, 'sarif'],
  ['tap', tap, 'tap'],
];

describe.each(FORMATS)('%s', (format, reporter, extension) => {
  it('says all of a report', () => {
    expectGolden(`${format}/sample.${extension}`, reporter(sample, SAMPLE_OPTIONS));
  });

  it('says that there is nothing', () => {
    expectGolden(`${format}/clean.${extension}`, reporter(clean, SAMPLE_OPTIONS));
  });

  it('ends in a line break unless it is empty, has no byte order mark, and keeps no state', () => {
    fc.assert(
      fc.property(hostileReport, (report) => {
        const text = reporter(report, OPTIONS);
        expect(text).toMatch(/^$|\n$/);
        expect(text.startsWith('\uFEFF')).toBe(false);
        expect(reporter(report, OPTIONS)).toBe(text);
      }),
    );
  });

  it('is quick with 10,000 findings', () => {
    const report = manyFindings(10_000);
    const start = performance.now();
    reporter(report, OPTIONS);
    expect(performance.now() - start).toBeLessThan(5000);
  });
});
