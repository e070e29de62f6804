// VS Code in a browser, by the names that a person has for what is on the screen.
import { createRequire } from 'node:module';
import path from 'node:path';
import { codeServer, which } from './code-server.mjs';

const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
/** The first finding waits for the editor, its extensions and the first index. */
const PATIENCE = 30_000;

/** Opens the editor on a folder. */
export async function openEditor(url, folder) {
  const { chromium } = createRequire(path.join(codeServer(), 'package.json'))('playwright-core');
  const browser = await chromium.launch({ executablePath: which('chromium'), args: QUIET });
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  page.setDefaultTimeout(PATIENCE);
  await page.goto(`${url}?folder=${encodeURIComponent(folder)}`);
  await page.locator('.monaco-workbench').waitFor();
  await page.locator('.explorer-folders-view').waitFor();
  return new Editor(browser, page);
}

export class Editor {
  constructor(browser, page) {
    this.browser = browser;
    this.page = page;
  }

  /** Opens a file in a tab that stays. */
  async open(file) {
    await this.press('Control+p');
    await this.pick(file, file);
    await this.page.locator(`.tab.active[data-resource-name="${file}"]`).waitFor();
    await this.page.locator('.editor-group-container.active .view-line').first().waitFor();
  }

  async command(title) {
    await this.press('F1');
    await this.pick(`>${title}`, title);
  }

  /** Types into the list at the top of the window and takes what is found. */
  async pick(text, found) {
    await this.page.locator('.quick-input-widget input').first().fill(text);
    await this.page.locator('.quick-input-list .monaco-list-row.focused', { hasText: found }).waitFor();
    await this.press('Enter');
  }

  /** A line on the screen that has this text. */
  line(text) {
    return this.page.locator('.editor-group-container.active .view-line', { hasText: text }).first();
  }

  /** A piece of a line, as the editor colours it. */
  word(text) {
    return this.page.locator('.editor-group-container.active .view-line span span', { hasText: text }).last();
  }

  codeLens(text) {
    return this.page.locator('.codelens-decoration', { hasText: text }).first();
  }

  tab(name) {
    return this.page.locator('.tab', { hasText: name }).first();
  }

  /** Waits until the cursor is there; lines and columns count from 1. */
  async cursorAt(line, column) {
    await this.page.locator('.statusbar-item', { hasText: `Ln ${line}, Col ${column}` }).waitFor();
  }

  async squiggle(severity) {
    await this.page.locator(`.editor-group-container.active .squiggly-${severity}`).first().waitFor();
  }

  /** Opens the Problems panel. */
  async problems() {
    if (!(await this.page.locator('.markers-panel').isVisible())) {
      await this.page.keyboard.press('Control+Shift+M');
    }
    await this.page.locator('.markers-panel').waitFor();
  }

  problem(rule) {
    return this.page.locator('.markers-panel .monaco-list-row', { hasText: rule });
  }

  /** Rests the mouse on a word until the box with this text appears. */
  async hover(word, text) {
    await this.word(word).hover({ force: true });
    await this.page.locator('.monaco-hover:not(.hidden)', { hasText: text }).first().waitFor();
  }

  /** Opens the list of quick fixes at a word; asks again, since the editor forgets its question when problems change. */
  async quickFixes(word) {
    const first = this.page.locator('.action-widget .monaco-list-row').first();
    for (let tries = 0; tries < 5 && !(await first.isVisible()); tries++) {
      await this.word(word).click({ force: true });
      await this.press('Control+.');
      await first.waitFor({ timeout: 3000 }).catch(() => {});
    }
    await first.waitFor();
  }

  /** Walks down the open list to the fix with this title, and takes it. */
  async chooseFix(title) {
    const rows = this.page.locator('.action-widget .monaco-list-row.action');
    const chosen = this.page.locator('.action-widget .monaco-list-row.focused', { hasText: title });
    for (let left = await rows.count(); left > 0 && !(await chosen.isVisible()); left--) {
      await this.page.keyboard.press('ArrowDown');
    }
    await chosen.waitFor();
    await this.page.keyboard.press('Enter');
  }

  /** Puts the cursor behind the first place of a text, by the editor's own search. */
  async putCursorBehind(text) {
    await this.page.locator('.editor-group-container.active .view-line').first().click();
    await this.page.keyboard.press('Control+Home');
    await this.page.keyboard.press('Control+f');
    await this.page.locator('.editor-group-container.active .find-widget textarea').first().fill(text);
    await this.page.keyboard.press('Enter');
    await this.page.keyboard.press('Escape');
    await this.page.keyboard.press('ArrowRight');
  }

  press(keys) {
    return this.page.keyboard.press(keys);
  }

  async type(text) {
    await this.page.keyboard.type(text);
  }

  async trustWorkspace() {
    await this.command('Workspaces: Manage Workspace Trust');
    await this.page.locator('.workspace-trust-editor .monaco-button', { hasText: 'Trust' }).first().click();
  }

  screenshot(file) {
    return this.page.screenshot({ path: file, animations: 'disabled' });
  }

  close() {
    return this.browser.close();
  }
}
