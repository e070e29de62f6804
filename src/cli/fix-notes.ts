/** What is said on standard error about fixes. */
import { type Report, SEVERITIES } from '../core/finding.ts';
import { type ChangeSet, changesOf, type Refusal } from '../core/mend.ts';
import type { Source } from '../core/source.ts';
import type { ReplaceFailure } from '../project/replace-files.ts';
import { counted, countOf } from '../reporters/reporter.ts';
import { titleOf } from './real-file.ts';

/** What was done, file by file; nothing where there was nothing to do. */
export function fixed(done: readonly ChangeSet[]): string[] {
  return done.length > 0 ? [...byFile('fixed', done), `Fixed ${extentOf(done)}`] : [];
}

/** What would be done, file by file, and what would be left. */
export function fixable(changeSets: readonly ChangeSet[], report: Report): string[] {
  const left = SEVERITIES.map((severity) => [countOf(report, severity), severity] as const)
    .filter(([count]) => count > 0)
    .map(([count, severity]) => counted(count, severity));
  const done = changeSets.length > 0 ? `Would fix ${extentOf(changeSets)}` : 'Nothing to fix';
  return [...byFile('would fix', changeSets), left.length > 0 ? `${done}; left: ${left.join(', ')}` : done];
}

function byFile(verb: string, changeSets: readonly ChangeSet[]): string[] {
  return changesOf(changeSets).map(({ source, rules }) => `${verb} ${titleOf(source)}: ${tally(rules)}`);
}

/** `a (2), b`, in alphabetical order. */
function tally(rules: readonly string[]): string {
  return [...new Set(rules)]
    .sort()
    .map((rule) => [rule, rules.filter((other) => other === rule).length] as const)
    .map(([rule, count]) => (count > 1 ? `${rule} (${count})` : rule))
    .join(', ');
}

function extentOf(changeSets: readonly ChangeSet[]): string {
  const findings = changeSets.reduce((sum, changeSet) => sum + changeSet.findings, 0);
  const files = changeSets.reduce((sum, { changes }) => sum + changes.length, 0);
  return `${counted(findings, 'finding')} in ${counted(files, 'file')}`;
}

/** A file that can't be replaced keeps the others back whose fixes reach into it. */
export function notWritten({ changes }: ChangeSet, { file, reason }: ReplaceFailure): string {
  const at = changes.findIndex(({ source }) => source.location === file);
  const others = changes.filter((_, index) => index !== at).map(({ source }) => source.path);
  const why = reason === 'changed' ? 'has changed since it was read' : `can't be written (${reason})`;
  const rest = others.length > 0 ? `, and neither is ${others.join(', ')}, where its fixes go on` : '';
  return `rollsafe: ${changes[at]?.source.path ?? file} ${why}: it is not fixed${rest}`;
}

/** A fix that has no end or breaks a file is a mistake of a rule. */
export function refused({ source, reason, rules }: Refusal): string {
  const why =
    reason === 'endless' ? 'its fixes undo each other, or never end' : "with its fixes it couldn't be read";
  return `rollsafe: ${source.path} is not fixed: ${why}; please report it (${rules.join(', ')})`;
}

export function notShown({ path }: Source): string {
  return `rollsafe: ${path} would be fixed too: a diff of UTF-16 can't be applied, so it isn't shown`;
}

/** `folder` is one where its diff could be applied. */
export function outOfReach(source: Source, folder: string): string {
  return `rollsafe: ${titleOf(source)} would be fixed too: a diff reaches only below the current folder; for this file run rollsafe in ${folder}`;
}

const NOTHING_READ = new Set(['file-not-found', 'input-empty']);

/** Where there was nothing to judge. A report would have said so. */
export function missing({ findings }: Report): string[] {
  return findings
    .filter(({ rule }) => NOTHING_READ.has(rule))
    .map(({ source, message }) => `rollsafe: ${source.path}: ${message}`);
}
