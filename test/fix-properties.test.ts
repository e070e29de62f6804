// What holds of fixes on any manifest: the examples of the rules, thrown together and written in other ways.

import texts from 'rollsafe:rule-texts';
import rules from 'rollsafe:rules';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { exampleFiles } from '../src/core/example.ts';
import type { Finding } from '../src/core/finding.ts';
import type { Input } from '../src/core/index/bundle.ts';
import { lint } from '../src/core/lint.ts';
import { Node } from '../src/core/node.ts';
import { defaultSettings } from '../src/core/settings.ts';
import { Source, type Span } from '../src/core/source.ts';
import { readStream, type YamlNode } from '../src/core/yaml/index.ts';
import { nodesOf } from './core/yaml/nodes.ts';
import { firstStepFaults, mendChecked } from './fixing.ts';

const settings = { ...defaultSettings, advice: true };
const run = (inputs: readonly Input[]) => lint({ inputs, rules, settings, today: '2026-01-01' });

/** The files of every example; those with something to fix more often than their number. */
const ALL = Object.values(texts).flatMap(({ examples }) =>
  examples.flatMap(({ bad, good }) =>
    [bad, good].flatMap((example) =>
      example === undefined ? [] : exampleFiles(example).map(({ text }) => text.trimStart()),
    ),
  ),
);
const inputOf = (text: string, at = 0): Input => ({
  source: new Source(`${at}.yaml`, text),
  origin: 'walked',
  target: true,
});
const isFixable = ({ fixes }: Finding) => fixes.some(({ safety }) => safety !== 'suggestion');
const FIXABLE = ALL.filter((text) => run([inputOf(text)]).findings.some(isFixable));

/** A way to write a text anew; the numbers in it say where. */
type Change = (text: string) => string;

const place = fc.nat({ max: 1_000_000 });
const values = (text: string): YamlNode[] =>
  readStream(text).flatMap((part) => part.read().flatMap(({ root }) => (root ? nodesOf(root) : [])));
const pick = <T>(items: readonly T[], at: number): T | undefined => items[at % items.length];
const replaced = (text: string, { start, end }: { start: number; end: number }, by: string) =>
  text.slice(0, start) + by + text.slice(end);

const WORDS = [
  '0',
  '"0"',
  'null',
  '~',
  '',
  'true',
  "'x: y'",
  '[]',
  '{}',
  '[a, {b: 1}]',
  '"8080"',
  '100%',
  '1d',
  ' *x',
  '&x 1',
];

/** The entries of a map with their keys, as they are written. */
function entries(text: string, map: YamlNode | undefined): Span[] {
  if (map?.kind !== 'map') return [];
  return map.entries
    .filter(({ alias }) => !alias)
    .map(({ keySpan: { start }, value }) => ({
      start,
      end: start + text.slice(start, value.end).trimEnd().length,
    }));
}

function contains(outer: Span, inner: Span): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

function swapped(text: string, one: Span, other: Span): string {
  const [front, back] = one.start < other.start ? [one, other] : [other, one];
  if (front.end > back.start) return text;
  return replaced(
    replaced(text, back, text.slice(front.start, front.end)),
    front,
    text.slice(back.start, back.end),
  );
}

const changes: fc.Arbitrary<Change>[] = [
  fc.tuple(place, fc.boolean()).map(([at, first]) => (text) => {
    const edits = run([inputOf(text)]).findings.flatMap(({ fixes }) => fixes.flatMap((fix) => fix.edits));
    const span = pick(edits, at)?.span;
    if (!span) return text;
    const maps = values(text).map((map) => entries(text, map));
    const removed = maps.find((all) => all.some((entry) => contains(span, entry)));
    const all = removed ?? maps.findLast((some) => some.some((entry) => contains(entry, span))) ?? [];
    const one = all.find((entry) => contains(span, entry) || contains(entry, span));
    const other = first ? all[0] : all.at(-1);
    return one && other ? swapped(text, one, other) : text;
  }),
  fc.tuple(place, fc.constantFrom(...WORDS)).map(([at, word]) => (text) => {
    const value = pick(
      values(text).filter(({ kind }) => kind === 'scalar'),
      at,
    );
    return value ? replaced(text, value, word) : text;
  }),
  fc.tuple(place, place).map(([at, other]) => (text) => {
    const all = values(text).filter(({ start, end }) => !text.slice(start, end).includes('\n'));
    const [one, two] = [pick(all, at), pick(all, other)];
    return one && two ? replaced(text, one, text.slice(two.start, two.end)) : text;
  }),
  fc.tuple(place, place).map(([at, other]) => (text) => {
    const all = values(text).filter(
      ({ start, end }) => end > start && !text.slice(start, end).includes('\n'),
    );
    const [one, two] = [pick(all, at), pick(all, other)];
    if (!one || !two || one.end > two.start) return text;
    return replaced(replaced(text, two, '*shared'), one, `&shared ${text.slice(one.start, one.end)}`);
  }),
  fc.tuple(place, fc.constantFrom(' # 😀', '  # note: {x}', '\t# ]', '   ')).map(([at, tail]) => (text) => {
    const lines = text.split('\n');
    return lines.map((line, index) => (index === at % lines.length ? line + tail : line)).join('\n');
  }),
  fc.tuple(place, fc.constantFrom('# 😀 a: [', '', '    # deeper', '  ')).map(([at, line]) => (text) => {
    const lines = text.split('\n');
    return [...lines.slice(0, at % lines.length), line, ...lines.slice(at % lines.length)].join('\n');
  }),
  fc.constant((text) =>
    text.replace(/^( *)(.)/gm, (_, blanks: string, first: string) => blanks + blanks + first),
  ),
  fc.tuple(fc.constantFrom(undefined, 2, '\t'), fc.boolean()).map(([indent, spread]) => (text) => {
    const roots = readStream(text).flatMap((part) => part.read().flatMap(({ root }) => root ?? []));
    const source = new Source('x', text);
    const json = roots.map((root) => JSON.stringify(Node.root(source, root).value, numbers, indent));
    return spread ? json.map((one) => `---\n${one.replaceAll('\t', '  ')}\n`).join('') : json.join('\n');
  }),
];

function numbers(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? Number(value) : value;
}

const LAST: Change[] = [
  (text) => text,
  (text) => text.replaceAll('\n', '\r\n'),
  (text) => `\uFEFF${text}`,
  (text) => text.trimEnd(),
  (text) => `\uFEFF${text.replaceAll('\n', '\r\n').trimEnd()}`,
];

const manifest = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...FIXABLE) }, fc.constantFrom(...ALL));
const written = fc
  .tuple(
    fc.array(manifest, { minLength: 1, maxLength: 3 }),
    fc.array(fc.oneof(...changes), { maxLength: 4 }),
    fc.constantFrom(...LAST),
  )
  .map(([documents, ways, last]) => last(ways.reduce((text, way) => way(text), documents.join('---\n'))));
const inputs = fc
  .array(fc.tuple(written, fc.boolean()), { minLength: 1, maxLength: 3 })
  .map((files) => files.map(([text, other], at) => ({ ...inputOf(text, at), target: at === 0 || !other })));

it('all of them: one step after the other says what it does, and comes to an end', () => {
  let fixed = 0;
  fc.assert(
    fc.property(inputs, (project) => {
      const { mended, faults } = mendChecked(project, run);
      expect(faults).toEqual([]);
      fixed += mended.changeSets.length;
    }),
    { numRuns: 300 },
  );
  expect(fixed).toBeGreaterThan(100);
});

it('suggestions too, as if they were fixes: one step says what it does', () => {
  const willing = (texts: readonly Input[]) => {
    const report = run(texts);
    const findings = report.findings.map((finding) => ({
      ...finding,
      fixes: finding.fixes.map((fix) => ({ ...fix, safety: 'unsafe' as const })),
    }));
    return { ...report, findings };
  };
  fc.assert(
    fc.property(inputs, (project) => {
      expect(firstStepFaults(project, willing)).toEqual([]);
    }),
    { numRuns: 300 },
  );
});
