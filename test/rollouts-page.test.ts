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

function findingsOn(yaml: string) {
  const source = new Source('rollout.yaml', yaml);
  return lint({ inputs: [{ source, origin: 'walked', target: true }], rules }).findings;
}

/** The rules of some categories that report something, each once and in order. */
function reportedOn(yaml: string, categories: readonly string[]) {
  const reported = new Set(findingsOn(yaml).map(({ rule }) => rule));
  return rules
    .filter(({ id, category }) => reported.has(id) && categories.includes(category))
    .map(({ id }) => id)
    .sort();
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
    expect(reportedOn(yaml, ['syntax'])).toEqual([]);
    expect(reportedOn(yaml, CATEGORIES)).toEqual(
      linksIn(said)
        .map(({ file }) => file)
        .sort(),
    );
  });
});
