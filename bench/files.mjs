// The files that a run of rollsafe takes in a folder, found by its own walk.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as esbuild from 'esbuild';

const WALK = fileURLToPath(new URL('../src/project/walk.ts', import.meta.url));
const EXTENSIONS = new Set(['.yaml', '.yml', '.json']);

/**
 * @param {string} folder absolute
 * @returns {Promise<string[]>} absolute paths
 */
export async function walkedFiles(folder) {
  const { walk } = await importTypeScript(WALK);
  const { files } = walk(
    folder,
    (file) => EXTENSIONS.has(path.extname(file)) || path.basename(file) === 'Kustomization',
  );
  return files;
}

async function importTypeScript(file) {
  const { outputFiles } = await esbuild.build({
    entryPoints: [file],
    bundle: true,
    platform: 'node',
    format: 'esm',
    write: false,
  });
  const code = Buffer.from(outputFiles[0].contents).toString('base64');
  return import(`data:text/javascript;base64,${code}`);
}
