// An editor at work: the real server over standard input and output, in a workspace of generated manifests and in a folder.
import { execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import {
  createProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';
import { deployment, SHAPES, writeWorkloads } from './generate.mjs';

const CLI = fileURLToPath(new URL('../dist/cli.js', import.meta.url));
export const MANIFESTS = 2_000;
/** In the large file. */
export const OBJECTS = 500;
const EDITS = 10_000;
/** Edits that are timed one by one; the others come as fast as they can. */
const TIMED = 500;
/** How many of those are sent before one waits for an answer. */
const BURST = 20;

/**
 * @typedef {object} Editing
 * @property {number} index milliseconds from the start of the process to the first diagnostics
 * @property {number[]} times from a change to its diagnostics, in milliseconds
 * @property {number[]} memory MB: after the index, and after each quarter of the edits
 */

/** A workspace of generated manifests, a Deployment and a Service each. */
export async function editGenerated(temporary) {
  const folder = path.join(temporary, 'workspace');
  const labelsOf = (at) => ({ 'part-of': 'shop', app: `app-${at}` });
  writeWorkloads(folder, MANIFESTS, { labelsOf, perFile: 1 });
  return edit({ ...newFile(folder), edits: EDITS });
}

/** A file as long as a rendered chart, a Deployment and a Service each, in which somebody types at the beginning. */
export async function editLargeFile(temporary) {
  const folder = path.join(temporary, 'chart');
  writeWorkloads(folder, OBJECTS / 2, SHAPES['the same in one file']);
  const file = path.join(folder, 'workloads-0.yaml');
  return edit({ folder, file, text: fs.readFileSync(file, 'utf8'), edits: TIMED });
}

/** A folder as it is, with fewer edits. */
export function editFolder(folder) {
  return edit({ ...newFile(folder), edits: TIMED });
}

function newFile(folder) {
  return {
    folder,
    file: path.join(folder, 'rollsafe-bench.yaml'),
    text: deployment('web', { app: 'web' }),
  };
}

/**
 * Types in the first Deployment of a text.
 *
 * @returns {Promise<Editing>}
 */
async function edit({ folder, file, text, edits }) {
  const started = performance.now();
  const server = spawn(process.execPath, [CLI, 'lsp', '--stdio'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const client = createProtocolConnection(
    new StreamMessageReader(server.stdout),
    new StreamMessageWriter(server.stdin),
  );
  const waiting = new Map();
  client.onNotification('textDocument/publishDiagnostics', ({ version }) => waiting.get(version)?.());
  client.listen();
  const rootUri = pathToFileURL(folder).href;
  await client.sendRequest('initialize', { processId: process.pid, rootUri, capabilities: {} });
  await client.sendNotification('initialized', {});
  const uri = pathToFileURL(file).href;
  const said = (version) => new Promise((resolve) => waiting.set(version, resolve));
  const first = said(1);
  await client.sendNotification('textDocument/didOpen', {
    textDocument: { uri, languageId: 'yaml', version: 1, text },
  });
  await first;
  const index = performance.now() - started;
  const memory = [memoryOf(server.pid)];
  const line = text.slice(0, text.indexOf('image:')).split('\n').length - 1;
  const start = { line, character: '          image: '.length };
  // A letter is typed and taken back: every version has other diagnostics.
  const type = (version) => {
    const end = { line, character: start.character + (version % 2) };
    const change = { range: { start, end }, text: version % 2 ? '' : 'x' };
    const textDocument = { uri, version };
    return client.sendNotification('textDocument/didChange', { textDocument, contentChanges: [change] });
  };
  const times = [];
  for (let version = 2; version <= edits + 1; version++) {
    const isTimed = version <= TIMED + 1;
    const isAwaited = isTimed || (version - 1) % BURST === 0;
    const answer = isAwaited ? said(version) : undefined;
    const before = performance.now();
    await type(version);
    await answer;
    waiting.delete(version);
    if (isTimed) times.push(performance.now() - before);
    if ((version - 1) % Math.ceil(edits / 4) === 0) memory.push(memoryOf(server.pid));
  }
  await client.sendRequest('shutdown');
  await client.sendNotification('exit');
  client.dispose();
  return { index, times, memory };
}

/** Resident memory of a process in MB; undefined where the system has no `ps`. */
function memoryOf(pid) {
  try {
    return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024;
  } catch {
    return undefined;
  }
}
