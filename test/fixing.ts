// What must hold of every step of mending, whatever the rules: used on generated manifests and on a folder of real ones.
import { type ChosenFix, chooseFixes, editsOf } from '../src/core/choose-fixes.ts';
import type { Finding, Report } from '../src/core/finding.ts';
import { applyEdits, type Edit } from '../src/core/fix.ts';
import type { Input } from '../src/core/index/bundle.ts';
import { type Mended, mend } from '../src/core/mend.ts';
import { Source, type Span } from '../src/core/source.ts';
import { readStream, type YamlChild, type YamlEntry, type YamlNode } from '../src/core/yaml/index.ts';

interface Pass {
  readonly inputs: readonly Input[];
  readonly report: Report;
}

export interface Checked {
  readonly mended: Mended;
  /** What doesn't hold, in words. */
  readonly faults: readonly string[];
}

const everything = () => true;

/** Mends with all fixes but suggestions, and looks at each step and at the end. */
export function mendChecked(inputs: readonly Input[], lint: (inputs: readonly Input[]) => Report): Checked {
  const passes: Pass[] = [];
  const record = (texts: readonly Input[]) => {
    const report = lint(texts);
    passes.push({ inputs: texts, report });
    return report;
  };
  const mended = mend({ inputs, lint: record, wants: everything });
  const faults = [
    ...mended.refusals.map(({ source, reason, rules }) => `${source.path} is refused: ${reason} ${rules}`),
    ...(mended.refusals.length > 0
      ? []
      : passes.slice(1).flatMap((pass, at) => stepFaults(passes[at] as Pass, pass))),
    ...(mend({ inputs: mended.inputs, lint, wants: everything }).changeSets.length > 0
      ? ['no fixed point']
      : []),
  ];
  return { mended, faults };
}

/** What doesn't hold of the first step, in which the fixes are applied that fit together. */
export function firstStepFaults(
  inputs: readonly Input[],
  lint: (inputs: readonly Input[]) => Report,
): string[] {
  const report = lint(inputs);
  const edits = editsOf(chosenIn({ inputs, report }));
  const next = inputs.map((input) => {
    const { path, location } = input.source;
    return { ...input, source: new Source(path, applyEdits(input.source, edits), location) };
  });
  return stepFaults({ inputs, report }, { inputs: next, report: lint(next) });
}

function chosenIn({ inputs, report }: Pass): ChosenFix[] {
  const targets = new Set(inputs.filter(({ target }) => target).map(({ source }) => source));
  return chooseFixes(report.findings, { wants: everything, mayEdit: (source) => targets.has(source) });
}

function stepFaults(before: Pass, after: Pass): string[] {
  const chosen = chosenIn(before);
  const edits = editsOf(chosen);
  return before.inputs.flatMap(({ source }, at) => {
    const now = (after.inputs[at] as Input).source;
    const own = edits.filter((edit) => edit.source === source);
    const mended = chosen.map(({ finding }) => finding).filter((finding) => finding.source === source);
    return [
      ...textFaults(source.text, now.text, own),
      ...treeFaults(source.text, now.text, own),
      ...findingFaults(mended, after.report, now, own),
    ].map((fault) => `${source.path}: ${fault}\n${source.text}\n=====\n${now.text}`);
  });
}

function textFaults(before: string, after: string, edits: readonly Edit[]): string[] {
  const backwards = [...edits].sort((a, b) => b.span.start - a.span.start);
  const expected = backwards.reduce(
    (text, { span, text: by }) => text.slice(0, span.start) + by + text.slice(span.end),
    before,
  );
  return expected === after ? [] : ['the text differs outside of the edits'];
}

function findingFaults(
  mended: readonly Finding[],
  report: Report,
  source: Source,
  edits: readonly Edit[],
): string[] {
  const shift = shiftOf(edits);
  const left = report.findings.filter((finding) => finding.source === source);
  return mended
    .filter(({ rule, message, span }) =>
      left.some(
        (one) => one.rule === rule && one.message === message && one.span.start === shift(span.start),
      ),
    )
    .map(({ rule, message }) => `${rule} is still there: ${message}`);
}

/** What is read outside of the edits is the same before and after, at the places that the edits moved it to. */
export function treeFaults(before: string, after: string, edits: readonly Edit[]): string[] {
  if (before === after) return [];
  const [old, now] = [readingOf(before), readingOf(after)];
  if (now.problems > old.problems) return ['there are new syntax problems'];
  if (old.isBroken) return [];
  const shift = shiftOf(edits);
  const removed = edits.map(({ span }) => span);
  const written = edits.map(({ span, text }) => {
    const end = shift(span.end);
    return { start: end - text.length, end };
  });
  const emptied = new Set(
    old.collections
      .filter((node) => removed.some((span) => overlaps(node, span)))
      .map(({ start }) => shift(start)),
  );
  const expected = factsOf(old, removed, shift);
  const found = factsOf(now, written, (offset) => offset).filter(
    ({ isEmpty, start }) => !(isEmpty && emptied.has(start)),
  );
  const [is, was] = [new Set(found.map(({ text }) => text)), new Set(expected.map(({ text }) => text))];
  return [
    ...[...was].filter((text) => !is.has(text)).map((text) => `lost: ${text}`),
    ...[...is].filter((text) => !was.has(text)).map((text) => `new: ${text}`),
  ];
}

/** Where an offset outside of the edits is after them; an insertion at it stands before it. */
function shiftOf(edits: readonly Edit[]): (offset: number) => number {
  return (offset) =>
    edits
      .filter(({ span }) => span.end <= offset)
      .reduce((sum, { span, text }) => sum + text.length - (span.end - span.start), offset);
}

interface Reading {
  /** Maps and lists with something in them. */
  readonly collections: readonly YamlNode[];
  readonly leaves: readonly Leaf[];
  readonly problems: number;
  /** Whether a document can't be read, or another one than it seems: then what is read may change. */
  readonly isBroken: boolean;
}

/** A value without parts, or an alias. */
interface Leaf {
  readonly span: Span;
  readonly keys: readonly (YamlEntry | 'item')[];
  readonly value: string;
  readonly isEmpty: boolean;
}

function readingOf(text: string): Reading {
  const documents = readStream(text).flatMap((part) => part.read());
  const collections: YamlNode[] = [];
  const leaves: Leaf[] = [];
  const visitChild = ({ value, alias }: YamlChild, keys: Leaf['keys']) => {
    if (alias) leaves.push({ span: alias, keys, value: `*${plain(value)}`, isEmpty: false });
    else visit(value, keys);
  };
  const visit = (node: YamlNode, keys: Leaf['keys']): void => {
    if (node.kind === 'map') for (const entry of node.entries) visitChild(entry, [...keys, entry]);
    if (node.kind === 'list') for (const item of node.items) visitChild(item, [...keys, 'item']);
    const isEmpty = node.kind !== 'scalar' && plainSize(node) === 0;
    if (node.kind !== 'scalar' && !isEmpty) collections.push(node);
    else leaves.push({ span: node, keys, value: plain(node), isEmpty });
  };
  for (const { root } of documents) if (root) visit(root, []);
  return {
    collections,
    leaves: leaves.filter(({ span }) => span.end > span.start),
    problems: documents.reduce((sum, { problems }) => sum + problems.length, 0),
    isBroken: documents.some(
      ({ root, problems }) =>
        (!root && problems.length > 0) || problems.some(({ rule }) => rule === 'document-separator-invalid'),
    ),
  };
}

function plainSize(node: YamlNode): number {
  if (node.kind === 'scalar') return 1;
  return node.kind === 'map' ? node.entries.length : node.items.length;
}

function plain(node: YamlNode): string {
  if (node.kind === 'scalar')
    return typeof node.value === 'bigint' ? `${node.value}n` : JSON.stringify(node.value);
  if (node.kind === 'list') return `[${node.items.map(({ value }) => plain(value)).join()}]`;
  return `{${node.entries.map(({ key, value }) => `${JSON.stringify(key)}:${plain(value)}`).join()}}`;
}

interface Fact {
  readonly start: number;
  readonly isEmpty: boolean;
  readonly text: string;
}

/** Place, keys and value of each leaf that lies outside of some spans; keys inside of them may be any. */
function factsOf({ leaves }: Reading, spans: readonly Span[], shift: (offset: number) => number): Fact[] {
  const isInside = (span: Span) => spans.some((other) => overlaps(span, other));
  return leaves
    .filter(({ span }) => !isInside(span))
    .map(({ span, keys, value, isEmpty }) => {
      const path = keys.map((key) => (key === 'item' ? '-' : isInside(key.keySpan) ? '?' : key.key));
      return { start: shift(span.start), isEmpty, text: `${shift(span.start)} /${path.join('/')} ${value}` };
    });
}

function overlaps(a: Span, b: Span): boolean {
  return a.start < b.end && b.start < a.end;
}
