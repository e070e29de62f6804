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

describe('files that change where nobody watches', () => {
  it('are read again when a document is saved, opened or closed', async () => {
    const folder = temporaryFolder({ 'web.yaml': deployment('web') });
    const client = await start({ folders: [folder] });
    const text = service('other', 'other');
    const uri = await client.open(path.join(folder, 'service.yaml'), text);
    const isMissing = (all: readonly { code?: unknown }[]) =>
      all.some(({ code }) => code === 'service-selects-nothing');
    await client.diagnostics(uri, isMissing);
    fs.writeFileSync(path.join(folder, 'web.yaml'), deployment('other'));
    await client.connection.sendNotification('textDocument/didSave', { textDocument: { uri } });
    await client.diagnostics(uri, (all) => !isMissing(all));
    fs.writeFileSync(path.join(folder, 'web.yaml'), deployment('third'));
    const second = await client.open(path.join(folder, 'new.yaml'), '');
    await client.diagnostics(uri, isMissing);
    fs.writeFileSync(path.join(folder, 'rollsafe.yaml'), 'rules: {service-selects-nothing: off}\n');
    await client.connection.sendNotification('textDocument/didClose', { textDocument: { uri: second } });
    await client.diagnostics(uri, (all) => !isMissing(all));
  });
});

describe('projects inside of others', () => {
  it('judge their files by their own configuration, and nobody else does', async () => {
    const folder = temporaryFolder({
      'in/rollsafe.yaml': 'rules: {mutable-image-tag: error}\n',
      'in/a.yaml': TAGGED,
      'b.yaml': TAGGED,
    });
    const client = await start({ folders: [folder, path.join(folder, 'in')], capabilities: PULLED });
    const pull = async () =>
      (await client.request('workspace/diagnostic', { previousResultIds: [] })).items.map(
        ({ uri, items }: { uri: string; items: { severity: number }[] }) => [
          uri,
          items.map(({ severity }) => severity),
        ],
      );
    expect(await pull()).toEqual([
      [uriOf(path.join(folder, 'b.yaml')), [2]],
      [uriOf(path.join(folder, 'in/a.yaml')), [1]],
    ]);
    await client.open(path.join(folder, 'in/a.yaml'), deployment('web'));
    expect(await pull()).toEqual([[uriOf(path.join(folder, 'b.yaml')), [2]]]);
  });

  it('are seen by those around them as they stand on the screen', async () => {
    const folder = temporaryFolder({ 'in/web.yaml': deployment('web') });
    const client = await start({ folders: [folder, path.join(folder, 'in')] });
    const outer = await client.open(path.join(folder, 'service.yaml'), service('web', 'web'));
    expect(await client.diagnostics(outer)).toEqual([]);
    await client.open(path.join(folder, 'in/web.yaml'), deployment('other'));
    await client.diagnostics(outer, (all) => all.some(({ code }) => code === 'service-selects-nothing'));
  });

  it('leave nothing behind when they come and go while rollsafe is turned off', async () => {
    const folder = temporaryFolder({ 'in/a.yaml': TAGGED });
    const inner = { uri: uriOf(path.join(folder, 'in')), name: 'in' };
    const capabilities = { ...PULLED, workspace: { ...PULLED.workspace, configuration: true } };
    let enable = false;
    const client = await start({ folders: [folder], capabilities, settings: () => ({ enable }) });
    const uri = await client.open(path.join(folder, 'in/a.yaml'), TAGGED);
    await client.connection.sendNotification('workspace/didChangeWorkspaceFolders', {
      event: { added: [inner], removed: [] },
    });
    enable = true;
    await client.connection.sendNotification('workspace/didChangeConfiguration', { settings: null });
    fs.writeFileSync(path.join(folder, 'in/a.yaml'), deployment('web'));
    await client.connection.sendNotification('textDocument/didClose', { textDocument: { uri } });
    const { items } = await client.request('workspace/diagnostic', { previousResultIds: [] });
    expect(items).toEqual([]);
  });
});

describe('documents', () => {
  it('have the settings of their path in the folder that is open now', async () => {
    const folder = temporaryFolder({
      'rollsafe.yaml': 'overrides: [{files: [dev/**], rules: {mutable-image-tag: off}}]\n',
    });
    const capabilities = { ...PUSHED, workspace: { workspaceFolders: true } };
    const client = await start({ folders: [], capabilities });
    const uri = await client.open(path.join(folder, 'dev/a.yaml'), TAGGED);
    expect(await client.diagnostics(uri)).toEqual([]);
    const added = [{ uri: `${uriOf(folder)}/`, name: 'x' }];
    await client.connection.sendNotification('workspace/didChangeWorkspaceFolders', {
      event: { added, removed: [] },
    });
    await client.change(uri, `${TAGGED}# x\n`);
    expect(await client.diagnostics(uri)).toEqual([]);
  });

  it('without a file stand alone', async () => {
    const client = await start({ capabilities: PULLED });
    for (const name of ['one', 'two']) {
      const textDocument = { uri: `untitled:${name}`, languageId: 'yaml', version: 1 };
      const text = deployment('web').replace('name: web', `name: ${name}`);
      await client.connection.sendNotification('textDocument/didOpen', {
        textDocument: { ...textDocument, text },
      });
      const { items } = await client.request('textDocument/diagnostic', { textDocument });
      expect(items).toEqual([]);
    }
  });
});

describe('configurations', () => {
  it('that the editor names are read again, whatever their name is', async () => {
    const folder = temporaryFolder({ 'ci/rs.yaml': 'rules: {mutable-image-tag: off}\n' });
    const client = await start({ folders: [folder], initializationOptions: { config: 'ci/rs.yaml' } });
    const uri = await client.open(path.join(folder, 'a.yaml'), TAGGED);
    expect(await client.diagnostics(uri)).toEqual([]);
    fs.writeFileSync(path.join(folder, 'ci/rs.yaml'), 'rules: {mutable-image-tag: error}\n');
    const changes = [{ uri: uriOf(path.join(folder, 'ci/rs.yaml')), type: 2 }];
    await client.connection.sendNotification('workspace/didChangeWatchedFiles', { changes });
    await client.diagnostics(uri, ([first]) => first?.severity === 1);
    const config = await client.open(path.join(folder, 'ci/rs.yaml'), 'rulez: 1\n');
    await client.diagnostics(config, ([first]) => /unknown key|rulez/.test(String(first?.message)));
  });

  it('are known as such when they are open before they are chosen', async () => {
    const folder = temporaryFolder({ 'other.yaml': 'rulez: 1\n', 'in/a.yaml': TAGGED });
    const client = await start({ folders: [folder, path.join(folder, 'in')] });
    const config = await client.open(path.join(folder, 'other.yaml'), 'rulez: 1\n');
    expect(await client.diagnostics(config)).toEqual([]);
    await client.open(path.join(folder, 'in/a.yaml'), TAGGED);
    await client.connection.sendNotification('workspace/didChangeConfiguration', {
      settings: { rollsafe: { config: path.join(folder, 'other.yaml') } },
    });
    await client.diagnostics(config, ([first]) => /rulez/.test(String(first?.message)));
  });

  it('may be chosen in a folder that has become a file', async () => {
    const folder = temporaryFolder({ ci: 'no folder' });
    const client = await start({ folders: [folder], initializationOptions: { config: 'ci/rs.yaml' } });
    const uri = await client.open(path.join(folder, 'a.yaml'), TAGGED);
    await client.diagnostics(uri, ([first]) => first?.code === 'mutable-image-tag');
    expect(client.shown).toHaveLength(1);
  });

  it('that are broken are told once, and again when they were right in between', async () => {
    const one = temporaryFolder({ 'rollsafe.yaml': 'rulez: 1\n' });
    const two = temporaryFolder({ 'rollsafe.yaml': 'rulez: 1\n' });
    const client = await start({ folders: [one, two] });
    const uri = await client.open(path.join(one, 'a.yaml'), TAGGED);
    await client.diagnostics(uri, (all) => all.length > 0);
    await expect.poll(() => client.shown.length).toBe(2);
    const save = async (text: string) => {
      fs.writeFileSync(path.join(one, 'rollsafe.yaml'), text);
      await client.connection.sendNotification('textDocument/didSave', { textDocument: { uri } });
      await client.change(uri, `${TAGGED}# ${text}`);
      await client.diagnostics(uri);
    };
    await save('rulez:  1\n');
    expect(client.shown).toHaveLength(2);
    await save('preset: strict\n');
    await save('rulez: 1\n');
    expect(client.shown).toHaveLength(3);
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

  it('make it ask again when another document shows its file again', async () => {
    const folder = temporaryFolder({ 'web.yaml': deployment('web') });
    const client = await start({ folders: [folder], capabilities: PULLED });
    const uri = await client.open(path.join(folder, 'service.yaml'), service('web', 'web'));
    const other = await client.open(path.join(folder, 'web.yaml'), deployment('other'));
    const pull = () => client.request('textDocument/diagnostic', { textDocument: { uri } });
    expect((await pull()).items).toHaveLength(1);
    await client.connection.sendNotification('textDocument/didClose', { textDocument: { uri: other } });
    await expect.poll(() => client.refreshed).toBe(1);
    expect((await pull()).items).toEqual([]);
  });

  it('are seen when a folder goes, whatever its name is', async () => {
    const folder = temporaryFolder({
      'rollsafe.yaml': 'bundles: [{name: all, files: ["**"]}]\n',
      'v1.2/web.yaml': deployment('web'),
    });
    const client = await start({ folders: [folder] });
    const uri = await client.open(path.join(folder, 'service.yaml'), service('web', 'web'));
    expect(await client.diagnostics(uri)).toEqual([]);
    fs.rmSync(path.join(folder, 'v1.2'), { recursive: true });
    const changes = [{ uri: uriOf(path.join(folder, 'v1.2')), type: 3 }];
    await client.connection.sendNotification('workspace/didChangeWatchedFiles', { changes });
    await client.diagnostics(uri, (all) => all.some(({ code }) => code === 'service-selects-nothing'));
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
