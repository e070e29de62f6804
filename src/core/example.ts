/** The examples of a rule: marked texts made into inputs, and what the rule says of them. */

import type { Report, Severity } from './finding.ts';
import type { Input } from './index/bundle.ts';
import { lint } from './lint.ts';
import type { ExampleText, Rule } from './rule.ts';
import { NO_SETTING } from './settings.ts';
import { Source } from './source.ts';

/** A mark `# <--` at the end of a line: a finding starts on it, or (`related`) a finding points to it. */
export interface Mark {
  /** Zero-based. */
  readonly line: number;
  readonly kind: 'finding' | 'related';
  /** The severity that the finding must have, where the mark names one. */
  readonly severity: Severity | undefined;
}

export interface ExampleFile {
  readonly path: string;
  /** The text without its marks. */
  readonly text: string;
  readonly marks: readonly Mark[];
}

const MARK = /[ \t]*# <--(?: (error|warning|info|related))?[ \t]*$/;

/** The files of an example, marks taken out. */
export function exampleFiles(example: ExampleText): ExampleFile[] {
  const files = typeof example === 'string' ? { 'manifest.yaml': example } : example.files;
  return Object.entries(files).map(([path, text]) => ({ path, ...takeMarks(text) }));
}

function takeMarks(text: string): Pick<ExampleFile, 'text' | 'marks'> {
  const marks: Mark[] = [];
  const lines = text.split('\n').map((content, line) => {
    const match = MARK.exec(content);
    if (!match) return content;
    const word = match[1];
    if (word === 'related') marks.push({ line, kind: 'related', severity: undefined });
    else marks.push({ line, kind: 'finding', severity: word as Severity | undefined });
    return content.slice(0, match.index);
  });
  return { text: lines.join('\n'), marks };
}

/** The day on which examples are read. */
const EXAMPLE_DAY = '2026-01-01';

/**
 * What one rule says of an example. `rules` are all there are: what the `syntax` group says may depend on what the others
 * do. `change` may rewrite each text first.
 */
export function lintExample(
  rule: Rule,
  example: ExampleText,
  rules: readonly Rule[],
  change = (text: string) => text,
): Report {
  const isSyntax = rule.category === 'syntax';
  const { targets, closed, options } = typeof example === 'string' ? {} : { ...example };
  const inputs: Input[] = exampleFiles(example).map(({ path, text }) => ({
    source: new Source(path, change(text)),
    origin: closed === false ? 'named' : isSyntax ? 'stream' : 'walked',
    target: targets?.includes(path) ?? true,
  }));
  const setting = { ...NO_SETTING, options: options ?? {} };
  const settings = {
    advice: true,
    requireReasons: rule.id === 'suppression-without-reason',
    ruleFor: (id: string) => (id === rule.id ? setting : NO_SETTING),
  };
  const report = lint({ inputs, rules: isSyntax ? rules : [rule], settings, today: EXAMPLE_DAY });
  const own = new Set([rule.id, 'internal-error']);
  return { ...report, findings: report.findings.filter((finding) => own.has(finding.rule)) };
}
