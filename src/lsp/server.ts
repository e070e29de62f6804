/** The language server: takes in what the editor tells, and hands its questions to the features. */
import {
  CodeLensRefreshRequest,
  type Connection,
  DidChangeConfigurationNotification,
  DidChangeWatchedFilesNotification,
  type InitializeParams,
  type InitializeResult,
  MessageType,
  ShowMessageNotification,
  type ShowMessageParams,
} from 'vscode-languageserver';
import type { Rule } from '../core/rule.ts';
import type { ConfigError } from '../project/config.ts';
import { capabilitiesFor } from './capabilities.ts';
import { type Client, clientOf } from './client.ts';
import { SettingsReader } from './editor-settings.ts';
import { registerFeatures } from './features.ts';
import { Publisher } from './publisher.ts';
import { fileOf } from './uri.ts';
import { Workspace } from './workspace.ts';

export interface ServerOptions {
  readonly rules: readonly Rule[];
  readonly version: string;
  /** Today, `2027-03-01`. */
  today(): string;
}

/** Answers on a connection until it ends. */
export function serve(connection: Connection, options: ServerOptions): void {
  connection.onInitialize((params) => {
    const server = new Server(connection, options, params);
    registerFeatures(connection, server.workspace);
    return server.answer;
  });
  connection.listen();
}

class Server {
  readonly workspace: Workspace;
  readonly answer: InitializeResult;
  readonly #connection: Connection;
  readonly #client: Client;
  readonly #settings: SettingsReader;
  readonly #publisher: Publisher | undefined;
  #told = '';

  constructor(connection: Connection, options: ServerOptions, params: InitializeParams) {
    const client = clientOf(params);
    const settings = new SettingsReader(connection, client, params.initializationOptions);
    this.#connection = connection;
    this.#client = client;
    this.#settings = settings;
    this.workspace = new Workspace({
      ...options,
      client,
      settingsFor: (folder) => settings.of(folder),
      configFailed: (problem) => this.#tell(problem),
    });
    this.#publisher = client.pullsDiagnostics ? undefined : new Publisher(connection, this.workspace);
    this.answer = {
      capabilities: capabilitiesFor(client),
      serverInfo: { name: 'rollsafe', version: options.version },
    };
    this.#listen(foldersOf(params));
  }

  #listen(folders: readonly string[]): void {
    const [connection, { workspace }] = [this.#connection, this];
    connection.onInitialized(() => this.#ask(this.#start(folders)));
    connection.onDidOpenTextDocument((params) => this.#take(() => workspace.open(params)));
    connection.onDidChangeTextDocument((params) => this.#take(() => workspace.change(params)));
    connection.onDidSaveTextDocument(({ textDocument }) =>
      this.#take(() => workspace.save(textDocument.uri)),
    );
    connection.onDidCloseTextDocument(({ textDocument: { uri } }) => {
      this.#take(() => workspace.close(uri));
      this.#publisher?.clear(uri);
    });
    connection.onDidChangeWatchedFiles(({ changes }) => {
      this.#take(() => workspace.filesChanged(changes.map(({ uri }) => uri)));
      this.#refresh();
    });
    connection.onDidChangeConfiguration(({ settings }) => {
      this.#settings.receive(settings);
      this.#take(() => workspace.configure());
      this.#refresh();
    });
  }

  async #start(folders: readonly string[]): Promise<void> {
    const [connection, client] = [this.#connection, this.#client];
    if (client.watchesFiles)
      this.#ask(connection.client.register(DidChangeWatchedFilesNotification.type, { watchers: WATCHED }));
    if (client.configurationChanges)
      this.#ask(connection.client.register(DidChangeConfigurationNotification.type, { section: 'rollsafe' }));
    if (client.workspaceFolders)
      connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
        const files = (list: typeof added) => list.flatMap(({ uri }) => fileOf(uri) ?? []);
        this.#take(() => this.workspace.changeFolders(files(added), files(removed)));
        this.#refresh();
      });
    this.workspace.changeFolders(folders, []);
    await this.#index();
    this.#take(() => {});
  }

  /** Reads the open folders, and says how far it is. */
  async #index(): Promise<void> {
    const progress = this.#client.progress
      ? await this.#connection.window.createWorkDoneProgress()
      : undefined;
    progress?.begin('rollsafe', 0, 'reading manifests');
    for (const session of this.workspace.projects) {
      let last = 0;
      await session.snapshot((done, all) => {
        const percentage = Math.floor((100 * done) / all);
        if (percentage >= last + 5) progress?.report(percentage, `${done} of ${all} files`);
        if (percentage >= last + 5) last = percentage;
      });
    }
    progress?.done();
  }

  /** Takes in a change and sends what follows from it, where diagnostics are sent. */
  #take(change: () => void): void {
    try {
      change();
    } catch (error) {
      this.#connection.console.error(describe(error));
    }
    this.#ask(this.#publisher?.update());
  }

  /** Says what is wrong with a configuration, not again before something else is. */
  #tell({ message }: ConfigError): void {
    if (message === this.#told) return;
    this.#told = message;
    const text = `rollsafe goes by its defaults: ${message}`;
    const told: ShowMessageParams = { type: MessageType.Warning, message: text };
    void this.#connection.sendNotification(ShowMessageNotification.type, told);
  }

  /** Asks the client to ask again, after a change that it can't know to matter. */
  #refresh(): void {
    const { pullsDiagnostics, refreshesDiagnostics, refreshesInlayHints, refreshesCodeLenses } = this.#client;
    const { languages } = this.#connection;
    if (pullsDiagnostics && refreshesDiagnostics) this.#ask(languages.diagnostics.refresh());
    if (refreshesInlayHints) this.#ask(languages.inlayHint.refresh());
    if (refreshesCodeLenses) this.#ask(this.#connection.sendRequest(CodeLensRefreshRequest.type));
  }

  /** For requests whose answer changes nothing. */
  #ask(request: unknown): void {
    Promise.resolve(request).catch((error) => this.#connection.console.warn(describe(error)));
  }
}

const WATCHED = [
  { globPattern: '**/*.{yaml,yml,json}' },
  { globPattern: '**/{Kustomization,Chart.yaml,.gitignore}' },
];

function foldersOf({ workspaceFolders, rootUri, rootPath }: InitializeParams): string[] {
  if (workspaceFolders) return workspaceFolders.flatMap(({ uri }) => fileOf(uri) ?? []);
  const root = rootUri ? fileOf(rootUri) : (rootPath ?? undefined);
  return root ? [root] : [];
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
