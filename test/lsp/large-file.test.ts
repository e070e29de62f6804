// A file with hundreds of objects, in which somebody types.
import path from 'node:path';
import rules from 'rollsafe:rules';
import { describe, expect, it } from 'vitest';
import type { Rule } from '../../src/core/rule.ts';
import { clientOf } from '../../src/lsp/client.ts';
import { diagnosticsFor } from '../../src/lsp/document-diagnostics.ts';
import { nextTurn } from '../../src/lsp/turns.ts';
import { Workspace } from '../../src/lsp/workspace.ts';
import { temporaryFolder } from '../project/folder.ts';
import { PULLED, PUSHED, start, uriOf } from './client.ts';
import { deployment, service } from './manifests.ts';

const names = Array.from({ length: 200 }, (_, at) => `app-${at}`);
const CHART = names
  .flatMap((name, at) => [
    deployment(name, at % 7 ? undefined : `example.com/${name}:1`),
    service(name, name),
  ])
  .join('---\n');

describe('typing in a large file', () => {
  it('brings the diagnostics of the last version, and not of every one before', async () => {
    const folder = temporaryFolder();
    const client = await start({ folders: [folder], capabilities: PUSHED });
    const uri = await client.open(path.join(folder, 'chart.yaml'), CHART);
    await client.diagnostics(uri, (all) => all.length > 0);
    const before = client.published.length;
    const letters = 'a comment on top of all the objects';
    for (let at = 0; at < letters.length; at++) {
      const place = { line: 0, character: at ? at + 1 : 0 };
      await client.edit(uri, {
        range: { start: place, end: place },
        text: at ? (letters[at] ?? '') : `#${letters[0]}\n`,
      });
    }
    const last = await client.diagnostics(uri);
    expect(client.published.length - before).toBeLessThan(letters.length);
    const text = `#${letters}\n${CHART}`;
    const other = temporaryFolder();
    const fresh = await start({ folders: [other], capabilities: PUSHED });
    const opened = await fresh.open(path.join(other, 'chart.yaml'), text);
    expect(last).toEqual(await fresh.diagnostics(opened, (all) => all.length > 0));
    expect(last[0]?.range.start.line).toBeGreaterThan(0);
  });

  it('while its diagnostics are worked out has them worked out again', async () => {
    const client = clientOf({ processId: null, rootUri: null, capabilities: PULLED });
    const settingsFor = async () => ({ enable: true, config: undefined });
    const workspace = new Workspace({
      client,
      rules: rules as readonly Rule[],
      today: () => '2026-01-01',
      settingsFor,
      configRead: () => {},
    });
    const uri = uriOf(path.join(temporaryFolder(), 'chart.yaml'));
    workspace.open({ textDocument: { uri, languageId: 'yaml', version: 1, text: CHART } });
    await workspace.view(uri);
    const asked = diagnosticsFor(uri, workspace);
    await nextTurn();
    const place = { line: 0, character: 0 };
    const change = { range: { start: place, end: place }, text: '# one line more\n' };
    workspace.change({ textDocument: { uri, version: 2 }, contentChanges: [change] });
    const [first] = await asked;
    const line = CHART.slice(0, CHART.indexOf('example.com/app-0:1')).split('\n').length - 1;
    expect(first?.range.start.line).toBe(line + 1);
  });
});
