/** What is wrong with the rule settings of a configuration, by what the rules themselves say. */
import type { Ajv } from 'ajv';
import { type Rule, severityOf } from '../core/rule.ts';
import type { ValuePath } from './config-document.ts';
import { didYouMean } from './did-you-mean.ts';
import { isMap, type SchemaProblem, schemaProblems } from './schema-problem.ts';

/**
 * Unknown rules, errors of the `syntax` group that are turned off or lowered, and options that the rules don't take.
 * The shape of a setting is the schema's affair: what isn't a setting at all is passed over here.
 */
export function settingProblems(
  config: Readonly<Record<string, unknown>>,
  rules: readonly Rule[],
  ajv: Ajv,
): SchemaProblem[] {
  const known = new Map(rules.map((rule) => [rule.id, rule]));
  return settingsIn(config).flatMap(({ id, setting, path }) => {
    const rule = known.get(id);
    return rule ? problemsOf(rule, setting, path, ajv) : [unknownRule(id, path, [...known.keys()])];
  });
}

interface WrittenSetting {
  readonly id: string;
  readonly setting: unknown;
  readonly path: ValuePath;
}

/** All settings of rules, as written: under `rules` and in each of the overrides. */
function settingsIn(config: Readonly<Record<string, unknown>>): WrittenSetting[] {
  const overrides = Array.isArray(config.overrides) ? config.overrides : [];
  const maps = [
    { rules: config.rules, path: ['rules'] },
    ...overrides.map((override, at) => ({
      rules: isMap(override) ? override.rules : undefined,
      path: ['overrides', String(at), 'rules'],
    })),
  ];
  return maps.flatMap(({ rules, path }) =>
    isMap(rules) ? Object.entries(rules).map(([id, setting]) => ({ id, setting, path: [...path, id] })) : [],
  );
}

function unknownRule(id: string, path: ValuePath, known: readonly string[]): SchemaProblem {
  const withoutCategory = id.slice(id.lastIndexOf('/') + 1);
  return {
    path,
    atKey: true,
    message: `unknown rule ${JSON.stringify(id)}${didYouMean(withoutCategory, known)}`,
  };
}

function problemsOf(rule: Rule, setting: unknown, path: ValuePath, ajv: Ajv): SchemaProblem[] {
  const { severity, options } = isMap(setting) ? setting : { severity: setting, options: undefined };
  const severityPath = isMap(setting) ? [...path, 'severity'] : path;
  const lowered = rule.category === 'syntax' && severityOf(rule) === 'error' && isLower(severity);
  return [
    ...(lowered ? [cantBeLowered(rule.id, severityPath)] : []),
    ...(isMap(options) ? optionProblems(rule, options, [...path, 'options'], ajv) : []),
  ];
}

const isLower = (severity: unknown) =>
  severity === false || severity === 'off' || severity === 'warning' || severity === 'info';

function cantBeLowered(id: string, path: ValuePath): SchemaProblem {
  const message = `${JSON.stringify(id)} is always an error: what can't be read was not checked`;
  return { path, atKey: false, message };
}

function optionProblems(
  rule: Rule,
  options: Readonly<Record<string, unknown>>,
  path: ValuePath,
  ajv: Ajv,
): SchemaProblem[] {
  const known = new Map(Object.entries(rule.options ?? {}));
  return Object.entries(options).flatMap(([name, value]) => {
    const at = [...path, name];
    const optionSchema = known.get(name);
    if (!optionSchema) return [unknownOption(rule.id, name, at, [...known.keys()])];
    return valueProblems(value, optionSchema, at, ajv);
  });
}

function unknownOption(rule: string, name: string, path: ValuePath, known: readonly string[]): SchemaProblem {
  const message =
    known.length === 0
      ? `the rule ${JSON.stringify(rule)} has no options`
      : `the rule ${JSON.stringify(rule)} has no option ${JSON.stringify(name)}${didYouMean(name, known)}`;
  return { path, atKey: true, message };
}

function valueProblems(value: unknown, optionSchema: object, path: ValuePath, ajv: Ajv): SchemaProblem[] {
  try {
    const validate = ajv.compile(optionSchema);
    validate(value);
    return schemaProblems(validate.errors ?? [], path);
  } catch (error) {
    const message = `the rule's schema of this option can't be used: ${(error as Error).message}`;
    return [{ path, atKey: true, message }];
  }
}
