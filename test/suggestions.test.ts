// What suggestions make of a manifest where the examples of a rule, which only see that the finding goes, don't tell.

import rules from 'rollsafe:rules';
import { expect, it } from 'vitest';
import { lintExample } from '../src/core/example.ts';
import { applyEdits } from '../src/core/fix.ts';
import type { Rule } from '../src/core/rule.ts';

/** The title of each suggestion of a rule with the text after it. */
function suggestionsOf(id: string, text: string): [string, string][] {
  const rule = rules.find((rule: Rule) => rule.id === id) as Rule;
  return lintExample(rule, text).findings.flatMap(({ source, fixes }) =>
    fixes.map(({ title, edits }): [string, string] => [title, applyEdits(source, edits)]),
  );
}

it('traffic-routing-empty leaves a canary that loses its only field', () => {
  const rollout = `apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: shop}
spec:
  strategy:
    canary:
      trafficRouting: {}
`;
  expect(suggestionsOf('traffic-routing-empty', rollout)).toEqual([
    ['Remove trafficRouting', rollout.replace('canary:\n      trafficRouting: {}', 'canary: {}')],
  ]);
});
