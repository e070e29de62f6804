// A folder opened in real VS Code with the packaged extension, for the steps of a test.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { codeServer, startCodeServer } from './code-server.mjs';
import { openEditor } from './page.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const extension = path.join(root, 'editors/vscode');
const vsix = path.join(extension, 'rollsafe.vsix');

let isPackaged = false;

/**
 * Opens an editor on these files and takes the steps one after the other.
 *
 * @param {string} title
 * @param {{ files: Record<string, string>, settings?: object }} folder files by path, and what the user has set
 * @param {(step: (name: string, action: (editor: import('./page.mjs').Editor) => Promise<void>) => void) => void} steps
 */
export function onStage(title, { files, settings = {} }, steps) {
  describe(title, () => {
    const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'rollsafe-vscode-'));
    let server;
    let editor;
    before(
      async () => {
        codeServer();
        packageExtension();
        const folder = path.join(scratch, 'shop');
        write(folder, files);
        server = await startCodeServer({ vsix, profile: path.join(scratch, 'profile'), settings });
        editor = await openEditor(server.url, folder);
      },
      { timeout: 600_000 },
    );
    after(async () => {
      await editor?.close();
      server?.stop();
      fs.rmSync(scratch, { recursive: true, force: true });
    });
    steps((name, action) => {
      test(name, { timeout: 120_000 }, () => withPictureOfFailure(name, editor, action));
    });
  });
}

function packageExtension() {
  if (isPackaged) return;
  if (!fs.existsSync(path.join(extension, 'node_modules'))) npm('ci', '--no-audit', '--no-fund');
  npm('run', 'package');
  isPackaged = true;
}

function npm(...args) {
  const { status, stdout, stderr } = spawnSync('npm', args, { cwd: extension, encoding: 'utf8' });
  assert.equal(status, 0, `npm ${args.join(' ')}:\n${stdout}${stderr}`);
}

function write(folder, files) {
  for (const [file, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    fs.writeFileSync(path.join(folder, file), text);
  }
}

async function withPictureOfFailure(name, editor, action) {
  try {
    await editor.press('Escape');
    await action(editor);
  } catch (problem) {
    const screen = path.join(os.tmpdir(), `rollsafe-vscode-${name.replaceAll(/\W+/g, '-')}.png`);
    await editor.screenshot(screen);
    throw new Error(`${problem.message}\nThe screen: ${screen}`, { cause: problem });
  }
}
