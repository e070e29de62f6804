// Standard input, and streams that end too early.
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../project/folder.ts';
import { BROKEN, CLEAN, ERROR, WARNING } from './manifests.ts';
import { found, lintJson, rollsafe, shell } from './program.ts';

const RULE = ['--no-config', '--rule', 'mutable-image-tag'];
const lint = (input: string | Buffer, ...args: string[]) => lintJson([...RULE, '-', ...args], { input });

describe('standard input', () => {
  it('is judged', () => {
    expect(lint(CLEAN)).toMatchObject({ status: 0, stderr: '', report: { findings: [] } });
    expect(found(lint(`${CLEAN}---\n${ERROR}`).report)).toEqual(['-:9 duplicate-key']);
    expect(found(lint(WARNING.replaceAll('\n', '\r\n')).report)).toEqual(['-:8 mutable-image-tag']);
    expect(found(lint(Buffer.from(`\uFEFF${ERROR}`, 'utf16le')).report)).toEqual(['-:5 duplicate-key']);
    expect(
      found(lint('{"apiVersion":"v1","kind":"A","kind":"B"}\n{"apiVersion":"v1","kind":"C"}').report),
    ).toEqual(['-:1 duplicate-key']);
  });

  it('has the name that it is given', () => {
    expect(found(lint(ERROR, '--stdin-filename', 'overlays/prod.yaml').report)).toEqual([
      'overlays/prod.yaml:5 duplicate-key',
    ]);
    expect(found(lint(ERROR, '--stdin-filename', '').report)).toEqual(['-:5 duplicate-key']);
    const { stdout } = rollsafe(['lint', ...RULE, '-', '--stdin-filename', 'x.yaml'], { input: ERROR });
    expect(stdout).toContain('x.yaml:5:');
  });

  it.each([
    ['nothing', '', ['input-empty']],
    ['a line break', '\n', ['input-empty']],
    ['comments', '# x\n---\n', ['input-empty']],
    ['null', 'null\n', ['input-empty']],
    ['an error message', 'Error: chart not found\n', ['input-empty', 'not-kubernetes']],
    ['an error message that is no YAML', 'Error: x: y: [\n', ['input-empty', 'yaml-syntax-error']],
    ['values', 'replicas: 3\n', ['input-empty', 'not-kubernetes']],
    ['a broken object', BROKEN, ['input-empty', 'yaml-syntax-error']],
    ['a template', `${CLEAN}data: {{ .Values.x }}\n`, ['input-empty', 'unrendered-template']],
    ['a List without items', 'apiVersion: v1\nkind: List\nitems: []\n', ['input-empty']],
    ['bytes', Buffer.from([0xff, 0x00, 0x80]), ['encoding-invalid', 'input-empty']],
  ])('without an object is no clean result: %s', (_, input, rules) => {
    const { status, stderr, report } = lint(input);
    expect(status).toBe(2);
    expect(stderr).toBe('');
    expect(report.findings.map(({ rule }) => rule).sort()).toEqual(rules);
  });

  it('with an object beside what is none is judged', () => {
    expect(lint(`WARNING: beta\n---\n${CLEAN}`)).toMatchObject({ status: 0 });
    expect(found(lint(`WARNING: beta\n---\n${CLEAN}`).report)).toEqual(['-:1 not-kubernetes']);
    expect(lint(`${CLEAN}---\n${BROKEN}`).status).toBe(1);
  });

  it('goes with files, and each has to hold something', () => {
    const cwd = temporaryFolder({ 'error.yaml': ERROR });
    const both = lintJson([...RULE, '-', 'error.yaml'], { cwd, input: WARNING });
    expect(found(both.report)).toEqual(['-:8 mutable-image-tag', 'error.yaml:5 duplicate-key']);
    expect(both.status).toBe(1);
    expect(lintJson([...RULE, '-', 'error.yaml'], { cwd, input: '' }).status).toBe(2);
    expect(found(lintJson([...RULE, '-', '-'], { cwd, input: ERROR }).report)).toEqual(['-:5 duplicate-key']);
  });

  it('that cannot be read is told', () => {
    const { status, stdout, stderr } = shell('rollsafe lint --no-config - < .');
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^rollsafe: standard input can't be read: .*EISDIR/);
    expect(shell('rollsafe lint --no-config --format json - <&-').status).toBe(2);
  });

  it('is waited for', () => {
    const { status, stdout } = shell('(sleep 0.3; cat; sleep 0.2) | rollsafe lint --no-config --quiet -', {
      input: CLEAN,
    });
    expect([status, stdout.split('\n')[0]?.slice(0, 11)]).toEqual([0, 'No problems']);
  });

  it('may be a file that the shell makes', () => {
    const { status, stdout } = shell('rollsafe lint --no-config --format concise --quiet <(cat)', {
      input: ERROR,
    });
    expect(stdout).toMatch(/^\S*\/dev\/fd\/\d+:5:\d+/);
    expect(status).toBe(1);
  });
});

describe('standard output', () => {
  const many = () => temporaryFolder({ 'x.yaml': Array.from({ length: 3000 }, () => ERROR).join('---\n') });

  it('may be closed by its reader', () => {
    for (const format of ['json', 'pretty']) {
      const { stdout, stderr } = shell(
        `rollsafe lint --no-config --format ${format} x.yaml | head -1; echo "status \${PIPESTATUS[0]}"`,
        { cwd: many() },
      );
      expect(stderr).toBe('');
      expect(stdout.split('\n').at(-2)).toMatch(/^status [01]$/);
    }
  });

  it('is whole, however long', () => {
    const { status, report } = lintJson(['--no-config', 'x.yaml'], { cwd: many() });
    expect(status).toBe(1);
    expect(report.findings.filter(({ rule }) => rule === 'duplicate-key')).toHaveLength(3000);
  });

  it('that cannot be written is told', () => {
    const { status, stderr } = shell('rollsafe lint --no-config x.yaml > /dev/full', { cwd: many() });
    expect(status).toBe(2);
    expect(stderr).toMatch(/^rollsafe: the report can't be written: .*\n$/);
  });

  it('has the report, and standard error the rest', () => {
    const cwd = temporaryFolder({ 'rollsafe.yaml': 'x: 1\n', 'k/x.yaml': ERROR });
    const { stdout, stderr } = rollsafe(['lint', '--format', 'json', 'k'], { cwd });
    expect(() => JSON.parse(stdout)).not.toThrow();
    expect(stderr).toMatch(/^rollsafe\.yaml:1:1: /);
  });
});
