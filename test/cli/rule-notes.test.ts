// `--rule` with a rule that the configuration keeps silent: said on standard error, or nobody would know.
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../project/folder.ts';
import { CLEAN, WARNING } from './manifests.ts';
import { rollsafe } from './program.ts';

const ADVICE = 'min-ready-seconds-zero';
const OFF = (rule: string) =>
  `rollsafe: --rule ${rule}: nothing is reported, since rollsafe.yaml turns it off\n`;

/** What stands on standard error with a configuration. */
function said(config: string, rules: readonly string[], ...args: string[]): string {
  const files = { 'rollsafe.yaml': config, 'a/web.yaml': WARNING, 'b/web.yaml': CLEAN };
  const named = rules.flatMap((rule) => ['--rule', rule]);
  return rollsafe(['lint', ...named, ...args], { cwd: temporaryFolder(files) }).stderr;
}

describe('a rule that is asked for', () => {
  const off = 'rules: {mutable-image-tag: off, selector-conflict: off, not-kubernetes: off}\n';

  it('and turned off is named once, whatever is done', () => {
    expect(said(off, ['mutable-image-tag', 'selector-conflict', 'mutable-image-tag'])).toBe(
      OFF('mutable-image-tag') + OFF('selector-conflict'),
    );
    expect(said(off, ['mutable-image-tag'], '--fix')).toBe(OFF('mutable-image-tag'));
    expect(said(off, ['not-kubernetes'])).toBe(OFF('not-kubernetes'));
  });

  it('is not named where it is on, or nobody asked for it', () => {
    expect(said(off, [])).toBe('');
    expect(said(off, ['revision-history-zero'])).toBe('');
    expect(said(off, ['mutable-image-tag'], '--no-config')).toBe('');
  });

  it('is named where every file of the run has it turned off', () => {
    const override = 'overrides: [{files: [a/**], rules: {mutable-image-tag: off}}]\n';
    expect(said(override, ['mutable-image-tag'])).toBe('');
    expect(said(override, ['mutable-image-tag'], 'b')).toBe('');
    expect(said(override, ['mutable-image-tag'], 'a')).toBe(OFF('mutable-image-tag'));
  });

  it('and is advice takes the strict preset, or a severity', () => {
    expect(said('{}\n', [ADVICE])).toBe(
      `rollsafe: --rule ${ADVICE}: nothing is reported, since this is advice, which takes "preset: strict"\n`,
    );
    expect(said('preset: strict\n', [ADVICE])).toBe('');
    expect(said(`rules: {${ADVICE}: warning}\n`, [ADVICE])).toBe('');
    expect(said('{}\n', ['not-kubernetes'])).toBe('');
  });
});
