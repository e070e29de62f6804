/** What a suppression may take out, and when it can be called idle. */
import type { ResourceIndex } from '../index/resource-index.ts';
import type { Manifest } from '../manifest.ts';
import { type Rule, severitiesOf } from '../rule.ts';
import type { Settings } from '../settings.ts';
import type { SuppressionPolicy } from './suppress.ts';

interface Run {
  /** What the suppressions stand in. */
  readonly manifest: Manifest;
  readonly index: ResourceIndex;
  /** Whether every target could be read. */
  readonly complete: boolean;
  /** Whether what a rule says of the manifest may hang on something that wasn't read. */
  dependsOnUnread(rule: string): boolean;
  readonly rules: readonly Rule[];
  readonly settings: Settings;
  readonly today: string;
}

/**
 * A suppression is idle only where its rule was looked for with everything at hand: in the whole project where it looks at others, in closed bundles, not on objects
 * that are judged with another one, and where every finding of the rule would be shown.
 */
export function suppressionPolicy(run: Run): SuppressionPolicy {
  const { manifest, index, rules, settings, today } = run;
  const ruleOf = (id: string) => rules.find((rule) => rule.id === id);
  const isSure = () =>
    run.complete &&
    manifest.resources.every((resource) => index.isClosed(resource) && !index.isOwned(resource));
  return {
    today,
    requireReasons: settings.requireReasons,
    isRule: (id) => ruleOf(id) !== undefined,
    maySuppress: ({ rule, severity }) => !(severity === 'error' && ruleOf(rule)?.category === 'syntax'),
    ran: (id, path) => {
      const rule = ruleOf(id);
      return rule !== undefined && isShown(rule, path, settings) && isSure() && !run.dependsOnUnread(id);
    },
  };
}

function isShown(rule: Rule, path: string, settings: Settings): boolean {
  const { severity } = settings.ruleFor(rule.id, path);
  const advice = severity === undefined && severitiesOf(rule).includes('info');
  return severity !== 'off' && (settings.only?.has(rule.id) ?? true) && (settings.advice || !advice);
}
