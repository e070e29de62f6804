/**
 * Where people say that a finding is known: comments (`# rollsafe-ignore rule -- reason`) and annotations
 * (`rollsafe.dev/ignore: rule -- reason`), which survive Helm and Kustomize.
 */
import type { Node } from './node.ts';
import { containersOf, podsOf } from './pod.ts';
import type { Resource } from './resource.ts';
import type { Source, Span } from './source.ts';
import { readStream, type YamlNode } from './yaml/index.ts';

/** A rule that a suppression names, and where. */
export interface NamedRule {
  readonly id: string;
  readonly span: Span;
}

export interface Suppression {
  readonly source: Source;
  /** The comment, or the annotation's value. */
  readonly place: Span;
  /** Findings that begin in here are meant. */
  readonly scope: Span;
  /** None: all rules. */
  readonly rules: readonly NamedRule[];
  readonly reason: string;
  /** The last day on which it holds, `2027-03-01`. */
  readonly until: string | undefined;
  /** The whole comment with what it takes to be removed; undefined for an annotation. */
  readonly comment: Span | undefined;
}

/** What a text has to contain before it is worth to look for suppressions. */
const MENTION = /rollsafe-ignore|rollsafe\.dev\/ignore/;

/** The suppressions in a source, in the order of the text. */
export function suppressionsIn(source: Source, resources: readonly Resource[]): Suppression[] {
  if (!MENTION.test(source.text)) return [];
  const annotations = resources.flatMap((resource) => annotationsOn(resource));
  return [...commentsIn(source), ...annotations].sort((a, b) => a.place.start - b.place.start);
}

const COMMENT = /(^|[ \t])#[ \t]*rollsafe-ignore(-file)?(?![\w-])([^\r\n]*)/gm;

function commentsIn(source: Source): Suppression[] {
  const roots = readStream(source.text).flatMap((part) => part.read().flatMap(({ root }) => root ?? []));
  return [...source.text.matchAll(COMMENT)].flatMap((match) => {
    const start = match.index + (match[1] ?? '').length;
    const end = match.index + match[0].length;
    if (roots.some((root) => isText(root, start))) return [];
    const wholeFile = { start: 0, end: source.text.length + 1 };
    const scope = match[2] ? wholeFile : scopeOf(source, start, roots);
    const words = match[3] ?? '';
    return [
      {
        source,
        place: { start, end },
        scope,
        comment: removable(source, start, end),
        ...read(words, end - words.length),
      },
    ];
  });
}

/** Whether an offset lies inside a scalar: there `#` is text. */
function isText(node: YamlNode, offset: number): boolean {
  if (offset < node.start || offset >= node.end) return false;
  if (node.kind === 'scalar') return true;
  const children = node.kind === 'map' ? node.entries : node.items;
  return children.some(({ value, alias }) => !alias && isText(value, offset));
}

/**
 * Behind something on its line: that line. On a line of its own: the next line with content, and the whole of the list
 * item or document that begins there.
 */
function scopeOf(source: Source, comment: number, roots: readonly YamlNode[]): Span {
  const line = source.position(comment).line;
  const own = lineSpan(source, line);
  if (source.text.slice(own.start, comment).trim() !== '') return own;
  let next = line + 1;
  while (/^\s*(?:#|$)/.test(source.line(next)) && lineSpan(source, next).end < source.text.length) next++;
  const below = lineSpan(source, next);
  return roots.map((root) => wholeAt(root, below)).find((found) => found !== undefined) ?? below;
}

/** The outermost document or list item whose first line this is. */
function wholeAt(node: YamlNode, line: Span, begins = true): Span | undefined {
  const startsHere = node.start >= line.start && node.start < line.end;
  if (begins && startsHere) return { start: line.start, end: Math.max(node.end, line.end) };
  if (node.start >= line.end || node.end < line.start) return undefined;
  const children = node.kind === 'map' ? node.entries : node.kind === 'list' ? node.items : [];
  for (const { value, alias } of children) {
    const found = alias ? undefined : wholeAt(value, line, node.kind === 'list');
    if (found) return found;
  }
  return undefined;
}

function lineSpan(source: Source, line: number): Span {
  const start = source.offset({ line, column: 0 });
  return { start, end: start + source.line(line).length + 1 };
}

/** The comment with the blanks before it, or its whole line when nothing else is on it. */
function removable(source: Source, start: number, end: number): Span {
  const { text } = source;
  let first = start;
  while (/[ \t]/.test(text[first - 1] ?? '')) first--;
  const alone = first === 0 || text[first - 1] === '\n';
  const lineBreak = /^\r?\n/.exec(text.slice(end, end + 2))?.[0].length ?? 0;
  return { start: first, end: alone ? end + lineBreak : end };
}

const ANNOTATION = 'rollsafe.dev/ignore';

/** On an object for all of it, on its pod template for that, and `rollsafe.dev/ignore.<container>` for one container. */
function annotationsOn(resource: Resource): Suppression[] {
  const root = resource.root as Node;
  const pods = podsOf(resource);
  const containers = pods.flatMap((pod) => containersOf(pod));
  const holders = [
    { annotations: root.at('metadata').at('annotations'), scope: root.span },
    ...pods
      .filter(({ metadata }) => metadata.path !== '/metadata')
      .map(({ metadata, spec }) => ({
        annotations: metadata.at('annotations') as Node,
        scope: {
          start: Math.min(metadata.entrySpan.start, spec.entrySpan.start),
          end: Math.max(metadata.span.end, spec.span.end),
        },
      })),
  ];
  return holders.flatMap(({ annotations, scope }) =>
    annotations.fields().flatMap(([key, value]) => {
      const text = value.string();
      if (text === undefined || !key.startsWith(ANNOTATION)) return [];
      const container = key.slice(ANNOTATION.length + 1);
      const scopes =
        container === ''
          ? [scope]
          : containers.filter(({ name }) => name === container).map(({ node }) => node.span);
      const place = value.span;
      const parsed = read(text, place.start);
      const rules = parsed.rules.map(({ id }) => ({ id, span: place }));
      return scopes.map((one) => ({
        source: resource.source,
        place,
        scope: one,
        comment: undefined,
        ...parsed,
        rules,
      }));
    }),
  );
}

const UNTIL = /\buntil (\d{4}-\d{2}-\d{2})\b/;

/** `rule, rule -- reason`, which begins at an offset of the text. */
function read(words: string, offset: number): Pick<Suppression, 'rules' | 'reason' | 'until'> {
  const dashes = /(?:^|\s)--(?:\s|$)/.exec(words);
  const list = dashes ? words.slice(0, dashes.index) : words;
  const reason = dashes ? words.slice(dashes.index + dashes[0].length).trim() : '';
  const rules = [...list.matchAll(/[^\s,]+/g)].map((match) => {
    const start = offset + match.index;
    return { id: match[0], span: { start, end: start + match[0].length } };
  });
  return { rules, reason, until: UNTIL.exec(reason)?.[1] };
}
