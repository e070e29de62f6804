/** From the options of a run to its reports: what is read, what is judged, and what of it is told. */
import rules from 'rollsafe:rules';
import type { Finding, Report } from '../core/finding.ts';
import type { Input } from '../core/index/bundle.ts';
import { lint } from '../core/lint.ts';
import { readManifest } from '../core/manifest.ts';
import { Source } from '../core/source.ts';
import type { Config } from '../project/config.ts';
import { fileFilter } from '../project/file-filter.ts';
import { type Gathered, gather } from '../project/files.ts';
import { projectFolderOf } from '../project/project-folder.ts';
import { settingsOf } from '../project/settings.ts';
import { localDate } from './local-date.ts';
import type { LintOptions } from './options.ts';
import { deletedInputs, withinAny, withLosses } from './since.ts';

export interface Judgement {
  readonly report: Report;
  /** Whether a path named nothing, or standard input held nothing. */
  readonly incomplete: boolean;
}

/** What was read, and the judge of it, who can be asked again when texts have changed. */
export interface Case {
  readonly inputs: readonly Input[];
  /** `inputs` are those of the case, perhaps with other texts. */
  judge(inputs: readonly Input[]): Judgement;
}

/** Reads what the options name. Throws GitError where `since` needs what git can't say. */
export async function openCase(options: LintOptions, config: Config, stdin: () => Buffer): Promise<Case> {
  const currentFolder = process.cwd();
  const { since, project, paths } = options;
  const git = project || since !== undefined ? await import('../project/git.ts') : undefined;
  const changes = since === undefined ? undefined : git?.changesSince(since, currentFolder);
  const filter = fileFilter(config);
  const projectFolder = projectFolderOf(config, currentFolder);
  const within = withinAny(paths, currentFolder);
  const wanted = (file: string) => filter.included(file) && !filter.excluded(file) && within(file);
  const gathered = gather({
    currentFolder,
    paths: changes ? changes.present.filter(wanted) : paths,
    filter,
    project: git && { folder: projectFolder, trackedFiles: git.trackedFiles },
    stdin: { bytes: stdin, path: options.stdinFilename ?? '-' },
  });
  const settings = settingsOf(config, options.rules ? { only: options.rules } : {});
  const today = localDate(new Date());
  const isPartial = !git && !within(projectFolder);
  const run = (inputs: readonly Input[]) =>
    lint({ inputs, rules, settings, today, isPartial, problems: gathered.problems });
  const gone = changes ? deletedInputs(changes, currentFolder, filter.included) : [];
  const report = (inputs: readonly Input[]) =>
    gone.length > 0 ? withLosses(run, inputs, gone, within) : run(inputs);
  return {
    inputs: gathered.inputs,
    judge: (inputs) => finish(report(inputs), { ...gathered, inputs }),
  };
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
