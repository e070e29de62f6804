/** What is said on standard error about rules that were asked for. */
import path from 'node:path';
import rules from 'rollsafe:rules';
import type { Input } from '../core/index/bundle.ts';
import { type Rule, severitiesOf } from '../core/rule.ts';
import type { Settings } from '../core/settings.ts';
import type { Config } from '../project/config.ts';
import { withSlashes } from '../project/file-system.ts';
import { settingsOf } from '../project/settings.ts';

/** One note for each rule that can't speak about any of the targets, because of the configuration. */
export function silentRules(ids: readonly string[], inputs: readonly Input[], config: Config): string[] {
  const paths = inputs.filter(({ target }) => target).map(({ source }) => source.path);
  if (paths.length === 0) return [];
  const settings = settingsOf(config, {});
  return rules
    .filter(({ id }) => ids.includes(id))
    .flatMap((rule) => {
      const reasons = paths.map((file) => silence(rule, file, settings));
      const reason = reasons.includes(undefined) ? undefined : reasons[0];
      return reason === undefined ? [] : [`rollsafe: --rule ${rule.id}: ${said(reason, config)}`];
    });
}

type Silence = 'off' | 'advice';

/** Why a rule says nothing of a file. The `syntax` group gives advice unasked. */
function silence(rule: Rule, file: string, settings: Settings): Silence | undefined {
  const { severity } = settings.ruleFor(rule.id, file);
  if (severity === 'off') return 'off';
  const isMute = severity === undefined && !settings.advice && severitiesOf(rule)[0] === 'info';
  return isMute && rule.category !== 'syntax' ? 'advice' : undefined;
}

function said(reason: Silence, { file }: Config): string {
  if (reason === 'advice') return 'nothing is reported, since this is advice, which takes "preset: strict"';
  const name = file === undefined ? 'the configuration' : withSlashes(path.relative(process.cwd(), file));
  return `nothing is reported, since ${name} turns it off`;
}
