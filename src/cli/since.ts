/** `--since`: which files a run is about, and what the deleted ones leave behind. */
import path from 'node:path';
import type { Finding, Report } from '../core/finding.ts';
import type { Input } from '../core/index/bundle.ts';
import { Source } from '../core/source.ts';
import { decode } from '../project/decode.ts';
import type { Changes } from '../project/git.ts';

/** Whether a file is one of the paths, or lies in one. */
export function withinAny(paths: readonly string[], currentFolder: string): (file: string) => boolean {
  const given = paths.map((one) => withSlashes(path.resolve(currentFolder, one)));
  return (file) => {
    const location = withSlashes(file);
    return given.some((one) => location === one || location.startsWith(one.endsWith('/') ? one : `${one}/`));
  };
}

function withSlashes(file: string): string {
  return file.replaceAll('\\', '/');
}

/** The deleted files as they were, to be read and never reported on. */
export function deletedInputs(
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
 * What a deletion breaks shows in files that didn't change: there, as far as they lie `within` what was asked for, a
 * finding counts when it wasn't there as long as the deleted files were.
 */
export function withLosses(
  run: (inputs: readonly Input[]) => Report,
  inputs: readonly Input[],
  gone: readonly Input[],
  within: (file: string) => boolean,
): Report {
  const all = inputs.map((input) => ({ ...input, target: input.target || within(input.source.location) }));
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
