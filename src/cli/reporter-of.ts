/** Which reporter a format names; those that a run doesn't need are not loaded. */
import { json } from '../reporters/json.ts';
import type { Reporter } from '../reporters/reporter.ts';
import type { Format } from './options.ts';

export async function reporterOf(format: Format): Promise<Reporter> {
  if (format === 'json') return json;
  if (format === 'pretty') return (await import('../reporters/pretty.ts')).pretty;
  const { ciReporters, ruleInfos } = await import('./lazy/ci-reporters.ts');
  const rules = ruleInfos();
  return (report, options) => ciReporters[format](report, { ...options, rules });
}
