// Files contradict types. Every value of every example is replaced by wrong ones: no rule may throw, every span must lie in
// the text, and every fix must change it into one that still reads.

import texts from 'rollsafe:rule-texts';
import rules from 'rollsafe:rules';
import { describe, expect, it } from 'vitest';
import { exampleFiles } from '../src/core/example.ts';
import type { Finding } from '../src/core/finding.ts';
import { applyEdits, type Fix } from '../src/core/fix.ts';
import { lint } from '../src/core/lint.ts';
import { defaultSettings } from '../src/core/settings.ts';
import { Source } from '../src/core/source.ts';
import { readStream } from '../src/core/yaml/index.ts';
import { mutants } from './mutants.ts';

function liesInText({ source, span }: Pick<Finding, 'source' | 'span'>): boolean {
  return span.start >= 0 && span.start <= span.end && span.end <= source.text.length;
}

function problemsIn(text: string): number {
  return readStream(text).flatMap((part) => part.read().flatMap(({ problems }) => problems)).length;
}

/** The texts that a fix leaves as they were, or breaks. */
function spoiledBy({ edits }: Fix): string[] {
  return [...new Set(edits.map(({ source }) => source))].flatMap((source) => {
    const after = applyEdits(source, edits);
    return after === source.text || problemsIn(after) > problemsIn(source.text) ? [source.text] : [];
  });
}

describe('wrong values', () => {
  for (const rule of rules) {
    const examples =
      texts[rule.id]?.examples.flatMap(({ bad, good }) => [bad, good]).filter((text) => text !== undefined) ??
      [];
    it(`do not upset ${rule.id}`, () => {
      const failures = new Set<string>();
      for (const example of examples) {
        const files = exampleFiles(example);
        for (const changed of files) {
          for (const text of mutants(changed.text)) {
            const inputs = files.map((file) => ({
              source: new Source(file.path, file === changed ? text : file.text),
              origin: 'walked' as const,
              target: true,
            }));
            const internal = rules.filter(({ id }) => id === 'internal-error');
            for (const finding of lint({
              inputs,
              rules: [rule, ...internal],
              settings: { ...defaultSettings, advice: true },
            }).findings) {
              if (finding.rule === 'internal-error') failures.add(`${finding.message}\n${text}`);
              for (const fix of finding.fixes)
                for (const text of spoiledBy(fix)) failures.add(`the fix "${fix.title}"\n${text}`);
              if (![finding, ...finding.related].every(liesInText))
                failures.add(`a span outside of the text\n${text}`);
            }
          }
        }
      }
      expect([...failures].slice(0, 3)).toEqual([]);
    });
  }
});
