// What a run says of small manifests in which the words `bad`, `ugly` and `odd` are findings.
import builtIn from 'rollsafe:rules';
import { applyEdits } from '../../src/core/fix.ts';
import { lint } from '../../src/core/lint.ts';
import type { Node } from '../../src/core/node.ts';
import type { Rule } from '../../src/core/rule.ts';
import { NO_SETTING } from '../../src/core/settings.ts';
import { Source } from '../../src/core/source.ts';

const syntax = builtIn.filter(({ category }) => category === 'syntax');

/** Reports each string that begins with a word. */
function ruleAgainst(word: string, severity: Rule['severity'] = 'warning'): Rule {
  const begin = new RegExp(`^${word}(?![\\w-])`);
  return {
    id: `${word}-value`,
    category: 'words',
    summary: '',
    severity,
    resource(resource, { report }) {
      const visit = (node: Node): void => {
        if (begin.test(node.string() ?? '')) report({ at: node, message: word });
        for (const child of [...node.items(), ...node.fields().map(([, value]) => value)]) visit(child);
      };
      visit(resource.root as Node);
    },
  };
}

const words = [ruleAgainst('bad'), ruleAgainst('ugly'), ruleAgainst('odd', 'info')];

export interface Circumstances {
  /** 2027-03-01 when left out. */
  readonly today?: string;
  readonly requireReasons?: boolean;
  readonly advice?: boolean;
  readonly only?: readonly string[];
  readonly off?: readonly string[];
  readonly origin?: 'walked' | 'named' | 'stream';
}

export function run(text: string, circumstances: Circumstances = {}) {
  const { today = '2027-03-01', requireReasons = false, advice = false, origin = 'walked' } = circumstances;
  const { only, off = [] } = circumstances;
  const settings = {
    advice,
    requireReasons,
    ...(only && { only: new Set(only) }),
    ruleFor: (id: string) => (off.includes(id) ? { severity: 'off' as const, options: {} } : NO_SETTING),
  };
  const inputs = [{ source: new Source('a.yaml', text), origin, target: true }];
  return lint({ inputs, rules: [...words, ...syntax], settings, today });
}

/**
 * `2 bad` for a finding on the second line, `2 bad ignored: why` for one that is ignored, and the message of a remark,
 * in the order of the text.
 */
export function said(text: string, circumstances?: Circumstances): string[] {
  const { findings, suppressed } = run(text, circumstances);
  const lines = [
    ...findings.map((finding) => ({ finding, tail: '' })),
    ...suppressed.map((finding) => ({ finding, tail: ` ignored: ${finding.reason}`.trimEnd() })),
  ];
  return lines
    .sort((a, b) => a.finding.span.start - b.finding.span.start)
    .map(
      ({ finding: { source, span, message }, tail }) =>
        `${source.position(span.start).line + 1} ${message}${tail}`,
    );
}

/** The text after all fixes that need no person. */
export function mended(text: string, circumstances?: Circumstances): string {
  const { findings } = run(text, circumstances);
  const fixes = findings.flatMap((finding) => finding.fixes.filter(({ safety }) => safety === 'safe'));
  const source = findings[0]?.source ?? new Source('a.yaml', text);
  return applyEdits(
    source,
    fixes.flatMap(({ edits }) => edits),
  );
}

/** An object with these fields, which begin on its first line. */
export function object(fields: string): string {
  return `${fields.replace(/^\n/, '')}apiVersion: v1\nkind: ConfigMap\n`;
}

/** The same text as other editors save it. */
export const VARIANTS: Readonly<Record<string, (text: string) => string>> = {
  'as written': (text) => text,
  'with CRLF': (text) => text.replaceAll('\n', '\r\n'),
  'with a byte order mark': (text) => `\uFEFF${text}`,
  'without a final newline': (text) => text.trimEnd(),
};
