/** Adding a suppression to a text, with an empty place for the reason. */
import { setValue } from '../edits/insert.ts';
import type { Edit } from '../fix.ts';
import type { Node } from '../node.ts';
import type { Resource } from '../resource.ts';
import type { Source } from '../source.ts';
import { Outline } from './outline.ts';
import { ANNOTATION } from './suppression.ts';
import { commentsIn } from './suppression-comments.ts';

export interface NewSuppression {
  readonly edit: Edit;
  /** Where in the text of the edit the reason goes. */
  readonly reason: number;
}

/**
 * Ignores a rule on the line that an offset is in: behind it, in the suppression that stands there already, or above it
 * where its text goes on below. Undefined in JSON, which has no comments, and inside of a longer text.
 */
export function ignoreOnLine(source: Source, offset: number, rule: string): NewSuppression | undefined {
  if (isJson(source)) return undefined;
  const { line } = source.position(offset);
  const start = source.offset({ line, column: 0 });
  const end = start + source.line(line).trimEnd().length;
  const present = commentsIn(source).find(({ place }) => start <= place.start && place.start < end);
  const last = present?.rules.at(-1);
  if (last) return inserted(source, last.span.end, `, ${rule}`);
  const outline = new Outline(source.text);
  const goesOn = (at: number) => (outline.textBefore(at)?.end ?? 0) > at;
  if (present || goesOn(start)) return undefined;
  if (!goesOn(end)) return inserted(source, end, `  ${commentOf(rule)}`);
  const indent = /^ *(?=[^\s-])/.exec(source.line(line))?.[0];
  return indent === undefined ? undefined : lineAbove(source, start, indent, rule);
}

/** Ignores a rule on all of an object: in a comment above it, in JSON by its annotation. */
export function ignoreOnObject({ root, source }: Resource, rule: string): NewSuppression | undefined {
  if (isJson(source)) return inAnnotation(root as Node, rule);
  const { line } = source.position(root.span.start);
  const start = source.offset({ line, column: 0 });
  const before = source.text.slice(start, root.span.start);
  return /^[ -]*$/.test(before) && !before.startsWith('---')
    ? lineAbove(source, start, /^ */.exec(before)?.[0] ?? '', rule)
    : inAnnotation(root as Node, rule);
}

function isJson({ path, text }: Source): boolean {
  return path.endsWith('.json') || /^\uFEFF?\s*\{/.test(text);
}

function commentOf(rule: string): string {
  return `# rollsafe-ignore ${rule} -- `;
}

function lineAbove(source: Source, at: number, indent: string, rule: string): NewSuppression {
  const comment = indent + commentOf(rule);
  const lineBreak = source.text.includes('\r\n') ? '\r\n' : '\n';
  return { ...inserted(source, at, comment + lineBreak), reason: comment.length };
}

function inserted(source: Source, at: number, text: string): NewSuppression {
  return { edit: { source, span: { start: at, end: at }, text }, reason: text.length };
}

function inAnnotation(root: Node, rule: string): NewSuppression | undefined {
  const annotation = root.at('metadata').at('annotations').at(ANNOTATION);
  const present = annotation.string();
  const words = present ? `${rule}, ` : `${rule} -- `;
  const edit = setValue(annotation, words + (present ?? ''));
  return edit && { edit, reason: edit.text.indexOf(words) + words.length };
}
