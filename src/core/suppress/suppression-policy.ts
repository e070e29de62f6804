/** What a suppression may take out, and when it can be called idle. */
import type { Bundle } from '../index/bundle.ts';
import type { ResourceIndex } from '../index/resource-index.ts';
import { type Rule, severitiesOf } from '../rule.ts';
import type { Settings } from '../settings.ts';
import type { SuppressionPolicy } from './suppress.ts';

interface Run {
  readonly bundles: readonly Bundle[];
  readonly index: ResourceIndex;
  readonly rules: readonly Rule[];
  readonly settings: Settings;
  readonly today: string;
}

/**
 * A suppression is idle only where its rule was looked for with everything at hand: in closed bundles, not on objects
 * that are judged with another one, and where every finding of the rule would be shown.
 */
export function suppressionPolicy({ bundles, index, rules, settings, today }: Run): SuppressionPolicy {
  const byId = new Map(rules.map((rule) => [rule.id, rule]));
  const unsure = new Set(
    bundles.flatMap(({ closed, resources }) =>
      resources.filter((resource) => !closed || index.isOwned(resource)).map(({ source }) => source.path),
    ),
  );
  return {
    today,
    requireReasons: settings.requireReasons,
    isRule: (id) => byId.has(id),
    maySuppress: ({ rule, severity }) => !(severity === 'error' && byId.get(rule)?.category === 'syntax'),
    ran: (id, path) => {
      const rule = byId.get(id);
      return rule !== undefined && !unsure.has(path) && isShown(rule, path, settings);
    },
  };
}

function isShown(rule: Rule, path: string, settings: Settings): boolean {
  const { severity } = settings.ruleFor(rule.id, path);
  const advice = severity === undefined && severitiesOf(rule).includes('info');
  return severity !== 'off' && (settings.only?.has(rule.id) ?? true) && (settings.advice || !advice);
}
