// What no editor should send, and some do: the server answers, and goes on.
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../project/folder.ts';
import { PULLED, PUSHED, start, uriOf } from './client.ts';
import { deployment, service } from './manifests.ts';

const AT_A_POSITION = [
  'textDocument/hover',
  'textDocument/definition',
  'textDocument/references',
  'textDocument/completion',
];
const OF_A_RANGE = ['textDocument/codeAction', 'textDocument/inlayHint'];
const OF_A_DOCUMENT = ['textDocument/documentSymbol', 'textDocument/codeLens', 'textDocument/diagnostic'];

interface Place {
  readonly line: number;
  readonly character: number;
}

function requests(uri: string, one: Place, other: Place): [string, object][] {
  const textDocument = { uri };
  const context = { diagnostics: [], includeDeclaration: true };
  return [
    ...AT_A_POSITION.map((method): [string, object] => [method, { textDocument, position: one, context }]),
    ...OF_A_RANGE.map((method): [string, object] => [
      method,
      { textDocument, range: { start: one, end: other }, context },
    ]),
    ...OF_A_DOCUMENT.map((method): [string, object] => [method, { textDocument }]),
  ];
}

const number = fc.oneof(fc.integer({ min: -2, max: 30 }), fc.constantFrom(2 ** 31 - 1, -(2 ** 31), 1e9));
const place = fc.record({ line: number, character: number });
const TEXT = `${deployment('web', 'example.com/\u{1F680}:1')}---\r\n${service('web', 'web')}---\nkind: [\n`;

describe('the server', () => {
  it('answers every request at any position, in any encoding, without an error', async () => {
    for (const encoding of ['utf-16', 'utf-8', 'utf-32']) {
      const folder = temporaryFolder();
      const capabilities = { ...PULLED, general: { positionEncodings: [encoding] } };
      const client = await start({ folders: [folder], capabilities });
      const uri = await client.open(path.join(folder, 'a.yaml'), TEXT);
      await fc.assert(
        fc.asyncProperty(place, place, async (one, other) => {
          await Promise.all(
            requests(uri, one, other).map(([method, params]) => client.request(method, params)),
          );
        }),
        { numRuns: 60 },
      );
      expect(client.logged).toEqual([]);
    }
  });

  it('keeps the same text as the client through any edits', async () => {
    const folder = temporaryFolder();
    const client = await start({ folders: [folder], capabilities: PULLED });
    const uri = await client.open(path.join(folder, 'a.yaml'), '');
    // The finding stands behind all that was edited, so its place tells whether both have the same text.
    const tail = `\n---\n${deployment('web', 'example.com/web:1')}`;
    const pieces = fc.constantFrom('a', '\n', '\r\n', '\r', '\u{1F680}', '# \u00E9', '- x\n', '');
    const edit = fc.record({
      at: fc.nat(40),
      length: fc.nat(6),
      text: fc.array(pieces).map((all) => all.join('')),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 8 }), async (edits) => {
        let text = '';
        await client.change(uri, text);
        for (const { at, length, text: added } of edits) {
          const start = Math.min(at, text.length);
          const end = Math.min(start + length, text.length);
          if (cuts(text, start) || cuts(text, end)) continue;
          await client.edit(uri, {
            range: { start: positionAt(text, start), end: positionAt(text, end) },
            text: added,
          });
          text = text.slice(0, start) + added + text.slice(end);
        }
        const end = positionAt(text, text.length);
        await client.edit(uri, { range: { start: end, end }, text: tail });
        text += tail;
        const { items } = await client.request('textDocument/diagnostic', { textDocument: { uri } });
        const image = items.find(({ code }: { code: string }) => code === 'mutable-image-tag');
        expect(image?.range.start).toEqual(positionAt(text, text.indexOf('example.com/web:1')));
      }),
      { numRuns: 40 },
    );
    expect(client.logged).toEqual([]);
  });

  it('answers about documents that are closed, never were open, or have strange addresses', async () => {
    const folder = temporaryFolder();
    const client = await start({ folders: [folder], capabilities: PULLED });
    const closed = await client.open(path.join(folder, 'a.yaml'), deployment('web'));
    await client.connection.sendNotification('textDocument/didClose', { textDocument: { uri: closed } });
    const strange = [
      closed,
      uriOf(path.join(folder, 'never.yaml')),
      'file:///c%3A/Users/me/a.yaml',
      'file:///C:/Users/me/a.yaml',
      'file://server/share/a.yaml',
      'file:///a%2Fb.yaml',
      'file:///%zz.yaml',
      'untitled:Untitled-1',
      'vscode-notebook-cell:/a.ipynb#W0',
      'git:/a.yaml?{"ref":"HEAD"}',
      '',
    ];
    for (const uri of strange) {
      const start = { line: 1, character: 1 };
      for (const [method, params] of requests(uri, start, start)) await client.request(method, params);
      await client.connection.sendNotification('textDocument/didClose', { textDocument: { uri } });
    }
    expect(client.logged).toEqual([]);
  });

  it('judges documents whose address has no path here, each alone', async () => {
    const client = await start({ capabilities: PULLED });
    for (const uri of ['file:///c%3A/Users/me/a.yaml', 'untitled:Untitled-1', 'file://server/share/a.yaml']) {
      const text = deployment('web', 'example.com/web:1');
      const textDocument = { uri, languageId: 'yaml', version: 1, text };
      await client.connection.sendNotification('textDocument/didOpen', { textDocument });
      const { items } = await client.request('textDocument/diagnostic', { textDocument: { uri } });
      expect(items).toMatchObject([{ code: 'mutable-image-tag' }]);
      const range = items[0].range;
      const context = { diagnostics: [] };
      const actions = await client.request('textDocument/codeAction', {
        textDocument: { uri },
        range,
        context,
      });
      const [ignore] = actions.filter(({ title }: { title: string }) => title.endsWith('on this line'));
      expect(ignore.edit.documentChanges).toMatchObject([{ textDocument: { uri, version: 1 } }]);
    }
  });

  it('takes a file that is opened outside of all folders for itself alone', async () => {
    const folder = temporaryFolder({ 'web.yaml': deployment('other') });
    const client = await start({ capabilities: PUSHED });
    const uri = await client.open(path.join(folder, 'service.yaml'), service('web', 'web'));
    expect(await client.diagnostics(uri)).toEqual([]);
    const other = await client.open(path.join(folder, 'docker-compose.yaml'), 'services: {}\n');
    expect(await client.diagnostics(other)).toEqual([]);
  });

  it('takes changes in the order in which they come, whatever their versions say', async () => {
    const folder = temporaryFolder();
    const client = await start({ folders: [folder], capabilities: PULLED });
    const uri = await client.open(path.join(folder, 'a.yaml'), deployment('web'));
    for (const version of [7, 3, 3, -1]) {
      const contentChanges = [{ text: deployment('web', `example.com/web:${version}`) }];
      await client.connection.sendNotification('textDocument/didChange', {
        textDocument: { uri, version },
        contentChanges,
      });
    }
    const { items } = await client.request('textDocument/diagnostic', { textDocument: { uri } });
    expect(items[0].message).toContain('web:-1');
  });

  it('survives an editor that can do nothing, and one that answers nothing', async () => {
    const folder = temporaryFolder();
    const plain = await start({ folders: [folder], capabilities: {} });
    const uri = await plain.open(path.join(folder, 'a.yaml'), deployment('web', 'example.com/web:1'));
    expect(await plain.diagnostics(uri)).toHaveLength(1);
    const all = {
      workspace: {
        configuration: true,
        didChangeWatchedFiles: { dynamicRegistration: true },
        didChangeConfiguration: { dynamicRegistration: true },
        codeLens: { refreshSupport: true },
        inlayHint: { refreshSupport: true },
        diagnostics: { refreshSupport: true },
      },
      window: { workDoneProgress: true, showDocument: { support: true } },
      textDocument: PULLED.textDocument ?? {},
    };
    const mute = await start({
      folders: [folder],
      capabilities: all,
      settings: () => {
        throw new Error('no settings');
      },
    });
    mute.connection.onRequest('client/registerCapability', () => {
      throw new Error('no');
    });
    const open = await mute.open(path.join(folder, 'a.yaml'), deployment('web', 'example.com/web:1'));
    await mute.connection.sendNotification('workspace/didChangeConfiguration', { settings: null });
    const { items } = await mute.request('textDocument/diagnostic', { textDocument: { uri: open } });
    expect(items).toHaveLength(1);
    expect(await mute.stop()).toBe(0);
  });

  it('stops in the middle of a run when the request is cancelled', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 1200 }, (_, at) => [
        `web-${at}.yaml`,
        deployment(`web-${at}`, `example.com/web:${at}`),
      ]),
    );
    const client = await start({ folders: [temporaryFolder(files)], capabilities: PULLED });
    const id = 4711;
    const answer = new Promise<{ error?: { code: number } }>((resolve) => {
      client.process.stdout?.on('data', (bytes: Buffer) => {
        const match = /\{"jsonrpc":"2\.0","id":4711.*/.exec(bytes.toString());
        if (match) resolve(JSON.parse(match[0]));
      });
    });
    const send = (message: object) => {
      const text = JSON.stringify({ jsonrpc: '2.0', ...message });
      client.process.stdin?.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
    };
    send({ id, method: 'workspace/diagnostic', params: { previousResultIds: [] } });
    await new Promise((resolve) => setTimeout(resolve, 600));
    send({ method: '$/cancelRequest', params: { id } });
    expect((await answer).error?.code).toBe(-32800);
  });
});

/** Whether an offset is in the middle of a character or of a line break. */
function cuts(text: string, at: number): boolean {
  return /^[\uDC00-\uDFFF]/.test(text.slice(at)) || (text[at - 1] === '\r' && text[at] === '\n');
}

function positionAt(text: string, offset: number): Place {
  const lines = text.slice(0, offset).split(/\r\n|\r|\n/);
  return { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 };
}
