/** What a violation of a JSON Schema, as ajv reports it, means in a sentence. */
import type { ErrorObject } from 'ajv';
import type { ValuePath } from './config-document.ts';
import { didYouMean, suggestion } from './did-you-mean.ts';

export interface SchemaProblem {
  readonly path: ValuePath;
  /** Whether the mistake is the key at the end of the path, not what is under it. */
  readonly atKey: boolean;
  readonly message: string;
}

/**
 * The mistakes that the errors of one validation stand for (ajv with `allErrors` and `verbose`). `base` is where the
 * validated value is.
 */
export function schemaProblems(errors: readonly ErrorObject[], base: ValuePath = []): SchemaProblem[] {
  const own = withoutOtherBranches(errors);
  return own
    .filter((error) => !isMistyped(error, own))
    .map((error) => problemOf(error, [...base, ...pathOf(error)]));
}

function pathOf({ instancePath }: ErrorObject): string[] {
  const parts = instancePath.split('/').slice(1);
  return parts.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Of the alternatives "a word or a map", only the one that was written counts. */
function withoutOtherBranches(errors: readonly ErrorObject[]): ErrorObject[] {
  const choices = errors.filter(({ keyword }) => keyword === 'anyOf');
  const places = new Set(choices.map(({ instancePath }) => instancePath));
  const own = errors.filter(
    ({ keyword, instancePath, data }) =>
      keyword !== 'anyOf' && !(places.has(instancePath) && keyword === (isMap(data) ? 'enum' : 'type')),
  );
  const isExplained = ({ instancePath }: ErrorObject) =>
    own.some((error) => `${error.instancePath}/`.startsWith(`${instancePath}/`));
  return [...own, ...choices.filter((choice) => !isExplained(choice))];
}

/** Whether a key is missing only because it is written wrong. */
function isMistyped({ keyword, params, instancePath }: ErrorObject, all: readonly ErrorObject[]): boolean {
  if (keyword !== 'required') return false;
  const unknown = all.filter((error) => error.keyword === 'additionalProperties');
  return unknown.some(
    (error) =>
      error.instancePath === instancePath &&
      suggestion(error.params.additionalProperty, knownKeys(error)) === params.missingProperty,
  );
}

const knownKeys = ({ parentSchema }: ErrorObject) => Object.keys(parentSchema?.properties ?? {});

function problemOf(error: ErrorObject, path: ValuePath): SchemaProblem {
  const { keyword, params } = error;
  if (keyword === 'additionalProperties') {
    const key = String(params.additionalProperty);
    return { path: [...path, key], atKey: true, message: unknownKey(key, knownKeys(error)) };
  }
  return { path, atKey: false, message: messageOf(error, path) };
}

function unknownKey(key: string, known: readonly string[]): string {
  const hint = didYouMean(key, known) || `; the keys here are ${listOf(known, 'and')}`;
  return `unknown key ${JSON.stringify(key)}${hint}`;
}

function messageOf({ keyword, params, data, parentSchema, message }: ErrorObject, path: ValuePath): string {
  const name = nameOf(path);
  switch (keyword) {
    case 'enum':
      return wrongWord(name, data, params.allowedValues);
    case 'type':
      return wrongType(name, data, params.type);
    case 'anyOf':
      return `${name} can't be ${described(data)}`;
    case 'required':
      return `${name} has no ${JSON.stringify(params.missingProperty)}`;
    case 'minItems':
    case 'minLength':
      return params.limit === 1 ? `${name} must not be empty` : `${name} ${message}`;
    case 'pattern':
      return parentSchema?.patternErrorMessage ?? `${name} ${message}`;
    default:
      return `${name} ${message}`;
  }
}

function wrongWord(name: string, data: unknown, allowed: readonly unknown[]): string {
  const words = allowed.filter((value) => typeof value === 'string');
  const hint = typeof data === 'string' ? didYouMean(data, words) : '';
  const values = words.length > 0 ? words : allowed;
  return `${name} can't be ${described(data)}, only ${listOf(values, 'or')}${hint}`;
}

function wrongType(name: string, data: unknown, type: string | readonly string[]): string {
  const types = [type].flat().filter((word) => word !== 'null');
  const wanted = types.map((word) => TYPES[word] ?? word).join(' or ');
  const hint = types[0] === 'array' && isScalar(data) ? `; did you mean ${JSON.stringify([data])}?` : '';
  return `${name} must be ${wanted}, not ${described(data)}${hint}`;
}

const TYPES: Readonly<Record<string, string>> = {
  object: 'a map',
  array: 'a list',
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
};

/** How a message calls the value at a path. */
function nameOf(path: ValuePath): string {
  const last = path.at(-1);
  if (last === undefined) return 'the configuration';
  const isItem = /^\d+$/.test(last);
  return isItem ? `an item of ${JSON.stringify(path.at(-2))}` : JSON.stringify(last);
}

function described(value: unknown): string {
  if (value === null) return 'empty';
  if (Array.isArray(value)) return 'a list';
  return isMap(value) ? 'a map' : JSON.stringify(value);
}

function listOf(words: readonly unknown[], conjunction: 'and' | 'or'): string {
  const quoted = words.map((word) => JSON.stringify(word));
  const last = quoted.pop() ?? '';
  return quoted.length > 0 ? `${quoted.join(', ')} ${conjunction} ${last}` : last;
}

const isScalar = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value);

export function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
