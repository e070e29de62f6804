/** `--fix` and `--fix-dry-run`: what becomes of the files, and what is said about it. */
import type { Input } from '../../core/index/bundle.ts';
import { type ChangeSet, changesOf, type Mended, mend } from '../../core/mend.ts';
import { type ReplaceFailure, replaceFiles } from '../../project/replace-files.ts';
import * as notes from '../fix-notes.ts';
import type { Case, Judgement } from '../judge.ts';
import type { Outcome } from '../lint.ts';
import type { LintOptions } from '../options.ts';
import { patchOf } from './patch.ts';

/** Applies the fixes that the options want to the files of a case, and judges what is left. */
export function applyFixes(opened: Case, options: LintOptions): Outcome {
  const { mended, judgement } = mendCase(opened, options);
  const written = mended.changeSets.map((changeSet) => ({ changeSet, failure: write(changeSet) }));
  const done = written.filter(({ failure }) => !failure).map(({ changeSet }) => changeSet);
  const failed = written.flatMap(({ changeSet, failure }) => (failure ? [{ changeSet, failure }] : []));
  const { report, incomplete } =
    failed.length === 0 ? judgement : opened.judge(asWritten(opened, mended, done));
  return {
    report,
    incomplete: incomplete || failed.length > 0 || mended.refusals.length > 0,
    notes: [
      ...failed.map(({ changeSet, failure }) => notes.notWritten(changeSet, failure)),
      ...mended.refusals.map(notes.refused),
      ...notes.fixed(done),
    ],
  };
}

/** Shows what `applyFixes` would do, and judges what would be left. */
export function showFixes(opened: Case, options: LintOptions): Outcome {
  const { mended, standing, judgement } = mendCase(opened, options);
  const changes = changesOf(mended.changeSets);
  const piped = new Set(
    opened.inputs.filter(({ origin }) => origin === 'stream').map(({ source }) => source),
  );
  const patch = patchOf(changes, (source) => piped.has(source));
  return {
    report: judgement.report,
    incomplete: judgement.incomplete || mended.refusals.length > 0,
    notes: [
      ...notes.missing(judgement.report),
      ...patch.notes,
      ...mended.refusals.map(notes.refused),
      ...notes.fixable(mended.changeSets, judgement.report),
    ],
    preview: { diff: patch.diff, files: changes.length, standing: standing.report },
  };
}

interface MendedCase {
  readonly mended: Mended;
  /** Of the texts as they were, and of the mended ones. */
  readonly standing: Judgement;
  readonly judgement: Judgement;
}

/** What isn't reported isn't fixed. */
function mendCase({ inputs, judge }: Case, { fix: level, quiet }: LintOptions): MendedCase {
  const standing = judge(inputs);
  let judgement = standing;
  const mended = mend({
    inputs,
    wants: ({ safety }, { severity }) =>
      (level === 'all' || safety === 'safe') && (!quiet || severity === 'error'),
    lint: (texts) => {
      judgement = texts === inputs ? standing : judge(texts);
      return judgement.report;
    },
  });
  return { mended, standing, judgement };
}

function write({ changes }: ChangeSet): ReplaceFailure | undefined {
  return replaceFiles(
    changes.map(({ source, text }) => ({ file: source.location, before: source.text, after: text })),
  );
}

/** The inputs with the texts that their files have now. */
function asWritten({ inputs }: Case, mended: Mended, done: readonly ChangeSet[]): Input[] {
  const written = new Set(done.flatMap(({ changes }) => changes.map(({ source }) => source)));
  return inputs.map((input, at) => (written.has(input.source) ? (mended.inputs[at] ?? input) : input));
}
