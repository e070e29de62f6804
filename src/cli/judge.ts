/** From the options of a run to its report: what is read, what is judged, and what of it is told. */
import path from 'node:path';
import rules from 'rollsafe:rules';
import type { Input } from '../core/bundle.ts';
import type { Finding, Report } from '../core/finding.ts';
import { lint } from '../core/lint.ts';
import { readManifest } from '../core/manifest.ts';
import { Source } from '../core/source.ts';
import type { Config } from '../project/config.ts';
import { decode } from '../project/decode.ts';
import { fileFilter } from '../project/file-filter.ts';
import { type Gathered, gather } from '../project/files.ts';
import { type Changes, changesSince } from '../project/git.ts';
import { settingsOf } from '../project/settings.ts';
import { gitRootOf } from '../project/walk.ts';
import type { LintOptions } from './options.ts';

export interface Judgement {
  readonly report: Report;
  /** Whether a path named nothing, or standard input held nothing. */
  readonly incomplete: boolean;
}

/** Reads and judges what the options name. Throws GitError where `since` needs what git can't say. */
export function judge(options: LintOptions, config: Config, stdin: () => Buffer): Judgement {
  const currentFolder = process.cwd();
  const changes = options.since === undefined ? undefined : changesSince(options.since, currentFolder);
  const filter = fileFilter(config);
  const within = withinAny(options.paths.map((given) => path.resolve(currentFolder, given)));
  const wanted = (file: string) => filter.included(file) && !filter.excluded(file) && within(file);
  const gathered = gather({
    currentFolder,
    paths: changes ? changes.present.filter(wanted) : options.paths,
    filter,
    projectFolder: options.project || changes ? projectFolderOf(config, currentFolder) : undefined,
    stdin: { bytes: stdin, path: options.stdinFilename ?? '-' },
  });
  const settings = settingsOf(config, options.rules ? { only: options.rules } : {});
  const today = localDate(new Date());
  const run = (inputs: readonly Input[]) =>
    lint({ inputs, rules, settings, today, problems: gathered.problems });
  const gone = changes ? deletedInputs(changes, currentFolder, filter.included) : [];
  const judged = gathered.inputs.filter(({ target, source }) => target || within(source.location));
  const report = gone.length > 0 ? withLosses(run, gathered.inputs, judged, gone) : run(gathered.inputs);
  return finish(report, gathered);
}

/** Whether a file is one of the paths, or lies in one. */
function withinAny(paths: readonly string[]): (file: string) => boolean {
  const given = paths.map(withSlashes);
  return (file) => {
    const path = withSlashes(file);
    return given.some((one) => path === one || path.startsWith(one.endsWith('/') ? one : `${one}/`));
  };
}

function withSlashes(file: string): string {
  return file.replaceAll('\\', '/');
}

/** The folder of the configuration, else of the git repository, else the current one. */
function projectFolderOf(config: Config, currentFolder: string): string {
  return config.file === undefined ? (gitRootOf(currentFolder) ?? currentFolder) : config.folder;
}

/** As calendars here say it: `2027-03-01`. */
function localDate(now: Date): string {
  const two = (number: number) => String(number).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

function deletedInputs(
  changes: Changes,
  currentFolder: string,
  included: (file: string) => boolean,
): Input[] {
  return changes.deleted.filter(included).flatMap((file) => {
    const text = decode(changes.read(file));
    const location = withSlashes(file);
    const display = withSlashes(path.relative(currentFolder, file));
    if (text === undefined) return [];
    return { source: new Source(display, text, location), origin: 'walked' as const, target: false };
  });
}

/**
 * What a deletion breaks shows in files that didn't change: in these (`judged`), a finding counts when it wasn't there as
 * long as the deleted files were.
 */
function withLosses(
  run: (inputs: readonly Input[]) => Report,
  inputs: readonly Input[],
  judged: readonly Input[],
  gone: readonly Input[],
): Report {
  const wanted = new Set(judged);
  const all = inputs.map((input) => ({ ...input, target: wanted.has(input) }));
  const before = new Set(run([...all, ...gone]).findings.map(identityOf));
  const changed = new Set(inputs.filter(({ target }) => target).map(({ source }) => source));
  const now = run(all);
  return {
    findings: now.findings.filter(
      (finding) => changed.has(finding.source) || !before.has(identityOf(finding)),
    ),
    suppressed: now.suppressed.filter(({ source }) => changed.has(source)),
    counts: run(inputs).counts,
  };
}

function identityOf({ rule, source, span, message }: Finding): string {
  return JSON.stringify([rule, source.path, span.start, message]);
}

function finish(report: Report, { inputs, passedOver, incomplete }: Gathered): Judgement {
  const counts = { ...report.counts, files: report.counts.files + passedOver };
  const alone = counts.files <= 1;
  const empty = inputs
    .filter(({ origin }) => origin === 'stream')
    .filter(({ source }) => (alone ? counts.resources : resourcesIn(source)) === 0);
  if (empty.length === 0) return { report: { ...report, counts }, incomplete };
  const findings = [...report.findings, ...empty.map(({ source }) => emptyInput(source))];
  return { report: { ...report, findings, counts }, incomplete: true };
}

/** How many objects came down the pipe, when files were named beside it. */
function resourcesIn(source: Source): number {
  return readManifest(source, 'stream').resources.length;
}

function emptyInput({ path }: Source): Finding {
  return {
    rule: 'input-empty',
    severity: 'error',
    message: 'no Kubernetes object came in: did the program before the pipe fail?',
    source: new Source(path, ''),
    span: { start: 0, end: 0 },
    resource: undefined,
    path: '',
    related: [],
    fixes: [],
  };
}
