// The diff of `--fix-dry-run` applied by real programs gives what `--fix` writes, to the byte; and `--fix` with `--since`.
import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../project/folder.ts';
import { run } from './programs.ts';

const CLI = path.resolve(import.meta.dirname, '../../dist/cli.js');

const OBJECT = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
# a comment: 😀
spec:
  replicas: 3
  revisionHistoryLimit: 0 # gone
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
        - {name: web, image: "web:1.0", readinessProbe: {httpGet: {port: "8080"}}}
`;

/** Names and texts that diffs are known to stumble over. */
const FILES = {
  'plain.yaml': OBJECT,
  'with crlf.yaml': OBJECT.replaceAll('\n', '\r\n'),
  'mark.yaml': `\uFEFF${OBJECT}`,
  'k/no newline.yaml': OBJECT.trimEnd(),
  'k/no newline, crlf.yaml': OBJECT.replaceAll('\n', '\r\n').trimEnd(),
  'k/größe 配置 😀.yaml': OBJECT,
  'k/"quoted" \\ name.yaml': OBJECT,
  "k/it's.yaml": OBJECT,
  'k/two.yaml': `${OBJECT}${'# far away\n'.repeat(20)}---\n${OBJECT.replaceAll('web', 'api')}`,
  'k/first line.yaml':
    '{"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "x"}, "spec": {"revisionHistoryLimit": 0}}',
};

function rollsafe(cwd: string, ...args: string[]) {
  return run(process.execPath, [CLI, 'lint', '--no-config', '--fail-on', 'never', ...args], { cwd });
}

function texts(folder: string): Record<string, string> {
  return Object.fromEntries(
    Object.keys(FILES).map((file) => [file, fs.readFileSync(path.join(folder, file), 'utf8')]),
  );
}

it.each([
  ['git apply', 'git', ['apply', '--whitespace=nowarn', '-']],
  ['git apply, in a repository', 'git', ['apply', '--whitespace=nowarn', '-']],
  ['patch', 'patch', ['-p1', '--binary', '--no-backup-if-mismatch', '--fuzz=0']],
])('%s', (name, program, args) => {
  const [diffed, fixed] = [temporaryFolder(FILES), temporaryFolder(FILES)];
  if (name.endsWith('repository')) run('git', ['init', '-q'], { cwd: diffed });
  const { stdout, status } = rollsafe(diffed, '--fix-dry-run', '.');
  expect(status).toBe(1);
  expect(texts(diffed)).toEqual(FILES);
  const applied = run(program, args, { cwd: diffed, input: stdout });
  expect([applied.status, applied.stderr]).toEqual([0, '']);
  expect(rollsafe(fixed, '--fix', '.').status).toBe(0);
  expect(texts(diffed)).toEqual(texts(fixed));
  for (const [file, text] of Object.entries(texts(fixed)))
    expect(text, file).not.toBe(FILES[file as keyof typeof FILES]);
});

it('--fix with --since edits only what changed', () => {
  const cwd = temporaryFolder({ 'old.yaml': OBJECT, 'new.yaml': 'a: 1\n' });
  const identity = ['-c', 'user.name=test', '-c', 'user.email=test@example.com'];
  for (const args of [
    ['init', '-q'],
    ['add', '-A'],
    [...identity, 'commit', '-qm', 'start'],
  ])
    expect(run('git', args, { cwd }).status).toBe(0);
  fs.writeFileSync(path.join(cwd, 'new.yaml'), OBJECT);
  expect(rollsafe(cwd, '--fix', '--since', 'HEAD').stderr).toBe(
    'fixed new.yaml: port-number-quoted, revision-history-zero\nFixed 2 findings in 1 file\n',
  );
  expect(fs.readFileSync(path.join(cwd, 'old.yaml'), 'utf8')).toBe(OBJECT);
  expect(fs.readFileSync(path.join(cwd, 'new.yaml'), 'utf8')).toBe(
    OBJECT.replace('  revisionHistoryLimit: 0 # gone\n', '').replace('"8080"', '8080'),
  );
});
