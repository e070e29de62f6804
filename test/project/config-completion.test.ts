// What may be written in rollsafe.yaml at a cursor `¦`, and what a word there means. The text may be half written.
import builtIn from 'rollsafe:rules';
import { describe, expect, it } from 'vitest';
import { initialConfig } from '../../src/cli/lazy/init.ts';
import type { Rule } from '../../src/core/rule.ts';
import {
  type ConfigCompletion,
  configCompletionsAt,
  configHoverAt,
} from '../../src/project/config-completion.ts';

const RULES: readonly Rule[] = [
  { id: 'mutable-tag', category: 'images', summary: 'A tag that moves', severity: 'warning' },
  {
    id: 'probe-missing',
    category: 'readiness',
    summary: 'No probe',
    severity: 'warning',
    options: {
      mode: { description: 'How strict', enum: ['strict', 'loose'] },
      kinds: { type: 'array', items: { enum: ['Deployment', 'Rollout'] } },
      odd: { $ref: '#/nowhere' },
    },
  },
];

function completions(marked: string): readonly ConfigCompletion[] {
  return configCompletionsAt(marked.replace('¦', ''), marked.indexOf('¦'), RULES);
}

const labels = (marked: string) => completions(marked).map(({ label }) => label);

function completed(marked: string, label: string): string {
  const text = marked.replace('¦', '');
  const completion = completions(marked).find((one) => one.label === label);
  if (!completion) return 'not offered';
  const { start, end } = completion.replaces;
  return text.slice(0, start) + completion.text + text.slice(end);
}

const SEVERITIES = ['off', 'error', 'warning', 'info', 'false'];

describe('keys', () => {
  it('of the whole file, those that are there left out', () => {
    const all = ['preset', 'requireReasons', 'rules', 'include', 'exclude', 'overrides', 'bundles'];
    expect(labels('¦')).toEqual(all);
    expect(labels('preset: strict\n¦\nrules:\n  mutable-tag: off\n')).toEqual(
      all.filter((key) => key !== 'preset' && key !== 'rules'),
    );
  });

  it('are rule ids under rules, on a half-typed line and on an empty one', () => {
    expect(labels('rules:\n  mut¦\n')).toEqual(['mutable-tag', 'probe-missing']);
    expect(labels('rules:\n  mutable-tag: off\n  ¦\n')).toEqual(['probe-missing']);
    expect(labels('rules:\n  ¦')).toEqual(['mutable-tag', 'probe-missing']);
    expect(labels('rules: {¦}')).toEqual(['mutable-tag', 'probe-missing']);
    expect(labels('overrides:\n  - files: ["a/**"]\n    rules:\n      ¦\n')).toEqual([
      'mutable-tag',
      'probe-missing',
    ]);
  });

  it('are written with a colon, unless it is there', () => {
    expect(completed('rules:\r\n  mut¦\r\n', 'mutable-tag')).toBe('rules:\r\n  mutable-tag: \r\n');
    expect(completed('# 😀\nrules:\n  mut¦able: off\n', 'mutable-tag')).toBe(
      '# 😀\nrules:\n  mutable-tag: off\n',
    );
  });

  it('of list items', () => {
    expect(labels('overrides:\n  - ¦')).toEqual(['files', 'rules']);
    expect(labels('bundles:\n  - name: a\n    ¦')).toEqual(['files']);
    expect(labels('exclude:\n  - ¦')).toEqual([]);
  });

  it('of a setting, and of the options of the rule', () => {
    expect(labels('rules:\n  probe-missing:\n    ¦\n')).toEqual(['severity', 'options']);
    expect(labels('rules:\n  probe-missing:\n    options:\n      ¦\n')).toEqual(['mode', 'kinds', 'odd']);
    expect(labels('rules:\n  mutable-tag:\n    options:\n      ¦\n')).toEqual([]);
  });

  it('come with what they mean', () => {
    const found = completions('rules:\n  mut¦\n').map(({ kind, description }) => [kind, description]);
    expect(found).toEqual([
      ['key', 'A tag that moves'],
      ['key', 'No probe'],
    ]);
  });
});

describe('values', () => {
  it('of what has few', () => {
    expect(labels('preset: ¦')).toEqual(['recommended', 'strict']);
    expect(labels('preset: str¦\nrules:\n')).toEqual(['recommended', 'strict']);
    expect(labels('requireReasons: ¦')).toEqual(['true', 'false']);
    expect(labels('bundles: [{name: ¦}]')).toEqual([]);
  });

  it('are severities for a rule, and what its options take', () => {
    expect(labels('rules:\n  mutable-tag: ¦\n  probe-missing: off\n')).toEqual(SEVERITIES);
    expect(labels('rules: {mutable-tag: o¦}')).toEqual(SEVERITIES);
    expect(labels('rules: {mutable-tag: {severity: ¦}}')).toEqual(SEVERITIES);
    expect(labels('rules:\n  probe-missing:\n    options:\n      mode: ¦\n')).toEqual(['strict', 'loose']);
    expect(labels('rules: {probe-missing: {options: {kinds: [Rollout, ¦]}}}')).toEqual([
      'Deployment',
      'Rollout',
    ]);
  });

  it('replace the word, inside of its quotes', () => {
    expect(completed('preset: "rec¦x"\n', 'strict')).toBe('preset: "strict"\n');
    expect(completed('preset: ¦ # why\n', 'strict')).toBe('preset: strict # why\n');
  });
});

it('nothing is offered in comments and below things that are unknown', () => {
  for (const text of ['# pre¦', 'unknown:\n  ¦', 'rules:\n  unknown:\n    options:\n      ¦', 'preset:¦'])
    expect(labels(text)).toEqual([]);
});

describe('hover', () => {
  const hover = (marked: string) => {
    const text = marked.replace('¦', '');
    const found = configHoverAt(text, marked.indexOf('¦'), RULES);
    return found && [text.slice(found.span.start, found.span.end), found.text];
  };

  it('tells what keys and values mean', () => {
    expect(hover('rules: {mutable¦-tag: off}')).toEqual(['mutable-tag', 'A tag that moves']);
    expect(hover('rules: {probe-missing: {options: {mo¦de: loose}}}')).toEqual(['mode', 'How strict']);
    expect(hover('pre¦set: strict')?.[1]).toMatch(/^Which findings are shown/);
    expect(hover('rules: {mutable-tag: o¦ff}')?.[1]).toMatch(/turns the rule off/);
    expect(hover('bundles: [{na¦me: a}]')).toEqual(['name', 'A name for the bundle, used once.']);
  });

  it('is silent elsewhere', () => {
    for (const text of ['nothing¦: 1', 'preset: strict ¦', '# ¦', '¦', 'bundles: [{name: a¦b}]'])
      expect(hover(text)).toBe(undefined);
  });
});

it('never throws, wherever the cursor is, whatever is cut off', () => {
  const sample = `${initialConfig().replaceAll(/^# (?=[\w ]+[:-])/gm, '')}\nx: &a [*a, *b, {<<: *a}]\n? {a: b}\n: !!x y\n`;
  for (let offset = 0; offset <= sample.length; offset++) {
    for (const text of [sample, sample.slice(0, offset)]) {
      for (const { replaces } of configCompletionsAt(text, offset, builtIn)) {
        expect(replaces.start <= offset && offset <= replaces.end && replaces.end <= text.length).toBe(true);
      }
      configHoverAt(text, offset, builtIn);
    }
  }
});
