// What a person gets in the editor, asked of the real server.
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CodeAction, CompletionItem, InlayHint, Location } from 'vscode-languageserver';
import { temporaryFolder } from '../project/folder.ts';
import { type ClientOptions, type LspClient, PULLED, start, uriOf } from './client.ts';
import { deployment, service } from './manifests.ts';
import { applied, cursorIn, editsFor, positionOf } from './screen.ts';

interface Tab {
  readonly client: LspClient;
  readonly folder: string;
  readonly uri: string;
  readonly text: string;
}

async function tab(
  text: string,
  others: Readonly<Record<string, string>> = {},
  options: ClientOptions = {},
): Promise<Tab> {
  const folder = temporaryFolder(others);
  const client = await start({ folders: [folder], capabilities: PULLED, ...options });
  const uri = await client.open(path.join(folder, 'a.yaml'), text);
  return { client, folder, uri, text };
}

/** A port in quotes is a safe fix; the emoji shifts its columns. */
const QUOTED = deployment('web').replace(
  '          readinessProbe: {tcpSocket: {port: 80}}',
  '          readinessProbe: {httpGet: {path: "/\u{1F680}", port: "8080"}}',
);

function actionsAt({ client, uri, text }: Tab, word: string, only?: string[]): Promise<CodeAction[]> {
  const position = positionOf(text, word);
  const range = { start: position, end: position };
  return client.request('textDocument/codeAction', {
    textDocument: { uri },
    range,
    context: { diagnostics: [], ...(only && { only }) },
  });
}

function outcome({ text, uri }: Tab, action: CodeAction | undefined): string {
  expect(action).toBeDefined();
  return applied(text, editsFor(uri, action?.edit));
}

async function codesOf({ client, uri }: Tab, text: string): Promise<string[]> {
  await client.change(uri, text);
  const { items } = await client.request('textDocument/diagnostic', { textDocument: { uri } });
  return items.map(({ code }: { code: string }) => code);
}

describe('code actions', () => {
  it('mend a finding behind an emoji, with the preferred fix for this version of the document', async () => {
    const opened = await tab(QUOTED);
    const actions = await actionsAt(opened, '"8080"');
    const fix = actions.find(({ isPreferred }) => isPreferred);
    expect(fix).toMatchObject({ title: 'Remove the quotes', kind: 'quickfix' });
    expect(fix?.diagnostics).toMatchObject([{ code: 'port-number-quoted', source: 'rollsafe' }]);
    expect(fix?.edit?.documentChanges).toMatchObject([{ textDocument: { uri: opened.uri, version: 1 } }]);
    expect(outcome(opened, fix)).toBe(QUOTED.replace('"8080"', '8080'));
  });

  it('find what begins on the line when the cursor touches nothing', async () => {
    const opened = await tab(QUOTED);
    expect((await actionsAt(opened, 'readinessProbe')).map(({ title }) => title)).toContain(
      'Remove the quotes',
    );
  });

  it('mend all that is safe under source.fixAll, and nothing else under it', async () => {
    const text = `${QUOTED}---\n${service('web', 'web').replace('{port: 80}', '{port: 80, targetPort: "8080"}')}`;
    const opened = await tab(text);
    for (const only of ['source.fixAll.rollsafe', 'source.fixAll', 'source']) {
      const actions = await actionsAt(opened, 'apiVersion', [only]);
      expect(actions.map(({ kind }) => kind)).toEqual(['source.fixAll.rollsafe']);
      expect(outcome(opened, actions[0])).toBe(text.replaceAll('"8080"', '8080'));
    }
    expect(await actionsAt(opened, 'apiVersion', ['refactor'])).toEqual([]);
  });

  it('ignore a finding on its line, with a place for the reason, and the finding is gone', async () => {
    const opened = await tab(QUOTED, {}, { initializationOptions: { writeReason: true } });
    const actions = await actionsAt(opened, '"8080"');
    const ignore = actions.find(({ title }) => title === 'Ignore port-number-quoted on this line');
    const text = outcome(opened, ignore);
    const line = '          readinessProbe: {httpGet: {path: "/\u{1F680}", port: "8080"}}';
    const commented = `${line}  # rollsafe-ignore port-number-quoted -- `;
    expect(text).toBe(QUOTED.replace(line, commented));
    expect(ignore?.command).toMatchObject({
      command: 'rollsafe.writeReason',
      arguments: [opened.uri, 13, commented.length],
    });
    expect(await codesOf(opened, text)).toEqual([]);
  });

  it('ignore a finding in its object', async () => {
    const text = `${service('web', 'web')}---\n${QUOTED}`;
    const opened = await tab(text);
    const actions = await actionsAt(opened, '"8080"');
    const ignore = actions.find(({ title }) => title === 'Ignore port-number-quoted in Deployment "web"');
    const mended = outcome(opened, ignore);
    expect(mended).toBe(text.replace('---\n', '---\n# rollsafe-ignore port-number-quoted -- \n'));
    expect(ignore?.command).toBeUndefined();
    expect(await codesOf(opened, mended)).toEqual([]);
  });

  it('offer to ignore nothing that is about the text itself or about a suppression', async () => {
    const idle = deployment('web').replace(
      '  name: web',
      '  name: web # rollsafe-ignore mutable-image-tag -- x',
    );
    const twice = deployment('web').replace('kind: Deployment', 'kind: Deployment\nkind: Deployment');
    for (const [text, word, rule] of [
      [idle, 'mutable-', 'unused-suppression'],
      [twice, 'kind: Deployment\nmeta', 'duplicate-key'],
    ] as const) {
      const titles = (await actionsAt(await tab(text), word)).map(({ title }) => title);
      expect(titles).toContain(`Explain ${rule}`);
      expect(titles.filter((title) => title.startsWith('Ignore'))).toEqual([]);
    }
  });

  it('explain a rule where the editor can show a page, and in a message where it can not', async () => {
    const opened = await tab(QUOTED);
    const messages: string[] = [];
    opened.client.connection.onNotification('window/showMessage', ({ message }) => {
      messages.push(message);
    });
    const explain = (await actionsAt(opened, '"8080"')).find(
      ({ title }) => title === 'Explain port-number-quoted',
    );
    expect(explain?.command?.command).toBe('rollsafe.explainRule');
    await opened.client.request('workspace/executeCommand', explain?.command);
    expect(messages).toHaveLength(1);
    expect(messages[0]).toMatch(/^port-number-quoted: .*\/docs\/rules\/port-number-quoted\.md$/);
  });
});

const ROLLOUT = `apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: web
spec:
  replicas: 4
  selector: {matchLabels: {app: web}}
  strategy:
    canary:
      canaryService: web-canary
      steps:
        - setWeight: 25
        - pause: {duration: 10m}
        - analysis:
            templates: [{templateName: success}]
            args: [{name: service, value: web}]
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: "example.com/web:1"}]}
`;

const TEMPLATE = `apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata: {name: success}
spec:
  args: [{name: service}]
  metrics:
    - name: ok
      count: 5
      interval: 1m
      failureLimit: 3
      successCondition: result > 0.9
      provider: {web: {url: "http://{{args.service}}"}}
`;

describe('hover', () => {
  const at = async ({ client, uri, text }: Tab, word: string, by = 0): Promise<string> =>
    (
      await client.request('textDocument/hover', {
        textDocument: { uri },
        position: positionOf(text, word, by),
      })
    )?.contents.value ?? '';

  it("tells a finding's rule and a field's numbers", async () => {
    const opened = await tab(ROLLOUT, { 'template.yaml': TEMPLATE });
    expect(await at(opened, 'example.com/web:1')).toMatch(
      /\*\*mutable-image-tag\*\*.*\[Examples and sources\]/s,
    );
    expect(await at(opened, 'setWeight')).toMatch(/1.*3/s);
    expect(await at(opened, 'argoproj')).toBe('');
  });

  it('tells the rule that a suppression names', async () => {
    const text = deployment('web').replace(
      'kind: Deployment',
      'kind: Deployment # rollsafe-ignore pdb-missing -- x',
    );
    expect(await at(await tab(text), 'pdb-missing', 3)).toMatch(/^\*\*pdb-missing\*\*/);
  });
});

describe('hints and lenses', () => {
  it('say the numbers behind the lines that are shown', async () => {
    const opened = await tab(ROLLOUT);
    const all = { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } };
    const hints: InlayHint[] = await opened.client.request('textDocument/inlayHint', {
      textDocument: { uri: opened.uri },
      range: all,
    });
    const weight = hints.find(({ position }) => position.line === 11);
    expect(weight?.position.character).toBe('        - setWeight: 25'.length);
    expect(weight?.label).toMatch(/1.*3/);
    const none = { start: { line: 0, character: 0 }, end: { line: 2, character: 0 } };
    const params = { textDocument: { uri: opened.uri }, range: none };
    expect(await opened.client.request('textDocument/inlayHint', params)).toEqual([]);
  });

  it('sum up a Rollout above it', async () => {
    const opened = await tab(ROLLOUT);
    const lenses = await opened.client.request('textDocument/codeLens', {
      textDocument: { uri: opened.uri },
    });
    expect(lenses).toHaveLength(1);
    expect(lenses[0].range.start.line).toBe(0);
    expect(lenses[0].command.title).toMatch(/^3 steps · /);
  });
});

describe('names', () => {
  const files = { 'template.yaml': TEMPLATE, 'canary.yaml': service('web-canary', 'web') };

  it('lead to what bears them, in another file', async () => {
    const opened = await tab(ROLLOUT, files);
    const position = positionOf(ROLLOUT, 'success', 2);
    const found: Location[] = await opened.client.request('textDocument/definition', {
      textDocument: { uri: opened.uri },
      position,
    });
    const start = positionOf(TEMPLATE, 'success');
    const end = positionOf(TEMPLATE, 'success', 'success'.length);
    expect(found).toEqual([{ uri: uriOf(path.join(opened.folder, 'template.yaml')), range: { start, end } }]);
  });

  it('are found from what bears them', async () => {
    const opened = await tab(TEMPLATE, { 'rollout.yaml': ROLLOUT });
    const found: Location[] = await opened.client.request('textDocument/references', {
      textDocument: { uri: opened.uri },
      position: positionOf(TEMPLATE, 'success'),
      context: { includeDeclaration: false },
    });
    const uri = uriOf(path.join(opened.folder, 'rollout.yaml'));
    expect(found).toMatchObject([{ uri, range: { start: positionOf(ROLLOUT, 'success') } }]);
  });

  it('are offered where they belong', async () => {
    const { text, position } = cursorIn(ROLLOUT.replace('web-canary', '|'));
    const opened = await tab(text, files);
    const items: CompletionItem[] = await opened.client.request('textDocument/completion', {
      textDocument: { uri: opened.uri },
      position,
    });
    expect(items.map(({ label }) => label)).toEqual(['web-canary']);
    const [edit] = items.flatMap(({ textEdit }) => textEdit ?? []);
    expect(applied(text, edit && 'range' in edit ? [edit] : [])).toBe(ROLLOUT);
  });

  it('of rules are offered in a suppression', async () => {
    const { text, position } = cursorIn(
      deployment('web').replace('spec:', 'spec: # rollsafe-ignore mutable-|'),
    );
    const opened = await tab(text);
    const items: CompletionItem[] = await opened.client.request('textDocument/completion', {
      textDocument: { uri: opened.uri },
      position,
    });
    const tag = items.find(({ label }) => label === 'mutable-image-tag');
    expect(tag?.textEdit).toMatchObject({ newText: 'mutable-image-tag' });
  });

  it('make an outline of a file with several objects', async () => {
    const opened = await tab(`${service('web', 'web')}---\n${deployment('web')}`);
    const symbols = await opened.client.request('textDocument/documentSymbol', {
      textDocument: { uri: opened.uri },
    });
    const names = symbols.map(({ name }: { name: string }) => name);
    expect(names).toEqual(expect.arrayContaining(['Service web', 'Deployment web']));
    expect(symbols.every((symbol: object) => 'location' in symbol)).toBe(true);
  });
});

describe('rollsafe.yaml', () => {
  const config = async (text: string) => {
    const folder = temporaryFolder();
    const client = await start({ folders: [folder], capabilities: PULLED });
    const uri = await client.open(path.join(folder, 'rollsafe.yaml'), text);
    return { client, textDocument: { uri } };
  };

  it('completes rules and says what a key means', async () => {
    const { text, position } = cursorIn('preset: strict\nrules:\n  mutable-|\n');
    const { client, textDocument } = await config(text);
    const items: CompletionItem[] = await client.request('textDocument/completion', {
      textDocument,
      position,
    });
    const tag = items.find(({ label }) => label === 'mutable-image-tag');
    const [edit] = tag?.textEdit && 'range' in tag.textEdit ? [tag.textEdit] : [];
    expect(edit && applied(text, [edit])).toBe('preset: strict\nrules:\n  mutable-image-tag: \n');
    const hover = await client.request('textDocument/hover', {
      textDocument,
      position: { line: 0, character: 2 },
    });
    expect(hover.contents.value).toMatch(/recommended.*strict/);
    expect(hover.range).toEqual({ start: { line: 0, character: 0 }, end: { line: 0, character: 6 } });
  });

  it('has no manifest in it', async () => {
    const { client, textDocument } = await config(deployment('web', 'example.com/web:1'));
    expect(await client.request('textDocument/documentSymbol', { textDocument })).toEqual([]);
    expect(await client.request('textDocument/codeLens', { textDocument })).toEqual([]);
  });
});
