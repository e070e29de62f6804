// From an editor at work to one table.
import os from 'node:os';
import { editFolder, editGenerated, editLargeFile, MANIFESTS, OBJECTS } from './editor.mjs';

const HEAD = ['in the editor', 'first', 'p50', 'p95', 'p99', 'memory, MB'];

/** Runs the server in three workspaces, and says how long a person waits. */
export async function editorReport(folder, temporary) {
  const rows = [
    [`a workspace of ${MANIFESTS} manifests`, await editGenerated(temporary)],
    [`a file of ${OBJECTS} objects`, await editLargeFile(temporary)],
    ['the folder', await editFolder(folder)],
  ];
  const lines = [HEAD, ...rows.map(([name, editing]) => [name, ...figures(editing)])];
  const widths = HEAD.map((_, at) => Math.max(...lines.map((line) => line[at].length)));
  const table = lines.map((line) =>
    line
      .map((cell, at) => cell.padEnd(widths[at]))
      .join('  ')
      .trimEnd(),
  );
  return `${table.join('\n')}\n\n${EXPLANATION}\n`;
}

const EXPLANATION = `\
"first" is from the start of the process to the first diagnostics; p50 to p99 from a change to its
diagnostics, one change at a time (target: p95 under 50 ms in the workspace). Memory is what is resident
after the first diagnostics and after each quarter of the edits. Load: ${os.loadavg()[0].toFixed(1)}.`;

function figures({ index, times, memory }) {
  const sorted = times.toSorted((a, b) => a - b);
  const quantile = (share) => `${sorted[Math.floor(sorted.length * share)].toFixed(0)} ms`;
  const megabytes = memory.map((one) => (one === undefined ? '?' : one.toFixed(0))).join(' → ');
  return [`${(index / 1000).toFixed(2)} s`, quantile(0.5), quantile(0.95), quantile(0.99), megabytes];
}
