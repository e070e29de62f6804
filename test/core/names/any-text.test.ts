// Whatever a file says and wherever the cursor is: nothing throws, and every place lies in its text.
import texts from 'rollsafe:rule-texts';
import rules from 'rollsafe:rules';
import { describe, expect, it } from 'vitest';
import { exampleFiles } from '../../../src/core/example.ts';
import {
  completionsAt,
  definitionsAt,
  linksOf,
  type OutlineSymbol,
  type Place,
  referencesAt,
  ruleAt,
  suppressionCompletionsAt,
  symbolsOf,
} from '../../../src/core/names/index.ts';
import { readInputs } from '../../../src/core/reading.ts';
import type { Resource } from '../../../src/core/resource.ts';
import { Source, type Span } from '../../../src/core/source.ts';
import { type Files, inputsOf } from '../reading.ts';

const isInText = ({ source, span }: Place) =>
  span.start >= 0 && span.start <= span.end && span.end <= source.text.length;
const isInside = (inner: Span, outer: Span) => outer.start <= inner.start && inner.end <= outer.end;

function isSound({ span, selection, children }: OutlineSymbol): boolean {
  return isInside(selection, span) && children.every((child) => isSound(child) && isInside(child.span, span));
}

/** What is wrong with the answers about the objects of these files, at each of the offsets. */
function complaints(files: Files, offsetsOf: (resource: Resource) => number[]): string[] {
  const { drafts, index } = readInputs(inputsOf(files));
  const resources = drafts.flatMap(({ manifest }) => manifest.resources);
  return resources.flatMap((resource) => {
    const { source } = resource;
    const links = linksOf(resource, index);
    const sound = [
      links.flatMap(({ from, to }) => [from, ...to]).every(isInText),
      links.every(({ from, to }) => from.source === source && to.length > 0),
      isSound(symbolsOf(resource)),
      ...offsetsOf(resource).map((offset) => {
        const completions = completionsAt(resource, index, offset).map(({ replaces }) => replaces);
        const places = [
          ...definitionsAt(resource, index, offset),
          ...referencesAt(resource, index, offset, true),
          ...completions.map((span) => ({ source, span })),
        ];
        return (
          places.every(isInText) && completions.every(({ start, end }) => start <= offset && offset <= end)
        );
      }),
    ];
    return sound.includes(false) ? [`${resource.title}\n${source.text}`] : [];
  });
}

const examples = rules.flatMap(({ id }) =>
  (texts[id]?.examples ?? []).flatMap(({ bad, good }) => [bad, good].filter((text) => text !== undefined)),
);
const filesOf = (example: (typeof examples)[number], change = (text: string) => text): Files =>
  Object.fromEntries(exampleFiles(example).map(({ path, text }) => [path, change(text)]));

/** Offsets all over the text of an object, more of them the shorter it is. */
function offsetsIn({ root, source }: Resource, most: number): number[] {
  const { start } = root.span;
  const end = Math.min(root.span.end + 1, source.text.length);
  const step = Math.max(1, Math.ceil((end - start) / most));
  return Array.from({ length: Math.floor((end - start) / step) + 1 }, (_, at) => start + at * step);
}

describe('any text', () => {
  it('at offsets all over the examples', () => {
    const found = examples.flatMap((example) =>
      complaints(filesOf(example), (resource) => offsetsIn(resource, 12)),
    );
    expect(found.slice(0, 3)).toEqual([]);
  });

  it('with wrong values, and words cut off', () => {
    const wrong = ['', 'null', '5', '[]', '[[x], {}]', '{a: {b: c}}', '*a', '"{{args.', '|', '\n'];
    const found = examples.flatMap((example, at) =>
      wrong.flatMap((value, kind) => {
        if ((at + kind) % 3 > 0) return [];
        let count = 0;
        const change = (text: string) =>
          text.replaceAll(/(?<=: )[^\s{}[\],]+/g, (old) => (count++ % 7 === (at + kind) % 7 ? value : old));
        return complaints(filesOf(example, change), (resource) => offsetsIn(resource, 4));
      }),
    );
    expect(found.slice(0, 3)).toEqual([]);
  });

  it('in suppressions', () => {
    const suppressing = examples.flatMap((example) =>
      Object.values(filesOf(example)).filter((text) => text.includes('rollsafe')),
    );
    expect(suppressing.length).toBeGreaterThan(5);
    for (const text of suppressing) {
      const source = new Source('a.yaml', text);
      const resources = readInputs(inputsOf({ 'a.yaml': text })).drafts.flatMap(
        ({ manifest }) => manifest.resources,
      );
      for (let offset = 0; offset <= text.length; offset++) {
        const spans = suppressionCompletionsAt(text, offset, rules).map(({ replaces }) => replaces);
        const named = ruleAt(source, resources, offset);
        const all = [...spans, ...(named ? [named.span] : [])];
        expect(
          all.every((span) => isInside({ start: offset, end: offset }, span) && isInText({ source, span })),
        ).toBe(true);
      }
    }
  });
});
