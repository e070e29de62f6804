// The examples of docs/rollouts.md say which findings they get; these are the findings.

import { existsSync, readFileSync } from 'node:fs';
import rules from 'rollsafe:rules';
import { describe, expect, it } from 'vitest';
import { lint } from '../src/core/lint.ts';
import { Source } from '../src/core/source.ts';

const page = readFileSync(new URL('../docs/rollouts.md', import.meta.url), 'utf8');

const CATEGORIES = [
  'canary',
  'traffic-routing',
  'blue-green',
  'workload-ref',
  'analysis',
  'strategy',
  'selectors',
];

interface PageExample {
  /** Of the fence, for the name of the test. */
  readonly line: number;
  readonly yaml: string;
  /** What follows `rollsafe: `. */
  readonly said: string;
}

const LINK = /\[([\w-]+)\]\(rules\/([\w-]+)\.md\)/g;
const VERDICT = /^(?:nothing|\[[\w-]+\]\(rules\/[\w-]+\.md\)(?:, \[[\w-]+\]\(rules\/[\w-]+\.md\))*)$/;

const examples = [...page.matchAll(/^```yaml\n([\s\S]*?)^```\n+rollsafe: (.*)$/gm)].map(
  ({ index, 1: yaml = '', 2: said = '' }): PageExample => ({
    line: page.slice(0, index).split('\n').length,
    yaml,
    said,
  }),
);

function linksIn(text: string) {
  return [...text.matchAll(LINK)].map(([, name = '', file = '']) => ({ name, file }));
}

/** The rules of the page's categories that report something, each once and in order. */
function reportedOn(yaml: string) {
  const source = new Source('rollout.yaml', yaml);
  const { findings } = lint({ inputs: [{ source, origin: 'walked', target: true }], rules });
  const reported = new Set(findings.map(({ rule }) => rule));
  return rules
    .filter(({ id, category }) => reported.has(id) && CATEGORIES.includes(category))
    .map(({ id }) => id)
    .sort();
}

/** Findings of the `syntax` category would mean that the rest was not read as it stands. */
function unreadIn(yaml: string) {
  const source = new Source('rollout.yaml', yaml);
  const { findings } = lint({ inputs: [{ source, origin: 'walked', target: true }], rules });
  const syntax = new Set(rules.filter(({ category }) => category === 'syntax').map(({ id }) => id));
  return findings.filter(({ rule }) => syntax.has(rule)).map(({ message }) => message);
}

describe('docs/rollouts.md', () => {
  it('has examples, each with its findings', () => {
    expect(examples.length).toBeGreaterThanOrEqual(12);
    expect(page.match(/^```yaml$/gm)).toHaveLength(examples.length);
    expect(page.match(/^rollsafe: /gm)).toHaveLength(examples.length);
  });

  it('names categories that exist', () => {
    const known = new Set(rules.map(({ category }) => category));
    expect(CATEGORIES.filter((category) => !known.has(category))).toEqual([]);
  });

  it('links to pages of rules that exist', () => {
    const links = linksIn(page);
    expect(links.filter(({ name, file }) => name !== file)).toEqual([]);
    const missing = links.filter(
      ({ file }) => !existsSync(new URL(`../docs/rules/${file}.md`, import.meta.url)),
    );
    expect(missing).toEqual([]);
  });

  it.each(examples)('reports what it says on the example in line $line', ({ yaml, said }) => {
    expect(said).toMatch(VERDICT);
    expect(unreadIn(yaml)).toEqual([]);
    expect(reportedOn(yaml)).toEqual(
      linksIn(said)
        .map(({ file }) => file)
        .sort(),
    );
  });
});
