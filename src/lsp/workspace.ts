/** What the editor has open: its folders, each a project with its configuration, and its documents. */
import os from 'node:os';
import path from 'node:path';
import type {
  CancellationToken,
  DidChangeTextDocumentParams,
  DidOpenTextDocumentParams,
} from 'vscode-languageserver';
import type { Finding } from '../core/finding.ts';
import type { Rule } from '../core/rule.ts';
import { isConfigFile } from '../project/config.ts';
import type { Client } from './client.ts';
import type { ConfigText } from './lazy/config-words.ts';
import { Positions } from './lines.ts';
import { OpenDocument } from './open-document.ts';
import { Session } from './session.ts';
import { keyOf } from './uri.ts';
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
  /** Hears why a configuration that was just looked at can't be used; nothing when it can. */
  configRead(folder: string, problem: Error | undefined): void;
}

/** Where no configuration is. */
const ROOT = path.parse(os.homedir()).root;

export class Workspace {
  readonly client: Client;
  readonly rules: readonly Rule[];
  readonly positions: Positions;
  readonly #options: WorkspaceOptions;
  readonly #projects = new Map<string, Session>();
  readonly #loose = new Map<string, Session>();
  readonly #documents = new Map<string, OpenDocument>();
  readonly #disabled = new WeakSet<Session>();

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

  get documents(): readonly OpenDocument[] {
    return [...this.#documents.values()];
  }

  /** Takes folders in and gives others up; documents move to where they belong now. */
  changeFolders(added: readonly string[], removed: readonly string[]): void {
    for (const folder of removed) this.#projects.delete(folder);
    for (const folder of added) {
      if (!this.#projects.has(folder)) this.#projects.set(folder, this.#newSession(folder, true));
    }
    for (const session of this.#all()) for (const file of session.openFiles) session.close(file);
    this.#loose.clear();
    for (const [file, document] of this.#documents)
      this.#place(document.movedTo(this.#sessionOf(file).placeOf(file)));
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
    this.filesChanged();
  }

  close(uri: string): void {
    const file = keyOf(uri);
    if (!this.#documents.delete(file)) return;
    for (const session of this.#all()) session.close(file);
    for (const [key, session] of this.#loose) if (session.openFiles.length === 0) this.#loose.delete(key);
  }

  /** Takes note that files or configurations may have changed on the disk. */
  filesChanged(): void {
    for (const session of this.#all()) session.filesChanged();
  }

  /** Asks for the settings of the editor again. */
  configure(): void {
    for (const session of this.#all()) this.#configure(session);
  }

  document(uri: string): OpenDocument | undefined {
    return this.#documents.get(keyOf(uri));
  }

  /** The text of a document that is a configuration; undefined for all others. */
  configText(uri: string): ConfigText | undefined {
    const file = keyOf(uri);
    const document = this.#documents.get(file);
    if (!document || !this.#isConfig(file) || this.#isDisabled(this.projectOf(file))) return undefined;
    return { text: document.screen.text, lines: this.positions.of(document.screen), rules: this.rules };
  }

  /** Whether it makes sense to ignore a finding: not one about the text itself, or about a suppression. */
  maySuppress({ rule }: Finding): boolean {
    return this.rules.find(({ id }) => id === rule)?.category !== 'syntax';
  }

  /** The project that judges a file, which is the innermost one around it; undefined for a file outside of all. */
  projectOf(file: string): Session | undefined {
    const around = [...this.#projects.keys()].filter((folder) => isIn(file, folder));
    const innermost = around.reduce((best, folder) => (folder.length > best.length ? folder : best), '');
    return this.#projects.get(innermost);
  }

  /** What a request about a document is answered from; undefined for one that isn't open or isn't judged. */
  async view(uri: string, token?: CancellationToken): Promise<View | undefined> {
    const file = keyOf(uri);
    if (!this.#documents.has(file) || this.#isConfig(file)) return undefined;
    const session = this.#sessionOf(file);
    const snapshot = await session.latest(token);
    const document = snapshot.documentAt(file);
    if (!document || this.#isDisabled(session)) return undefined;
    return new View(snapshot, document, this.client, this.positions);
  }

  #all(): Session[] {
    return [...this.#projects.values(), ...this.#loose.values()];
  }

  #isDisabled(session: Session | undefined): boolean {
    return session !== undefined && this.#disabled.has(session);
  }

  #isConfig(file: string): boolean {
    return isConfigFile(file) || this.#all().some(({ configFile }) => configFile === file);
  }

  /** Projects around that of the document see it too, as it stands on the screen. */
  #place(document: OpenDocument): void {
    const file = keyOf(document.uri);
    this.#documents.set(file, document);
    if (this.#isConfig(file)) return;
    const around = [...this.#projects].filter(([folder]) => isIn(file, folder)).map(([, session]) => session);
    for (const session of new Set([this.#sessionOf(file), ...around])) session.put(file, document);
  }

  /** A file outside of all projects is judged with those of its folder that are open, a document without one alone. */
  #sessionOf(file: string): Session {
    const project = this.projectOf(file);
    if (project) return project;
    const key = path.isAbsolute(file) ? path.dirname(file) : file;
    const folder = path.isAbsolute(file) ? key : ROOT;
    const session = this.#loose.get(key) ?? this.#newSession(folder, false);
    this.#loose.set(key, session);
    return session;
  }

  #newSession(folder: string, isProject: boolean): Session {
    // Whoever opens a single file of another kind isn't told that it is one.
    const rules = isProject ? this.rules : this.rules.filter(({ id }) => id !== 'not-kubernetes');
    const owns = (file: string) => !isProject || this.projectOf(file) === session;
    const session: Session = new Session({ ...this.#options, folder, isProject, rules, owns });
    this.#configure(session);
    return session;
  }

  #configure(session: Session): void {
    const settings = this.#options.settingsFor(session.folder);
    session.configure(
      settings.then(({ enable, config }) => {
        if (enable) this.#disabled.delete(session);
        else this.#disabled.add(session);
        return config;
      }),
    );
  }
}

function isIn(file: string, folder: string): boolean {
  return path.isAbsolute(file) && file.startsWith(folder.endsWith(path.sep) ? folder : folder + path.sep);
}
