// A file with hundreds of objects, in which somebody types.
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../project/folder.ts';
import { PULLED, PUSHED, start } from './client.ts';
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

  it('answers about the text as it is when the answer goes out', async () => {
    const folder = temporaryFolder();
    const client = await start({ folders: [folder], capabilities: PULLED });
    const uri = await client.open(path.join(folder, 'chart.yaml'), CHART);
    const place = { line: 0, character: 0 };
    const asked = client.request('textDocument/diagnostic', { textDocument: { uri } });
    await client.edit(uri, { range: { start: place, end: place }, text: '# one line more\n' });
    const [{ items }, again] = await Promise.all([
      asked,
      client.request('textDocument/diagnostic', { textDocument: { uri } }),
    ]);
    expect(items.length).toBeGreaterThan(0);
    expect(items).toEqual(again.items);
  });
});
