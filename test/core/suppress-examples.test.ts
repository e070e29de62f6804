// A suppression at any finding of the rules' examples takes out that finding, no other place's, and is never remarked on.
import texts from 'rollsafe:rule-texts';
import rules from 'rollsafe:rules';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exampleFiles } from '../../src/core/example.ts';
import type { Finding } from '../../src/core/finding.ts';
import { lint } from '../../src/core/lint.ts';
import type { ExampleText, Rule } from '../../src/core/rule.ts';
import { NO_SETTING } from '../../src/core/settings.ts';
import { Source } from '../../src/core/source.ts';

const remarks = rules.filter(({ id }) => id.includes('suppression'));

type Files = Readonly<Record<string, string>>;

function run(rule: Rule, example: ExampleText, files: Files) {
  const { targets, closed, options } = typeof example === 'string' ? {} : { ...example };
  const inputs = Object.entries(files).map(([path, text]) => ({
    source: new Source(path, text),
    origin: closed === false ? ('named' as const) : ('walked' as const),
    target: targets?.includes(path) ?? true,
  }));
  const setting = { ...NO_SETTING, options: options ?? {} };
  const settings = { advice: true, requireReasons: true, ruleFor: () => setting };
  return lint({ inputs, rules: [rule, ...remarks], settings, today: '2027-03-01' });
}

function lineOf({ source, span }: Finding): number {
  return source.position(span.start).line;
}

/** Every finding that may be ignored, of every example. */
const places = rules.flatMap((rule) => {
  if (rule.category === 'syntax') return [];
  const examples = texts[rule.id]?.examples.flatMap(({ bad }) => bad ?? []) ?? [];
  return examples.flatMap((example) => {
    const files = Object.fromEntries(exampleFiles(example).map(({ path, text }) => [path, text]));
    const { findings } = run(rule, example, files);
    return findings.map((finding) => ({
      rule,
      example,
      files,
      findings,
      path: finding.source.path,
      line: lineOf(finding),
    }));
  });
});

const VARIANTS = [
  (text: string) => text,
  (text: string) => text.replaceAll('\n', '\r\n'),
  (text: string) => `\uFEFF${text}`,
  (text: string) => text.trimEnd(),
];

/** The lines of a block that begins with a dash or at the top of a document, else the line alone. */
function blockAt(lines: readonly string[], line: number): number[] {
  const first = lines[line] ?? '';
  const above = lines.slice(0, line).findLast((text) => /^[^#\s]/.test(text)) ?? '---';
  const isTop = above.startsWith('---') && /^[^\s-]/.test(first);
  if (!isTop && !/^\s*- /.test(first)) return [line];
  const indent = isTop ? -1 : first.search(/\S/);
  const length = lines
    .slice(line + 1)
    .findIndex((text) => text.startsWith('---') || (text.trim() !== '' && text.search(/\S/) <= indent));
  return Array.from({ length: (length < 0 ? lines.length - line - 1 : length) + 1 }, (_, at) => line + at);
}

test('examples have findings to ignore', () => {
  expect(places.length).toBeGreaterThan(100);
});

test('behind the line', () => {
  fc.assert(
    fc.property(fc.constantFrom(...places), fc.constantFrom(...VARIANTS), (place, change) => {
      const { rule, example, files, findings, path, line } = place;
      const lines = (files[path] ?? '').split('\n');
      const text = lines.with(line, `${lines[line]} # rollsafe-ignore ${rule.id} -- known`).join('\n');
      const after = run(rule, example, { ...files, [path]: change(text) });
      const isMeant = (finding: Finding) => finding.source.path === path && lineOf(finding) === line;
      expect(after.findings.map((finding) => said(finding))).toEqual(
        findings.filter((finding) => !isMeant(finding)).map((finding) => said(finding)),
      );
      expect(after.suppressed.map((finding) => said(finding))).toEqual(
        findings.filter(isMeant).map((finding) => said(finding)),
      );
    }),
    { numRuns: 1000 },
  );
});

test('above the line', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...places),
      fc.constantFrom(...VARIANTS),
      fc.nat(3),
      (place, change, blanks) => {
        const { rule, example, files, findings, path, line } = place;
        const lines = (files[path] ?? '').split('\n');
        const comment = [
          `${' '.repeat(blanks)}# rollsafe-ignore ${rule.id} -- known`,
          ...Array(blanks).fill(''),
        ];
        const text = lines.toSpliced(line, 0, ...comment).join('\n');
        const after = run(rule, example, { ...files, [path]: change(text) });
        const block = blockAt(lines, line);
        const isMeant = (finding: Finding) => finding.source.path === path && block.includes(lineOf(finding));
        const back = (finding: Finding) =>
          said(finding, finding.source.path === path ? line : Infinity, comment.length);
        expect(after.findings.map(back)).toEqual(
          findings.filter((finding) => !isMeant(finding)).map((f) => said(f)),
        );
        expect(after.suppressed.map(back)).toEqual(findings.filter(isMeant).map((f) => said(f)));
      },
    ),
    { numRuns: 1000 },
  );
});

/** A finding with its line, which has moved down by `by` where it was below `from`. */
function said(finding: Finding, from = Infinity, by = 0): string {
  const line = lineOf(finding);
  return `${finding.source.path}:${line >= from ? line - by : line} ${finding.rule} ${finding.message}`;
}
