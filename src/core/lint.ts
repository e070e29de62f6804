/**
 * The engine: texts and rules in, findings out. No files, no clock, no promises; what it needs to know of the world
 * comes in as arguments.
 */

import type { Report } from './finding.ts';
import type { Input } from './index/bundle.ts';
import { byPlace, Judge } from './judge.ts';
import type { ReadingProblem } from './manifest.ts';
import { readInputs } from './reading.ts';
import type { Rule } from './rule.ts';
import { defaultSettings, type Settings } from './settings.ts';

export interface LintInput {
  readonly inputs: readonly Input[];
  /** All rules, those of the `syntax` group included: they give reading problems their severity. */
  readonly rules: readonly Rule[];
  readonly settings?: Settings;
  /** Problems that the edge met before there was a text: files that are missing or no text. */
  readonly problems?: readonly ReadingProblem[];
  /** The date, `2027-03-01`; left out, no suppression expires. */
  readonly today?: string;
  /** Whether there may be more of the project than the inputs; left out, they are all of it. */
  readonly isPartial?: boolean;
}

/** Judges the targets among the inputs; the others are read for what they tell about these. Never throws. */
export function lint(run: LintInput): Report {
  const { inputs, rules, settings = defaultSettings, problems = [], today = '', isPartial = false } = run;
  const reading = readInputs(inputs);
  const targets = reading.drafts.filter(({ input }) => input.target);
  const judge = new Judge(reading, { rules, settings, today, isPartial }, problems);
  const reports = targets.map((target) => judge.report(target));
  return {
    findings: [...judge.met, ...reports.flatMap(({ findings }) => findings)].sort(byPlace),
    suppressed: reports.flatMap(({ suppressed }) => suppressed).sort(byPlace),
    counts: {
      files: targets.length,
      documents: sum(targets, ({ manifest }) => manifest.documents),
      resources: sum(targets, ({ manifest }) => manifest.resources.length),
    },
  };
}

function sum<T>(items: readonly T[], count: (item: T) => number): number {
  return items.reduce((total, item) => total + count(item), 0);
}
