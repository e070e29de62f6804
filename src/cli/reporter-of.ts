/** Which reporter a format names. The one for people is loaded only for people. */
import { json } from '../reporters/json.ts';
import type { Reporter } from '../reporters/reporter.ts';
import type { Format } from './options.ts';

export async function reporterOf(format: Format): Promise<Reporter> {
  if (format === 'json') return json;
  return (await import('../reporters/pretty.ts')).pretty;
}
