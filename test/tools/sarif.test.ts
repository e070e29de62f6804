// Microsoft's validator, with the rules of GitHub code scanning.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Report } from '../../src/core/finding.ts';
import { sarif } from '../../src/reporters/sarif.ts';
import { hostileReport, manyFindings } from '../reporters/hostile.ts';
import { clean, SAMPLE_OPTIONS, sample } from '../reporters/sample.ts';
import { run } from './programs.ts';

let folder = '';
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'rollsafe-sarif-'));
  process.env.DOTNET_SYSTEM_GLOBALIZATION_INVARIANT = '1';
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const PACKAGE = '@microsoft/sarif-multitool-linux';

function multitool(): string {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error(`missing: Sarif.Multitool (${PACKAGE} holds it for Linux on x64 only)`);
  }
  const { resolve } = createRequire(import.meta.url);
  const program = path.join(path.dirname(resolve(`${PACKAGE}/package.json`)), 'Sarif.Multitool');
  fs.chmodSync(program, 0o755);
  return program;
}

/** What the validator calls an error or a warning. */
function complaints(text: string): string[] {
  const file = path.join(folder, 'log.sarif');
  fs.writeFileSync(file, text);
  const rules = ['--rule-kind', 'Sarif;Ghas', '--level', 'Error;Warning'];
  const { stdout, stderr } = run(multitool(), [
    'validate',
    file,
    ...rules,
    '--max-file-size-in-kb',
    '100000',
  ]);
  const output = stdout + stderr;
  expect(output).toContain('Analysis completed successfully.');
  return output.split('\n').filter((line) => /\b(?:error|warning) \w+\d/.test(line));
}

const logOf = (report: Report) => sarif(report, SAMPLE_OPTIONS);

it('complains about what is wrong', () => {
  const wrong = logOf(sample).replace('"startColumn": 23', '"startColumn": 0').replaceAll('"help"', '"hlep"');
  const all = complaints(wrong).join('\n');
  expect(all).toContain('error JSON1008');
  expect(all).toContain('error GH');
});

it.each<[string, Report]>([
  ['the sample', sample],
  ['a clean report', clean],
  ['a thousand findings', manyFindings(1000)],
])('has nothing against %s', (_, report) => {
  expect(complaints(logOf(report))).toEqual([]);
});

it('has nothing against a log that was cut', () => {
  const log = JSON.parse(logOf(manyFindings(25_001)));
  log.runs[0].results.length = 10;
  expect(complaints(JSON.stringify(log))).toEqual([]);
});

it('has nothing against names of all kinds', () => {
  const reports = fc.sample(hostileReport, { numRuns: 300, seed: 1 });
  const all = {
    ...sample,
    findings: reports.flatMap(({ findings }) => findings),
    suppressed: reports.flatMap(({ suppressed }) => suppressed),
  };
  expect(complaints(logOf(all))).toEqual([]);
});
