/** `rollsafe lint`: gathers texts, asks the engine, prints the report and decides on the exit status. */
import path from 'node:path';
import rules from 'rollsafe:rules';
import { type Finding, isAtLeast, type Report } from '../core/finding.ts';
import { lint } from '../core/lint.ts';
import { Source } from '../core/source.ts';
import { type Config, ConfigError, defaultConfig, findConfigFile, loadConfig } from '../project/config.ts';
import { didYouMean } from '../project/did-you-mean.ts';
import { fileFilter } from '../project/file-filter.ts';
import { type Gathered, gather } from '../project/files.ts';
import { settingsOf } from '../project/settings.ts';
import { gitRootOf } from '../project/walk.ts';
import { countOf, type ReportOptions } from '../reporters/reporter.ts';
import { type Console, EXIT, type Exit, UsageError } from './console.ts';
import { LINT_HELP, type LintOptions, readLintOptions } from './options.ts';
import { reporterOf } from './reporter-of.ts';

/** Runs the command. The time it reports counts from the start of the process. */
export async function lintCommand(args: readonly string[], console: Console): Promise<Exit> {
  const options = readLintOptions(args);
  if (options.help) {
    console.out(LINT_HELP);
    return EXIT.clean;
  }
  checkRuleIds(options.rules ?? []);
  const currentFolder = process.cwd();
  const { config, broken } = await configFor(options, currentFolder, console);
  const gathered = gather({
    currentFolder,
    paths: options.paths,
    filter: fileFilter(config),
    projectFolder: options.project ? projectFolderOf(config, currentFolder) : undefined,
    stdin: { bytes: console.stdin, path: options.stdinFilename ?? '-' },
  });
  const report = judge(gathered, config, options);
  const { color, width } = console;
  const reportOptions: ReportOptions = { homepage: HOMEPAGE, color, width, milliseconds: performance.now() };
  const reporter = await reporterOf(options.format);
  console.out(reporter(options.quiet ? errorsOnly(report) : report, reportOptions));
  return broken || gathered.incomplete || isEmptyInput(report) ? EXIT.trouble : verdict(report, options);
}

const HOMEPAGE = process.env.ROLLSAFE_HOMEPAGE ?? '';

function checkRuleIds(ids: readonly string[]): void {
  const known = rules.map(({ id }) => id);
  for (const id of ids) {
    if (!known.includes(id)) throw new UsageError(`unknown rule "${id}"${didYouMean(id, known)}`);
  }
}

/** The configuration. One with mistakes is not used: they are printed, and the run ends as incomplete. */
async function configFor(
  options: LintOptions,
  currentFolder: string,
  console: Console,
): Promise<{ config: Config; broken: boolean }> {
  const named = options.config === undefined ? undefined : path.resolve(currentFolder, options.config);
  try {
    const file = options.noConfig ? undefined : (named ?? findConfigFile(currentFolder));
    return {
      config: file === undefined ? defaultConfig(currentFolder) : await loadConfig(file, rules),
      broken: false,
    };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    for (const { file, line, column, message } of error.problems) {
      console.err(`${displayPath(file, currentFolder)}:${line}:${column}: ${message}\n`);
    }
    return { config: defaultConfig(currentFolder), broken: true };
  }
}

function displayPath(file: string, currentFolder: string): string {
  return path.relative(currentFolder, file).replaceAll('\\', '/') || file;
}

/** The folder of the configuration, else of the git repository, else the current one. */
function projectFolderOf(config: Config, currentFolder: string): string {
  return config.file === undefined ? (gitRootOf(currentFolder) ?? currentFolder) : config.folder;
}

function judge({ inputs, problems, passedOver }: Gathered, config: Config, options: LintOptions): Report {
  const settings = settingsOf(config, options.rules ? { only: options.rules } : {});
  const report = lint({ inputs, problems, rules, settings, today: localDate(new Date()) });
  const counts = { ...report.counts, files: report.counts.files + passedOver };
  const streams = inputs.filter(({ origin }) => origin === 'stream');
  if (streams.length === 0 || report.counts.resources > 0) return { ...report, counts };
  const empty = streams.map(({ source }) => emptyInput(source));
  return { ...report, findings: [...report.findings, ...empty], counts };
}

/** As calendars here say it: `2027-03-01`. */
function localDate(now: Date): string {
  const two = (number: number) => String(number).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

function emptyInput(source: Source): Finding {
  return {
    rule: 'input-empty',
    severity: 'error',
    message: 'no Kubernetes object came in: did the program before the pipe fail?',
    source: new Source(source.path, ''),
    span: { start: 0, end: 0 },
    resource: undefined,
    path: '',
    related: [],
    fixes: [],
  };
}

function isEmptyInput({ findings }: Report): boolean {
  return findings.some(({ rule }) => rule === 'input-empty');
}

function errorsOnly(report: Report): Report {
  return { ...report, findings: report.findings.filter(({ severity }) => severity === 'error') };
}

function verdict(report: Report, { failOn, maxWarnings }: LintOptions): Exit {
  const fails = failOn !== 'never' && report.findings.some(({ severity }) => isAtLeast(severity, failOn));
  const tooMany = maxWarnings !== undefined && countOf(report, 'warning') > maxWarnings;
  return fails || tooMany ? EXIT.findings : EXIT.clean;
}
