/**
 * The text of a configuration file, checked: against the schema, then against the rules. A file of its own in the
 * build, loaded only when there is a configuration; so it returns what is wrong instead of throwing a class.
 */
import { Ajv } from 'ajv';
import schema from '../../../schemas/config.json' with { type: 'json' };
import type { Rule } from '../../core/rule.ts';
import type { RuleSetting } from '../../core/settings.ts';
import type { Config } from '../config.ts';
import { ConfigDocument, type PlacedProblem } from '../config-document.ts';
import type { ConfigProblem } from '../config-problem.ts';
import { isMap, type SchemaProblem, schemaProblems } from '../schema-problem.ts';
import { settingProblems } from '../setting-problems.ts';

export interface CheckedConfig {
  /** What the file says; only of use when there is no problem. */
  readonly content: Partial<Omit<Config, 'file' | 'folder'>>;
  /** By place. */
  readonly problems: readonly Omit<ConfigProblem, 'file'>[];
}

/** Never throws. */
export function checkConfig(text: string, rules: readonly Rule[]): CheckedConfig {
  const document = new ConfigDocument(text);
  const { value } = document;
  const broken = value === undefined;
  const found = broken || value === null ? [] : problemsOf(value, rules);
  const problems = placed(document, found);
  return {
    content: problems.length > 0 || !isMap(value) ? {} : contentOf(value as RawConfig),
    problems: problems.map(({ start, message }) => ({ ...document.position(start), message })),
  };
}

/** Mistakes of the text and of its content in one order; a place that is no good YAML is judged no further. */
function placed(document: ConfigDocument, found: readonly SchemaProblem[]): PlacedProblem[] {
  const inContent = found.map(({ path, atKey, message }) => {
    const start = atKey ? document.offsetOfKey(path) : document.offsetOf(path);
    return { start, end: start, message };
  });
  const text = document.problems;
  const judged = inContent.filter(
    ({ start }) => !text.some((other) => other.start <= start && start <= other.end),
  );
  return withoutRepetitions([...text, ...judged].sort((a, b) => a.start - b.start));
}

/** What is used twice through an alias is wrong once. */
function withoutRepetitions(problems: readonly PlacedProblem[]): PlacedProblem[] {
  const keyOf = ({ start, message }: PlacedProblem) => `${start} ${message}`;
  return [...new Map(problems.map((problem) => [keyOf(problem), problem])).values()];
}

/** Made for a quick start: our schema is tested, a rule's is its author's, and code that runs once needs no polish. */
const newAjv = () =>
  new Ajv({
    allErrors: true,
    verbose: true,
    strict: false,
    validateSchema: false,
    meta: false,
    logger: false,
    code: { optimize: false },
  });

function problemsOf(config: unknown, rules: readonly Rule[]): SchemaProblem[] {
  const ajv = newAjv();
  const validate = ajv.compile(schema);
  validate(config);
  const inSchema = schemaProblems(validate.errors ?? []);
  return isMap(config)
    ? [...inSchema, ...settingProblems(config, rules, ajv), ...repeatedBundles(config)]
    : inSchema;
}

function repeatedBundles(config: Readonly<Record<string, unknown>>): SchemaProblem[] {
  const bundles: readonly unknown[] = Array.isArray(config.bundles) ? config.bundles : [];
  const names = bundles.map((bundle) => (isMap(bundle) ? bundle.name : undefined));
  return names.flatMap((name, at) => {
    if (typeof name !== 'string' || names.indexOf(name) === at) return [];
    const message = `there is another bundle with the name ${JSON.stringify(name)}`;
    return [{ path: ['bundles', String(at), 'name'], atKey: false, message }];
  });
}

/** What the schema lets through. */
interface RawConfig {
  readonly preset?: Config['preset'];
  readonly requireReasons?: boolean;
  readonly rules?: RawRules | null;
  readonly include?: readonly string[] | null;
  readonly exclude?: readonly string[] | null;
  readonly overrides?:
    | readonly { readonly files: readonly string[]; readonly rules: RawRules | null }[]
    | null;
  readonly bundles?: Config['bundles'] | null;
}
type RawRules = Readonly<Record<string, RawSetting>>;
type RawSeverity = Exclude<RuleSetting['severity'], undefined> | false;
type RawSetting =
  | RawSeverity
  | { readonly severity?: RawSeverity; readonly options?: RuleSetting['options'] };

/** A key without a value says as little as no key. */
function contentOf(raw: RawConfig): CheckedConfig['content'] {
  const { preset, requireReasons, rules, include, exclude, overrides, bundles } = raw;
  return {
    ...(preset && { preset }),
    ...(requireReasons !== undefined && { requireReasons }),
    ...(rules && { rules: ruleSettings(rules) }),
    ...(include && { include }),
    ...(exclude && { exclude }),
    ...(overrides && {
      overrides: overrides.map(({ files, rules: own }) => ({ files, rules: ruleSettings(own ?? {}) })),
    }),
    ...(bundles && { bundles }),
  };
}

function ruleSettings(rules: RawRules): Config['rules'] {
  return Object.fromEntries(Object.entries(rules).map(([id, setting]) => [id, ruleSetting(setting)]));
}

function ruleSetting(setting: RawSetting): RuleSetting {
  const { severity, options = {} } = isMap(setting) ? setting : { severity: setting };
  return { severity: severity === false ? 'off' : severity, options };
}
