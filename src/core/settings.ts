/** What a configuration decides about findings, as the engine needs it. */
import type { Severity } from './finding.ts';

export interface RuleSetting {
  /** `off`, or a severity that replaces all of the rule's own; undefined leaves them. */
  readonly severity: Severity | 'off' | undefined;
  readonly options: Readonly<Record<string, unknown>>;
}

export interface Settings {
  /** Whether advice (severity info) is shown; not asked for the `syntax` group. */
  readonly advice: boolean;
  /** The only rules to run besides the `syntax` group; undefined runs all. */
  readonly only?: ReadonlySet<string>;
  /** Whether a suppression has to say why. */
  readonly requireReasons: boolean;
  /** The setting of a rule for a file. */
  ruleFor(rule: string, path: string): RuleSetting;
}

export const NO_SETTING: RuleSetting = { severity: undefined, options: {} };

/** The preset `recommended`. */
export const defaultSettings: Settings = {
  advice: false,
  requireReasons: false,
  ruleFor: () => NO_SETTING,
};
