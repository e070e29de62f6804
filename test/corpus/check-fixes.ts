// What `--fix=all` makes of the current folder, looked at step by step; nothing is written.
import rules from 'rollsafe:rules';
import { type Case, openCase } from '../../src/cli/judge.ts';
import { readLintOptions } from '../../src/cli/options.ts';
import type { Report } from '../../src/core/finding.ts';
import type { Input } from '../../src/core/index/bundle.ts';
import { loadConfig } from '../../src/project/config.ts';
import { encodeLike } from '../../src/project/decode.ts';
import { firstStepFaults, mendChecked } from '../fixing.ts';

export { encodeLike };

export interface FolderFixes {
  /** What doesn't hold, of fixes and of suggestions. */
  readonly faults: readonly string[];
  /** New texts by path. */
  readonly texts: Readonly<Record<string, string>>;
  /** How many findings have a fix, by `rule safety`. */
  readonly offers: Readonly<Record<string, number>>;
}

/** Judges by a configuration file. */
export async function checkFixes(configFile: string): Promise<FolderFixes> {
  const options = readLintOptions(['.']);
  const opened = await openCase(options, await loadConfig(configFile, rules), () => Buffer.alloc(0));
  const lint = (inputs: readonly Input[]) => opened.judge(inputs).report;
  const { mended, faults } = mendChecked(opened.inputs, lint);
  const changes = mended.changeSets.flatMap((changeSet) => changeSet.changes);
  return {
    faults: [...faults, ...firstStepFaults(opened.inputs, (inputs) => withSuggestionsAsFixes(lint(inputs)))],
    texts: Object.fromEntries(changes.map(({ source, text }) => [source.path, text])),
    offers: offersOf(opened),
  };
}

/** So that each finding's first one is taken. */
export function withSuggestionsAsFixes(report: Report): Report {
  const findings = report.findings.map((finding) => ({
    ...finding,
    fixes: finding.fixes.map((fix) => ({ ...fix, safety: 'unsafe' as const })),
  }));
  return { ...report, findings };
}

function offersOf({ inputs, judge }: Case): Record<string, number> {
  const names = judge(inputs).report.findings.flatMap(({ rule, fixes }) => [
    ...new Set(fixes.map(({ safety }) => `${rule} ${safety}`)),
  ]);
  const counts: Record<string, number> = {};
  for (const name of names.sort()) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}
