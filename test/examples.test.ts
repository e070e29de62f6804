// The examples of every rule are its tests: findings on the marked lines of `bad`, none in `good`, what fixes make of
// `bad`, and the same with other line ends and a byte order mark.

import texts from 'rollsafe:rule-texts';
import rules from 'rollsafe:rules';
import { describe, expect, it } from 'vitest';
import { exampleFiles, lintExample } from '../src/core/example.ts';
import type { Finding } from '../src/core/finding.ts';
import { applyEdits, type Edit } from '../src/core/fix.ts';
import type { Example, ExampleFiles, ExampleText, Rule } from '../src/core/rule.ts';
import { readStream } from '../src/core/yaml/index.ts';

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
  const { findings } = lintExample(rule, example, rules, change);
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

/** An example without its marks, as a variant writes it. */
function unmarked(example: ExampleText, change: (text: string) => string): ExampleFiles {
  const files = Object.fromEntries(exampleFiles(example).map(({ path, text }) => [path, change(text)]));
  return typeof example === 'string' ? { files } : { ...example, files };
}

function apply(example: ExampleFiles, findings: readonly Finding[], edits: readonly Edit[]): ExampleFiles {
  const changed = findings.map(({ source }) => [source.path, applyEdits(source, edits)]);
  return { ...example, files: { ...example.files, ...Object.fromEntries(changed) } };
}

/** What `--fix=all` makes of an example: the fixes that aren't suggestions, until there are none. */
function mended(rule: Rule, example: ExampleFiles, passes = 5): ExampleFiles {
  const { findings } = lintExample(rule, example, rules);
  const fixes = findings.flatMap(({ fixes }) => fixes.filter(({ safety }) => safety !== 'suggestion'));
  if (fixes.length === 0) return example;
  expect(passes, 'fixing comes to an end').toBeGreaterThan(0);
  return mended(
    rule,
    apply(
      example,
      findings,
      fixes.flatMap(({ edits }) => edits),
    ),
    passes - 1,
  );
}

function checkFixes(rule: Rule, { bad, good, fixed }: Example, change: (text: string) => string) {
  if (bad === undefined) return;
  const before = unmarked(bad, change);
  const after = mended(rule, before);
  if (after === before) {
    expect(fixed, 'an example says what a fix makes of it, but the rule offers none').toBeUndefined();
    return;
  }
  expect(after.files).toEqual(unmarked(fixed ?? good ?? '', change).files);
}

function places(findings: readonly Finding[]): string[] {
  return findings.map(({ source, span }) => `${source.path}:${span.start}`);
}

/** Where the finding's place is after the edits. */
function placeAfter({ source, span }: Finding, edits: readonly Edit[]): string {
  const shifts = edits
    .filter((edit) => edit.source === source && edit.span.end <= span.start)
    .map((edit) => edit.text.length - (edit.span.end - edit.span.start));
  return `${source.path}:${shifts.reduce((sum, shift) => sum + shift, span.start)}`;
}

/** One finding lists many fields there, and its safe fix takes out only those that the server owns. */
const LISTS_FIELDS = 'live-fields-in-source';

/** Each fix and suggestion alone ends its finding, makes no other of the same rule, and leaves a text that reads. */
function checkEachFix(rule: Rule, bad: ExampleText, change: (text: string) => string) {
  const before = unmarked(bad, change);
  const { findings } = lintExample(rule, before, rules);
  for (const finding of findings) {
    const automatic = finding.fixes.filter(({ safety }) => safety !== 'suggestion');
    expect(automatic.length).toBeLessThanOrEqual(1);
    expect(finding.fixes.length).toBeLessThanOrEqual(3);
    for (const { title, safety, edits } of finding.fixes) {
      const after = apply(before, findings, edits);
      for (const text of Object.values(after.files))
        for (const part of readStream(text))
          for (const { problems } of part.read()) expect(problems, `${title}\n${text}`).toEqual([]);
      const others = findings.filter((other) => other !== finding).map((other) => placeAfter(other, edits));
      if (rule.id === LISTS_FIELDS && safety === 'safe') continue;
      const left = places(lintExample(rule, after, rules).findings).filter((place) => {
        const at = others.indexOf(place);
        if (at >= 0) others.splice(at, 1);
        return at < 0;
      });
      expect(left, `${title}\n${Object.values(after.files).join('\n')}`).toEqual([]);
    }
  }
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
        if (example.bad === undefined) continue;
        it(`example ${at + 1} is mended as it says ${name}`, () => checkFixes(rule, example, change));
        it(`each fix of example ${at + 1} ends its finding ${name}`, () =>
          checkEachFix(rule, example.bad ?? '', change));
      }
    });
  });
}
