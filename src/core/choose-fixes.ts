/** Which fixes of a report can be applied together. */
import type { Finding } from './finding.ts';
import type { Edit, Fix } from './fix.ts';
import type { Source } from './source.ts';

export interface FixPolicy {
  /** Whether a fix is wanted. Not asked for suggestions, which are a person's to take. */
  wants(fix: Fix, finding: Finding): boolean;
  /** Whether a source may be edited. */
  mayEdit(source: Source): boolean;
}

export interface ChosenFix {
  readonly finding: Finding;
  readonly fix: Fix;
}

/**
 * In the order of the findings, at most one fix of each, safe ones before unsafe ones. A fix comes with all of its edits
 * or not at all: one that clashes with a chosen one waits, one that reaches where nothing may be edited is left out.
 */
export function chooseFixes(findings: readonly Finding[], policy: FixPolicy): ChosenFix[] {
  const taken = new Map<Source, Edit[]>();
  const isFree = (edit: Edit) => !clashesWithAny(edit, taken.get(edit.source) ?? []);
  return findings.flatMap((finding) => {
    const fix = fixOf(finding, policy);
    if (!fix?.edits.every(isFree)) return [];
    for (const edit of fix.edits) {
      const edits = taken.get(edit.source);
      if (edits) edits.push(edit);
      else taken.set(edit.source, [edit]);
    }
    return [{ finding, fix }];
  });
}

/** The edits of the fixes; equal ones, which several findings may ask for, are there once. */
export function editsOf(chosen: readonly ChosenFix[]): Edit[] {
  const bySource = new Map<Source, Map<string, Edit>>();
  for (const edit of chosen.flatMap(({ fix }) => fix.edits)) {
    const edits = bySource.get(edit.source) ?? new Map<string, Edit>();
    edits.set(`${edit.span.start} ${edit.span.end} ${edit.text}`, edit);
    bySource.set(edit.source, edits);
  }
  return [...bySource.values()].flatMap((edits) => [...edits.values()]);
}

function fixOf(finding: Finding, { wants, mayEdit }: FixPolicy): Fix | undefined {
  const usable = finding.fixes.filter(
    (fix) =>
      fix.safety !== 'suggestion' &&
      wants(fix, finding) &&
      fix.edits.every(({ source }) => mayEdit(source)) &&
      fix.edits.some(changesSomething) &&
      !fix.edits.some((edit, at) => clashesWithAny(edit, fix.edits.slice(0, at))),
  );
  return usable.find(({ safety }) => safety === 'safe') ?? usable[0];
}

function changesSomething({ source, span, text }: Edit): boolean {
  return source.text.slice(span.start, span.end) !== text;
}

function clashesWithAny(edit: Edit, others: readonly Edit[]): boolean {
  return others.some((other) => clashes(edit, other));
}

/** Whether two edits overlap, or one puts text where the other begins or ends, so that their order would matter. */
function clashes(a: Edit, b: Edit): boolean {
  if (a.source !== b.source || isEqual(a, b)) return false;
  const touching = a.span.start <= b.span.end && b.span.start <= a.span.end;
  const overlapping = a.span.start < b.span.end && b.span.start < a.span.end;
  return isInsertion(a) || isInsertion(b) ? touching : overlapping;
}

function isEqual(a: Edit, b: Edit): boolean {
  return a.span.start === b.span.start && a.span.end === b.span.end && a.text === b.text;
}

function isInsertion({ span }: Edit): boolean {
  return span.start === span.end;
}
