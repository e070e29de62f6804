// Files contradict types: whatever stands in a manifest, nothing throws, every field that is told lies in its text, and no
// number of a text is none.
import texts from 'rollsafe:rule-texts';
import { describe, expect, it } from 'vitest';
import { exampleFiles } from '../../../src/core/example.ts';
import { insightsOf, summaryOf } from '../../../src/core/insight/index.ts';
import type { ExampleText } from '../../../src/core/rule.ts';
import { mutants } from '../../mutants.ts';
import { type Files, inputsOf, projectOf } from '../reading.ts';

function faultsIn(files: Files): string[] {
  const { index } = projectOf(inputsOf(files));
  return index.everything.flatMap((resource) => {
    const summary = summaryOf(resource, index) ?? '';
    const faults = NONSENSE.test(summary) ? [summary] : [];
    const insights = insightsOf(resource, index).flatMap(({ at, text, hint = '-' }) => {
      const inText = [at.span, at.focus].every(
        ({ start, end }) => 0 <= start && start <= end && end <= at.source.text.length,
      );
      const isSaid = text !== '' && hint !== '' && !NONSENSE.test(text) && !NONSENSE.test(hint);
      return at.exists && inText && isSaid ? [] : [`${at.path}: ${text} [${hint}]`];
    });
    return [...faults, ...insights];
  });
}

/** Every mutant would take minutes; this many steps meet each wrong value at some value of each kind of object. */
const STRIDE = 7;

const NONSENSE = /undefined|NaN|Infinity|\[object|null|(?<![\w-])-\d/;

function filesOf(example: ExampleText): Record<string, string> {
  return Object.fromEntries(exampleFiles(example).map(({ path, text }) => [path, text]));
}

describe('insights into the examples of', () => {
  for (const [rule, { examples }] of Object.entries(texts)) {
    it(rule, () => {
      const faults = new Set<string>();
      const written = examples.flatMap(({ bad, good }) => [bad, good]).filter((text) => text !== undefined);
      for (const files of written.map(filesOf)) {
        for (const fault of faultsIn(files)) faults.add(fault);
        for (const [path, text] of Object.entries(files)) {
          const some = [...mutants(text)].filter((_, at) => at % STRIDE === 0);
          for (const mutant of some)
            for (const fault of faultsIn({ ...files, [path]: mutant })) faults.add(fault);
        }
      }
      expect([...faults].slice(0, 3)).toEqual([]);
    });
  }
});
