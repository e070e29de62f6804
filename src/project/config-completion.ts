/** What an editor shows in a configuration file: what may be written at the cursor, and what a word means. */
import type { Rule } from '../core/rule.ts';
import type { Span } from '../core/source.ts';
import { ConfigDocument } from './config-document.ts';
import { ConfigSchema, type Schema, valuesOf } from './config-schema.ts';

export interface ConfigCompletion {
  readonly label: string;
  readonly kind: 'key' | 'value';
  /** What it means; may be empty. */
  readonly description: string;
  readonly replaces: Span;
  /** What to write: behind a key also the colon, unless it is there. */
  readonly text: string;
}

export interface ConfigHover {
  readonly span: Span;
  readonly text: string;
}

/** The keys, or the values, that may be written at an offset; the text may be half written. Never throws. */
export function configCompletionsAt(
  text: string,
  offset: number,
  rules: readonly Rule[],
): readonly ConfigCompletion[] {
  const replaces = wordAround(text, offset);
  const mended = withWordAt(text, replaces);
  const word = new ConfigDocument(mended).words.find(
    ({ start, end }) => start <= replaces.start && replaces.start < end,
  );
  if (!word) return [];
  const schema = new ConfigSchema(rules);
  if (!word.isKey) return valueCompletions(schema.at(word.path), replaces);
  const written = new Set(word.siblings.filter((key) => key !== word.value));
  const hasColon =
    /^["']?[ \t]*:/.test(text.slice(replaces.end)) || /["']/.test(text[replaces.start - 1] ?? '');
  const colon = hasColon ? '' : ': ';
  return keyCompletions(schema, word.path.slice(0, -1), replaces, colon).filter(
    ({ label }) => !written.has(label),
  );
}

/** What the key or the value at an offset means; undefined where there is none, or nothing to say. */
export function configHoverAt(text: string, offset: number, rules: readonly Rule[]): ConfigHover | undefined {
  const word = new ConfigDocument(text).words.find(({ start, end }) => start <= offset && offset < end);
  if (!word) return undefined;
  const schemas = new ConfigSchema(rules).at(word.path);
  const own = word.isKey ? schemas : schemas.filter((schema) => valuesOf(schema).includes(word.value));
  const description = descriptionOf(own);
  return description ? { span: { start: word.start, end: word.end }, text: description } : undefined;
}

const LETTERS = '[\\w./-]*';

function wordAround(text: string, offset: number): Span {
  const before = new RegExp(`${LETTERS}$`).exec(text.slice(lineStart(text, offset), offset))?.[0] ?? '';
  const after = new RegExp(`^${LETTERS}`).exec(text.slice(offset))?.[0] ?? '';
  return { start: offset - before.length, end: offset + after.length };
}

const lineStart = (text: string, offset: number) => text.lastIndexOf('\n', offset - 1) + 1;

/** The text with a word where there is none, made a key where it is alone on its line. */
function withWordAt(text: string, { start, end }: Span): string {
  const word = text.slice(start, end) || 'x';
  const isAlone =
    /^\s*(?:- +)*$/.test(text.slice(lineStart(text, start), start)) &&
    /^[ \t]*(?:#|\r?\n|$)/.test(text.slice(end));
  return `${text.slice(0, start)}${word}${isAlone ? ':' : ''}${text.slice(end)}`;
}

function keyCompletions(
  schema: ConfigSchema,
  path: readonly string[],
  replaces: Span,
  colon: string,
): ConfigCompletion[] {
  const keys = new Set(schema.at(path).flatMap(({ properties = {} }) => Object.keys(properties)));
  return [...keys].map((label) => ({
    label,
    kind: 'key',
    description: descriptionOf(schema.at([...path, label])),
    replaces,
    text: `${label}${colon}`,
  }));
}

function valueCompletions(schemas: readonly Schema[], replaces: Span): ConfigCompletion[] {
  return schemas.flatMap((schema) =>
    valuesOf(schema).map((value) => ({
      label: String(value),
      kind: 'value' as const,
      description: descriptionOf([schema]),
      replaces,
      text: String(value),
    })),
  );
}

function descriptionOf(schemas: readonly Schema[]): string {
  return schemas.find(({ description }) => description)?.description ?? '';
}
