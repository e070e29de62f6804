// Every fix applied to a copy of a folder of real manifests: what the program writes is what the engine says step by step,
// no other byte changes, and a second run finds nothing to do.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { load } from '../../esbuild.config.mjs';
import { EXIT } from './exit.mjs';

const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
/** Faults that are printed in full. */
const MOST_FAULTS = 20;

/** @returns {Map<string, Buffer>} the bytes of all files by their paths from the folder */
function bytesIn(folder) {
  const files = fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name));
  return new Map(
    files.map((file) => [path.relative(folder, file).replaceAll('\\', '/'), fs.readFileSync(file)]),
  );
}

function fix(config) {
  const args = [CLI, 'lint', '--fix=all', '--config', config, '--format', 'json', '.'];
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 1 << 30 });
  return { report: JSON.parse(stdout), stderr };
}

/** @returns {string[]} paths whose bytes differ */
function differences(before, after) {
  return [...new Set([...before.keys(), ...after.keys()])].filter(
    (file) => !(before.get(file)?.equals(after.get(file) ?? Buffer.alloc(0)) ?? false),
  );
}

/** Mends the current folder, and compares. */
async function check(config) {
  const { checkFixes, encodeLike } = await load('test/corpus/check-fixes.ts');
  const { faults, texts, offers } = await checkFixes(config);
  const before = bytesIn('.');
  const expected = new Map(
    [...before].map(([file, bytes]) => [file, file in texts ? encodeLike(texts[file], bytes) : bytes]),
  );
  const first = fix(config);
  const after = bytesIn('.');
  const second = fix(config);
  const left = first.report.findings.filter(({ fixes }) =>
    fixes.some(({ safety }) => safety !== 'suggestion'),
  );
  return {
    offers,
    said: first.stderr.trim(),
    faults: [
      ...faults,
      ...differences(expected, after).map((file) => `${file} isn't what the fixes make of it`),
      ...differences(after, bytesIn('.')).map((file) => `${file} changes in a second run`),
      ...(second.stderr === '' ? [] : [`a second run says: ${second.stderr}`]),
      ...left.map(({ file, line, rule }) => `${file}:${line} ${rule} is left`),
    ],
  };
}

/** @param {string} folder stays as it is */
export async function fixCopy(folder) {
  const temporary = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'rollsafe-corpus-')));
  const here = process.cwd();
  try {
    fs.cpSync(folder, path.join(temporary, 'copy'), { recursive: true, verbatimSymlinks: true });
    const config = path.join(temporary, 'rollsafe.yaml');
    fs.writeFileSync(config, 'preset: strict\n');
    process.chdir(path.join(temporary, 'copy'));
    const { offers, said, faults } = await check(config);
    for (const [offer, count] of Object.entries(offers)) process.stdout.write(`${offer}: ${count}\n`);
    process.stdout.write(`${said || 'nothing to fix'}; ${faults.length} faults\n`);
    process.stdout.write(
      faults
        .slice(0, MOST_FAULTS)
        .map((fault) => `${fault}\n`)
        .join(''),
    );
    return faults.length === 0 ? EXIT.fine : EXIT.faulty;
  } finally {
    process.chdir(here);
    fs.rmSync(temporary, { recursive: true, force: true });
  }
}
