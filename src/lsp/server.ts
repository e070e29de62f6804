/** The language server: takes in what the editor tells, and hands its questions to the features. */
import path from 'node:path';
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
  WatchKind,
} from 'vscode-languageserver';
import type { Rule } from '../core/rule.ts';
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
  /** What was said of the configuration of each folder. */
  readonly #told = new Map<string, string>();

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
      configRead: (folder, problem) => this.#tell(folder, problem),
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
    connection.onDidOpenTextDocument((params) =>
      this.#take(() => {
        workspace.open(params);
        if (!this.#client.watchesFiles) workspace.filesChanged();
      }),
    );
    connection.onDidChangeTextDocument((params) => this.#take(() => workspace.change(params)));
    connection.onDidSaveTextDocument(({ textDocument }) => {
      this.#take(() => workspace.save(textDocument.uri));
      this.#refresh();
    });
    connection.onDidCloseTextDocument(({ textDocument: { uri } }) => {
      this.#take(() => workspace.close(uri));
      this.#publisher?.clear(uri);
      this.#refresh();
    });
    connection.onDidChangeWatchedFiles(({ changes }) => {
      if (changes.every(({ uri }) => NEVER_READ.test(uri))) return;
      this.#take(() => workspace.filesChanged());
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
        const files = (list: typeof added) => list.flatMap(({ uri }) => folderOf(uri));
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

  /** Says what is wrong with a configuration, not again before it was right or something else is. */
  #tell(folder: string, problem: Error | undefined): void {
    // Now it is known which document is a configuration.
    this.#ask(this.#publisher?.update());
    const told = [...this.#told.values()];
    if (!problem) this.#told.delete(folder);
    if (!problem || this.#told.get(folder) === problem.message) return;
    this.#told.set(folder, problem.message);
    if (told.includes(problem.message)) return;
    const text = `rollsafe goes by its defaults: ${problem.message}`;
    const params: ShowMessageParams = { type: MessageType.Warning, message: text };
    void this.#connection.sendNotification(ShowMessageNotification.type, params);
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

/** When a folder comes or goes, some editors say nothing of the files in it. */
const WATCHED = [
  { globPattern: '**/*.{yaml,yml,json}' },
  { globPattern: '**/{Kustomization,.gitignore}' },
  { globPattern: '**', kind: WatchKind.Create | WatchKind.Delete },
];

/** Where much is written that no project reads; anything else may be a folder, or what a configuration takes in. */
const NEVER_READ = /\/(?:node_modules|\.git)\//;

function foldersOf({ workspaceFolders, rootUri, rootPath }: InitializeParams): string[] {
  if (workspaceFolders) return workspaceFolders.flatMap(({ uri }) => folderOf(uri));
  if (rootUri) return folderOf(rootUri);
  return rootPath ? [rootPath] : [];
}

/** Without the slash that some editors put behind it. */
function folderOf(uri: string): string[] {
  const file = fileOf(uri);
  return file === undefined ? [] : [path.resolve(file)];
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
