/** `--format tap`: the Test Anything Protocol; infos are skipped tests, everything else has failed. */
import type { Finding } from '../core/finding.ts';
import { pathOf, placeOf } from './place.ts';
import { visible } from './pretty/visible.ts';
import type { Reporter } from './reporter.ts';

export const tap: Reporter = ({ findings }) => {
  const tests = findings.length === 0 ? ['ok 1 - no findings'] : findings.map((one, at) => test(one, at + 1));
  return ['TAP version 13', `1..${tests.length}`, ...tests].map((line) => `${line}\n`).join('');
};

function test({ rule, severity, message, source, span }: Finding, number: number): string {
  const { line, column } = placeOf(source, span);
  const [outcome, directive] = severity === 'info' ? ['ok', ' # SKIP info'] : ['not ok', ''];
  const text = `${pathOf(source)}:${line}:${column}: ${severity}[${rule}] ${message}`;
  return `${outcome} ${number} - ${escaped(visible(text))}${directive}`;
}

/** `#` begins a directive. */
function escaped(text: string): string {
  return text.replace(/[\\#]/g, '\\$&');
}
