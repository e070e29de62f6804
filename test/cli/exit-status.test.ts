// The exit status: 0 nothing at the failing level, 1 findings, 2 the run was not whole. 2 wins, and the report is printed
// in every case.
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../project/folder.ts';
import { BROKEN, CLEAN, ERROR, INFO, WARNING } from './manifests.ts';
import { found, lintJson, rollsafe } from './program.ts';

const RULE = ['--no-config', '--rule', 'mutable-image-tag'];
const folder = () =>
  temporaryFolder({
    'clean.yaml': CLEAN,
    'error.yaml': ERROR,
    'warning.yaml': WARNING,
    'info.yaml': INFO,
    'broken.yaml': BROKEN,
  });

describe('the failing level', () => {
  const table = [
    ['clean.yaml', { error: 0, warning: 0, info: 0, never: 0 }],
    ['error.yaml', { error: 1, warning: 1, info: 1, never: 0 }],
    ['broken.yaml', { error: 1, warning: 1, info: 1, never: 0 }],
    ['warning.yaml', { error: 0, warning: 1, info: 1, never: 0 }],
    ['info.yaml', { error: 0, warning: 0, info: 1, never: 0 }],
  ] as const;

  it.each(table)('for %s', (file, statuses) => {
    const cwd = folder();
    expect(rollsafe(['lint', ...RULE, file], { cwd }).status).toBe(statuses.error);
    for (const [level, status] of Object.entries(statuses)) {
      expect(rollsafe(['lint', ...RULE, '--fail-on', level, file], { cwd }).status).toBe(status);
      expect(rollsafe(['lint', ...RULE, '--fail-on', level, '--quiet', file], { cwd }).status).toBe(status);
    }
  });
});

describe('--max-warnings', () => {
  const cwd = () =>
    temporaryFolder({ 'a.yaml': WARNING, 'b.yaml': `${WARNING.replaceAll('web', 'api')}---\n${CLEAN}` });
  it.each([
    ['0', 1],
    ['1', 1],
    ['2', 0],
    ['1000', 0],
  ])('%s with two warnings', (most, status) => {
    const place = { cwd: cwd() };
    expect(rollsafe(['lint', ...RULE, '--max-warnings', most], place).status).toBe(status);
    expect(rollsafe(['lint', ...RULE, '--max-warnings', most, '--quiet'], place).status).toBe(status);
    expect(rollsafe(['lint', ...RULE, '--max-warnings', most, '--fail-on', 'never'], place).status).toBe(
      status,
    );
    expect(rollsafe(['lint', ...RULE, `--max-warnings=${most}`, '--fail-on', 'warning'], place).status).toBe(
      1,
    );
  });

  it('counts no errors', () => {
    const place = { cwd: temporaryFolder({ 'error.yaml': ERROR }) };
    expect(rollsafe(['lint', ...RULE, '--max-warnings', '0', '--fail-on', 'never'], place).status).toBe(0);
  });
});

describe('--quiet', () => {
  it('reports errors only, and counts the same', () => {
    const cwd = folder();
    const all = lintJson([...RULE, 'error.yaml', 'warning.yaml', 'info.yaml'], { cwd });
    expect(found(all.report)).toEqual([
      'error.yaml:5 duplicate-key',
      'info.yaml:1 not-kubernetes',
      'warning.yaml:8 mutable-image-tag',
    ]);
    const quiet = lintJson([...RULE, '--quiet', 'error.yaml', 'warning.yaml', 'info.yaml'], { cwd });
    expect(found(quiet.report)).toEqual(['error.yaml:5 duplicate-key']);
    expect([all.status, quiet.status]).toEqual([1, 1]);
  });
});

describe('2 wins over 1, and the report is whole', () => {
  const cases: readonly (readonly [string, readonly string[], string | undefined, readonly string[]])[] = [
    [
      'a file that is not there',
      ['gone.yaml', 'error.yaml'],
      undefined,
      ['error.yaml:5 duplicate-key', 'gone.yaml:1 file-not-found'],
    ],
    [
      'a folder that is not there',
      ['gone/', 'error.yaml'],
      undefined,
      ['error.yaml:5 duplicate-key', 'gone/:1 file-not-found'],
    ],
    [
      'a pattern that matches nothing',
      ['x*.yaml', 'error.yaml'],
      undefined,
      ['error.yaml:5 duplicate-key', 'x*.yaml:1 file-not-found'],
    ],
    ['an empty input', ['-', 'error.yaml'], '', ['-:1 input-empty', 'error.yaml:5 duplicate-key']],
    [
      'an input without an object',
      ['-', 'error.yaml'],
      'a: 1\n',
      ['-:1 input-empty', '-:1 not-kubernetes', 'error.yaml:5 duplicate-key'],
    ],
  ];
  it.each(cases)('%s', (_, paths, input, findings) => {
    const result = lintJson([...RULE, ...paths], { cwd: folder(), ...(input !== undefined && { input }) });
    expect(result.status).toBe(2);
    expect(found(result.report).sort()).toEqual([...findings].sort());
    expect(result.stderr).toBe('');
  });

  it('whatever the failing level', () => {
    for (const level of ['error', 'warning', 'info', 'never']) {
      expect(
        rollsafe(['lint', ...RULE, '--fail-on', level, 'gone.yaml', 'clean.yaml'], { cwd: folder() }).status,
      ).toBe(2);
    }
  });

  it('a broken configuration: mistakes on the one side, the report on the other', () => {
    const cwd = temporaryFolder({ 'rollsafe.yaml': 'preset: strickt\nrulez: {}\n', 'k/error.yaml': ERROR });
    const result = lintJson(['k', '--rule', 'mutable-image-tag'], { cwd });
    expect(result.status).toBe(2);
    expect(found(result.report)).toEqual(['k/error.yaml:5 duplicate-key']);
    expect(result.stderr).toMatch(/^rollsafe\.yaml:1:\d+: .*\nrollsafe\.yaml:2:\d+: .*\n$/);
    expect(lintJson(['k', '--no-config', '--rule', 'mutable-image-tag'], { cwd })).toMatchObject({
      status: 1,
      stderr: '',
    });
  });

  it('a configuration that is not there', () => {
    const result = lintJson([...RULE.slice(1), '--config', 'gone.yaml', 'error.yaml'], { cwd: folder() });
    expect(result.status).toBe(2);
    expect(result.stderr).toMatch(/^gone\.yaml:1:1: .*no such file/);
    expect(found(result.report)).toEqual(['error.yaml:5 duplicate-key']);
  });
});

describe('a file that cannot be decoded', () => {
  it('is an error, and the rest is judged', () => {
    const cwd = temporaryFolder({
      'bad.yaml': Buffer.from('caf\xe9: apiVersion kind', 'latin1'),
      'error.yaml': ERROR,
    });
    const result = lintJson([...RULE, '.'], { cwd });
    expect(result.status).toBe(1);
    expect(found(result.report)).toEqual(['bad.yaml:1 encoding-invalid', 'error.yaml:5 duplicate-key']);
  });
});

describe('the syntax group', () => {
  it('stands whatever --rule says; only its remarks can be off', () => {
    const cwd = temporaryFolder({
      'rollsafe.yaml': 'rules: {not-kubernetes: off}\n',
      'k/error.yaml': ERROR,
      'k/broken.yaml': BROKEN,
      'k/info.yaml': INFO,
    });
    const result = lintJson(['--rule', 'selector-conflict', 'k/error.yaml', 'k/broken.yaml', 'k/info.yaml'], {
      cwd,
    });
    expect(found(result.report)).toEqual([
      'k/broken.yaml:4 yaml-syntax-error',
      'k/error.yaml:5 duplicate-key',
    ]);
    expect(result.status).toBe(1);
  });
});
