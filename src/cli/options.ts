/** The options of `rollsafe lint`, checked. */
import { parseArgs } from 'node:util';
import type { Severity } from '../core/finding.ts';
import { SEVERITIES } from '../core/finding.ts';
import { didYouMean } from '../project/did-you-mean.ts';
import { UsageError } from './console.ts';

export interface LintOptions {
  readonly paths: readonly string[];
  /** In which forms, and where to; none: what the surroundings ask for. */
  readonly outputs: readonly Output[];
  readonly failOn: Severity | 'never';
  readonly maxWarnings: number | undefined;
  readonly quiet: boolean;
  readonly rules: readonly string[] | undefined;
  readonly project: boolean;
  readonly config: string | undefined;
  readonly noConfig: boolean;
  /** A git revision: only what changed since then. */
  readonly since: string | undefined;
  /** Which fixes are applied: those that change nothing that worked, or all that need no person. */
  readonly fix: FixLevel | undefined;
  /** Whether to show what the fixes would change, instead. */
  readonly fixDryRun: boolean;
  readonly showSuppressed: boolean;
  readonly stdinFilename: string | undefined;
  readonly help: boolean;
}

export const FORMATS = [
  'pretty',
  'concise',
  'json',
  'sarif',
  'github',
  'gitlab',
  'junit',
  'checkstyle',
  'rdjson',
  'tap',
  'markdown',
] as const;
export type Format = (typeof FORMATS)[number];

const FIX_LEVELS = ['safe', 'all'] as const;
export type FixLevel = (typeof FIX_LEVELS)[number];

export interface Output {
  readonly format: Format;
  /** Where to; undefined is standard output. */
  readonly file: string | undefined;
  /** Whether to add to the file. */
  readonly append?: boolean;
}

const OPTIONS = {
  format: { type: 'string', multiple: true },
  'fail-on': { type: 'string', default: 'error' },
  'max-warnings': { type: 'string' },
  quiet: { type: 'boolean', default: false },
  rule: { type: 'string', multiple: true },
  project: { type: 'boolean', default: false },
  config: { type: 'string' },
  'no-config': { type: 'boolean', default: false },
  since: { type: 'string' },
  fix: { type: 'string' },
  'fix-dry-run': { type: 'boolean', default: false },
  'show-suppressed': { type: 'boolean', default: false },
  'stdin-filename': { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

export const LINT_HELP = `Usage: rollsafe lint [PATH...] [options]

Judges files, folders, patterns, or "-" for standard input; by default ".".

  --project              read the project around the paths, report on them alone
  --since REV            report on what changed since git revision REV
  --fix, --fix=all       apply the safe fixes, or the unsafe ones too
  --fix-dry-run          print them as a diff instead; status 1 when there is one
  --format F[=FILE]      pretty (default), concise, json, sarif, github, gitlab,
                         junit, checkstyle, rdjson, tap, markdown; repeatable
  --fail-on LEVEL        status 1 from error (default), warning, info, or never
  --max-warnings N       more than N warnings make the status 1 too
  --quiet                report errors only, and fix nothing else
  --show-suppressed      print what comments and annotations ignore
  --rule ID              only this rule; repeatable
  --config FILE          instead of the nearest rollsafe.yaml upward
  --no-config            no configuration at all
  --stdin-filename PATH  the name of standard input in the report

Examples:
  rollsafe lint k8s/
  rollsafe lint --since origin/main --format sarif=rollsafe.sarif
  helm template ./chart | rollsafe lint -

Exit status: 0 nothing at the failing level, 1 findings, 2 the run wasn't whole
`;

/** Reads the arguments after `lint`. Throws UsageError. */
export function readLintOptions(args: readonly string[]): LintOptions {
  const { values, positionals } = parse(args);
  if (values.config !== undefined && values['no-config']) {
    throw new UsageError('--config and --no-config exclude each other');
  }
  if (positionals.includes('')) {
    throw new UsageError('a path is empty: is a variable of the shell not set?');
  }
  if (values.since !== undefined && positionals.includes('-')) {
    throw new UsageError('--since and standard input exclude each other');
  }
  const fix = fixOf(values.fix, values['fix-dry-run']);
  const outputs = outputsOf(values.format ?? []);
  if (fix !== undefined) checkFixing(values['fix-dry-run'], positionals, outputs);
  return {
    paths: positionals.length > 0 ? positionals : ['.'],
    outputs,
    failOn: oneOf('--fail-on', values['fail-on'], [...SEVERITIES, 'never'] as const),
    maxWarnings: count('--max-warnings', values['max-warnings']),
    quiet: values.quiet,
    rules: values.rule,
    project: values.project,
    config: values.config,
    noConfig: values['no-config'],
    since: values.since,
    fix,
    fixDryRun: values['fix-dry-run'],
    showSuppressed: values['show-suppressed'],
    stdinFilename: values['stdin-filename'] || undefined,
    help: values.help,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: withFixLevel(args), options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new UsageError(parseProblem(error, args));
  }
}

/** `--fix` alone means `--fix=safe`: parseArgs knows no values that may be left out. */
function withFixLevel(args: readonly string[]): string[] {
  const end = args.indexOf('--');
  return args.map((arg, at) => (arg === '--fix' && (end < 0 || at < end) ? '--fix=safe' : arg));
}

function fixOf(value: string | undefined, dryRun: boolean): FixLevel | undefined {
  if (value === undefined) return dryRun ? 'safe' : undefined;
  return oneOf('--fix', value, FIX_LEVELS);
}

function checkFixing(dryRun: boolean, paths: readonly string[], outputs: readonly Output[]): void {
  if (!dryRun && paths.includes('-')) {
    throw new UsageError(
      "standard input can't be fixed in place; to see what would change: rollsafe lint --fix-dry-run -",
    );
  }
  const printed = outputs.find(({ file }) => file === undefined);
  if (dryRun && printed) {
    throw new UsageError(
      `--fix-dry-run prints a diff; give the report a file: --format ${printed.format}=FILE`,
    );
  }
}

function parseProblem(error: unknown, args: readonly string[]): string {
  const unknown = args.find(
    (arg) => arg.startsWith('--') && !Object.hasOwn(OPTIONS, arg.slice(2).split('=', 1)[0] ?? ''),
  );
  if (unknown === undefined) return error instanceof Error ? error.message : String(error);
  const name = unknown.split('=', 1)[0] ?? unknown;
  const known = Object.keys(OPTIONS).map((option) => `--${option}`);
  return `unknown option ${name}${didYouMean(name, known)}`;
}

function outputsOf(values: readonly string[]): Output[] {
  const outputs = values.map(outputOf);
  if (outputs.filter(({ file }) => file === undefined).length > 1) {
    throw new UsageError(
      'only one --format can go to standard output; give the others a file: --format sarif=FILE',
    );
  }
  return outputs;
}

/** `sarif` or `sarif=report.sarif`. */
function outputOf(value: string): Output {
  const equals = value.indexOf('=');
  const format = oneOf('--format', equals < 0 ? value : value.slice(0, equals), FORMATS);
  const file = equals < 0 ? undefined : value.slice(equals + 1);
  if (file === '') throw new UsageError(`--format ${format}= names no file`);
  return { format, file };
}

function oneOf<T extends string>(option: string, value: string, allowed: readonly T[]): T {
  const found = allowed.find((candidate) => candidate === value);
  if (found !== undefined) return found;
  throw new UsageError(`${option} takes one of ${allowed.join(', ')}, not "${value}"`);
}

function count(option: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (/^\d+$/.test(value)) return Number(value);
  throw new UsageError(`${option} takes a whole number, not "${value}"`);
}
