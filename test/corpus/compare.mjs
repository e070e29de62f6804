// `npm run test:corpus -- DIR [--update]`: what changed in the findings on a folder of real manifests. The folder isn't
// part of the repository; how often each rule speaks there is, in counts.json, and a change of that is looked at.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { fileURLToPath } from 'node:url';

const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const COUNTS = fileURLToPath(new URL('counts.json', import.meta.url));
const EXIT = { same: 0, moved: 1, trouble: 2 };

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
    return EXIT.same;
  }
  process.stdout.write(`${moved.join('\n')}\n`);
  return EXIT.moved;
}

function update(counts) {
  fs.writeFileSync(COUNTS, `${JSON.stringify(counts, undefined, 2)}\n`);
  return EXIT.same;
}

function main(args) {
  const [folder, ...others] = args.filter((arg) => arg !== '--update');
  if (others.length > 0 || !fs.statSync(folder ?? '', { throwIfNoEntry: false })?.isDirectory()) {
    process.stderr.write('Usage: npm run test:corpus -- DIR [--update]\n');
    return EXIT.trouble;
  }
  const report = lint(folder);
  if (!report) return EXIT.trouble;
  const counts = countsOf(report);
  return args.includes('--update') ? update(counts) : compare(counts);
}

process.exitCode = main(process.argv.slice(2));
