// What the server says of documents: pushed, pulled, in every encoding, across files, while somebody types.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Diagnostic } from 'vscode-languageserver';
import { temporaryFolder } from '../project/folder.ts';
import { type LspClient, PULLED, PUSHED, start, uriOf } from './client.ts';
import { DIGEST, deployment, service } from './manifests.ts';

const codes = (diagnostics: readonly Diagnostic[]) => diagnostics.map(({ code }) => code);
const has = (code: string) => (all: Diagnostic[]) => codes(all).includes(code);
const lacks = (code: string) => (all: Diagnostic[]) => !codes(all).includes(code);

/** One line with four rockets before the image: 55 in UTF-16, 53 code points, 60 bytes. */
const ROCKETS = `apiVersion: apps/v1
kind: Deployment
metadata: {name: emo, annotations: {kubernetes.io/change-cause: "1"}}
spec:
  selector: {matchLabels: {app: emo}}
  template:
    metadata: {labels: {app: emo}}
    spec:
      containers:
        - {name: "app", command: ["\u{1F680}\u{1F680}", "\u00E9"], image: "example.com/emo:1", readinessProbe: {tcpSocket: {port: 80}}}
`;

describe('positions', () => {
  const column = { 'utf-16': 55, 'utf-32': 53, 'utf-8': 60 };
  for (const encoding of ['utf-16', 'utf-8', 'utf-32'] as const) {
    it(`are counted in ${encoding} where the client offers that`, async () => {
      const folder = temporaryFolder();
      const capabilities = { ...PUSHED, general: { positionEncodings: [encoding] } };
      const client = await start({ folders: [folder], capabilities });
      expect(client.capabilities.positionEncoding).toBe(encoding);
      const uri = await client.open(path.join(folder, 'a.yaml'), ROCKETS);
      const found = await client.diagnostics(uri, has('mutable-image-tag'));
      const { range } = found.find(({ code }) => code === 'mutable-image-tag') ?? {};
      expect(range?.start).toEqual({ line: 9, character: column[encoding] });
      expect(range?.end).toEqual({ line: 9, character: column[encoding] + '"example.com/emo:1"'.length });
      // An edit in the same units: the tag becomes a digest.
      const at = { line: 9, character: column[encoding] + '"example.com/emo'.length };
      await client.edit(uri, {
        range: { start: at, end: { ...at, character: at.character + 2 } },
        text: `@${DIGEST}`,
      });
      await client.diagnostics(uri, lacks('mutable-image-tag'));
    });
  }

  it('are UTF-16 for a client that offers nothing, and the first of its own that we speak', async () => {
    const plain = await start({ capabilities: PUSHED });
    expect(plain.capabilities.positionEncoding).toBe('utf-16');
    const helix = await start({
      capabilities: { ...PUSHED, general: { positionEncodings: ['utf-8', 'utf-32', 'utf-16'] } },
    });
    expect(helix.capabilities.positionEncoding).toBe('utf-8');
  });
});

describe('pushed diagnostics', () => {
  it('say what the command line says, and go when the document is closed', async () => {
    const folder = temporaryFolder();
    const client = await start({ folders: [folder] });
    const uri = await client.open(path.join(folder, 'a.yaml'), deployment('web', 'example.com/web:1'));
    const [only, ...others] = await client.diagnostics(uri, has('mutable-image-tag'));
    expect(others).toEqual([]);
    expect(only).toMatchObject({ code: 'mutable-image-tag', source: 'rollsafe', severity: 2 });
    await client.connection.sendNotification('textDocument/didClose', { textDocument: { uri } });
    await expect.poll(() => client.published.at(-1)).toMatchObject({ uri, diagnostics: [] });
    expect(await client.stop()).toBe(0);
  });

  it('judge two tabs as they stand on the screen, whatever is on the disk', async () => {
    const folder = temporaryFolder({
      'web.yaml': deployment('old'),
      'service.yaml': service('web', 'web'),
    });
    const client = await start({ folders: [folder] });
    const tab = await client.open(path.join(folder, 'service.yaml'), service('web', 'web'));
    await client.diagnostics(tab, has('service-selects-nothing'));
    const other = await client.open(path.join(folder, 'web.yaml'), deployment('old'));
    await client.change(other, deployment('web'));
    await client.diagnostics(tab, lacks('service-selects-nothing'));
    await client.change(other, deployment('old'));
    await client.diagnostics(tab, has('service-selects-nothing'));
  });

  it('name the places that a client without related information would not see', async () => {
    const folder = temporaryFolder();
    const capabilities = { textDocument: { publishDiagnostics: { relatedInformation: false } } };
    const client = await start({ folders: [folder], capabilities });
    const twice = `${deployment('web')}---\n${deployment('web')}`;
    const uri = await client.open(path.join(folder, 'a.yaml'), twice);
    const found = await client.diagnostics(uri, has('duplicate-object'));
    const duplicate = found.find(({ code }) => code === 'duplicate-object');
    expect(duplicate?.relatedInformation).toBeUndefined();
    expect(duplicate?.message).toMatch(/\na\.yaml:4:9: /);
  });

  it('follow files that change behind the back of the editor', async () => {
    const folder = temporaryFolder({ 'web.yaml': deployment('web') });
    const client = await start({ folders: [folder] });
    const tab = await client.open(path.join(folder, 'service.yaml'), service('web', 'web'));
    await client.diagnostics(tab, lacks('service-selects-nothing'));
    fs.rmSync(path.join(folder, 'web.yaml'));
    const changes = [{ uri: uriOf(path.join(folder, 'web.yaml')), type: 3 }];
    await client.connection.sendNotification('workspace/didChangeWatchedFiles', { changes });
    await client.diagnostics(tab, has('service-selects-nothing'));
    fs.writeFileSync(path.join(folder, 'new.yaml'), deployment('web'));
    const created = [{ uri: uriOf(path.join(folder, 'new.yaml')), type: 1 }];
    await client.connection.sendNotification('workspace/didChangeWatchedFiles', { changes: created });
    await client.diagnostics(tab, lacks('service-selects-nothing'));
  });
});

describe('half-typed documents', () => {
  const good = deployment('web', 'example.com/web:1');

  it('keep what was said, but where somebody types, and other tabs keep their objects', async () => {
    const folder = temporaryFolder();
    const client = await start({ folders: [folder] });
    const tab = await client.open(path.join(folder, 'service.yaml'), service('web', 'web'));
    const uri = await client.open(path.join(folder, 'web.yaml'), good);
    await client.diagnostics(tab, lacks('service-selects-nothing'));
    await client.diagnostics(uri, has('mutable-image-tag'));
    client.published.length = 0;
    await client.change(uri, good.replace('spec:\n  selector', 'spec:\n  replicas: [\n  selector'));
    const found = await client.diagnostics(uri, has('yaml-syntax-error'));
    const image = found.find(({ code }) => code === 'mutable-image-tag');
    expect(image?.range.start).toEqual({ line: 13, character: 17 });
    expect(
      client.published.filter(({ uri }) => uri === tab).flatMap(({ diagnostics }) => codes(diagnostics)),
    ).not.toContain('service-selects-nothing');
    await client.change(uri, good.replace('spec:\n  selector', 'spec:\n  replicas: 2\n  selector'));
    await client.diagnostics(uri, lacks('yaml-syntax-error'));
  });

  it('say nothing of the line that is being typed', async () => {
    const folder = temporaryFolder();
    const client = await start({ folders: [folder] });
    const uri = await client.open(path.join(folder, 'web.yaml'), good);
    await client.diagnostics(uri, has('mutable-image-tag'));
    await client.change(uri, good.replace('image: example.com/web:1', 'image: "example.com/web:1'));
    const found = await client.diagnostics(uri, has('yaml-syntax-error'));
    expect(codes(found)).toEqual(['yaml-syntax-error']);
  });

  it('are given up when hardly anything of the old text is left', async () => {
    const folder = temporaryFolder();
    const client = await start({ folders: [folder] });
    const tab = await client.open(path.join(folder, 'service.yaml'), service('web', 'web'));
    const uri = await client.open(path.join(folder, 'web.yaml'), good);
    await client.diagnostics(tab, lacks('service-selects-nothing'));
    await client.change(uri, 'name: values\nport: 80\n');
    await client.diagnostics(tab, has('service-selects-nothing'));
  });

  it('lose their objects only when they are saved without a kind', async () => {
    const folder = temporaryFolder();
    const client = await start({ folders: [folder] });
    const uri = await client.open(path.join(folder, 'web.yaml'), good);
    await client.diagnostics(uri, has('mutable-image-tag'));
    await client.change(uri, good.replace('kind: Deployment', 'kind:'));
    await client.diagnostics(uri, has('mutable-image-tag'));
    await client.connection.sendNotification('textDocument/didSave', { textDocument: { uri } });
    await client.diagnostics(uri, (all) => all.length === 0);
  });
});

describe('pulled diagnostics', () => {
  const pull = (client: LspClient, uri: string, previousResultId?: string) =>
    client.request('textDocument/diagnostic', { textDocument: { uri }, previousResultId });

  it('carry a page, places and an id by which nothing is told twice', async () => {
    const folder = temporaryFolder();
    const client = await start({ folders: [folder], capabilities: PULLED });
    expect(client.capabilities.diagnosticProvider).toMatchObject({
      interFileDependencies: true,
      workspaceDiagnostics: true,
    });
    const twice = `${deployment('web')}---\n${deployment('web')}`;
    const uri = await client.open(path.join(folder, 'a.yaml'), twice);
    const first = await pull(client, uri);
    expect(first.kind).toBe('full');
    const duplicate = first.items.find(({ code }: Diagnostic) => code === 'duplicate-object');
    expect(duplicate.codeDescription.href).toMatch(/\/docs\/rules\/duplicate-object\.md$/);
    expect(duplicate.relatedInformation[0].location).toMatchObject({ uri, range: { start: { line: 3 } } });
    expect(await pull(client, uri, first.resultId)).toEqual({ kind: 'unchanged', resultId: first.resultId });
    await client.change(uri, deployment('web'));
    expect(await pull(client, uri, first.resultId)).toMatchObject({ kind: 'full', items: [] });
    expect(client.published).toEqual([]);
  });

  it('fade what does nothing', async () => {
    const folder = temporaryFolder();
    const client = await start({ folders: [folder], capabilities: PULLED });
    const text = deployment('web').replace(
      '  name: web\n',
      '  name: web # rollsafe-ignore mutable-image-tag -- old\n',
    );
    const uri = await client.open(path.join(folder, 'a.yaml'), text);
    const { items } = await pull(client, uri);
    expect(items).toMatchObject([{ code: 'unused-suppression', tags: [1] }]);
  });

  it('of the workspace name every file with findings once, and then what has changed', async () => {
    const folder = temporaryFolder({
      'a.yaml': deployment('a', 'example.com/a:1'),
      'sub/b.yaml': deployment('b', 'example.com/b:1'),
      'good.yaml': deployment('good'),
    });
    const client = await start({ folders: [folder], capabilities: PULLED });
    const { items } = await client.request('workspace/diagnostic', { previousResultIds: [] });
    const files = items.map(({ uri }: { uri: string }) => uri);
    expect(files).toEqual([uriOf(path.join(folder, 'a.yaml')), uriOf(path.join(folder, 'sub/b.yaml'))]);
    await client.open(path.join(folder, 'a.yaml'), deployment('a'));
    const previousResultIds = items.map(({ uri, resultId }: { uri: string; resultId: string }) => ({
      uri,
      value: resultId,
    }));
    const next = await client.request('workspace/diagnostic', { previousResultIds });
    expect(next.items).toMatchObject([
      { uri: files[0], kind: 'full', items: [], version: 1 },
      { uri: files[1], kind: 'unchanged' },
    ]);
    fs.rmSync(path.join(folder, 'sub/b.yaml'));
    const changes = [{ uri: files[1], type: 3 }];
    await client.connection.sendNotification('workspace/didChangeWatchedFiles', { changes });
    const last = await client.request('workspace/diagnostic', { previousResultIds });
    const gone = last.items.find(({ uri }: { uri: string }) => uri === files[1]);
    expect(gone).toMatchObject({ kind: 'full', items: [] });
    const settled = [{ uri: files[1], value: gone.resultId }];
    const again = await client.request('workspace/diagnostic', { previousResultIds: settled });
    expect(again.items).toMatchObject([{ uri: files[1], kind: 'unchanged' }]);
  });
});

describe('configurations', () => {
  it('hold for their own folder, and are read again when they change', async () => {
    const one = temporaryFolder({ 'rollsafe.yaml': 'rules: {mutable-image-tag: off}\n' });
    const two = temporaryFolder();
    const client = await start({ folders: [one, two] });
    const text = deployment('web', 'example.com/web:1');
    const quiet = await client.open(path.join(one, 'a.yaml'), text);
    const loud = await client.open(path.join(two, 'a.yaml'), text);
    await client.diagnostics(loud, has('mutable-image-tag'));
    expect(codes(await client.diagnostics(quiet))).toEqual([]);
    fs.writeFileSync(path.join(one, 'rollsafe.yaml'), 'rules: {mutable-image-tag: error}\n');
    const changes = [{ uri: uriOf(path.join(one, 'rollsafe.yaml')), type: 2 }];
    await client.connection.sendNotification('workspace/didChangeWatchedFiles', { changes });
    const [strict] = await client.diagnostics(quiet, has('mutable-image-tag'));
    expect(strict?.severity).toBe(1);
  });

  it('are judged themselves while they are edited', async () => {
    const folder = temporaryFolder();
    const client = await start({ folders: [folder] });
    const uri = await client.open(
      path.join(folder, 'rollsafe.yaml'),
      'preset: strict\nrules:\n  mutable-image-tags: off\n',
    );
    const [problem] = await client.diagnostics(uri, (all) => all.length > 0);
    expect(problem?.range).toEqual({ start: { line: 2, character: 2 }, end: { line: 2, character: 20 } });
    expect(problem?.message).toMatch(/did you mean "mutable-image-tag"/);
    await client.change(uri, 'preset: strict\n');
    await client.diagnostics(uri, (all) => all.length === 0);
  });

  it('that can not be used are told, and the defaults hold', async () => {
    const folder = temporaryFolder();
    const client = await start({ folders: [folder], initializationOptions: { config: 'missing.yaml' } });
    const uri = await client.open(path.join(folder, 'a.yaml'), deployment('web', 'example.com/web:1'));
    await client.diagnostics(uri, (all) => all.some(({ code }) => code === 'mutable-image-tag'));
    expect(client.shown).toEqual([expect.stringContaining(path.join(folder, 'missing.yaml'))]);
  });

  it('can be named by the editor, and rollsafe can be turned off there', async () => {
    const folder = temporaryFolder({ 'other.yaml': 'rules: {mutable-image-tag: off}\n' });
    const disabled = temporaryFolder();
    const capabilities = { ...PUSHED, workspace: { configuration: true } };
    const settings = (scope: string | undefined) =>
      scope === uriOf(disabled) ? { enable: false } : { enable: true, config: 'other.yaml' };
    const client = await start({ folders: [folder, disabled], capabilities, settings });
    const text = deployment('web', 'example.com/web:1');
    expect(await client.diagnostics(await client.open(path.join(folder, 'a.yaml'), text))).toEqual([]);
    expect(await client.diagnostics(await client.open(path.join(disabled, 'a.yaml'), text))).toEqual([]);
  });
});
