// What changed in the findings on a folder of real manifests: how often each rule speaks there is in counts.json, and a
// change of that is looked at.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { EXIT } from './exit.mjs';

const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const COUNTS = fileURLToPath(new URL('counts.json', import.meta.url));

/** @typedef {Record<string, number>} Counts by `rule severity`, or by what the summary counts */

/** @returns {Counts} */
function countsOf({ findings, summary }) {
  const counts = {};
  for (const { rule, severity } of findings) {
    const name = `${rule} ${severity}`;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  const sorted = Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries([...Object.entries(summary), ...sorted]);
}

/** The report on a folder; undefined when the run failed. A path that can't be read is a finding, not a failure. */
function lint(folder) {
  const args = [CLI, 'lint', '--format', 'json', '--no-config', '.'];
  const { stdout, stderr, error } = spawnSync(process.execPath, args, {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 1 << 30,
  });
  try {
    return JSON.parse(stdout);
  } catch {
    process.stderr.write(`${stderr ?? ''}${error?.message ?? 'rollsafe printed no report'}\n`);
    return undefined;
  }
}

/**
 * @param {Counts} before
 * @param {Counts} now
 */
function movements(before, now) {
  return [...new Set([...Object.keys(before), ...Object.keys(now)])].flatMap((name) => {
    const [from, to] = [before[name] ?? 0, now[name] ?? 0];
    const sign = to > from ? '+' : '';
    return from === to ? [] : [`${name} ${from} → ${to} (${sign}${to - from})`];
  });
}

/** Compares with the committed counts, and prints what moved. */
function compare(counts) {
  if (!fs.existsSync(COUNTS)) {
    process.stderr.write('There is no counts.json yet: npm run test:corpus -- DIR --update\n');
    return EXIT.trouble;
  }
  const moved = movements(JSON.parse(fs.readFileSync(COUNTS, 'utf8')), counts);
  if (moved.length === 0) {
    process.stdout.write('nothing moved\n');
    return EXIT.fine;
  }
  process.stdout.write(`${moved.join('\n')}\n`);
  return EXIT.faulty;
}

function update(counts) {
  fs.writeFileSync(COUNTS, `${JSON.stringify(counts, undefined, 2)}\n`);
  return EXIT.fine;
}

/**
 * @param {string} folder
 * @param {boolean} isUpdate whether to write the counts instead
 */
export function countFindings(folder, isUpdate) {
  const report = lint(folder);
  if (!report) return EXIT.trouble;
  const counts = countsOf(report);
  return isUpdate ? update(counts) : compare(counts);
}
