/** What may be written at a place where a name belongs. */
import type { ResourceIndex } from '../index/resource-index.ts';
import type { Node } from '../node.ts';
import type { Resource } from '../resource.ts';
import type { Span } from '../source.ts';
import { resolvePlain } from '../yaml/index.ts';
import { argTextsOf, argWordAt, usableArgsOf } from './arg-names.ts';
import { nameFieldsOf } from './links.ts';
import type { Named } from './name-field.ts';
import { touches } from './place.ts';

export interface NameCompletion {
  readonly name: string;
  /** What bears the name and where, `Service · k8s/web.yaml`. */
  readonly detail: string;
  readonly replaces: Span;
  /** What to write there: the name, in quotes where YAML would take it for something else. */
  readonly text: string;
}

/** Each name once, the nearest first. A value that is written elsewhere, through an alias, is left alone. */
export function completionsAt(
  resource: Resource,
  index: ResourceIndex,
  offset: number,
): readonly NameCompletion[] {
  const inFields = nameFieldsOf(resource, index).flatMap(({ at, all }) => {
    const replaces = valueAt(at, offset);
    return replaces ? offered(all(), replaces, (name) => written(name, at, replaces)) : [];
  });
  const inTexts = argTextsOf(resource).flatMap((text) => {
    const replaces = text.aliases.length === 0 && touches(text.span, offset) && argWordAt(text, offset);
    return replaces ? offered(usableArgsOf(resource, index), replaces, (name) => name) : [];
  });
  return [...inFields, ...inTexts];
}

function offered(things: readonly Named[], replaces: Span, text: (name: string) => string): NameCompletion[] {
  const byName = new Map<string, NameCompletion>();
  for (const { name, detail } of things)
    if (!byName.has(name)) byName.set(name, { name, detail, replaces, text: text(name) });
  return [...byName.values()];
}

/** The value at an offset, without its quotes, or the empty place behind a key; undefined elsewhere. */
function valueAt(node: Node, offset: number): Span | undefined {
  if (node.aliases.length > 0 || node.isMap || node.isList) return undefined;
  const { start, end } = node.span;
  if (!node.exists) return isBehindKey(node, offset) ? { start: offset, end: offset } : undefined;
  const text = node.source.text.slice(start, end);
  if (/^[|>]|\n/.test(text)) return undefined;
  const inner = /^["']/.test(text) ? { start: start + 1, end: end - 1 } : { start, end };
  return touches(inner, offset) ? inner : undefined;
}

/** Whether there is nothing but the colon and blanks between a key without a value and an offset. */
function isBehindKey({ keySpan, span, source }: Node, offset: number): boolean {
  if (keySpan === undefined || span.start < span.end) return false;
  return /^[ \t]*:[ \t]+$/.test(source.text.slice(keySpan.end, offset));
}

function written(name: string, { source }: Node, { start }: Span): string {
  const quoted = /["']/.test(source.text[start - 1] ?? '');
  const plain = /^\w[\w./-]*$/.test(name) && typeof resolvePlain(name) === 'string';
  return quoted || plain ? name : JSON.stringify(name);
}
