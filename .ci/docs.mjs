// `npm run docs`: writes docs/rules from the rules. With --check it writes nothing and fails when a page is stale.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { load } from '../esbuild.config.mjs';

const folder = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../docs/rules');
const HAND_WRITTEN = new Set(['coverage.md']);

const { rulePages } = await load('.ci/rule-pages.ts');
const pages = rulePages();
const there = fs.existsSync(folder) ? fs.readdirSync(folder).filter((name) => !HAND_WRITTEN.has(name)) : [];
const read = (name) =>
  there.includes(name)
    ? fs.readFileSync(path.join(folder, name), 'utf8').replaceAll('\r\n', '\n')
    : undefined;
const stale = [...new Set([...Object.keys(pages), ...there])]
  .filter((name) => pages[name] !== read(name))
  .sort();

if (process.argv.includes('--check')) {
  if (stale.length > 0) {
    console.error(`stale: ${stale.map((name) => `docs/rules/${name}`).join(', ')}; run npm run docs`);
    process.exitCode = 1;
  }
} else {
  fs.mkdirSync(folder, { recursive: true });
  for (const name of stale) {
    if (pages[name] === undefined) fs.rmSync(path.join(folder, name));
    else fs.writeFileSync(path.join(folder, name), pages[name]);
  }
  console.log(`docs/rules: ${Object.keys(pages).length} pages, ${stale.length} changed`);
}
