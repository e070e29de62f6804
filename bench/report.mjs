// From times to one table, the targets beside the figures.
import os from 'node:os';
import { COUNTS, NOTHING, ONE_FILE, PARSING, QUICK, READING, WHOLE, workloadsName } from './contenders.mjs';
import { SHAPES } from './generate.mjs';
import { ROUNDS } from './measure.mjs';

const HEAD = ['', 'median', 'fastest', 'peak MB', 'files/s', 'MB/s', 'compared', 'target'];
const LEFT_ALIGNED = new Set(['', 'compared', 'target']);

const EXPLANATION = `\
Times are those of whole processes, start-up included, in ${ROUNDS} rounds after a warm-up, the quick ones
${QUICK} times a round. Comparisons are medians of the rounds' own. "linear" is what the time for
${number(COUNTS[0])} would grow to if all but the start-up grew with the workloads.`;

/**
 * @param {Map<string, import('./measure.mjs').Measured>} results
 * @param {number} files
 * @param {number} bytes of the files
 */
export function report(results, files, bytes) {
  return `${heading(files, bytes)}\n\n${table(rows(results, files, bytes))}\n\n${EXPLANATION}\n`;
}

function rows(results, files, bytes) {
  const typical = (name) => median(results.get(name).times);
  const figures = (name) => {
    const { times, peak, failure } = results.get(name);
    return [name, failure ?? duration(typical(name)), duration(Math.min(...times)), number(peak / 1e6)];
  };
  const perSecond = (name) => {
    const seconds = typical(name) / 1000;
    return [number(files / seconds), number(bytes / 1e6 / seconds, 1)];
  };
  const compared = (name, other, title) => {
    const others = results.get(other).times;
    return factor(median(results.get(name).times.map((time, at) => time / others[at])), title);
  };
  const growth = (shape) => {
    const [few, many] = COUNTS.map((count) => workloadsName(count, shape));
    const start = typical(ONE_FILE);
    const linear = start + (COUNTS[1] / COUNTS[0]) * (typical(few) - start);
    const target = `linear: ${factor(linear / typical(few)) || '?'}`;
    return [figures(few), [...figures(many), '', '', compared(many, few, number(COUNTS[0])), target]];
  };
  return [
    [...figures(WHOLE), ...perSecond(WHOLE), compared(WHOLE, PARSING, 'bare parsing'), '≤ 1.5 ×, < 600 MB'],
    [...figures(PARSING), ...perSecond(PARSING)],
    [...figures(READING), ...perSecond(READING)],
    [...figures(ONE_FILE), '', '', compared(ONE_FILE, NOTHING, NOTHING), '≤ 1.6 ×'],
    figures(NOTHING),
    ...Object.keys(SHAPES).flatMap(growth),
  ];
}

function heading(files, bytes) {
  const processors = os.cpus();
  const machine = `${processors.length} × ${processors[0]?.model.trim() ?? 'unknown processor'}`;
  const node = `Node.js ${process.version}, ${process.platform} ${process.arch}`;
  return `${number(files)} files, ${number(bytes / 1e6, 2)} MB; ${node}, ${machine}`;
}

/** Missing cells are empty. */
function table(rows) {
  const lines = [HEAD, ...rows].map((row) => HEAD.map((_, column) => row[column] ?? ''));
  const widths = HEAD.map((_, column) => Math.max(...lines.map((line) => line[column].length)));
  const pad = (cell, column) =>
    LEFT_ALIGNED.has(HEAD[column]) ? cell.padEnd(widths[column]) : cell.padStart(widths[column]);
  return lines.map((line) => line.map(pad).join('  ').trimEnd()).join('\n');
}

/** Undefined of nothing. */
function median(values) {
  return values.toSorted((a, b) => a - b)[values.length >> 1];
}

function factor(value, other = '') {
  return Number.isFinite(value) ? `${value.toFixed(2)} × ${other}`.trimEnd() : '';
}

function number(value, digits = 0) {
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return Number.isFinite(value) ? value.toLocaleString('en', options) : '';
}

function duration(milliseconds) {
  if (!Number.isFinite(milliseconds)) return '';
  return milliseconds < 1000 ? `${milliseconds.toFixed(0)} ms` : `${(milliseconds / 1000).toFixed(2)} s`;
}
