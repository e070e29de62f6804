// What holds for the terminal output whatever is in the files: nothing of them is obeyed by the terminal, no line is
// too wide, carets stand under what they mean, and it is quick.
import fc from 'fast-check';
import stringWidth from 'fast-string-width';
import { describe, expect, it } from 'vitest';
import { pretty } from '../../src/reporters/pretty.ts';
import { finding, OPTIONS, object, related, reportOf, Source, withoutCodes } from './findings.ts';

const EMOJI = new RegExp('\\p{RGI_Emoji}', `${'v'}g`);
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u00A0\u2003\u3000]/u;

const piece = fc.oneof(
  fc.constantFrom(
    'kind: Deployment',
    'a',
    ' ',
    '  ',
    '- ',
    ':',
    '---',
    '`',
    '|',
    '…',
    'k8s/web.yaml',
    'x'.repeat(90),
  ),
  fc.constantFrom(
    '\t',
    '\n',
    '\r\n',
    '\r',
    '\x1b[31m',
    '\x1b]8;;http://x\x07',
    '\x9b2J',
    '\x00',
    '\x7f',
    '\x85',
    '\uFEFF',
  ),
  fc.constantFrom(
    '\u202E',
    '\u2066',
    '\u200B',
    '\u200D',
    '\u2028',
    '\u00AD',
    '\u00A0',
    '\u3000',
    '\uDC00',
    '\u{E0041}',
  ),
  fc.constantFrom(
    '漢',
    '日本語',
    'ｗ',
    '한',
    '\u1100\u1161',
    'é',
    'e\u0301',
    '\u0301',
    'नि',
    '🚀',
    '👩‍💻',
    '🇩🇪',
    '🇩',
    '❤️',
    '#️⃣',
    '\u20E3',
  ),
  fc.string({ unit: 'binary', maxLength: 4 }),
  fc.string({ unit: 'grapheme', maxLength: 8 }),
);
const hostile = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''));
const short = fc.array(piece, { maxLength: 2 }).map((pieces) => pieces.join('').slice(0, 3));
const offset = fc.oneof(fc.nat(200), fc.integer(), fc.double());
const span = fc.record({ start: offset, end: offset });
const source = fc.tuple(short, hostile).map(([path, text]) => new Source(`k${path}`, text));

const report = fc.array(source, { minLength: 1, maxLength: 3 }).chain((sources) => {
  const place = fc.record({ source: fc.constantFrom(...sources), span, message: hostile });
  const fix = fc.record({
    title: hostile,
    safety: fc.constantFrom('safe', 'unsafe', 'suggestion'),
    edits: fc.constant([]),
  });
  const one = fc.record({
    rule: fc.oneof(fc.constant('max-unavailable-outage'), hostile),
    severity: fc.constantFrom('error', 'warning', 'info'),
    message: hostile,
    source: fc.constantFrom(...sources),
    span,
    resource: fc.oneof(
      fc.constant(undefined),
      fc.tuple(short, short).map(([kind, name]) => object(kind, name)),
      fc.constant(object('Secret', 'db')),
    ),
    path: fc.constant(''),
    related: fc.array(place, { maxLength: 9 }),
    fixes: fc.array(fix, { maxLength: 2 }),
  });
  return fc.array(one, { maxLength: 5 }).map((findings) => reportOf(findings));
});

describe('whatever the files hold', { timeout: 60_000 }, () => {
  it('nothing is obeyed or hidden by the terminal, and no line is too wide', () => {
    const width = fc.oneof(fc.integer({ min: 40, max: 120 }), fc.constantFrom(80, 0, -1, Number.NaN, 39.5));
    fc.assert(
      fc.property(report, width, (report, width) => {
        const text = pretty(report, { ...OPTIONS, width, milliseconds: 38 });
        expect(text.endsWith('\n')).toBe(true);
        const lines = text.slice(0, -1).split('\n');
        expect(lines.filter((line) => UNSEEN.test(line.replaceAll(EMOJI, '')))).toEqual([]);
        const room = Math.max(Math.trunc(width) || 0, 40);
        expect(lines.filter((line) => stringWidth(line) > room)).toEqual([]);
        expect(withoutCodes(pretty(report, { ...OPTIONS, width, milliseconds: 38, color: true }))).toBe(text);
      }),
      { numRuns: 300 },
    );
  });

  it('carets stand under what they mean', () => {
    const inLine = hostile.map((text) => text.replaceAll('\n', ''));
    fc.assert(
      fc.property(inLine, inLine, fc.integer({ min: 40, max: 120 }), (before, after, width) => {
        const source = new Source('a.yaml', `${before}MARK${after}`);
        const lines = pretty(reportOf([finding(source, 'MARK')]), { ...OPTIONS, width }).split('\n');
        const row = lines.findIndex((line) => line.startsWith('1 | '));
        const line = lines[row] ?? '';
        expect(lines[row + 1]).toBe(
          `  |${' '.repeat(stringWidth(line.slice(0, line.indexOf('MARK'))) - 3)}^^^^`,
        );
      }),
      { numRuns: 500 },
    );
  });
});

describe('speed', () => {
  /** Milliseconds; the bounds are generous, so that only a wrong order of growth breaks them. */
  function timeOf(text: string, words: readonly string[], count: number): number {
    const source = new Source('k8s/large.yaml', text);
    const ends = words.map((word) => related(source, word, 'the other one'));
    const findings = Array.from({ length: count }, (_, at) => {
      const start = Math.floor((at * text.length) / count);
      return finding(source, '', {
        span: { start, end: start + 7 },
        related: ends,
        message: `finding ${at}`,
      });
    });
    const start = performance.now();
    pretty(reportOf(findings), OPTIONS);
    return performance.now() - start;
  }
  const lines = (line: string) => Array.from({ length: 20_000 }, (_, at) => `${line} ${at}\n`).join('');

  it.each([
    ['manifests', lines('      - name: web # one of many'), 10_000],
    ['wide letters', lines('      - name: 日本語のラベル # 🚀'), 3000],
    ['Secrets', `kind: Secret\nstringData:\n${lines('  key: value')}`, 10_000],
    ['a line of five million characters', `[${'"item", '.repeat(600_000)}]`, 1000],
    ['a Secret in such a line', `{"kind": "Secret", "data": [${'"item", '.repeat(600_000)}]}`, 1000],
  ])('%s', { timeout: 60_000 }, (_, text, count) => {
    expect(timeOf(text, [text.slice(-9)], count)).toBeLessThan(10_000);
  });
});
