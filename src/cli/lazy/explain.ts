/** `rollsafe explain RULE`: what it finds, why, a bad example with its real output, a good one, sources. */

import texts from 'rollsafe:rule-texts';
import rules from 'rollsafe:rules';
import { exampleFiles, lintExample } from '../../core/example.ts';
import { type ExampleText, type Rule, severitiesOf } from '../../core/rule.ts';
import { didYouMean } from '../../project/did-you-mean.ts';
import { pretty } from '../../reporters/pretty.ts';
import { helpUrl, type ReportOptions } from '../../reporters/reporter.ts';
import { type Console, EXIT, type Exit, UsageError } from '../console.ts';

export function explainCommand(args: readonly string[], console: Console): Exit {
  const [id, ...rest] = args;
  if (id === undefined || rest.length > 0)
    throw new UsageError('usage: rollsafe explain RULE; "rollsafe rules" lists them');
  const rule = rules.find((candidate) => candidate.id === id);
  const text = texts[id];
  if (!rule || !text)
    throw new UsageError(
      `unknown rule "${id}"${didYouMean(
        id,
        rules.map((known) => known.id),
      )}`,
    );
  const options: ReportOptions = {
    homepage: process.env.ROLLSAFE_HOMEPAGE ?? '',
    color: console.color,
    width: console.width,
    milliseconds: undefined,
  };
  const bad = text.examples.find((example) => example.bad !== undefined)?.bad;
  const good = text.examples.find((example) => example.good !== undefined)?.good;
  const sections = [
    `${rule.id} (${rule.category}, ${severitiesOf(rule).join(' or ')})\n${rule.summary}`,
    text.why.trim(),
    bad === undefined ? '' : section('Bad', bad),
    bad === undefined ? '' : `rollsafe says:\n\n${indent(outputOf(rule, bad, options))}`,
    good === undefined ? '' : section('Good', good),
    text.references.length === 0 ? '' : `Sources\n${text.references.map((url) => `  ${url}`).join('\n')}`,
    helpUrl(rule.id, options),
  ];
  console.out(`${sections.filter(Boolean).join('\n\n')}\n`);
  return EXIT.clean;
}

function section(title: string, example: ExampleText): string {
  const files = exampleFiles(example);
  return files
    .map(({ path, text }) => `${title}${files.length > 1 ? ` (${path})` : ''}:\n\n${indent(text.trim())}`)
    .join('\n\n');
}

function outputOf(rule: Rule, example: ExampleText, options: ReportOptions): string {
  return pretty(lintExample(rule, example, rules), { ...options, width: options.width - 4 }).trimEnd();
}

function indent(text: string): string {
  return text.replace(/^(?=.)/gm, '    ');
}
