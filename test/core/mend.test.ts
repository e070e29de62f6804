// Fixes applied up to the fixed point, with rules made for it: an edit is exact text in, exact text out.
import { describe, expect, it } from 'vitest';
import { chooseFixes, editsOf } from '../../src/core/choose-fixes.ts';
import type { Finding, Report } from '../../src/core/finding.ts';
import { applyEdits, type Edit, type Fix } from '../../src/core/fix.ts';
import type { Input } from '../../src/core/index/bundle.ts';
import { mend } from '../../src/core/mend.ts';
import { Source } from '../../src/core/source.ts';

const input = (path: string, text: string, target = true): Input => ({
  source: new Source(path, text),
  origin: 'walked',
  target,
});

/** Replaces offsets `start` to `end`. */
const edit = (source: Source, start: number, end: number, text: string): Edit => ({
  source,
  span: { start, end },
  text,
});

const fix = (edits: readonly Edit[], safety: Fix['safety'] = 'safe'): Fix => ({ title: 'x', safety, edits });

const finding = (source: Source, fixes: readonly Fix[], more: Partial<Finding> = {}): Finding => ({
  rule: 'some-rule',
  severity: 'warning',
  message: '',
  source,
  span: { start: 0, end: 0 },
  resource: { apiVersion: 'v1', kind: 'Pod', namespace: undefined, name: 'x' },
  path: '',
  related: [],
  fixes,
  ...more,
});

const report = (findings: readonly Finding[]): Report => ({
  findings,
  suppressed: [],
  counts: { files: 0, documents: 0, resources: 0 },
});

/** Finds each of the words, and offers to replace it. */
type Words = Readonly<Record<string, string>>;
const wordRule =
  (words: Words, safety: Fix['safety'] = 'safe') =>
  ({ source }: Input): Finding[] =>
    Object.entries(words).flatMap(([word, by]) => {
      const at = source.text.indexOf(word);
      return at < 0
        ? []
        : [
            finding(source, [fix([edit(source, at, at + word.length, by)], safety)], {
              rule: `${word}-rule`,
            }),
          ];
    });

type InputRule = (input: Input, all: readonly Input[]) => Finding[];
const mendWith = (inputs: readonly Input[], ...rules: InputRule[]) => {
  let runs = 0;
  const mended = mend({
    inputs,
    wants: () => true,
    lint: (texts) => {
      runs++;
      return report(texts.flatMap((one) => rules.flatMap((rule) => rule(one, texts))));
    },
  });
  return { ...mended, runs, texts: mended.inputs.map(({ source }) => source.text) };
};

describe('the choice of one pass', () => {
  const source = new Source('a.yaml', '0123456789');
  const all = { wants: () => true, mayEdit: () => true };
  const choose = (...fixes: Fix[]) =>
    chooseFixes(
      fixes.map((one) => finding(source, [one])),
      all,
    ).map((chosen) => fixes.indexOf(chosen.fix));
  const one = (start: number, end: number, text = '') => fix([edit(source, start, end, text)]);

  it.each<[string, Fix[], number[]]>([
    ['apart', [one(0, 2), one(5, 7)], [0, 1]],
    ['side by side', [one(0, 2), one(2, 4)], [0, 1]],
    ['overlapping', [one(0, 3), one(2, 4)], [0]],
    ['one inside the other', [one(0, 9), one(2, 4)], [0]],
    ['three in a chain: the third goes with the first', [one(0, 3), one(2, 5), one(4, 6)], [0, 2]],
    ['equal', [one(0, 3, 'x'), one(0, 3, 'x')], [0, 1]],
    ['the same span and other texts', [one(0, 3, 'x'), one(0, 3, 'y')], [0]],
    ['equal insertions', [one(3, 3, 'x'), one(3, 3, 'x')], [0, 1]],
    ['other insertions at a place', [one(3, 3, 'x'), one(3, 3, 'y')], [0]],
    ['an insertion where a replacement begins', [one(3, 5, 'x'), one(3, 3, 'y')], [0]],
    ['an insertion where a replacement ends', [one(3, 5, 'x'), one(5, 5, 'y')], [0]],
    ['one that changes nothing', [one(3, 5, '34')], []],
    ['one that overlaps itself', [fix([edit(source, 0, 3, ''), edit(source, 2, 4, '')])], []],
    ['no edits', [fix([])], []],
  ])('%s', (_, fixes, chosen) => {
    expect(choose(...fixes)).toEqual(chosen);
  });

  it('is the whole fix or nothing of it', () => {
    const both = fix([edit(source, 0, 1, 'x'), edit(source, 4, 6, 'y')]);
    expect(choose(one(5, 7), both)).toEqual([0]);
    expect(choose(both, one(5, 7))).toEqual([0]);
  });

  it('counts equal edits once, also insertions', () => {
    const chosen = chooseFixes(
      [one(3, 3, 'x'), one(3, 3, 'x'), one(0, 1, 'z'), one(0, 1, 'z')].map((each) => finding(source, [each])),
      all,
    );
    expect(chosen).toHaveLength(4);
    expect(applyEdits(source, editsOf(chosen))).toBe('z12x3456789');
  });

  it('is one fix of a finding, the safe one, and never a suggestion', () => {
    const [unsafe, safe, other] = [
      fix([edit(source, 0, 1, 'u')], 'unsafe'),
      fix([edit(source, 2, 3, 's')]),
      fix([edit(source, 4, 5, 't')]),
    ];
    const suggestion = fix([edit(source, 6, 7, 'p')], 'suggestion');
    const of = (...fixes: Fix[]) => chooseFixes([finding(source, fixes)], all).map((chosen) => chosen.fix);
    expect(of(unsafe, safe, other)).toEqual([safe]);
    expect(of(suggestion, unsafe)).toEqual([unsafe]);
    expect(of(suggestion)).toEqual([]);
  });

  it('stays where edits are allowed, and to what is wanted', () => {
    const closed = new Source('b.yaml', 'text');
    const across = fix([edit(source, 0, 1, 'x'), edit(closed, 0, 1, 'x')]);
    const only = { ...all, mayEdit: (candidate: Source) => candidate === source };
    expect(chooseFixes([finding(source, [across])], only)).toEqual([]);
    const grave = { ...all, wants: (_: Fix, { severity }: Finding) => severity === 'error' };
    const findings = [finding(source, [one(0, 1)]), finding(source, [one(4, 5)], { severity: 'error' })];
    expect(chooseFixes(findings, grave).map((chosen) => chosen.finding)).toEqual([findings[1]]);
  });
});

describe('mending', () => {
  it('changes nothing where there is nothing to mend, and looks once', () => {
    const inputs = [input('a.yaml', 'good'), input('b.yaml', 'good')];
    const mended = mendWith(inputs, wordRule({ bad: 'good' }));
    expect(mended).toMatchObject({ changeSets: [], refusals: [], runs: 1 });
    expect(mended.inputs).toEqual(inputs);
  });

  it('goes on with what the last pass brought up, and with what had to wait', () => {
    const rule = wordRule({ one: 'two', two: 'three', 'e x': 'e y' });
    const mended = mendWith([input('a.yaml', '\uFEFFone x\r\n😀 one')], rule);
    expect(mended.texts).toEqual(['\uFEFFthree y\r\n😀 three']);
    expect(mended.report.findings).toEqual([]);
    expect(mended.refusals).toEqual([]);
  });

  it('is at its end: again, nothing changes', () => {
    const rule = wordRule({ one: 'two', two: 'three' });
    const once = mendWith([input('a.yaml', 'one')], rule);
    expect(mendWith(once.inputs, rule)).toMatchObject({ changeSets: [], runs: 1 });
  });

  it('tells what changed, from which text, by which rules, and how many findings that mends', () => {
    const inputs = [input('a.yaml', 'one'), input('b.yaml', 'fine'), input('c.yaml', 'two')];
    const { changeSets } = mendWith(inputs, wordRule({ one: 'two', two: 'three' }));
    expect(changeSets).toEqual([
      {
        changes: [{ source: inputs[0]?.source, text: 'three', rules: ['one-rule', 'two-rule'] }],
        findings: 2,
      },
      { changes: [{ source: inputs[2]?.source, text: 'three', rules: ['two-rule'] }], findings: 1 },
    ]);
  });

  it('keeps paths, locations and whatever else an input says', () => {
    const source = new Source('a.yaml', 'one', '/x/a.yaml');
    const [mended] = mendWith(
      [{ source, origin: 'named', target: true, bundle: 'shop' }],
      wordRule({ one: '1' }),
    ).inputs;
    expect(mended).toEqual({
      source: new Source('a.yaml', '1', '/x/a.yaml'),
      origin: 'named',
      target: true,
      bundle: 'shop',
    });
  });

  it('leaves alone what is no target, and fixes that reach into it', () => {
    const across: InputRule = ({ source, target }, all) =>
      target && source.text === 'one'
        ? [finding(source, [fix(all.map((other) => edit(other.source, 0, 1, 'x')))])]
        : [];
    const inputs = [input('a.yaml', 'one'), input('b.yaml', 'one', false)];
    expect(mendWith(inputs, across, wordRule({ ne: 'no' })).texts).toEqual(['ono', 'one']);
  });

  it('puts together what one fix changes, in all passes', () => {
    const pair =
      (from: string, to: string): InputRule =>
      ({ source }, all) => {
        const other = all.find((each) => each.source.path === to)?.source;
        const at = source.text.indexOf('link');
        return source.path === from && other && at >= 0
          ? [finding(source, [fix([edit(source, at, at + 4, 'done'), edit(other, 0, 0, '+')])])]
          : [];
      };
    const inputs = ['a', 'b', 'c', 'd', 'e'].map((path) => input(path, path === 'd' ? 'bad' : 'link'));
    const { changeSets, texts } = mendWith(
      inputs,
      pair('a', 'b'),
      pair('c', 'e'),
      pair('e', 'a'),
      wordRule({ bad: 'good' }),
    );
    expect(texts).toEqual(['+done', '+link', 'done', 'good', '+done']);
    expect(
      changeSets.map(({ changes, findings }) => [changes.map(({ source }) => source.path), findings]),
    ).toEqual([
      [['a', 'b', 'c', 'e'], 3],
      [['d'], 1],
    ]);
  });
});

describe('fixes without an end', () => {
  it('that undo each other leave the file as it was, say whose they are, and hold up no other', () => {
    const inputs = [input('a.yaml', 'ping, bad'), input('b.yaml', 'bad')];
    const mended = mendWith(inputs, wordRule({ ping: 'pong', pong: 'ping', bad: 'good' }));
    expect(mended.texts).toEqual(['ping, bad', 'good']);
    expect(mended.refusals).toEqual([
      { source: inputs[0]?.source, reason: 'endless', rules: ['ping-rule', 'pong-rule'] },
    ]);
    expect(mended.changeSets.map(({ changes }) => changes.map(({ source }) => source.path))).toEqual([
      ['b.yaml'],
    ]);
    expect(mended.report.findings.map(({ rule, source }) => `${source.path} ${rule}`)).toEqual([
      'a.yaml ping-rule',
      'a.yaml bad-rule',
    ]);
  });

  it('name only the rules that go round', () => {
    const inputs = [input('a.yaml', 'start')];
    const { refusals } = mendWith(inputs, wordRule({ start: 'ping', ping: 'pong', pong: 'ping' }));
    expect(refusals.map(({ rules }) => rules)).toEqual([['ping-rule', 'pong-rule']]);
  });

  it('that make ever more leave the file as it was', () => {
    const grow: InputRule = ({ source }) => [finding(source, [fix([edit(source, 0, 0, 'more ')])])];
    const mended = mendWith([input('a.yaml', 'text')], grow);
    expect(mended.texts).toEqual(['text']);
    expect(mended.refusals.map(({ reason, rules }) => [reason, rules])).toEqual([['endless', ['some-rule']]]);
    expect(mended.runs).toBeLessThan(30);
  });

  it('in two files take turns, and both are left', () => {
    const turn =
      (path: string, from: string, to: string): InputRule =>
      ({ source }, all) =>
        source.path === path &&
        all.every((other) => (other.source.text === from) === (other.source.path === path))
          ? [finding(source, [fix([edit(source, 0, 1, to)])])]
          : [];
    const inputs = [input('a', '1'), input('b', '2')];
    const rules = [turn('a', '1', '2'), turn('b', '2', '1'), turn('a', '2', '1'), turn('b', '1', '2')];
    const mended = mendWith(inputs, ...rules);
    expect(mended.texts).toEqual(['1', '2']);
    expect(new Set(mended.refusals.map(({ source }) => source.path)).size).toBe(mended.refusals.length);
  });
});

describe('a fix that breaks a file', () => {
  const unreadable: InputRule = ({ source }) =>
    source.text.includes('{')
      ? [finding(source, [], { resource: undefined, severity: 'error', rule: 'broken' })]
      : [];

  it('is taken back, with all others of the file', () => {
    const inputs = [input('a.yaml', 'bad, one'), input('b.yaml', 'one')];
    const mended = mendWith(inputs, wordRule({ bad: '{', one: 'two' }), unreadable);
    expect(mended.texts).toEqual(['bad, one', 'two']);
    expect(mended.refusals).toEqual([
      { source: inputs[0]?.source, reason: 'breaking', rules: ['bad-rule', 'one-rule'] },
    ]);
  });

  it('is none where the file was broken before', () => {
    const mended = mendWith([input('a.yaml', '{ one')], wordRule({ one: 'two' }), unreadable);
    expect(mended.texts).toEqual(['{ two']);
  });
});
