/** What may stand where in a configuration: its JSON Schema, with what the rules add to it. */
import schema from '../../schemas/config.json' with { type: 'json' };
import type { Rule } from '../core/rule.ts';
import type { ValuePath } from './config-document.ts';
import { isMap } from './schema-problem.ts';

/** The parts of a JSON Schema that say what may be written. */
export interface Schema {
  readonly description?: string;
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
}

export class ConfigSchema {
  readonly #definitions: Readonly<Record<string, Schema>>;

  /** Each rule is a key of its own, with its summary and its options. */
  constructor(rules: readonly Rule[]) {
    const { rules: settings, setting, ...others } = schema.definitions as Record<string, Schema>;
    const properties = Object.fromEntries(rules.map((rule) => [rule.id, settingOf(rule, setting ?? {})]));
    this.#definitions = { ...others, rules: { ...settings, properties } };
  }

  /** What the value at a path may be: the alternatives, from the outside in; none where nothing is known. */
  at(path: ValuePath): readonly Schema[] {
    let here = this.#alternatives(schema as Schema);
    for (const part of path) here = here.flatMap((one) => this.#alternatives(childOf(one, part)));
    return here;
  }

  /** A schema with everything that it refers to: itself, then its alternatives. */
  #alternatives(one: Schema | undefined): readonly Schema[] {
    if (!one) return [];
    const { $ref, ...own } = one;
    const whole = $ref ? { ...this.#definitions[$ref.replace('#/definitions/', '')], ...own } : own;
    return [whole, ...(whole.anyOf ?? []).flatMap((branch) => this.#alternatives(branch))];
  }
}

/** The setting of one rule: of its options we know more than that they are a map. */
function settingOf({ summary, options = {} }: Rule, setting: Schema): Schema {
  const anyOf = setting.anyOf?.map((branch) => {
    const any = branch.properties?.options;
    const own = { ...any, properties: options, additionalProperties: false };
    return any ? { ...branch, properties: { ...branch.properties, options: own } } : branch;
  });
  return { ...setting, description: summary, ...(anyOf && { anyOf }) };
}

function childOf({ properties = {}, additionalProperties, items }: Schema, part: string): Schema | undefined {
  if (Object.hasOwn(properties, part)) return properties[part];
  return isMap(additionalProperties) ? additionalProperties : items;
}

/** The scalars that a schema lists. */
export function valuesOf({ enum: listed, type }: Schema): readonly unknown[] {
  return listed ?? (type === 'boolean' ? [true, false] : []);
}
