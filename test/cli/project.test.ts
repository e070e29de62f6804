// Which files a run reads, and on which it reports.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { gitRepository, temporaryFolder } from '../project/folder.ts';
import { CLEAN, ERROR, INFO, WARNING } from './manifests.ts';
import { found, lintJson, rollsafe } from './program.ts';

const SERVICE =
  'apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec: {selector: {app: web}, ports: [{port: 80}]}\n';
const RULE = ['--rule', 'service-selects-nothing'];
const NOTHING = 'service-selects-nothing';

describe('paths', () => {
  it('none is the current folder', () => {
    const cwd = temporaryFolder({ 'a/error.yaml': ERROR, 'b.yaml': ERROR });
    expect(found(lintJson([], { cwd: path.join(cwd, 'a') }).report)).toEqual(['error.yaml:5 duplicate-key']);
  });

  it('are shown as people write them', () => {
    const cwd = temporaryFolder({ 'a/error.yaml': ERROR });
    for (const given of [
      'a/error.yaml',
      './a/error.yaml',
      'a//error.yaml',
      path.join(cwd, 'a/error.yaml'),
      'a',
      'a/',
    ]) {
      expect(found(lintJson([given], { cwd }).report)).toEqual(['a/error.yaml:5 duplicate-key']);
    }
    const above = lintJson(['../a/error.yaml'], {
      cwd: path.join(temporaryFolder({ 'a/error.yaml': ERROR, 'b/x': '' }), 'b'),
    });
    expect(found(above.report)).toEqual(['../a/error.yaml:5 duplicate-key']);
  });

  it('may have any characters', () => {
    const names = ['my app [v2] #1.yaml', '*.yaml', '配置.yaml', '{a}.yaml', 'what?.yaml', ' .yaml'];
    const cwd = temporaryFolder(Object.fromEntries(names.map((name) => [name, ERROR])));
    expect(found(lintJson(names, { cwd }).report)).toEqual(
      [...names].sort().map((name) => `${name}:5 duplicate-key`),
    );
  });

  it('of other YAML raise nothing in a folder', () => {
    const cwd = temporaryFolder({
      'docker-compose.yaml': 'services: {web: {image: "nginx:latest"}}\n',
      '.github/workflows/ci.yaml': 'on: push\njobs: {x: {steps: [{run: "${{ x }}"}]}}\n',
      'values.yaml': 'image: {tag: latest}\nkind: x\n',
      'chart/Chart.yaml': 'apiVersion: v2\nname: x\nversion: 1.0.0\n',
      'dashboard.json': '{"kind": "x", "apiVersion": 1, "panels": [{"title": "{{pod}}"}]}',
      'broken.yaml': 'a: [\n',
      'patch.yaml': '- op: replace\n  path: /spec\n',
    });
    const { status, report } = lintJson(['--no-config', '--fail-on', 'info'], { cwd });
    expect(found(report)).toEqual([]);
    expect(status).toBe(0);
  });
});

describe('charts', () => {
  const files = {
    'chart/Chart.yaml': 'apiVersion: v2\nname: x\nversion: 1.0.0\n',
    'chart/values.yaml': 'replicas: 3\n',
    'chart/templates/a.yaml': `${CLEAN}data: {{ .Values.data }}\n`,
    'chart/templates/b.yaml': ERROR,
    'chart/crds/c.yaml': CLEAN,
  };
  const remarks = (folder: string) => [
    `${folder}a.yaml:1 unrendered-template`,
    `${folder}b.yaml:1 unrendered-template`,
  ];

  it('have templates: one remark each, from wherever they are looked at', () => {
    const cwd = temporaryFolder(files);
    for (const given of ['.', 'chart', 'chart/templates', 'chart/templates/*.yaml']) {
      const { status, report } = lintJson(['--no-config', given], { cwd });
      expect(found(report)).toEqual(remarks('chart/templates/'));
      expect(status).toBe(0);
    }
    expect(found(lintJson(['--no-config'], { cwd: path.join(cwd, 'chart/templates') }).report)).toEqual(
      remarks(''),
    );
  });
});

describe('named files', () => {
  const files = { 'k/service.yaml': SERVICE, 'k/web.yaml': WARNING, 'k/values.yaml': INFO };

  it('are read alone, so that nothing is missing', () => {
    const cwd = temporaryFolder(files);
    expect(found(lintJson([...RULE, 'k/service.yaml'], { cwd }).report)).toEqual([]);
    fs.rmSync(path.join(cwd, 'k/web.yaml'));
    expect(found(lintJson([...RULE, 'k/service.yaml'], { cwd }).report)).toEqual([]);
    expect(found(lintJson([...RULE, 'k'], { cwd }).report)).toEqual([`k/service.yaml:4 ${NOTHING}`]);
  });

  it('that say something about others are passed over, as in a folder', () => {
    const cwd = temporaryFolder({
      'k/kustomization.yaml': 'resources: [web.yaml]\n',
      'k/web.yaml': CLEAN,
      'k/Chart.yaml': 'name: x\n',
      'k/rollsafe.yaml': 'preset: strict\n',
      'k/values.yaml': INFO,
    });
    const { report, status } = lintJson(['--no-config', 'k/*.yaml'], { cwd });
    expect(found(report)).toEqual(['k/values.yaml:1 not-kubernetes']);
    expect([status, report.summary.files]).toEqual([0, 5]);
  });

  it('that a kustomization names as patches are no objects', () => {
    const cwd = temporaryFolder({
      'k/kustomization.yaml': '---\npatches: [{path: patch.yaml}, {path: ops.yaml}]\n',
      'k/patch.yaml': WARNING,
      'k/ops.yaml': '- op: replace\n  path: /spec\n  value: 1\n',
    });
    for (const paths of [['k/patch.yaml'], ['k'], ['.'], ['--project', 'k/patch.yaml', 'k/ops.yaml']]) {
      expect(found(lintJson(['--no-config', ...paths], { cwd }).report)).toEqual([]);
    }
  });
});

describe('--project', () => {
  const files = {
    'a/service.yaml': SERVICE,
    'b/web.yaml': WARNING,
    'b/error.yaml': ERROR,
    'b/values.yaml': INFO,
  };

  it('reads around, and reports on what is named', () => {
    const cwd = temporaryFolder(files);
    expect(found(lintJson([...RULE, '--project', 'a/service.yaml'], { cwd }).report)).toEqual([]);
    fs.rmSync(path.join(cwd, 'b/web.yaml'));
    const alone = lintJson([...RULE, '--project', 'a/service.yaml', 'b/values.yaml'], { cwd });
    expect(found(alone.report)).toEqual([`a/service.yaml:4 ${NOTHING}`]);
    expect(alone.report.summary).toMatchObject({ files: 2, resources: 1 });
  });

  it('begins at the configuration, else at the repository, else here', () => {
    const within = (configured: boolean, repository: boolean) => {
      const cwd = temporaryFolder({ ...files, 'a/x': '' });
      if (configured) fs.writeFileSync(path.join(cwd, 'rollsafe.yaml'), 'preset: recommended\n');
      if (repository) gitRepository(cwd);
      return found(lintJson([...RULE, '--project', 'service.yaml'], { cwd: path.join(cwd, 'a') }).report);
    };
    expect(within(false, false)).toEqual([`service.yaml:4 ${NOTHING}`]);
    expect(within(true, false)).toEqual([]);
    expect(within(false, true)).toEqual([]);
  });

  it('in git reads what is tracked', () => {
    const cwd = temporaryFolder(files);
    gitRepository(cwd, 'a');
    expect(found(lintJson([...RULE, '--project', 'a/service.yaml'], { cwd }).report)).toEqual([
      `a/service.yaml:4 ${NOTHING}`,
    ]);
    gitRepository(cwd, 'b');
    expect(found(lintJson([...RULE, '--project', 'a/service.yaml'], { cwd }).report)).toEqual([]);
    fs.rmSync(path.join(cwd, 'b/error.yaml'));
    expect(lintJson([...RULE, '--project', 'a/service.yaml'], { cwd })).toMatchObject({
      status: 0,
      stderr: '',
    });
  });

  it('goes with standard input', () => {
    const cwd = temporaryFolder(files);
    const { report } = lintJson([...RULE, '--project', '-'], { cwd, input: SERVICE });
    expect(found(report)).toEqual([]);
  });
});

describe('what is left out', () => {
  it('by .gitignore, and by the configuration even when it is named', () => {
    const cwd = temporaryFolder({
      'rollsafe.yaml': 'exclude: [vendor]\n',
      '.gitignore': 'out/\n',
      'vendor/error.yaml': ERROR,
      'out/error.yaml': ERROR,
      'k/error.yaml': ERROR,
    });
    gitRepository(cwd);
    expect(found(lintJson(['.'], { cwd }).report)).toEqual(['k/error.yaml:5 duplicate-key']);
    expect(found(lintJson(['vendor/error.yaml', 'out', 'k'], { cwd }).report)).toEqual([
      'k/error.yaml:5 duplicate-key',
      'out/error.yaml:5 duplicate-key',
    ]);
    expect(rollsafe(['lint', 'vendor/error.yaml'], { cwd }).stdout).toMatch(/^No problems in 0 files/);
  });
});
