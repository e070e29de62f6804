// A project with a cursor `¦` in one of its files, and places as people see them.
import {
  completionsAt,
  definitionsAt,
  type NameCompletion,
  type Place,
  referencesAt,
} from '../../../src/core/names/index.ts';
import { readInputs } from '../../../src/core/reading.ts';
import type { Resource } from '../../../src/core/resource.ts';
import { type Files, inputsOf } from '../reading.ts';

/** `a.yaml:3 web` for a place: its line, counted from 1, and the first line of what it selects. */
export function shown({ source, span }: Place): string {
  const [first = ''] = source.text.slice(span.start, span.end).split(/\r?\n/);
  return `${source.path}:${source.position(span.start).line + 1} ${first}`;
}

export function pointing(files: Files) {
  const [path = '', marked = ''] = Object.entries(files).find(([, text]) => text.includes('¦')) ?? [];
  const offset = marked.indexOf('¦');
  const { drafts, index } = readInputs(inputsOf({ ...files, [path]: marked.replace('¦', '') }));
  const resource = drafts
    .filter(({ input }) => input.source.path === path)
    .flatMap(({ manifest }) => manifest.resources)
    .find(({ root }) => root.span.start <= offset && offset <= root.span.end);
  if (!resource) throw new Error('the cursor is in no object');
  return { resource: resource as Resource, index, offset };
}

export function definitions(files: Files): string[] {
  const { resource, index, offset } = pointing(files);
  return definitionsAt(resource, index, offset).map(shown);
}

export function references(files: Files, includeDeclaration = false): string[] {
  const { resource, index, offset } = pointing(files);
  return referencesAt(resource, index, offset, includeDeclaration).map(shown);
}

export function completions(files: Files): readonly NameCompletion[] {
  const { resource, index, offset } = pointing(files);
  return completionsAt(resource, index, offset);
}

export const names = (files: Files) => completions(files).map(({ name }) => name);

/** The file at the cursor after the completion of that name. */
export function completed(files: Files, name: string): string {
  const { resource, index, offset } = pointing(files);
  const completion = completionsAt(resource, index, offset).find((one) => one.name === name);
  if (!completion) throw new Error(`no completion ${name}`);
  const { text } = resource.source;
  const { start, end } = completion.replaces;
  return text.slice(0, start) + completion.text + text.slice(end);
}
