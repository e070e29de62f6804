// `npm run test:vscode`: the packaged extension in real VS Code, driven in Chromium.
// UPDATE_GOLDEN=1 rewrites the pictures that the README shows.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { onStage } from './stage.mjs';
import { FILES } from './workspace.mjs';

const images = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../docs/images');

/** The screen as the README shows it; rewritten on request only. */
async function picture(editor, name) {
  if (process.env.UPDATE_GOLDEN) await editor.screenshot(path.join(images, `${name}.png`));
}

const OUTAGE = '      maxUnavailable: 100%';
const IGNORE = '# rollsafe-ignore max-unavailable-outage -- ';
const FIXED = 'port: 8080}}';

onStage('a workspace', { files: FILES, settings: { 'editor.minimap.enabled': false } }, (step) => {
  step('squiggle and Problems panel', async (editor) => {
    await editor.open('deployment.yaml');
    await editor.squiggle('error');
    await editor.problems();
    await editor.problem('port-number-quoted').waitFor();
    await editor.problem('max-unavailable-outage').waitFor();
    await editor.problem('service-selects-nothing').waitFor();
    await picture(editor, 'problems');
    await editor.press('Control+j');
  });

  step('hover on a finding: why it is one', async (editor) => {
    await editor.hover('100%', 'nothing answers until the first new pod is ready');
    await picture(editor, 'hover');
  });

  step('inlay hint', async (editor) => {
    await editor.line('maxUnavailable: 100% → 3 of 3').waitFor();
  });

  step('quick fix', async (editor) => {
    await editor.quickFixes('"8080"');
    await picture(editor, 'quick-fixes');
    await editor.chooseFix('Remove the quotes');
    await editor.line(FIXED).waitFor();
    await editor.problems();
    await editor.problem('port-number-quoted').waitFor({ state: 'detached' });
    await editor.press('Control+j');
  });

  step('fix all', async (editor) => {
    await editor.line(FIXED).click();
    await editor.press('Control+z');
    await editor.line('port: "8080"}}').waitFor();
    await editor.command('rollsafe: Fix All Safe Problems in This File');
    await editor.line(FIXED).waitFor();
  });

  step('ignore, with the cursor where the reason belongs', async (editor) => {
    await editor.quickFixes('100%');
    await editor.chooseFix('on this line');
    await editor.cursorAt(15, `${OUTAGE}  ${IGNORE}`.length + 1);
    await editor.type('nobody waits for it');
    await editor.line(`${IGNORE}nobody waits for it`).waitFor();
    await editor.problems();
    await editor.problem('max-unavailable-outage').waitFor({ state: 'detached' });
  });

  step('code lens, hints and numbers on a Rollout', async (editor) => {
    await editor.open('rollout.yaml');
    await editor.codeLens('5 steps · 3 gates · about 29m · first exposure 20 %').waitFor();
    await editor.line('setWeight: 20 1 new, 4 old').waitFor();
    await editor.press('Control+j');
    await editor.hover('25%', 'at least 5 ready, at most 7 pods');
    await picture(editor, 'rollout');
  });

  step('go to definition', async (editor) => {
    await editor.word('error-rate').click({ force: true });
    await editor.press('F12');
    await editor.tab('analysis.yaml').waitFor();
  });

  step('a finding about two files goes when the other tab is edited, after a restart too', async (editor) => {
    await editor.command('File: Save All Files');
    await editor.command('View: Close All Editors');
    await editor.command('rollsafe: Restart the Language Server');
    await editor.open('service.yaml');
    await editor.problems();
    await editor.problem('service-selects-nothing').waitFor();
    await editor.press('Control+\\');
    await editor.open('deployment.yaml');
    await picture(editor, 'two-files');
    await editor.putCursorBehind(' labels: {app: storefront');
    await editor.type(', tier: web');
    await editor.problem('service-selects-nothing').waitFor({ state: 'detached' });
  });

  step('the page of a rule', async (editor) => {
    await editor.command('rollsafe: Explain a Rule');
    await editor.pick('max-unavailable-outage', 'max-unavailable-outage');
    await editor.tab('Preview max-unavailable-outage.md').waitFor();
  });
});

const UNTRUSTED = {
  ...FILES,
  '.vscode/settings.json': '{ "rollsafe.config": "lenient.yaml" }\n',
  'lenient.yaml': 'rules: { max-unavailable-outage: off }\n',
};

onStage(
  'a workspace that nobody trusts yet',
  {
    files: UNTRUSTED,
    settings: { 'security.workspace.trust.enabled': true, 'security.workspace.trust.startupPrompt': 'never' },
  },
  (step) => {
    step('is checked, but does not choose its configuration', async (editor) => {
      await editor.open('deployment.yaml');
      await editor.problems();
      await editor.problem('port-number-quoted').waitFor();
      await editor.problem('max-unavailable-outage').waitFor();
    });

    step('chooses it once it is trusted', async (editor) => {
      await editor.trustWorkspace();
      await editor.problem('max-unavailable-outage').waitFor({ state: 'detached' });
      await editor.problem('port-number-quoted').waitFor();
    });
  },
);
