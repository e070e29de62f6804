/** The pages of the documentation that are made from the rules: one a rule, and their index. */
import texts from 'rollsafe:rule-texts';
import rules from 'rollsafe:rules';
import { exampleFiles, lintExample } from '../src/core/example.ts';
import type { Example, ExampleText, Rule } from '../src/core/rule.ts';
import { concise } from '../src/reporters/concise.ts';

const NOTE = '<!-- Made by `npm run docs` from the rule. Change the rule, not this page. -->';

/** Markdown by path below docs/rules. */
export function rulePages(): Record<string, string> {
  const pages = Object.fromEntries(rules.map((rule) => [`${rule.id}.md`, page(rule)]));
  return { ...pages, 'README.md': index() };
}

function index(): string {
  const categories = [...new Set(rules.map(({ category }) => category))];
  const sections = categories.map((category) => {
    const rows = rules
      .filter((rule) => rule.category === category)
      .map(
        (rule) =>
          `| [${rule.id}](${rule.id}.md) | ${severities(rule)} | ${offers(rule)} | ${cell(rule.summary)} |`,
      );
    const head = ['| rule | severity | fix | defect |', '| --- | --- | --- | --- |'];
    return [`## ${category}`, '', ...head, ...rows].join('\n');
  });
  return `${NOTE}\n\n# Rules\n\n${FIXES}\n\n${sections.join('\n\n')}\n`;
}

const FIXES =
  '`safe` fixes are applied by `--fix`, `unsafe` ones by `--fix=all`; a `suggestion` is for a person to choose, in the editor.';

/** What its examples are offered, the safest first. */
function offers(rule: Rule): string {
  const examples = texts[rule.id]?.examples.flatMap(({ bad }) => bad ?? []) ?? [];
  const found = examples.flatMap((bad) =>
    lintExample(rule, bad, rules).findings.flatMap(({ fixes }) => fixes),
  );
  return (['safe', 'unsafe', 'suggestion'] as const)
    .filter((safety) => found.some((fix) => fix.safety === safety))
    .join(', ');
}

function severities({ severity }: Rule): string {
  return typeof severity === 'string' ? severity : [...new Set(Object.values(severity))].join(', ');
}

const cell = (text: string) => text.replaceAll('|', '\\|');

function page(rule: Rule): string {
  const text = texts[rule.id];
  const examples = text?.examples ?? [];
  const sections = [
    `${NOTE}\n\n# ${rule.id}`,
    `**${rule.summary}** · ${rule.category} · ${severities(rule)}`,
    text?.why.trim() ?? '',
    options(rule),
    ...examples.slice(0, MOST_EXAMPLES).map((example) => exampleSection(rule, example)),
    rule.category === 'syntax'
      ? ''
      : `## Ignoring it\n\n\`\`\`yaml\n# rollsafe-ignore ${rule.id} -- why this is fine\n\`\`\`\n\nabove the line, the list item or the document; or \`rollsafe.dev/ignore: ${rule.id} -- why\` among the annotations of the object.`,
    text?.references.length ? `## Sources\n\n${text.references.map((url) => `- <${url}>`).join('\n')}` : '',
  ];
  return `${sections.filter(Boolean).join('\n\n')}\n`;
}

/** The first ones show the situations; the exceptions behind them are tests first. */
const MOST_EXAMPLES = 3;

function options({ options }: Rule): string {
  const rows = Object.entries(options ?? {}).map(([name, schema]) => {
    const { description } = schema as { description?: string };
    return `- \`${name}\`: ${description ?? ''}`;
  });
  return rows.length > 0 ? `## Options\n\n${rows.join('\n')}` : '';
}

function exampleSection(rule: Rule, { bad, good }: Example): string {
  const parts = [
    ...(bad === undefined
      ? []
      : [`## Reported\n\n${blocks(bad)}\n\n\`\`\`text\n${outputOf(rule, bad)}\`\`\``]),
    ...(good === undefined ? [] : [`## Not reported\n\n${blocks(good)}`]),
  ];
  return parts.join('\n\n');
}

function blocks(example: ExampleText): string {
  const files = exampleFiles(example);
  return files
    .map(
      ({ path, text }) => `${files.length > 1 ? `\`${path}\`:\n\n` : ''}\`\`\`yaml\n${text.trim()}\n\`\`\``,
    )
    .join('\n\n');
}

function outputOf(rule: Rule, example: ExampleText): string {
  const trimmed = typeof example === 'string' ? example.replace(/^\n/, '') : example;
  return concise(lintExample(rule, trimmed, rules), {
    homepage: '',
    color: false,
    width: 80,
    milliseconds: undefined,
  });
}
