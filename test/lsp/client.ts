// A client that speaks the protocol with the real server over standard input and output.
import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { onTestFinished } from 'vitest';
import {
  createProtocolConnection,
  type Diagnostic,
  type InitializeParams,
  type InitializeResult,
  type ProtocolConnection,
  type PublishDiagnosticsParams,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';

const CLI = path.resolve(import.meta.dirname, '../../dist/cli.js');

export interface ClientOptions {
  /** Absolute paths of the open folders. */
  readonly folders?: readonly string[];
  readonly capabilities?: InitializeParams['capabilities'];
  readonly initializationOptions?: unknown;
  /** Answers `workspace/configuration`. */
  readonly settings?: (scope: string | undefined) => unknown;
}

/** An editor that is told diagnostics. */
export const PUSHED: InitializeParams['capabilities'] = {
  textDocument: {
    publishDiagnostics: { relatedInformation: true, versionSupport: true },
    codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: [] } } },
  },
};

/** An editor that asks for them. */
export const PULLED: InitializeParams['capabilities'] = {
  textDocument: {
    diagnostic: { dynamicRegistration: false },
    publishDiagnostics: {
      relatedInformation: true,
      codeDescriptionSupport: true,
      tagSupport: { valueSet: [1, 2] },
    },
    codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: [] } } },
  },
  workspace: {
    workspaceEdit: { documentChanges: true },
    workspaceFolders: true,
    diagnostics: { refreshSupport: true },
  },
};

interface Progress {
  readonly kind: string;
  readonly title?: string;
  readonly percentage?: number;
}

export class LspClient {
  readonly connection: ProtocolConnection;
  readonly process: ChildProcess;
  readonly published: PublishDiagnosticsParams[] = [];
  readonly logged: string[] = [];
  readonly progress: Progress[] = [];
  /** How often the server has asked to be asked again. */
  refreshed = 0;
  readonly shown: string[] = [];
  capabilities: InitializeResult['capabilities'] = {};
  readonly #waiting = new Set<() => void>();
  readonly #versions = new Map<string, number>();

  private constructor(child: ChildProcess) {
    this.process = child;
    if (!child.stdout || !child.stdin) throw new Error('the server has no streams');
    this.connection = createProtocolConnection(
      new StreamMessageReader(child.stdout),
      new StreamMessageWriter(child.stdin),
    );
    this.connection.onNotification('textDocument/publishDiagnostics', (params: PublishDiagnosticsParams) => {
      this.published.push(params);
      for (const look of this.#waiting) look();
    });
    this.connection.onNotification('window/logMessage', ({ message }: { message: string }) => {
      this.logged.push(message);
    });
    this.connection.onNotification('window/showMessage', ({ message }: { message: string }) => {
      this.shown.push(message);
    });
    this.connection.onRequest('client/registerCapability', () => null);
    this.connection.onRequest('workspace/diagnostic/refresh', () => {
      this.refreshed++;
      return null;
    });
    this.connection.onNotification('$/progress', ({ value }: { value: Progress }) => {
      this.progress.push(value);
    });
    this.connection.onRequest('window/workDoneProgress/create', () => null);
  }

  static async start(options: ClientOptions = {}): Promise<LspClient> {
    const child = spawn(process.execPath, [CLI, 'lsp', '--stdio'], { stdio: ['pipe', 'pipe', 'inherit'] });
    const client = new LspClient(child);
    client.connection.onRequest('workspace/configuration', ({ items }: { items: { scopeUri?: string }[] }) =>
      items.map(({ scopeUri }) => options.settings?.(scopeUri) ?? null),
    );
    client.connection.listen();
    const folders = (options.folders ?? []).map((folder) => ({
      uri: uriOf(folder),
      name: path.basename(folder),
    }));
    const result: InitializeResult = await client.connection.sendRequest('initialize', {
      processId: process.pid,
      rootUri: folders[0]?.uri ?? null,
      workspaceFolders: folders,
      capabilities: options.capabilities ?? PUSHED,
      initializationOptions: options.initializationOptions,
    });
    client.capabilities = result.capabilities;
    await client.connection.sendNotification('initialized', {});
    return client;
  }

  async open(file: string, text: string, languageId = 'yaml'): Promise<string> {
    const uri = uriOf(file);
    this.#versions.set(uri, 1);
    await this.connection.sendNotification('textDocument/didOpen', {
      textDocument: { uri, languageId, version: 1, text },
    });
    return uri;
  }

  /** Replaces the whole text. */
  async change(uri: string, text: string): Promise<void> {
    await this.edit(uri, { text });
  }

  async edit(uri: string, ...contentChanges: unknown[]): Promise<void> {
    const version = (this.#versions.get(uri) ?? 0) + 1;
    this.#versions.set(uri, version);
    await this.connection.sendNotification('textDocument/didChange', {
      textDocument: { uri, version },
      contentChanges,
    });
  }

  versionOf(uri: string): number {
    return this.#versions.get(uri) ?? 0;
  }

  /** The diagnostics that were sent for the current version of a document. */
  async diagnostics(uri: string, wanted: (all: Diagnostic[]) => boolean = () => true): Promise<Diagnostic[]> {
    const version = this.versionOf(uri);
    const found = () => {
      const last = this.published.findLast((params) => params.uri === uri);
      return last?.version === version && wanted(last.diagnostics) ? last.diagnostics : undefined;
    };
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(look);
        reject(new Error(`no such diagnostics of ${uri}: ${JSON.stringify(this.published.at(-1))}`));
      }, 20_000);
      const look = () => {
        const diagnostics = found();
        if (!diagnostics) return;
        clearTimeout(timer);
        this.#waiting.delete(look);
        resolve(diagnostics);
      };
      this.#waiting.add(look);
      look();
    });
  }

  // biome-ignore lint/suspicious/noExplicitAny: each test knows what it asked for
  request(method: string, params: unknown): Promise<any> {
    return this.connection.sendRequest(method, params);
  }

  /** Ends the server as an editor does, and returns its exit status. */
  async stop(): Promise<number | null> {
    const ended = new Promise<number | null>((resolve) => this.process.once('exit', resolve));
    await this.connection.sendRequest('shutdown');
    await this.connection.sendNotification('exit');
    const status = await ended;
    this.connection.dispose();
    return status;
  }
}

export function uriOf(file: string): string {
  return pathToFileURL(file).href;
}

/** A client whose server ends with the test. */
export async function start(options: ClientOptions = {}): Promise<LspClient> {
  const client = await LspClient.start(options);
  onTestFinished(() => {
    client.process.kill();
  });
  return client;
}
