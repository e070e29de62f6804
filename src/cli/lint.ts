/** `rollsafe lint`: judges, prints the reports and decides on the exit status. */
import { isAtLeast, type Report } from '../core/finding.ts';
import { GitError } from '../project/git-error.ts';
import { countOf } from '../reporters/reporter.ts';
import { checkRuleIds } from './check-rule-ids.ts';
import { configFor } from './config-for.ts';
import { type Console, EXIT, type Exit, UsageError } from './console.ts';
import { judge } from './judge.ts';
import { LINT_HELP, type LintOptions, readLintOptions } from './options.ts';
import { writeReports } from './output.ts';

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

/** Judges and writes the reports. Throws UsageError. */
export async function runLint(options: LintOptions, console: Console): Promise<LintRun> {
  checkRuleIds(options.rules ?? []);
  const { config, broken } = await configFor(options, console);
  const { report, incomplete } = await judge(options, config, console.stdin).catch(explainGitError(options));
  await writeReports(options.quiet ? errorsOnly(report) : report, options, console);
  return { report, exit: broken || incomplete ? EXIT.trouble : verdict(report, options) };
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
