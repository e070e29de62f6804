// The examples of every rule are its tests: findings on the marked lines of `bad`, none in `good`, and the same with
// other line ends and a byte order mark.

import texts from 'rollsafe:rule-texts';
import rules from 'rollsafe:rules';
import { describe, expect, it } from 'vitest';
import { exampleFiles, lintExample } from '../src/core/example.ts';
import { applyEdits } from '../src/core/fix.ts';
import type { Example, ExampleText, Rule } from '../src/core/rule.ts';

const VARIANTS = {
  'as written': (text: string) => text,
  'with CRLF': (text: string) => text.replaceAll('\n', '\r\n'),
  'with a byte order mark': (text: string) => `\uFEFF${text}`,
  'without a final newline': (text: string) => text.trimEnd(),
};

/** `path:line severity` of each finding and `path:line related` of each related place, as the marks say them. */
function expectedMarks(example: ExampleText) {
  const marks = exampleFiles(example).flatMap(({ path, marks }) => marks.map((mark) => ({ path, ...mark })));
  return {
    findings: marks.filter(({ kind }) => kind === 'finding').map(({ path, line }) => `${path}:${line + 1}`),
    severities: marks
      .filter(({ severity }) => severity)
      .map(({ path, line, severity }) => `${path}:${line + 1} ${severity}`),
    related: marks.filter(({ kind }) => kind === 'related').map(({ path, line }) => `${path}:${line + 1}`),
  };
}

function check(rule: Rule, example: ExampleText, change: (text: string) => string) {
  const { findings } = lintExample(rule, example, change);
  const places = findings.map(({ source, span }) => `${source.path}:${source.position(span.start).line + 1}`);
  const expected = expectedMarks(example);
  expect(places.sort()).toEqual(expected.findings.sort());
  const severities = findings.map(
    ({ source, span, severity }) => `${source.path}:${source.position(span.start).line + 1} ${severity}`,
  );
  expect(severities).toEqual(expect.arrayContaining(expected.severities));
  const related = findings.flatMap((finding) =>
    finding.related.map(({ source, span }) => `${source.path}:${source.position(span.start).line + 1}`),
  );
  expect(related).toEqual(expect.arrayContaining(expected.related));
}

function unmarked(example: ExampleText): Record<string, string> {
  return Object.fromEntries(exampleFiles(example).map(({ path, text }) => [path, text]));
}

function checkFixes(rule: Rule, { bad, good, fixed }: Example) {
  if (bad === undefined) return;
  const { findings } = lintExample(rule, bad);
  const edits = findings.flatMap(({ fixes }) =>
    fixes.filter(({ safety }) => safety !== 'suggestion').flatMap((fix) => fix.edits),
  );
  if (edits.length === 0) {
    expect(fixed, 'an example says what a fix makes of it, but the rule offers none').toBeUndefined();
    return;
  }
  const after = Object.fromEntries(findings.map(({ source }) => [source.path, applyEdits(source, edits)]));
  expect(after).toEqual(unmarked(fixed ?? good ?? ''));
}

for (const rule of rules) {
  const text = texts[rule.id];
  describe(`${rule.category}/${rule.id}`, () => {
    it('says why, and shows a mistake and an exception or a better way', () => {
      expect(text?.why.trim()).not.toBe('');
      for (const reference of text?.references ?? []) expect(reference).toMatch(/^https:\/\//);
    });
    text?.examples.forEach((example, at) => {
      for (const [name, change] of Object.entries(VARIANTS)) {
        if (example.bad !== undefined)
          it(`example ${at + 1} is bad ${name}`, () => check(rule, example.bad ?? '', change));
        if (example.good !== undefined)
          it(`example ${at + 1} is good ${name}`, () => check(rule, example.good ?? '', change));
      }
      it(`example ${at + 1} is mended as it says`, () => checkFixes(rule, example));
    });
  });
}
