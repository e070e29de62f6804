/** From a configuration to what the engine asks of it. */
import path from 'node:path';
import { NO_SETTING, type RuleSetting, type Settings } from '../core/settings.ts';
import type { Config } from './config.ts';
import { globMatcher, relativePath } from './globs.ts';

type RuleSettings = ReadonlyMap<string, RuleSetting>;

export interface SettingsOptions {
  /** The rules to run besides the `syntax` group; left out, all run. */
  readonly only?: readonly string[];
  /** What the paths given to `ruleFor` are relative to; left out, the folder that is current now. */
  readonly currentFolder?: string;
}

/** The settings of a configuration. */
export function settingsOf(config: Config, options: SettingsOptions): Settings {
  const { currentFolder = process.cwd() } = options;
  const rulesFor =
    config.overrides.length > 0 ? overridden(config, currentFolder) : always(ruleSettings(config.rules));
  return {
    advice: config.preset === 'strict',
    requireReasons: config.requireReasons,
    ...(options.only && { only: new Set(options.only) }),
    ruleFor: (rule, file) => rulesFor(file).get(rule) ?? NO_SETTING,
  };
}

const ruleSettings = (rules: Config['rules']): RuleSettings => new Map(Object.entries(rules));

const always = (rules: RuleSettings) => () => rules;

/** Files that the same overrides match share one map; most files are alike, and asked about rule by rule. */
function overridden(config: Config, currentFolder: string): (file: string) => RuleSettings {
  const base = ruleSettings(config.rules);
  const overrides = config.overrides.map(({ files, rules }) => ({
    matches: globMatcher(files),
    rules: Object.entries(rules),
  }));
  const byMatch = new Map<string, RuleSettings>();
  const byFile = new Map<string, RuleSettings>();
  return (file) => {
    const known = byFile.get(file);
    if (known) return known;
    const relative = relativePath(config.folder, path.resolve(currentFolder, file));
    const matching = overrides.filter(({ matches }) => matches(relative));
    const key = matching.map((override) => overrides.indexOf(override)).join();
    const rules = byMatch.get(key) ?? merged(base, matching);
    byMatch.set(key, rules);
    byFile.set(file, rules);
    return rules;
  };
}

function merged(
  base: RuleSettings,
  overrides: readonly { readonly rules: readonly (readonly [string, RuleSetting])[] }[],
): RuleSettings {
  const rules = new Map(base);
  for (const [rule, { severity, options }] of overrides.flatMap((override) => override.rules)) {
    const under = base.get(rule) ?? NO_SETTING;
    rules.set(rule, {
      severity: severity ?? under.severity,
      options: Object.keys(options).length > 0 ? options : under.options,
    });
  }
  return rules;
}
