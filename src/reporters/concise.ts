/** `--format concise`: one line a finding, for editors, `grep` and short logs. */
import { pathOf, placeOf } from './place.ts';
import { visible } from './pretty/visible.ts';
import type { Reporter } from './reporter.ts';

export const concise: Reporter = ({ findings }) =>
  findings
    .map(({ source, span, severity, rule, message }) => {
      const { line, column } = placeOf(source, span);
      return `${visible(pathOf(source))}:${line}:${column}: ${severity}[${rule}] ${visible(message)}\n`;
    })
    .join('');
