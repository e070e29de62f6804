/** `rollsafe rules`: the catalogue on one page. */
import rules from 'rollsafe:rules';
import { severitiesOf } from '../../core/rule.ts';
import { type Console, EXIT, type Exit, UsageError } from '../console.ts';

export function rulesCommand(args: readonly string[], console: Console): Exit {
  if (args.length > 0)
    throw new UsageError(`"rollsafe rules" takes no argument; for one rule: rollsafe explain ${args[0]}`);
  const width = Math.max(...rules.map(({ id }) => id.length));
  const categories = [...new Set(rules.map(({ category }) => category))];
  const lines = categories.flatMap((category) => [
    category,
    ...rules
      .filter((rule) => rule.category === category)
      .map(
        (rule) => `  ${rule.id.padEnd(width)}  ${severitiesOf(rule).join('/').padEnd(13)}  ${rule.summary}`,
      ),
    '',
  ]);
  console.out(`${lines.join('\n')}rollsafe explain RULE says why, with examples.\n`);
  return EXIT.clean;
}
