// Real VS Code from the npm registry: code-server, set up once in a cache folder outside the repository.
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';

/** The last line that runs on Node 20; it is VS Code 1.100.3. */
const CODE_SERVER = '4.100.3';
const PACKAGES = [`code-server@${CODE_SERVER}`, 'playwright-core@1.65.1'];
/** What Debian has to bring: a program and the package that holds it. */
const PROGRAMS = { rg: 'ripgrep', python3: 'python3', make: 'make', 'g++': 'g++', chromium: 'chromium' };

const cache = path.join(
  process.env.XDG_CACHE_HOME ?? path.join(os.homedir(), '.cache'),
  'rollsafe',
  `code-server-${CODE_SERVER}`,
);

/** Nobody is told, nothing is fetched: set before the first start. */
const SETTINGS = {
  'telemetry.telemetryLevel': 'off',
  'extensions.autoUpdate': false,
  'extensions.autoCheckUpdates': false,
  'update.mode': 'none',
  'workbench.startupEditor': 'none',
  'workbench.enableExperiments': false,
  'workbench.tips.enabled': false,
  'workbench.reduceMotion': 'on',
  'security.workspace.trust.enabled': false,
  'git.enabled': false,
  'chat.commandCenter.enabled': false,
  'window.menuBarVisibility': 'compact',
};

/**
 * The folder of the packages, filled the first time; that takes a few minutes and a compiler.
 *
 * @returns {string} a folder with `node_modules/code-server` and `node_modules/playwright-core`
 * @throws {Error} naming every program that is missing, or the step that failed
 */
export function codeServer() {
  const missing = Object.entries(PROGRAMS).filter(([program]) => which(program) === undefined);
  if (missing.length > 0) throw new Error(`missing: ${missing.map(([, name]) => name).join(', ')}`);
  const ready = path.join(cache, 'ready');
  if (!fs.existsSync(ready)) {
    setUp();
    fs.writeFileSync(ready, '');
  }
  return cache;
}

function setUp() {
  console.log(`setting up code-server ${CODE_SERVER} in ${cache}`);
  fs.rmSync(cache, { recursive: true, force: true });
  fs.mkdirSync(cache, { recursive: true });
  fs.writeFileSync(path.join(cache, 'package.json'), '{ "private": true }\n');
  // Install scripts would download programs; the native modules that it loads are built one by one instead.
  npm(cache, 'install', '--ignore-scripts', ...PACKAGES);
  npm(cache, 'rebuild', 'argon2');
  const vscode = path.join(cache, 'node_modules/code-server/lib/vscode');
  npm(vscode, 'install', '--omit=dev', '--ignore-scripts');
  npm(vscode, 'rebuild', '@vscode/spdlog', 'native-watchdog');
  const watcher = `@parcel/watcher-${process.platform}-${process.arch}-glibc@2.5.1`;
  npm(vscode, 'install', '--no-save', '--ignore-scripts', '--omit=dev', '--force', watcher);
  link(which('rg'), path.join(vscode, 'node_modules/@vscode/ripgrep/bin/rg'));
  link('node_modules', path.join(vscode, 'node_modules.asar'));
  link('code-linux.sh', path.join(vscode, 'bin/remote-cli/code-server'));
}

/** node-gyp takes the headers that came with Node, where they did. */
function npm(cwd, ...args) {
  const prefix = path.resolve(process.execPath, '../..');
  const headers = fs.existsSync(path.join(prefix, 'include/node/node.h'));
  const env = { ...process.env, ...(headers ? { npm_config_nodedir: prefix } : {}) };
  const { status, stdout, stderr } = spawnSync('npm', args, { cwd, env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`npm ${args.join(' ')}:\n${stdout}${stderr}`);
}

function link(target, place) {
  fs.mkdirSync(path.dirname(place), { recursive: true });
  fs.rmSync(place, { force: true });
  fs.symlinkSync(target, place);
}

/** @returns {string | undefined} the path of a program */
export function which(program) {
  return (process.env.PATH ?? '')
    .split(path.delimiter)
    .map((folder) => path.join(folder, program))
    .find((file) => fs.existsSync(file));
}

/**
 * Installs the extension into a profile of its own and starts the server on a free port of this machine.
 *
 * @param {{ vsix: string, profile: string, settings: object }} options
 * @returns {Promise<{ url: string, stop: () => void, log: () => string }>}
 */
export async function startCodeServer({ vsix, profile, settings }) {
  const entry = path.join(codeServer(), 'node_modules/code-server/out/node/entry.js');
  const user = path.join(profile, 'User');
  fs.mkdirSync(user, { recursive: true });
  fs.writeFileSync(path.join(user, 'settings.json'), JSON.stringify({ ...SETTINGS, ...settings }));
  const folders = ['--user-data-dir', profile, '--extensions-dir', path.join(profile, 'extensions')];
  const port = await freePort();
  const gallery = JSON.stringify({ serviceUrl: `http://127.0.0.1:${port}/no-gallery` });
  const env = {
    ...process.env,
    EXTENSIONS_GALLERY: gallery,
    XDG_CONFIG_HOME: profile,
    XDG_DATA_HOME: profile,
  };
  delete env.VSCODE_IPC_HOOK_CLI;

  const install = spawnSync(process.execPath, [entry, ...folders, '--install-extension', vsix], {
    env,
    encoding: 'utf8',
  });
  if (install.status !== 0) throw new Error(`the extension isn't taken:\n${install.stdout}${install.stderr}`);

  const quiet = ['--auth', 'none', '--disable-telemetry', '--disable-update-check'];
  const server = spawn(process.execPath, [entry, ...folders, ...quiet, '--bind-addr', `127.0.0.1:${port}`], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const output = [];
  server.stdout.on('data', (chunk) => output.push(chunk));
  server.stderr.on('data', (chunk) => output.push(chunk));
  const log = () => Buffer.concat(output).toString();
  const stop = () => {
    if (server.exitCode === null) process.kill(-server.pid);
  };
  await answering(`http://127.0.0.1:${port}/healthz`, log);
  return { url: `http://127.0.0.1:${port}/`, stop, log };
}

async function answering(url, log) {
  for (let waited = 0; waited < 60_000; waited += 250) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Error(`code-server doesn't answer:\n${log()}`);
}

function freePort() {
  return new Promise((resolve) => {
    const probe = net.createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
