/** `rollsafe lint`: judges, prints the reports and decides on the exit status. */
import { isAtLeast, type Report } from '../core/finding.ts';
import { GitError } from '../project/git-error.ts';
import { countOf } from '../reporters/reporter.ts';
import { checkRuleIds } from './check-rule-ids.ts';
import { configFor } from './config-for.ts';
import { type Console, EXIT, type Exit, UsageError } from './console.ts';
import { type Case, type Judgement, openCase } from './judge.ts';
import { LINT_HELP, type LintOptions, readLintOptions } from './options.ts';
import { writeReports } from './output.ts';
import { silentRules } from './rule-notes.ts';

/** Runs the command. */
export async function lintCommand(args: readonly string[], console: Console): Promise<Exit> {
  const options = readLintOptions(args);
  if (options.help) {
    console.out(LINT_HELP);
    return EXIT.clean;
  }
  return (await runLint(options, console)).exit;
}

export interface LintRun {
  readonly report: Report;
  readonly exit: Exit;
}

/** Judges, fixes where that is wanted, and writes the reports. Throws UsageError. */
export async function runLint(options: LintOptions, console: Console): Promise<LintRun> {
  checkRuleIds(options.rules ?? []);
  const { config, broken } = await configFor(options, console);
  const opened = await openCase(options, config, console.stdin).catch(explainGitError(options));
  const outcome = await (broken ? unfixed(opened, options) : fixed(opened, options));
  const { report, incomplete, notes, preview } = outcome;
  if (preview) console.out(preview.diff);
  const told = preview?.standing ?? report;
  if (!preview || options.outputs.length > 0)
    await writeReports(options.quiet ? errorsOnly(told) : told, options, console);
  const silent = silentRules(options.rules ?? [], opened.inputs, config);
  for (const note of [...silent, ...notes]) console.err(`${note}\n`);
  if (broken || incomplete) return { report, exit: EXIT.trouble };
  return { report, exit: preview && preview.files > 0 ? EXIT.findings : verdict(report, options) };
}

/** What fixes would change. */
export interface Preview {
  /** Unified. */
  readonly diff: string;
  /** How many files would change, also those that the diff can't show. */
  readonly files: number;
  /** What is to say of the files as they stand. */
  readonly standing: Report;
}

export interface Outcome extends Judgement {
  /** For standard error, behind the report. */
  readonly notes: readonly string[];
  /** What a dry run prints in place of a report on standard output. */
  readonly preview?: Preview;
}

async function fixed(opened: Case, options: LintOptions): Promise<Outcome> {
  if (options.fix === undefined) return { ...opened.judge(opened.inputs), notes: [] };
  const { applyFixes, showFixes } = await import('./lazy/fix.ts');
  return options.fixDryRun ? showFixes(opened, options) : applyFixes(opened, options);
}

/** What a configuration with mistakes was meant to turn off must not be fixed. */
function unfixed(opened: Case, { fix, fixDryRun }: LintOptions): Outcome {
  const judgement = opened.judge(opened.inputs);
  return {
    ...judgement,
    notes: fix === undefined ? [] : ['rollsafe: nothing is fixed while the configuration has mistakes'],
    ...(fixDryRun && { preview: { diff: '', files: 0, standing: judgement.report } }),
  };
}

function explainGitError({ since }: LintOptions): (error: unknown) => never {
  return (error) => {
    throw error instanceof GitError ? new UsageError(`--since ${since}: ${error.message}`) : error;
  };
}

function errorsOnly(report: Report): Report {
  return { ...report, findings: report.findings.filter(({ severity }) => severity === 'error') };
}

function verdict(report: Report, { failOn, maxWarnings }: LintOptions): Exit {
  const fails = failOn !== 'never' && report.findings.some(({ severity }) => isAtLeast(severity, failOn));
  const tooMany = maxWarnings !== undefined && countOf(report, 'warning') > maxWarnings;
  return fails || tooMany ? EXIT.findings : EXIT.clean;
}
