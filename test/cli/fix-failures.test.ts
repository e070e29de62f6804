// What `--fix` does when the world doesn't go along: files that changed, vanished, or whose fixes have no end.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Case } from '../../src/cli/judge.ts';
import { applyFixes, showFixes } from '../../src/cli/lazy/fix.ts';
import { readLintOptions } from '../../src/cli/options.ts';
import type { Edit } from '../../src/core/fix.ts';
import type { Input } from '../../src/core/index/bundle.ts';
import { Source } from '../../src/core/source.ts';
import { temporaryFolder } from '../project/folder.ts';

const OPTIONS = readLintOptions(['--fix']);

/** Finds texts that begin with a word and offers to write another one, in all files that `reach` names. */
interface Words {
  readonly from: string;
  readonly to: string;
  readonly reach?: readonly string[];
}

function caseOf(folder: string, words: readonly Words[], beforeWriting = () => {}): Case {
  const inputs = fs
    .readdirSync(folder)
    .sort()
    .map((name): Input => {
      const file = path.join(folder, name);
      return {
        source: new Source(name, fs.readFileSync(file, 'utf8'), file),
        origin: 'walked',
        target: true,
      };
    });
  return {
    inputs,
    judge(texts) {
      beforeWriting();
      const findings = texts.flatMap(({ source }) =>
        words.filter(({ from }) => source.text.startsWith(from)).map((word) => finding(source, word, texts)),
      );
      const counts = { files: texts.length, documents: 0, resources: 0 };
      return { report: { findings, suppressed: [], counts }, incomplete: false };
    },
  };
}

function finding(source: Source, { from, to, reach }: Words, inputs: readonly Input[]) {
  const reached = inputs.filter((input) => (reach ?? [source.path]).includes(input.source.path));
  const span = { start: 0, end: from.length };
  const edits = reached.map((input): Edit => ({ source: input.source, span, text: to }));
  return {
    rule: `${from}-rule`,
    severity: 'error' as const,
    message: from,
    source,
    span,
    resource: { apiVersion: 'v1', kind: 'Pod', namespace: undefined, name: 'x' },
    path: '',
    related: [],
    fixes: [{ title: to, safety: 'safe' as const, edits }],
  };
}

const BAD: Words = { from: 'bad', to: 'good' };
const texts = (folder: string) =>
  Object.fromEntries(
    fs.readdirSync(folder).map((name) => [name, fs.readFileSync(path.join(folder, name), 'utf8')]),
  );
const left = ({ report }: { report: { findings: readonly { source: Source; rule: string }[] } }) =>
  report.findings.map(({ source, rule }) => `${source.path} ${rule}`);

describe('a file that changes while it is judged', () => {
  it('is left as it is, the others are fixed, and the run is not whole', () => {
    const folder = temporaryFolder({ a: 'bad', b: 'bad', c: 'good' });
    const outcome = applyFixes(
      caseOf(folder, [BAD], () => fs.writeFileSync(path.join(folder, 'a'), 'edited')),
      OPTIONS,
    );
    expect(texts(folder)).toEqual({ a: 'edited', b: 'good', c: 'good' });
    expect(outcome.incomplete).toBe(true);
    expect(outcome.notes).toEqual([
      'rollsafe: a has changed since it was read: it is not fixed',
      'fixed b: bad-rule',
      'Fixed 1 finding in 1 file',
    ]);
    expect(left(outcome)).toEqual(['a bad-rule']);
  });

  it('or vanishes', () => {
    const folder = temporaryFolder({ a: 'bad', b: 'bad' });
    const outcome = applyFixes(
      caseOf(folder, [BAD], () => fs.rmSync(path.join(folder, 'a'), { force: true })),
      OPTIONS,
    );
    expect(texts(folder)).toEqual({ b: 'good' });
    expect(outcome.notes[0]).toBe("rollsafe: a can't be written (ENOENT): it is not fixed");
  });

  it('keeps back those that its fixes reach into', () => {
    const folder = temporaryFolder({ a: 'bad', b: 'bad.', c: 'bad', d: 'worse' });
    const opened = caseOf(
      folder,
      [
        { from: 'bad.', to: 'good', reach: ['a', 'b'] },
        { from: 'worse', to: 'good!' },
      ],
      () => fs.writeFileSync(path.join(folder, 'a'), 'edited'),
    );
    const outcome = applyFixes(opened, OPTIONS);
    expect(texts(folder)).toEqual({ a: 'edited', b: 'bad.', c: 'bad', d: 'good!' });
    expect(outcome.notes).toEqual([
      'rollsafe: a has changed since it was read: it is not fixed, and neither is b, where its fixes go on',
      'fixed d: worse-rule',
      'Fixed 1 finding in 1 file',
    ]);
    expect(left(outcome)).toEqual(['b bad.-rule']);
  });
});

describe('fixes that undo each other', () => {
  const words = [{ from: 'ping', to: 'pong' }, { from: 'pong', to: 'ping' }, BAD];
  const NOTE =
    'rollsafe: a is not fixed: its fixes undo each other, or never end; please report it (ping-rule, pong-rule)';

  it('are told, and hold up no other file', () => {
    const folder = temporaryFolder({ a: 'ping', b: 'bad' });
    const outcome = applyFixes(caseOf(folder, words), OPTIONS);
    expect(texts(folder)).toEqual({ a: 'ping', b: 'good' });
    expect(outcome).toMatchObject({
      incomplete: true,
      notes: [NOTE, 'fixed b: bad-rule', 'Fixed 1 finding in 1 file'],
    });
    expect(left(outcome)).toEqual(['a ping-rule']);
  });

  it('are told in a dry run', () => {
    const outcome = showFixes(caseOf(temporaryFolder({ a: 'ping' }), words), OPTIONS);
    expect(outcome).toMatchObject({
      incomplete: true,
      preview: { diff: '', files: 0 },
      notes: [NOTE, 'Nothing to fix; left: 1 error'],
    });
  });
});
