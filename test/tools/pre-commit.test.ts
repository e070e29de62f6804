// The release tree as a hook repository of the real pre-commit.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from './programs.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const TAG = 'v0.0.1';

const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'rollsafe-hook-'));
const hooks = path.join(scratch, 'hooks');
const project = path.join(scratch, 'project');

const deployment = (name: string, image: string) => `apiVersion: apps/v1
kind: Deployment
metadata:
  name: ${name}
  annotations: {kubernetes.io/change-cause: first}
spec:
  replicas: 2
  selector:
    matchLabels: {app: ${name}}
  template:
    metadata:
      labels: {app: ${name}}
    spec:
      containers:
        - name: ${name}
          image: ${image}
          readinessProbe:
            httpGet: {path: /ready, port: 8080}
`;

const service = (name: string) => `apiVersion: v1
kind: Service
metadata:
  name: ${name}
spec:
  selector: {app: ${name}}
  ports: [{port: 80, targetPort: 8080}]
`;

const PINNED = `registry.example.com/web@sha256:${'a'.repeat(64)}`;

function git(cwd: string, ...args: string[]): string {
  const identity = [
    '-c',
    'user.name=test',
    '-c',
    'user.email=test@example.com',
    '-c',
    'init.defaultBranch=main',
  ];
  const { stdout, stderr, status } = run('git', [...identity, ...args], { cwd });
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`);
  return stdout;
}

function preCommit(...args: string[]) {
  const { stdout, stderr, status } = run('pre-commit', args, { cwd: project });
  return { output: stdout + stderr, status };
}

function write(file: string, text: string): void {
  fs.mkdirSync(path.dirname(path.join(project, file)), { recursive: true });
  fs.writeFileSync(path.join(project, file), text);
}

/** Stages everything and tries to commit; the hook decides. */
function commit(message: string) {
  git(project, 'add', '-A');
  const identity = ['-c', 'user.name=test', '-c', 'user.email=test@example.com'];
  const { stdout, stderr, status } = run('git', [...identity, 'commit', '-m', message], { cwd: project });
  return { output: stdout + stderr, status };
}

beforeAll(() => {
  process.env.PRE_COMMIT_HOME = path.join(scratch, 'cache');
  const { status, stderr } = run(process.execPath, [path.join(ROOT, '.ci/release-tree.mjs'), hooks]);
  if (status !== 0) throw new Error(stderr);
  git(hooks, 'init');
  git(hooks, 'add', '-A');
  git(hooks, 'commit', '-m', 'release');
  git(hooks, 'tag', TAG);
  fs.mkdirSync(project);
  git(project, 'init');
  write('k8s/web.yaml', deployment('web', PINNED));
  write('k8s/web-service.yaml', service('web'));
  write('k8s/old.yaml', deployment('old', 'registry.example.com/old:latest'));
  write('legacy/bad.yaml', deployment('legacy', 'nginx:latest'));
  write('rollsafe.yaml', 'exclude: [legacy/**]\n');
  git(project, 'add', '-A');
  git(project, 'commit', '-m', 'start');
}, 300_000);

afterAll(() => fs.rmSync(scratch, { recursive: true, force: true }));

function configure(hook: string, ...args: string[]): void {
  write(
    '.pre-commit-config.yaml',
    `repos:\n  - repo: ${hooks}\n    rev: ${TAG}\n    hooks: [{id: ${hook}, args: ${JSON.stringify(args)}}]\n`,
  );
}

describe('the hook of a release tree', () => {
  it('runs by try-repo', () => {
    const { output, status } = preCommit('try-repo', hooks, 'rollsafe', '--files', 'k8s/old.yaml');
    expect(output).toContain('mutable-image-tag');
    expect(status).toBe(1);
  }, 300_000);

  it('stops a commit with a finding in a changed file, and only then', () => {
    configure('rollsafe');
    expect(preCommit('install').status).toBe(0);
    const first = commit('the hook');
    expect(first.output).not.toContain('old.yaml');
    expect(first.status).toBe(0);

    write('k8s/web.yaml', deployment('web', 'registry.example.com/web:latest'));
    const bad = commit('a moving tag');
    expect(bad.output).toContain('error[mutable-image-tag]');
    expect(bad.output).toContain('k8s/web.yaml:16:18');
    expect(bad.output).not.toContain('k8s/old.yaml');
    expect(bad.status).toBe(1);
    write('k8s/web.yaml', deployment('web', PINNED));
  }, 300_000);

  it("doesn't miss a Deployment that didn't change", () => {
    write('k8s/web-service.yaml', `${service('web')}# touched\n`);
    const { output, status } = commit('only the Service');
    expect(output).not.toContain('service-selects-nothing');
    expect(status).toBe(0);
  }, 300_000);

  it('leaves excluded files alone when they are named', () => {
    write('legacy/bad.yaml', `${deployment('legacy', 'nginx:latest')}# touched\n`);
    expect(commit('legacy')).toMatchObject({ status: 0 });
  }, 300_000);

  it('mends what is safe with --fix, and stops for somebody to look', () => {
    configure('rollsafe', '--fix');
    write('k8s/web-service.yaml', service('web').replace('8080', '"8080"'));
    const first = commit('a port in quotes');
    expect(first.output).toContain('files were modified by this hook');
    expect(first.status).toBe(1);
    expect(fs.readFileSync(path.join(project, 'k8s/web-service.yaml'), 'utf8')).toBe(service('web'));
    expect(commit('mended')).toMatchObject({ status: 0 });
  }, 300_000);

  it('judges the whole project when files were only deleted', () => {
    write('k8s/old.yaml', deployment('old', PINNED));
    expect(commit('mended')).toMatchObject({ status: 0 });
    configure('rollsafe-all');
    expect(commit('the other hook')).toMatchObject({ status: 0 });
    fs.rmSync(path.join(project, 'k8s/web.yaml'));
    const { output, status } = commit('only a deletion');
    expect(output).toContain('service-selects-nothing');
    expect(status).toBe(1);
  }, 300_000);
});
