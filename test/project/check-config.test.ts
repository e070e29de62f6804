import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import schema from '../../schemas/config.json' with { type: 'json' };
import type { Rule } from '../../src/core/rule.ts';
import { checkConfig } from '../../src/project/lazy/check-config.ts';

const rules: readonly Rule[] = [
  { id: 'change-cause-missing', category: 'rollback', summary: '', severity: 'warning' },
  {
    id: 'readiness-probe-missing',
    category: 'readiness',
    summary: '',
    severity: { default: 'warning', exposed: 'error' },
    options: {
      ports: { type: 'array', items: { type: 'integer', minimum: 1 } },
      mode: { enum: ['strict', 'loose'] },
      rounds: { enum: [1, 2] },
      label: { anyOf: [{ type: 'string' }, { type: 'boolean' }] },
    },
  },
  { id: 'broken', category: 'own', summary: '', severity: 'info', options: { x: { $ref: '#/nowhere' } } },
  { id: 'yaml-syntax-error', category: 'syntax', summary: '', severity: 'error' },
  { id: 'unused-suppression', category: 'syntax', summary: '', severity: 'warning' },
];

/** The mistakes of a text as `line:column: message`. */
function mistakes(text: string): string[] {
  return checkConfig(text, rules).problems.map(
    ({ line, column, message }) => `${line}:${column}: ${message}`,
  );
}

const KEYS = '"preset", "requireReasons", "rules", "include", "exclude", "overrides" and "bundles"';
const SEVERITIES = '"off", "error", "warning" or "info"';

type Case = readonly [what: string, text: string, ...expected: readonly string[]];

describe('a mistake in keys and values', () => {
  test.each<Case>([
    ['a mistyped key', 'preste: strict\n', '1:1: unknown key "preste"; did you mean "preset"?'],
    ['a key like no other', '\n\nignore: []\n', `3:1: unknown key "ignore"; the keys here are ${KEYS}`],
    ['a quoted key', '"rule": {}\n', '1:1: unknown key "rule"; did you mean "rules"?'],
    ['a number for a key', '1: 2\n', `1:1: unknown key "1"; the keys here are ${KEYS}`],
    ['a key of every object', '__proto__: 1\n', `1:1: unknown key "__proto__"; the keys here are ${KEYS}`],
    [
      'a mistyped value',
      'preset: strct\n',
      '1:9: "preset" can\'t be "strct", only "recommended" or "strict"; did you mean "strict"?',
    ],
    [
      'a value like no other',
      'preset:   paranoid\n',
      '1:11: "preset" can\'t be "paranoid", only "recommended" or "strict"',
    ],
    ['an empty value', 'preset:\n', '1:1: "preset" can\'t be empty, only "recommended" or "strict"'],
    [
      'a map for a value',
      'preset: {a: b}\n',
      '1:1: "preset" can\'t be a map, only "recommended" or "strict"',
    ],
    ['a list for the whole', '- preset: strict\n', '1:1: the configuration must be a map, not a list'],
    ['a word for the whole', '\n  strict\n', '2:3: the configuration must be a map, not "strict"'],
    ['a list for a map', 'rules:\n  - x\n', '1:1: "rules" must be a map, not a list'],
    [
      'a word for a list',
      'include: a/*\n',
      '1:10: "include" must be a list, not "a/*"; did you mean ["a/*"]?',
    ],
    ['a map for a list', 'exclude:\n  a: b\n', '1:1: "exclude" must be a list, not a map'],
    ['a number for a glob', 'exclude: [a, 1]\n', '1:14: an item of "exclude" must be text, not 1'],
    ['nothing for a glob', 'exclude:\n  -\n', '2:4: an item of "exclude" must be text, not empty'],
    ['an empty glob', 'exclude: ["", a]\n', '1:11: an item of "exclude" must not be empty'],
    [
      'an absolute glob',
      'exclude:\n  - /vendor\n',
      '2:5: a glob is relative to the folder of the configuration file and can\'t begin with "/"',
    ],
    ['a negated glob', 'exclude: ["!a"]\n', '1:11: a glob can\'t begin with "!": "exclude" takes files out'],
    ['a glob of Windows', 'exclude: [a\\b\\*]\n', '1:11: a glob has "/" between folders, not "\\"'],
    ['overrides without files', 'overrides:\n  - rules: {}\n', '2:5: an item of "overrides" has no "files"'],
    ['overrides without rules', 'overrides: [{files: [a]}]\n', '1:13: an item of "overrides" has no "rules"'],
    ['overrides for no files', 'overrides: [{files: [], rules: }]\n', '1:14: "files" must not be empty'],
    [
      'a mistyped key is not missing too',
      'overrides:\n  - file: [a]\n    rules: {}\n',
      '2:5: unknown key "file"; did you mean "files"?',
    ],
    ['a word for overrides', 'overrides:\n  - a\n', '2:5: an item of "overrides" must be a map, not "a"'],
    [
      'an empty bundle',
      'bundles:\n  - {}\n',
      '2:5: an item of "bundles" has no "name"',
      '2:5: an item of "bundles" has no "files"',
    ],
    ['a bundle without a name', 'bundles: [{name: "", files: [a]}]\n', '1:18: "name" must not be empty'],
    [
      'a bundle that is there twice',
      'bundles:\n  - {name: a, files: [a]}\n  - {name: b, files: [b]}\n  - {name: a, files: [c]}\n',
      '4:12: there is another bundle with the name "a"',
    ],
  ])('%s', (_, text, ...expected) => {
    expect(mistakes(text)).toEqual(expected);
  });
});

describe('a mistake in the setting of a rule', () => {
  const readiness = (setting: string) => `rules:\n  readiness-probe-missing:\n    ${setting}\n`;

  test.each<Case>([
    [
      'a mistyped id',
      'rules:\n  change-cause-mising: off\n',
      '2:3: unknown rule "change-cause-mising"; did you mean "change-cause-missing"?',
    ],
    [
      'an id with its category',
      'rules: {rollback/change-cause-missing: off}\n',
      '1:9: unknown rule "rollback/change-cause-missing"; did you mean "change-cause-missing"?',
    ],
    [
      'an id in another order',
      'rules: {missing-readiness-probe: off}\n',
      '1:9: unknown rule "missing-readiness-probe"; did you mean "readiness-probe-missing"?',
    ],
    ['an id like no other', 'rules: {tabs: off}\n', '1:9: unknown rule "tabs"'],
    ['a key of every object', 'rules: {constructor: off}\n', '1:9: unknown rule "constructor"'],
    [
      'an unknown rule with a setting that is wrong too',
      'rules: {tabs: loud}\n',
      '1:9: unknown rule "tabs"',
      `1:15: "tabs" can't be "loud", only ${SEVERITIES}`,
    ],
    [
      'a severity of another tool',
      'rules:\n  change-cause-missing: warn\n',
      `2:25: "change-cause-missing" can't be "warn", only ${SEVERITIES}; did you mean "warning"?`,
    ],
    [
      '"on" is not near "off"',
      'rules: {change-cause-missing: on}\n',
      `1:31: "change-cause-missing" can't be "on", only ${SEVERITIES}`,
    ],
    [
      'true says nothing',
      'rules: {change-cause-missing: true}\n',
      `1:31: "change-cause-missing" can't be true, only ${SEVERITIES}`,
    ],
    [
      'a number',
      'rules: {change-cause-missing: 0}\n',
      `1:31: "change-cause-missing" can't be 0, only ${SEVERITIES}`,
    ],
    [
      'nothing',
      'rules:\n  change-cause-missing:\n',
      `2:3: "change-cause-missing" can't be empty, only ${SEVERITIES}`,
    ],
    [
      'a list',
      'rules:\n  change-cause-missing: [off]\n',
      `2:3: "change-cause-missing" can't be a list, only ${SEVERITIES}`,
    ],
    ['a mistyped key', readiness('severty: error'), '3:5: unknown key "severty"; did you mean "severity"?'],
    [
      'a mistyped severity',
      readiness('severity: eror'),
      `3:15: "severity" can't be "eror", only ${SEVERITIES}; did you mean "error"?`,
    ],
    ['options that are none', readiness('options: [a]'), '3:5: "options" must be a map, not a list'],
    [
      'a mistyped option',
      readiness('options: {port: [1]}'),
      '3:15: the rule "readiness-probe-missing" has no option "port"; did you mean "ports"?',
    ],
    [
      'an option where there is none',
      'rules: {change-cause-missing: {options: {x: 1}}}\n',
      '1:42: the rule "change-cause-missing" has no options',
    ],
    [
      'an option with a wrong value',
      readiness('options: {mode: lose}'),
      '3:21: "mode" can\'t be "lose", only "strict" or "loose"; did you mean "loose"?',
    ],
    [
      'an option with wrong values inside',
      readiness('options: {ports: [80, 0, x]}'),
      '3:27: an item of "ports" must be >= 1',
      '3:30: an item of "ports" must be a whole number, not "x"',
    ],
    [
      'an option with a number out of a few',
      readiness('options: {rounds: 3}'),
      '3:23: "rounds" can\'t be 3, only 1 or 2',
    ],
    ['an option that is neither of two types', readiness('options: {label: 3}'), '3:22: "label" can\'t be 3'],
    [
      'an option whose schema is broken',
      'rules: {broken: {options: {x: 1}}}\n',
      "1:28: the rule's schema of this option can't be used: can't resolve reference #/nowhere from id #",
    ],
    [
      'in overrides',
      'overrides:\n  - files: [a]\n    rules:\n      change-cause-missin: warn\n',
      '4:7: unknown rule "change-cause-missin"; did you mean "change-cause-missing"?',
      `4:28: "change-cause-missin" can't be "warn", only ${SEVERITIES}; did you mean "warning"?`,
    ],
  ])('%s', (_, text, ...expected) => {
    expect(mistakes(text)).toEqual(expected);
  });

  const always = `"yaml-syntax-error" is always an error: what can't be read was not checked`;

  test.each<Case>([
    ['off', 'rules: {yaml-syntax-error: off}\n', `1:28: ${always}`],
    ['false', 'rules: {yaml-syntax-error: false}\n', `1:28: ${always}`],
    ['lower', 'rules: {yaml-syntax-error: {severity: warning}}\n', `1:39: ${always}`],
    ['in overrides', 'overrides: [{files: [a], rules: {yaml-syntax-error: info}}]\n', `1:53: ${always}`],
    ['an error it may be', 'rules: {yaml-syntax-error: error}\n'],
    ['a warning of the group may be anything', 'rules: {unused-suppression: off}\n'],
  ])('an error of the syntax group: %s', (_, text, ...expected) => {
    expect(mistakes(text)).toEqual(expected);
  });
});

describe('a mistake in the YAML', () => {
  test.each<Case>([
    [
      'a glob without quotes',
      'include:\n  - **/*.yaml\n  - *.yml\n',
      '2:5: "**/*.yaml" is read as an alias; text that begins with "*" needs quotes',
      '3:5: "*.yml" is read as an alias; text that begins with "*" needs quotes',
    ],
    [
      'a negated glob without quotes',
      'exclude: [!vendor/**, a]\n',
      '1:11: "!vendor/**" is read as a tag; text that begins with "!" needs quotes',
    ],
    ['a key twice', 'preset: strict\npreset: strict\n', '2:1: the key is here a second time'],
    [
      'a key twice, and what is wrong with the second',
      'preset: strict\npreset: strct\n',
      '2:1: the key is here a second time',
      '2:9: "preset" can\'t be "strct", only "recommended" or "strict"; did you mean "strict"?',
    ],
    ['two documents', 'preset: strict\n---\npreset: strict\n', '2:1: a configuration is one YAML document'],
    ['a map for a key', 'rules:\n  {a: b}: off\n', '2:3: a key must be plain text'],
    ['a tab', 'rules:\n\tx: off\n', '2:1: tabs are not allowed as indentation'],
    ['a quote that never ends', 'preset: "strict\n', '2:1: missing closing "quote'],
    [
      'two broken lines, one mistake each',
      'preset: a: b\nrules: c: d\n',
      '1:9: nested mappings are not allowed in compact mappings',
      '2:8: nested mappings are not allowed in compact mappings',
    ],
    ['an alias inside itself', 'rules: &a {broken: *a}\n', '1:20: "*a" is an alias of what it stands in'],
    [
      'one mistake, used twice',
      'rules: &a\n  x: off\noverrides:\n  - files: [a]\n    rules: *a\n',
      '2:3: unknown rule "x"',
    ],
    ['with CRLF', 'preset: strict\r\nrule: {}\r\n', '2:1: unknown key "rule"; did you mean "rules"?'],
  ])('%s', (_, text, ...expected) => {
    expect(mistakes(text)).toEqual(expected);
  });

  test('aliases that grow beyond measure', () => {
    const line = (name: string, of: string) => `${name}: &${name} [${Array(12).fill(of).join()}]\n`;
    const text = line('a', '1') + line('b', '*a') + line('c', '*b') + line('d', '*c');
    expect(mistakes(text)).toEqual([
      "1:1: can't be read as YAML: Excessive alias count indicates a resource exhaustion attack",
    ]);
  });

  test('nesting beyond measure', () => {
    expect(mistakes('['.repeat(20_000))).toHaveLength(1);
  });
});

test('every mistake is reported, by place', () => {
  const text = `
preset: strickt
rules:
  change-cause-mising: off
  readiness-probe-missing: { severity: wrong, options: { prts: [] } }
includes: []
exclude: "*.yaml"
`;
  expect(mistakes(text)).toEqual([
    '2:9: "preset" can\'t be "strickt", only "recommended" or "strict"; did you mean "strict"?',
    '4:3: unknown rule "change-cause-mising"; did you mean "change-cause-missing"?',
    `5:40: "severity" can't be "wrong", only ${SEVERITIES}`,
    '5:58: the rule "readiness-probe-missing" has no option "prts"; did you mean "ports"?',
    '6:1: unknown key "includes"; did you mean "include"?',
    '7:10: "exclude" must be a list, not "*.yaml"; did you mean ["*.yaml"]?',
  ]);
});

describe('what is no mistake', () => {
  test.each([
    ['an empty file', ''],
    ['nothing but comments', '# preset: strict\n'],
    ['keys without values', 'rules:\ninclude:\nexclude:\noverrides:\nbundles:\n'],
  ])('%s says nothing', (_, text) => {
    expect(checkConfig(text, rules)).toEqual({ content: {}, problems: [] });
  });

  test.each([
    ['the word', 'off'],
    ['the word in quotes', '"off"'],
    ['false', 'false'],
    ['in a map', '{ severity: off }'],
    ['false in a map', '{ severity: false }'],
  ])('off: %s', (_, setting) => {
    const { content } = checkConfig(`rules: {change-cause-missing: ${setting}}\n`, rules);
    expect(content.rules).toEqual({ 'change-cause-missing': { severity: 'off', options: {} } });
  });

  test('off as YAML 1.1 reads it', () => {
    const { content } = checkConfig('%YAML 1.1\n---\nrules: {change-cause-missing: off}\n', rules);
    expect(content.rules).toEqual({ 'change-cause-missing': { severity: 'off', options: {} } });
  });

  test('options without a severity', () => {
    const text = 'rules: {readiness-probe-missing: {options: {mode: loose, label: x}}}\n';
    expect(checkConfig(text, rules)).toEqual({
      content: {
        rules: { 'readiness-probe-missing': { severity: undefined, options: { mode: 'loose', label: 'x' } } },
      },
      problems: [],
    });
  });

  test('all of it', () => {
    const text = `
preset: strict
rules: { change-cause-missing: error }
include: ["apps/**/*.yaml", "!(x).yml", 'a/\\[b\\]']
exclude: [vendor]
overrides:
  - files: [dev]
    rules: { change-cause-missing: info }
bundles:
  - { name: shop, files: [apps/shop] }
`;
    expect(checkConfig(text, rules)).toEqual({
      content: {
        preset: 'strict',
        rules: { 'change-cause-missing': { severity: 'error', options: {} } },
        include: ['apps/**/*.yaml', '!(x).yml', 'a/\\[b\\]'],
        exclude: ['vendor'],
        overrides: [{ files: ['dev'], rules: { 'change-cause-missing': { severity: 'info', options: {} } } }],
        bundles: [{ name: 'shop', files: ['apps/shop'] }],
      },
      problems: [],
    });
  });
});

describe('the schema', () => {
  test('is a valid schema of draft-07', () => {
    const ajv = new Ajv({ strict: true, strictTypes: false, keywords: ['patternErrorMessage'] });
    expect(ajv.validateSchema(schema)).toBe(true);
    expect(() => ajv.compile(schema)).not.toThrow();
  });

  test('explains every property', () => {
    for (const { title, description } of propertiesIn(schema)) {
      expect(title).toEqual(expect.any(String));
      expect(description).toEqual(expect.any(String));
    }
  });
});

/** The schemas of all properties, at any depth. */
function propertiesIn(part: unknown): Record<string, unknown>[] {
  if (typeof part !== 'object' || part === null) return [];
  const own = 'properties' in part ? Object.values(part.properties as object) : [];
  return [...own, ...Object.values(part).flatMap(propertiesIn)];
}
