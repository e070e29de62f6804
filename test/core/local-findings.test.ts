// Findings that are kept from version to version are those that a fresh run would make.
import texts from 'rollsafe:rule-texts';
import rules from 'rollsafe:rules';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exampleFiles } from '../../src/core/example.ts';
import type { Finding } from '../../src/core/finding.ts';
import type { Input } from '../../src/core/index/bundle.ts';
import { Judge } from '../../src/core/judge.ts';
import { lint } from '../../src/core/lint.ts';
import { LocalFindings } from '../../src/core/local-findings.ts';
import { readInputs } from '../../src/core/reading.ts';
import type { Rule } from '../../src/core/rule.ts';
import { defaultSettings } from '../../src/core/settings.ts';
import { Source } from '../../src/core/source.ts';
import { readStream, type StreamPart } from '../../src/core/yaml/index.ts';

const ANY_RULES = rules as readonly Rule[];
const settings = { ...defaultSettings, advice: true };

/** Two files of a folder, version after version, as an editor keeps them. */
class Project {
  readonly #local = new LocalFindings();
  readonly #rules: readonly Rule[];
  readonly #parts = new Map<string, readonly StreamPart[]>();

  constructor(judgedBy: readonly Rule[] = ANY_RULES) {
    this.#rules = judgedBy;
  }

  findings(files: Readonly<Record<string, string>>): Finding[] {
    const inputs = inputsOf(files).map((input): Input => {
      const { path, text } = input.source;
      const parts = readStream(text, this.#parts.get(path));
      this.#parts.set(path, parts);
      return { ...input, parts };
    });
    const standard = {
      rules: this.#rules,
      settings,
      today: '2026-01-01',
      isPartial: false,
      local: this.#local,
    };
    const reading = readInputs(inputs);
    const judge = new Judge(reading, standard);
    const reports = reading.drafts.map((draft) => judge.report(draft));
    return reports.flatMap(({ findings }) => findings);
  }
}

function inputsOf(files: Readonly<Record<string, string>>): Input[] {
  return Object.entries(files).map(([path, text]) => ({
    source: new Source(path, text),
    origin: 'walked',
    target: true,
  }));
}

function fresh(files: Readonly<Record<string, string>>): readonly Finding[] {
  const run = { inputs: inputsOf(files), rules: ANY_RULES, settings, today: '2026-01-01' };
  return lint(run).findings;
}

/** The manifests in the examples of these rules. */
function examplesOf(ids: readonly string[]): string[] {
  return ids
    .flatMap((id) => texts[id]?.examples ?? [])
    .flatMap(({ bad, good }) => [bad ?? [], good ?? []].flat())
    .flatMap((example) => exampleFiles(example).map(({ text }) => text));
}

const EXAMPLES = examplesOf(Object.keys(texts));

const stream = fc
  .array(fc.constantFrom(...EXAMPLES), { maxLength: 6 })
  .map((documents) => documents.join('---\n'));

const edit = fc.record({
  file: fc.constantFrom('shop/a.yaml', 'shop/b.yaml'),
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.nat(40)),
  text: fc.oneof(
    fc.constantFrom('x', '0', ' ', '\n', '\r\n', '# x\n', '---\n', '\n---\n', '"', '{'),
    fc.constantFrom(...EXAMPLES).map((example) => `\n---\n${example}---\n`),
  ),
});

describe('findings that are kept', () => {
  it('are those of a fresh run, whatever was edited', () => {
    fc.assert(
      fc.property(stream, stream, fc.array(edit, { maxLength: 6 }), (a, b, edits) => {
        const project = new Project();
        let files: Record<string, string> = { 'shop/a.yaml': a, 'shop/b.yaml': b };
        expect(project.findings(files)).toEqual(fresh(files));
        for (const { file, at, length, text } of edits) {
          const before = files[file] ?? '';
          const start = Math.floor(at * before.length);
          files = { ...files, [file]: before.slice(0, start) + text + before.slice(start + length) };
          expect(project.findings(files)).toEqual(fresh(files));
        }
      }),
      { numRuns: 150 },
    );
  });

  it('go with the line breaks that the text has', () => {
    const project = new Project();
    // Their fixes write lines.
    const one = examplesOf(['rolling-update-zero', 'probes-identical']).join('---\n');
    for (const first of ['# x\n', '# x\r\n', '# x\n# y\r\n']) {
      const files = { 'a.yaml': `${first}---\n${one}` };
      const edits = fresh(files).flatMap(({ fixes }) => fixes.flatMap((fix) => fix.edits));
      expect(edits.some(({ text }) => text.includes('\n'))).toBe(true);
      expect(project.findings(files)).toEqual(fresh(files));
    }
  });
});

describe('an object whose document stays the same', () => {
  const object = (name: string) => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}}\n`;
  const calls: string[] = [];
  const base = { category: 'config', summary: '', severity: 'warning' } as const;
  const local: Rule = {
    ...base,
    id: 'local',
    resource(resource, { report }) {
      calls.push(`local ${resource.name}`);
      report({ at: resource.root, message: 'local' });
    },
  };
  const global: Rule = {
    ...base,
    id: 'global',
    resource(resource, { index }) {
      calls.push(`global ${resource.name} of ${index.everything.length}`);
    },
  };

  it('is asked again by rules that ask about others alone, and its findings move', () => {
    const project = new Project([local, global]);
    project.findings({ 'a.yaml': `${object('a')}---\n${object('b')}` });
    calls.length = 0;
    const text = `${object('other')}---\n${object('b')}`;
    const found = project.findings({ 'a.yaml': text });
    expect(calls).toEqual(['local other', 'global other of 2', 'global b of 2']);
    expect(found.map(({ span, source }) => source.text.slice(span.start, span.end))).toEqual([
      'apiVersion: v1',
      'apiVersion: v1',
    ]);
    expect(found.map(({ span }) => span.start)).toEqual([0, text.lastIndexOf('apiVersion')]);
  });
});
