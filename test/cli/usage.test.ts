// What the program says of itself and of mistakes at the keyboard: a clear line on standard error, status 2, no report.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../project/folder.ts';
import { CLEAN } from './manifests.ts';
import { ROOT, rollsafe } from './program.ts';

const LINES_OF_A_SCREEN = 30;
const COLUMNS_OF_A_SCREEN = 100;

describe('help', () => {
  it.each([[['--help']], [['-h']], [['help']], [[]], [['lint', '--help']], [['lint', '-h', 'x']]])(
    '%j',
    (args) => {
      const { status, stdout, stderr } = rollsafe(args);
      expect([status, stderr]).toEqual([0, '']);
      const lines = stdout.trimEnd().split('\n');
      expect(lines.length).toBeLessThanOrEqual(LINES_OF_A_SCREEN);
      expect(lines.filter((line) => line.length > COLUMNS_OF_A_SCREEN)).toEqual([]);
      expect(stdout).toMatch(/^Examples?:$/m);
      expect(stdout).toMatch(/^ +rollsafe lint \S+/m);
    },
  );

  it('of lint names every option, and what the status means', () => {
    const { stdout } = rollsafe(['lint', '--help']);
    const options = [
      'project',
      'format',
      'fail-on',
      'max-warnings',
      'quiet',
      'rule',
      'config',
      'no-config',
      'stdin-filename',
      'fix',
      'fix=all',
      'fix-dry-run',
    ];
    for (const option of options) expect(stdout).toContain(`--${option}`);
    expect(stdout).toMatch(/--quiet .*fix/);
    expect(stdout).toMatch(/status: 0 .*1 .*2 /i);
  });

  it('the version is the one of the package', () => {
    const { version } = JSON.parse(fs.readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
      version: string;
    };
    expect(rollsafe(['--version'])).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' });
  });
});

describe('mistakes', () => {
  const cases: readonly (readonly [readonly string[], RegExp])[] = [
    [['lnt'], /unknown command "lnt"; did you mean "rollsafe lint"\?/],
    [['k8s/'], /unknown command "k8s\/"; to judge files: rollsafe lint k8s\//],
    [['lint', '--formatt', 'json'], /unknown option --formatt; did you mean "--format"\?/],
    [['lint', '--failon=error'], /unknown option --failon; did you mean "--fail-on"\?/],
    [['lint', '--zzzzzzzz'], /unknown option --zzzzzzzz$/m],
    [['lint', '-x'], /-x/],
    [['lint', '--format', 'xml'], /--format takes one of .*json.*, not "xml"/],
    [['lint', '--format', 'json=', 'x'], /--format json= names no file/],
    [['lint', '--fail-on', 'errors'], /--fail-on takes one of error, warning, info, never, not "errors"/],
    [['lint', '--fail-on'], /--fail-on/],
    [['lint', '--rule'], /--rule/],
    [['lint', '--max-warnings', 'some'], /--max-warnings takes a whole number, not "some"/],
    [['lint', '--max-warnings=-1'], /--max-warnings takes a whole number, not "-1"/],
    [['lint', '--max-warnings=1.5'], /--max-warnings takes a whole number, not "1.5"/],
    [['lint', '--max-warnings='], /--max-warnings takes a whole number, not ""/],
    [['lint', '--quiet=yes'], /--quiet/],
    [
      ['lint', '--rule', 'mutable-image-tags'],
      /unknown rule "mutable-image-tags"; did you mean "mutable-image-tag"\?/,
    ],
    [['lint', '--rule', 'missing-readiness-probe'], /did you mean "readiness-probe-missing"\?/],
    [['lint', '--rule', ''], /unknown rule ""/],
    [['lint', '--config', 'x.yaml', '--no-config'], /--config and --no-config exclude each other/],
    [['lint', '--fix', '-'], /standard input can't be fixed in place; .*: rollsafe lint --fix-dry-run -$/m],
    [['lint', '--fix=all', 'x.yaml', '-'], /standard input can't be fixed in place/],
    [['lint', '--fix=everything'], /--fix takes one of safe, all, not "everything"/],
    [['lint', '--fix='], /--fix takes one of safe, all, not ""/],
    [['lint', '--fixx'], /unknown option --fixx; did you mean "--fix"\?/],
    [['lint', '--fix-dry-run=all'], /--fix-dry-run/],
    [
      ['lint', '--fix-dry-run', '--format', 'json'],
      /--fix-dry-run prints a diff; give the report a file: --format json=FILE/,
    ],
    [['lint', ''], /a path is empty/],
    [['explain'], /usage: rollsafe explain RULE/],
    [['explain', 'selector-conflit'], /did you mean "selector-conflict"\?/],
    [['rules', 'x'], /"rollsafe rules" takes no argument/],
    [['init', 'x'], /"rollsafe init" takes no argument/],
  ];
  it.each(cases)('%j', (args, message) => {
    const { status, stdout, stderr } = rollsafe(args, { cwd: temporaryFolder({ 'x.yaml': CLEAN }) });
    expect(status).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toMatch(/^rollsafe: /);
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/^\s+at |internal error/m);
  });

  it('are none behind two dashes', () => {
    const cwd = temporaryFolder({ '--quiet': CLEAN, '--fix': CLEAN, '-': 'x' });
    for (const file of ['--quiet', '--fix'])
      expect(rollsafe(['lint', '--', file], { cwd })).toMatchObject({ status: 0, stderr: '' });
  });
});

describe('init', () => {
  it('writes a configuration that changes nothing, once', () => {
    const cwd = temporaryFolder({ 'x.yaml': CLEAN });
    expect(rollsafe(['init'], { cwd })).toMatchObject({ status: 0, stderr: '' });
    expect(rollsafe(['lint'], { cwd })).toMatchObject({ status: 0, stderr: '' });
    const again = rollsafe(['init'], { cwd });
    expect([again.status, again.stdout]).toEqual([2, '']);
    expect(again.stderr).toMatch(/^rollsafe: rollsafe\.yaml already exists/);
  });
});

describe('rules and explain', () => {
  it('an example is judged with all rules known, and shows the findings of one', () => {
    const stdout = rollsafe(['explain', 'unused-suppression']).stdout.replace(/\s+/g, ' ');
    expect(stdout).toContain('nothing to ignore here: no finding of mutable-image-tag');
    expect(stdout).not.toContain('there is no rule "mutable-image-tag"');
    expect(stdout.match(/(error|warning|info)\[/g)).toEqual(['warning[']);
  });

  it('every rule is listed and explained', () => {
    const { status, stdout } = rollsafe(['rules']);
    expect(status).toBe(0);
    const ids = [...stdout.matchAll(/^ {2}([a-z0-9-]+) /gm)].map((match) => match[1] ?? '');
    expect(ids.length).toBeGreaterThan(20);
    for (const id of ids.slice(0, 5)) {
      const explained = rollsafe(['explain', id]);
      expect(explained).toMatchObject({ status: 0, stderr: '' });
      expect(explained.stdout.startsWith(id)).toBe(true);
    }
  });
});
