// Folders, files and settings that come, go and change while the editor runs.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../project/folder.ts';
import { PULLED, PUSHED, start, uriOf } from './client.ts';
import { deployment, service } from './manifests.ts';

const TAGGED = deployment('web', 'example.com/web:1');

describe('folders', () => {
  it('that are added bring their configuration, and take it along when they are removed', async () => {
    const folder = temporaryFolder({ 'rollsafe.yaml': 'rules: {mutable-image-tag: off}\n' });
    const capabilities = { ...PUSHED, workspace: { workspaceFolders: true } };
    const client = await start({ folders: [], capabilities });
    expect(client.capabilities.workspace?.workspaceFolders).toMatchObject({ changeNotifications: true });
    const uri = await client.open(path.join(folder, 'sub/a.yaml'), TAGGED);
    // Alone, the nearest configuration upward counts.
    expect(await client.diagnostics(uri)).toEqual([]);
    const inner = { uri: uriOf(path.join(folder, 'sub')), name: 'sub' };
    fs.mkdirSync(path.join(folder, 'sub'));
    fs.writeFileSync(path.join(folder, 'sub/rollsafe.yaml'), 'rules: {mutable-image-tag: error}\n');
    await client.connection.sendNotification('workspace/didChangeWorkspaceFolders', {
      event: { added: [inner], removed: [] },
    });
    const [strict] = await client.diagnostics(uri, (all) => all.length > 0);
    expect(strict?.severity).toBe(1);
    const outer = { uri: uriOf(folder), name: 'outer' };
    await client.connection.sendNotification('workspace/didChangeWorkspaceFolders', {
      event: { added: [outer], removed: [inner] },
    });
    await client.diagnostics(uri, (all) => all.length === 0);
  });

  it('inside of others are projects of their own', async () => {
    const folder = temporaryFolder({ 'inner/web.yaml': deployment('web') });
    const inner = path.join(folder, 'inner');
    const client = await start({ folders: [folder, inner] });
    // The Deployment is in the folder of the Service, and in the inner project.
    const uri = await client.open(path.join(inner, 'service.yaml'), service('web', 'web'));
    expect(await client.diagnostics(uri)).toEqual([]);
    const other = await client.open(path.join(inner, 'other.yaml'), service('other', 'other'));
    await client.diagnostics(other, (all) => all.some(({ code }) => code === 'service-selects-nothing'));
  });

  it('are read with progress that ends', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 60 }, (_, at) => [`a${at}.yaml`, deployment(`a${at}`)]),
    );
    const capabilities = { ...PUSHED, window: { workDoneProgress: true } };
    const client = await start({ folders: [temporaryFolder(files)], capabilities });
    await expect.poll(() => client.progress.at(-1)?.kind).toBe('end');
    expect(client.progress[0]).toMatchObject({ kind: 'begin', title: 'rollsafe' });
    const percentages = client.progress.flatMap(({ percentage }) => percentage ?? []);
    expect(percentages.at(-1)).toBeGreaterThan(90);
    expect(percentages).toEqual([...percentages].sort((a, b) => a - b));
  });
});

describe('changes that only the server can weigh', () => {
  it('make a client that pulls ask again', async () => {
    const folder = temporaryFolder({ 'web.yaml': deployment('web') });
    const client = await start({ folders: [folder], capabilities: PULLED });
    const uri = await client.open(path.join(folder, 'service.yaml'), service('web', 'web'));
    const pull = () => client.request('textDocument/diagnostic', { textDocument: { uri } });
    expect((await pull()).items).toEqual([]);
    fs.rmSync(path.join(folder, 'web.yaml'));
    const changes = [{ uri: uriOf(path.join(folder, 'web.yaml')), type: 3 }];
    await client.connection.sendNotification('workspace/didChangeWatchedFiles', { changes });
    await expect.poll(() => client.refreshed).toBe(1);
    expect((await pull()).items).toMatchObject([{ code: 'service-selects-nothing' }]);
  });

  it('of settings take effect for a client that sends them', async () => {
    const folder = temporaryFolder({ 'quiet.yaml': 'rules: {mutable-image-tag: off}\n' });
    const client = await start({ folders: [folder] });
    const uri = await client.open(path.join(folder, 'a.yaml'), TAGGED);
    await client.diagnostics(uri, (all) => all.length === 1);
    const send = (settings: object) =>
      client.connection.sendNotification('workspace/didChangeConfiguration', { settings });
    await send({ rollsafe: { config: 'quiet.yaml' } });
    await client.diagnostics(uri, (all) => all.length === 0);
    await send({ rollsafe: {} });
    await client.diagnostics(uri, (all) => all.length === 1);
    await send({ rollsafe: { enable: false } });
    await client.diagnostics(uri, (all) => all.length === 0);
    await send({ rollsafe: { enable: 'perhaps', config: 7 } });
    await client.diagnostics(uri, (all) => all.length === 1);
  });

  it('leave out what the configuration or .gitignore leaves out', async () => {
    const folder = temporaryFolder({
      'rollsafe.yaml': 'exclude: [generated/**]\n',
      '.gitignore': 'build/\n',
      'build/web.yaml': deployment('web'),
    });
    fs.mkdirSync(path.join(folder, '.git'));
    const client = await start({ folders: [folder] });
    const excluded = await client.open(path.join(folder, 'generated/a.yaml'), TAGGED);
    expect(await client.diagnostics(excluded)).toEqual([]);
    const uri = await client.open(path.join(folder, 'service.yaml'), service('web', 'web'));
    await client.diagnostics(uri, (all) => all.some(({ code }) => code === 'service-selects-nothing'));
  });
});
