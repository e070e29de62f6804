// `npm run package`: bundles the client, takes in the compiled server and the pages of the rules, and writes rollsafe.vsix.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as esbuild from 'esbuild';

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.resolve(here, '../..');
/** What the server never loads. */
const NOT_THE_SERVER = ['index.mjs', 'kubernetes.mjs', 'action.js'];

takeIn('dist', 'server', (file) => !NOT_THE_SERVER.includes(path.basename(file)));
takeIn('docs/rules', 'rules');

await esbuild.build({
  absWorkingDir: here,
  entryPoints: ['src/extension.ts'],
  outfile: 'out/extension.js',
  bundle: true,
  minify: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  external: ['vscode'],
  logLevel: 'warning',
});

const vsce = path.join(here, 'node_modules/@vscode/vsce/vsce');
const { status } = spawnSync(
  process.execPath,
  [vsce, 'package', '--no-dependencies', '-o', 'rollsafe.vsix'],
  {
    cwd: here,
    stdio: 'inherit',
  },
);
process.exitCode = status ?? 1;

/** Copies a folder of the repository into the extension, in the place of what was there. */
function takeIn(from, to, filter = () => true) {
  const source = path.join(root, from);
  if (!fs.existsSync(source)) throw new Error(`missing: ${from} (run "npm run compile" in ${root})`);
  const target = path.join(here, to);
  fs.rmSync(target, { recursive: true, force: true });
  fs.cpSync(source, target, { recursive: true, filter });
}
