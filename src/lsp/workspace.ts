/** What the editor has open: its folders, each a project with its configuration, and its documents. */
import path from 'node:path';
import type {
  CancellationToken,
  DidChangeTextDocumentParams,
  DidOpenTextDocumentParams,
} from 'vscode-languageserver';
import type { Finding } from '../core/finding.ts';
import type { Rule } from '../core/rule.ts';
import { type ConfigError, isConfigFile } from '../project/config.ts';
import type { Client } from './client.ts';
import type { ConfigText } from './lazy/config-words.ts';
import { Positions } from './lines.ts';
import { OpenDocument } from './open-document.ts';
import { Session } from './session.ts';
import { fileOf, keyOf } from './uri.ts';
import { View } from './view.ts';

/** What a person set in the editor for a folder. */
export interface EditorSettings {
  readonly enable: boolean;
  /** A configuration file instead of the nearest one; relative to the folder. */
  readonly config: string | undefined;
}

export interface WorkspaceOptions {
  readonly client: Client;
  readonly rules: readonly Rule[];
  today(): string;
  /** The settings for a folder, given by its absolute path. */
  settingsFor(folder: string): Promise<EditorSettings>;
  /** Hears of a configuration that can't be used; then the defaults hold. */
  configFailed(problem: ConfigError): void;
}

export class Workspace {
  readonly client: Client;
  readonly rules: readonly Rule[];
  readonly positions: Positions;
  readonly #options: WorkspaceOptions;
  readonly #projects = new Map<string, Session>();
  readonly #loose = new Map<string, Session>();
  readonly #documents = new Map<string, OpenDocument>();
  readonly #disabled = new Set<Session>();

  constructor(options: WorkspaceOptions) {
    this.#options = options;
    this.client = options.client;
    this.rules = options.rules;
    this.positions = new Positions(options.client.encoding);
  }

  /** The folders that are open, each a project. */
  get projects(): readonly Session[] {
    return [...this.#projects.values()].filter((session) => !this.#disabled.has(session));
  }

  /** All that is judged. */
  get sessions(): readonly Session[] {
    return [...this.#projects.values(), ...this.#loose.values()].filter(
      (session) => !this.#disabled.has(session),
    );
  }

  get documents(): readonly OpenDocument[] {
    return [...this.#documents.values()];
  }

  /** Takes folders in and gives others up; documents move to where they belong now. */
  changeFolders(added: readonly string[], removed: readonly string[]): void {
    for (const folder of removed) this.#projects.delete(folder);
    for (const folder of added) {
      if (!this.#projects.has(folder)) this.#projects.set(folder, this.#newSession(folder, true));
    }
    for (const session of this.sessions) for (const file of session.openFiles) session.close(file);
    this.#loose.clear();
    for (const document of this.#documents.values()) this.#place(document);
  }

  open({ textDocument: { uri, version, text } }: DidOpenTextDocumentParams): void {
    const file = keyOf(uri);
    const place = this.#sessionOf(file).placeOf(file);
    this.#place(new OpenDocument({ uri, version, text }, place));
  }

  change({ textDocument: { uri, version }, contentChanges }: DidChangeTextDocumentParams): void {
    const document = this.#documents.get(keyOf(uri));
    if (document) this.#place(document.changed(version, contentChanges, this.positions));
  }

  save(uri: string): void {
    const file = keyOf(uri);
    const document = this.#documents.get(file);
    if (document) this.#place(document.saved());
    if (isConfigFile(file)) this.configure();
  }

  close(uri: string): void {
    const file = keyOf(uri);
    if (!this.#documents.delete(file)) return;
    const session = this.#sessionOf(file);
    session.close(file);
    if (session.openFiles.length === 0) this.#loose.delete(session.folder);
  }

  /** Takes note of changes on the disk. */
  filesChanged(uris: readonly string[]): void {
    const files = uris.flatMap((uri) => fileOf(uri) ?? []);
    if (files.some(isConfigFile)) this.configure();
    else for (const session of this.sessions) session.filesChanged(files);
  }

  /** Reads every configuration again, those in the editor included. */
  configure(): void {
    for (const session of [...this.#projects.values(), ...this.#loose.values()]) this.#configure(session);
  }

  document(uri: string): OpenDocument | undefined {
    return this.#documents.get(keyOf(uri));
  }

  /** The text of a document that is a configuration; undefined for all others. */
  configText(uri: string): ConfigText | undefined {
    const document = this.#documents.get(keyOf(uri));
    if (!document || !isConfigFile(keyOf(uri))) return undefined;
    return { text: document.screen.text, lines: this.positions.of(document.screen), rules: this.rules };
  }

  /** Whether a suppression takes the finding out: not an error of the `syntax` group. */
  maySuppress({ rule, severity }: Finding): boolean {
    return !(severity === 'error' && this.rules.find(({ id }) => id === rule)?.category === 'syntax');
  }

  /** What a request about a document is answered from; undefined for one that isn't open or isn't judged. */
  async view(uri: string, token?: CancellationToken): Promise<View | undefined> {
    const file = keyOf(uri);
    if (!this.#documents.has(file) || isConfigFile(file)) return undefined;
    const session = this.#sessionOf(file);
    const snapshot = await session.latest(token);
    const document = snapshot.documentAt(file);
    if (!document || this.#disabled.has(session)) return undefined;
    return new View(snapshot, document, this.client, this.positions);
  }

  #place(document: OpenDocument): void {
    const file = keyOf(document.uri);
    this.#documents.set(file, document);
    if (!isConfigFile(file)) this.#sessionOf(file).put(file, document);
  }

  /** The innermost project around a file; a file outside of all stands alone. */
  #sessionOf(file: string): Session {
    const around = [...this.#projects.keys()].filter((folder) => isIn(file, folder));
    const innermost = around.reduce((best, folder) => (folder.length > best.length ? folder : best), '');
    const project = this.#projects.get(innermost);
    if (project) return project;
    const folder = path.isAbsolute(file) ? path.dirname(file) : process.cwd();
    const session = this.#loose.get(folder) ?? this.#newSession(folder, false);
    this.#loose.set(folder, session);
    return session;
  }

  #newSession(folder: string, isProject: boolean): Session {
    // Whoever opens a single file of another kind isn't told that it is one.
    const rules = isProject ? this.rules : this.rules.filter(({ id }) => id !== 'not-kubernetes');
    const session = new Session({ ...this.#options, folder, isProject, rules });
    this.#configure(session);
    return session;
  }

  #configure(session: Session): void {
    session.configure(async () => {
      const { enable, config } = await this.#options.settingsFor(session.folder);
      if (enable) this.#disabled.delete(session);
      else this.#disabled.add(session);
      return config;
    });
  }
}

function isIn(file: string, folder: string): boolean {
  return path.isAbsolute(file) && file.startsWith(folder.endsWith(path.sep) ? folder : folder + path.sep);
}
