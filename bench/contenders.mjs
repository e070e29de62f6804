// Everything that is timed: rollsafe on a folder, on one file and on generated bundles, and what it is held against.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { deployment, SHAPES, writeWorkloads } from './generate.mjs';

const CLI = fileURLToPath(new URL('../dist/cli.js', import.meta.url));
const BARE = fileURLToPath(new URL('bare.mjs', import.meta.url));

export const WHOLE = 'the folder, rollsafe lint';
export const PARSING = 'the folder, bare parsing';
export const READING = 'the folder, plain reading';
export const ONE_FILE = 'one small file, rollsafe lint';
export const NOTHING = 'node -e 0';

export const COUNTS = [1_000, 10_000];
export const workloadsName = (count, shape) => `${count.toLocaleString('en')} workloads, ${shape}`;

/** Runs of those that are soon over, in a round. */
export const QUICK = 4;

/**
 * @param {string} folder absolute
 * @param {string[]} files those in it that rollsafe walks
 * @param {string} temporary a folder to write into
 * @returns {import('./measure.mjs').Contender[]}
 */
export function contenders(folder, files, temporary) {
  const list = path.join(temporary, 'files.json');
  const one = path.join(temporary, 'one');
  fs.writeFileSync(list, JSON.stringify(files));
  fs.mkdirSync(one);
  fs.writeFileSync(path.join(one, 'web.yaml'), deployment('web', { app: 'web' }));
  return [
    { name: WHOLE, cwd: folder, args: lint('.') },
    { name: PARSING, args: [BARE, 'parse', list] },
    { name: READING, args: [BARE, 'read', list], repeat: QUICK },
    { name: ONE_FILE, cwd: one, args: lint('web.yaml'), repeat: QUICK },
    { name: NOTHING, args: ['-e', '0'], repeat: QUICK },
    ...Object.entries(SHAPES).flatMap(([name, shape]) =>
      COUNTS.map((count) => {
        const cwd = path.join(temporary, `${name} ${count}`);
        writeWorkloads(cwd, count, shape);
        return { name: workloadsName(count, name), cwd, args: lint('.') };
      }),
    ),
  ];
}

/** What Node.js is started with to judge a path. */
export function lint(target) {
  return [CLI, 'lint', '--no-config', target];
}
