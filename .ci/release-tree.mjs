// `npm run release:tree -- DIR`: writes what a release tag holds and what is published: a tree that pre-commit and GitHub can
// install from git without running anything. The same bytes on every run.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const COPIED = [
  'dist',
  'schemas',
  'docs',
  '.pre-commit-hooks.yaml',
  'action.yml',
  'README.md',
  'CHANGELOG.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'LICENSE',
];
const KEPT = ['name', 'version', 'description', 'keywords', 'homepage', 'license', 'type', 'engines', 'bin'];

const target = process.argv[2];
if (target === undefined) {
  console.error('usage: npm run release:tree -- DIR');
  process.exit(2);
}
const folder = path.resolve(target);
if (fs.existsSync(folder) && fs.readdirSync(folder).some((name) => name !== '.git')) {
  console.error(`${folder} is not empty`);
  process.exit(2);
}
fs.mkdirSync(folder, { recursive: true });
for (const name of COPIED) {
  if (fs.existsSync(path.join(root, name)))
    fs.cpSync(path.join(root, name), path.join(folder, name), { recursive: true });
}
const manifest = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
const released = {
  ...Object.fromEntries(KEPT.map((key) => [key, manifest[key]])),
  exports: {
    '.': './dist/index.mjs',
    './kubernetes': './dist/kubernetes.mjs',
    './package.json': './package.json',
  },
};
fs.writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(released, undefined, 2)}\n`);
