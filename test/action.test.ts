// The entry of the GitHub action, run as the runner runs it: inputs and files by environment variables.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const ROOT = path.resolve(import.meta.dirname, '..');
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'rollsafe-action-'));
afterAll(() => fs.rmSync(scratch, { recursive: true, force: true }));

const manifest = parse(fs.readFileSync(path.join(ROOT, 'action.yml'), 'utf8'));

interface Inputs {
  readonly [name: string]: string;
}

function runAction(inputs: Inputs) {
  const folder = fs.mkdtempSync(path.join(scratch, 'run-'));
  fs.cpSync(path.join(ROOT, 'fixtures/projects/shop/k8s'), path.join(folder, 'k8s'), { recursive: true });
  const [output, summary] = ['output', 'summary'].map((name) => path.join(folder, name)) as [string, string];
  for (const file of [output, summary]) fs.writeFileSync(file, '');
  const defaults = Object.entries(manifest.inputs as Record<string, { default: string }>).map(
    ([name, value]) => [name, value.default],
  );
  const given = Object.entries({ ...Object.fromEntries(defaults), ...inputs }).map(([name, value]) => [
    `INPUT_${name.toUpperCase()}`,
    value,
  ]);
  const env = {
    ...process.env,
    ...Object.fromEntries(given),
    GITHUB_ACTIONS: 'true',
    GITHUB_OUTPUT: output,
    GITHUB_STEP_SUMMARY: summary,
    NO_COLOR: '1',
  };
  const entry = path.join(ROOT, manifest.runs.main);
  const { stdout, stderr, status } = spawnSync(process.execPath, [entry], {
    cwd: folder,
    env,
    encoding: 'utf8',
  });
  const read = (file: string) => fs.readFileSync(file, 'utf8');
  return { stdout, stderr, status, folder, outputs: read(output), summary: read(summary) };
}

describe('the action', () => {
  it('annotates, sums up, counts, and fails on errors', () => {
    const { stdout, stderr, status, outputs, summary } = runAction({});
    expect(stderr).toBe('');
    expect(stdout).toContain('error[selector-conflict]');
    expect(stdout).toMatch(/^::error .*file=k8s\/mailer\.yaml.*line=11/m);
    expect(outputs).toBe('errors=7\nwarnings=2\ninfos=0\n');
    expect(summary).toContain('selector-conflict');
    expect(status).toBe(1);
  });

  it('takes paths, formats with files, and the failing level', () => {
    const { status, folder, outputs } = runAction({
      paths: 'k8s/storefront.yaml\nk8s/cart.yaml',
      formats: 'concise\nsarif=out/rollsafe.sarif',
      'fail-on': 'never',
    });
    expect(status).toBe(0);
    expect(outputs).toBe('errors=1\nwarnings=1\ninfos=0\n');
    expect(JSON.parse(fs.readFileSync(path.join(folder, 'out/rollsafe.sarif'), 'utf8')).version).toBe(
      '2.1.0',
    );
  });

  it('says what is wrong with an input as an annotation', () => {
    const { stdout, status } = runAction({ 'fail-on': 'sometimes' });
    expect(stdout).toContain('::error title=rollsafe::--fail-on takes one of');
    expect(status).toBe(2);
  });
});
