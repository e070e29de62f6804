// What the texts of rules and the page of coverage say about other rules: readers follow these names.
import { readFileSync } from 'node:fs';
import texts from 'rollsafe:rule-texts';
import rules from 'rollsafe:rules';
import { describe, expect, it } from 'vitest';

const IDS = new Set(rules.map(({ id }) => id));

/** Words in the form of an id that are labels, a port's name, and the example of a metric. */
const OTHER_WORDS = new Set([
  'pod-template-hash',
  'rollouts-pod-template-hash',
  'controller-revision-hash',
  'use-annotation',
  'error-budget',
]);

/** The words in backticks that look like the id of a rule, and are none. */
function strangers(text: string): string[] {
  const words = [...text.matchAll(/`([a-z]+(?:-[a-z0-9]+)+)`/g)].map(([, word = '']) => word);
  return words.filter((word) => !IDS.has(word) && !OTHER_WORDS.has(word));
}

describe('a rule that is named', () => {
  it.each(rules.map(({ id }) => id))('in %s is there', (id) => {
    expect(strangers(texts[id]?.why ?? '')).toEqual([]);
  });

  it('on the page of coverage is there when it has a link, and is not when it is planned', () => {
    const page = readFileSync(new URL('../docs/rules/coverage.md', import.meta.url), 'utf8');
    const linked = [...page.matchAll(/\[([a-z0-9-]+)\]\(([a-z0-9-]+)\.md\)/g)];
    expect(linked.length).toBeGreaterThan(100);
    for (const [, name = '', file] of linked) expect([name, IDS.has(name)]).toEqual([file, true]);
    const planned = [...page.matchAll(/planned: ([a-z0-9-]+(?:, [a-z0-9-]+)*)/g)];
    expect(planned.length).toBeGreaterThan(10);
    const names = planned.flatMap(([, list = '']) => list.split(', '));
    expect(names.filter((name) => IDS.has(name))).toEqual([]);
  });
});
