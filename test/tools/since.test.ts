// `--since` and `--project` in a real git repository, and the action with the event of a pull request.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from './programs.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const repository = fs.mkdtempSync(path.join(os.tmpdir(), 'rollsafe-since-'));
afterAll(() => fs.rmSync(repository, { recursive: true, force: true }));

const job = (name: string, image: string) =>
  `apiVersion: batch/v1\nkind: Job\nmetadata: {name: ${name}}\nspec:\n  template:\n    spec:\n      restartPolicy: Never\n      containers: [{name: main, image: "${image}"}]\n`;
const pod = (name: string) =>
  `apiVersion: v1\nkind: Pod\nmetadata: {name: ${name}, labels: {app: ${name}}}\nspec:\n  containers: [{name: main, image: "a@sha256:${'0'.repeat(64)}", readinessProbe: {exec: {command: [ready]}}}]\n`;
const service = (name: string) =>
  `apiVersion: v1\nkind: Service\nmetadata: {name: ${name}}\nspec: {selector: {app: ${name}}, ports: [{port: 80}]}\n`;

function git(...args: string[]): string {
  const identity = [
    '-c',
    'user.name=test',
    '-c',
    'user.email=test@example.com',
    '-c',
    'init.defaultBranch=main',
  ];
  const { stdout, stderr, status } = run('git', [...identity, ...args], { cwd: repository });
  if (status !== 0) throw new Error(stderr);
  return stdout.trim();
}

function write(file: string, text: string): void {
  fs.mkdirSync(path.dirname(path.join(repository, file)), { recursive: true });
  fs.writeFileSync(path.join(repository, file), text);
}

function lint(...args: string[]) {
  const cli = path.join(ROOT, 'dist/cli.js');
  const { stdout, stderr, status } = run(process.execPath, [cli, 'lint', '--format', 'json', ...args], {
    cwd: repository,
  });
  const findings = stdout === '' ? [] : (JSON.parse(stdout).findings as { rule: string; file: string }[]);
  return { found: findings.map(({ rule, file }) => `${file} ${rule}`), stderr, status };
}

let base: string;

beforeAll(() => {
  git('init');
  write('jobs/old.yaml', job('old', 'old:latest'));
  write('jobs/other.yaml', job('other', 'other:latest'));
  write('pods/web.yaml', pod('web'));
  write('pods/api.yaml', pod('api'));
  write('services/web.yaml', service('web'));
  write('services/api.yaml', service('nobody'));
  git('add', '-A');
  git('commit', '-m', 'start');
  base = git('rev-parse', 'HEAD');
  git('checkout', '-b', 'feature');
  write('jobs/new.yaml', job('new', 'new:latest'));
  git('add', '-A');
  git('commit', '-m', 'one more');
  write('jobs/other.yaml', job('other', 'other:edge'));
  write('jobs/untracked.yaml', job('untracked', 'untracked:latest'));
  write('docs/guide.md', '# apiVersion and kind\n: {\n');
  git('rm', '-q', 'pods/web.yaml');
});

describe('--since', () => {
  it('reports on what is new, different, untracked, and on what a deletion breaks', () => {
    const { found, status } = lint('--since', 'main');
    expect(found).toEqual([
      'jobs/new.yaml mutable-image-tag',
      'jobs/other.yaml mutable-image-tag',
      'jobs/untracked.yaml mutable-image-tag',
      'services/web.yaml service-selects-nothing',
    ]);
    expect(status).toBe(1);
  });

  it('keeps to the paths that are named', () => {
    expect(lint('--since', 'main', 'services').found).toEqual(['services/web.yaml service-selects-nothing']);
    expect(lint('--since', 'main', 'jobs/new.yaml').found).toEqual(['jobs/new.yaml mutable-image-tag']);
  });

  it('says what is wrong with a revision', () => {
    const { stderr, status } = lint('--since', 'no-such-branch');
    expect(stderr).toMatch(/^rollsafe: --since no-such-branch: no common history with "no-such-branch"/);
    expect(status).toBe(2);
  });
});

describe('--project', () => {
  it('reads tracked files only', () => {
    write('pods/stray.yaml', pod('nobody'));
    expect(lint('--project', 'services/api.yaml').found).toEqual([
      'services/api.yaml service-selects-nothing',
    ]);
    expect(lint('.').found).not.toContain('services/api.yaml service-selects-nothing');
    fs.rmSync(path.join(repository, 'pods/stray.yaml'));
  });
});

describe('the action', () => {
  it('takes the base of a pull request from the event', () => {
    const event = path.join(repository, '.git/event.json');
    fs.writeFileSync(
      event,
      JSON.stringify({ action: 'opened', number: 7, pull_request: { base: { ref: 'main', sha: base } } }),
    );
    const saved = { ...process.env };
    Object.assign(process.env, {
      GITHUB_EVENT_PATH: event,
      INPUT_SINCE: 'auto',
      INPUT_FORMATS: 'concise',
      'INPUT_FAIL-ON': 'never',
    });
    const { stdout, status } = run(process.execPath, [path.join(ROOT, 'dist/action.js')], {
      cwd: repository,
    });
    process.env = saved;
    expect(stdout).toContain('jobs/new.yaml');
    expect(stdout).not.toContain('jobs/old.yaml');
    expect(status).toBe(0);
  });
});
