// `npm run bench -- DIR`: how fast dist/cli.js is on a folder of manifests and on generated ones. Nothing is asserted.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { contenders, lint } from './contenders.mjs';
import { editorReport } from './editor-report.mjs';
import { walkedFiles } from './files.mjs';
import { measure } from './measure.mjs';
import { report } from './report.mjs';

async function bench(folder) {
  const files = await walkedFiles(folder);
  const bytes = files.reduce((sum, file) => sum + fs.statSync(file).size, 0);
  const temporary = fs.mkdtempSync(path.join(os.tmpdir(), 'rollsafe-bench-'));
  try {
    const results = measure(contenders(folder, files, temporary), progress);
    progress('');
    process.stdout.write(report(results, files.length, bytes));
    warnOfOtherFiles(folder, files.length);
    process.stdout.write(`\n${await editorReport(folder, temporary)}`);
  } finally {
    fs.rmSync(temporary, { recursive: true, force: true });
  }
}

/** The comparison is fair only when both sides had the same files. */
function warnOfOtherFiles(folder, expected) {
  const options = { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 30 };
  const { stdout, stderr } = spawnSync(process.execPath, [...lint('.'), '--format', 'json'], options);
  const files = stdout ? JSON.parse(stdout).summary.files : undefined;
  if (files === undefined) process.stderr.write(stderr);
  else if (files !== expected) {
    process.stderr.write(`Not the same files: rollsafe read ${files}, the others ${expected}.\n`);
  }
}

function progress(text) {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`);
}

const [folder] = process.argv.slice(2);
if (folder !== undefined && fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
  await bench(path.resolve(folder));
} else {
  process.stderr.write('Usage: npm run bench -- DIR\n');
  process.exitCode = 2;
}
