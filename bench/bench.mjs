// `npm run bench -- DIR`: how fast dist/cli.js is on a folder, beside what can't be done faster. Nothing is asserted.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { walkedFiles } from './files.mjs';
import { deployment, SHAPES, writeWorkloads } from './generate.mjs';
import { measure } from './measure.mjs';
import { table } from './table.mjs';

const CLI = fileURLToPath(new URL('../dist/cli.js', import.meta.url));
const BARE = fileURLToPath(new URL('bare.mjs', import.meta.url));
const ROUNDS = 5;
const QUICK = { repeat: 4 };
const COUNTS = [1_000, 10_000];

const WHOLE = 'the folder, rollsafe lint';
const PARSING = 'the folder, bare parsing';
const READING = 'the folder, plain reading';
const ONE_FILE = 'one small file, rollsafe lint';
const NOTHING = 'node -e 0';
const workloadsName = (count, shape) => `${count.toLocaleString('en')} workloads, ${shape}`;

async function bench(folder) {
  const files = await walkedFiles(folder);
  const bytes = files.reduce((sum, file) => sum + fs.statSync(file).size, 0);
  const temporary = fs.mkdtempSync(path.join(os.tmpdir(), 'rollsafe-bench-'));
  try {
    const results = measure(contenders(folder, files, temporary), ROUNDS, progress);
    progress('');
    process.stdout.write(report(results, files.length, bytes) + remark(folder, files.length));
  } finally {
    fs.rmSync(temporary, { recursive: true, force: true });
  }
}

function contenders(folder, files, temporary) {
  const list = path.join(temporary, 'files.json');
  const one = path.join(temporary, 'one');
  fs.writeFileSync(list, JSON.stringify(files));
  fs.mkdirSync(one);
  fs.writeFileSync(path.join(one, 'web.yaml'), deployment('web', { app: 'web' }));
  return [
    { name: WHOLE, ...lint(folder, '.') },
    { name: PARSING, args: [BARE, 'parse', list] },
    { name: READING, args: [BARE, 'read', list], ...QUICK },
    { name: ONE_FILE, ...lint(one, 'web.yaml'), ...QUICK },
    { name: NOTHING, args: ['-e', '0'], ...QUICK },
    ...Object.entries(SHAPES).flatMap(([shape, labelsOf]) =>
      COUNTS.map((count) => {
        const cwd = path.join(temporary, `${shape} ${count}`);
        writeWorkloads(cwd, count, labelsOf);
        return { name: workloadsName(count, shape), ...lint(cwd, '.') };
      }),
    ),
  ];
}

function lint(cwd, target) {
  return { cwd, args: [CLI, 'lint', '--no-config', target] };
}

function report(results, files, bytes) {
  const median = (name) => results.get(name).times[results.get(name).times.length >> 1];
  const times = (name, other) => ratio(median(name), median(other));
  const perSecond = (name, amount, digits) => number((amount / median(name)) * 1000, digits);
  const cells = (name) => {
    const { times: all, peak, failure } = results.get(name);
    return [name, failure ?? duration(median(name)), duration(all[0]), number(peak / 1e6)];
  };
  const throughput = (name) => [perSecond(name, files), perSecond(name, bytes / 1e6, 1)];
  const rows = [
    [...cells(WHOLE), ...throughput(WHOLE), `${times(WHOLE, PARSING)} bare parsing`, '≤ 1.5 ×, < 600 MB'],
    [...cells(PARSING), ...throughput(PARSING)],
    [...cells(READING), ...throughput(READING)],
    [...cells(ONE_FILE), '', '', `${times(ONE_FILE, NOTHING)} node -e 0`, '≤ 1.6 ×'],
    cells(NOTHING),
    ...Object.keys(SHAPES).flatMap((shape) => {
      const [few, many] = COUNTS.map((count) => workloadsName(count, shape));
      const factor = COUNTS[1] / COUNTS[0];
      const linear = median(ONE_FILE) + factor * (median(few) - median(ONE_FILE));
      return [
        cells(few),
        [...cells(many), '', '', `${times(many, few)} 1,000`, `linear: ${ratio(linear, median(few))}`],
      ];
    }),
  ];
  const head = ['', 'median', 'fastest', 'peak MB', 'files/s', 'MB/s', 'compared', 'target'];
  return `${heading(files, bytes)}\n\n${table(head, rows)}\n\n${EXPLANATION}\n`;
}

const EXPLANATION = `Times are those of whole processes, start-up included: medians of ${ROUNDS} rounds after a warm-up, the quick ones ${QUICK.repeat} times
a round. "linear" is what the time for 1,000 would grow to if all but the start-up grew with the workloads.`;

function heading(files, bytes) {
  const machine = `${os.cpus().length} × ${os.cpus()[0]?.model.trim() ?? 'unknown processor'}`;
  return `${number(files)} files, ${number(bytes / 1e6, 1)} MB; Node.js ${process.version}, ${process.platform} ${process.arch}, ${machine}`;
}

/** The comparison is only fair when both sides had the same files. */
function remark(folder, files) {
  const { args } = lint(folder, '.');
  const options = { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 30 };
  const { stdout } = spawnSync(process.execPath, [...args, '--format', 'json'], options);
  const { summary } = JSON.parse(stdout);
  return summary.files === files ? '' : `Not the same files: rollsafe read ${number(summary.files)}.\n`;
}

function progress(text) {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`);
}

const number = (value, digits = 0) =>
  Number.isFinite(value) ? value.toLocaleString('en', { maximumFractionDigits: digits }) : '';

const ratio = (a, b) => (Number.isFinite(a / b) ? `${(a / b).toFixed(2)} ×` : '?');

function duration(milliseconds) {
  if (milliseconds === undefined) return '';
  return milliseconds < 1000 ? `${milliseconds.toFixed(0)} ms` : `${(milliseconds / 1000).toFixed(2)} s`;
}

const [folder] = process.argv.slice(2);
if (folder !== undefined && fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
  await bench(path.resolve(folder));
} else {
  process.stderr.write('Usage: npm run bench -- DIR\n\nDIR is a folder of manifests.\n');
  process.exitCode = 2;
}
