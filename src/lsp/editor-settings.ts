/** What a person set in the editor: asked for folder by folder where the client can be asked, else what it sent. */
import type { Connection } from 'vscode-languageserver';
import type { Client } from './client.ts';
import { uriOf } from './uri.ts';
import type { EditorSettings } from './workspace.ts';

const SECTION = 'rollsafe';
const DEFAULTS: EditorSettings = { enable: true, config: undefined };

export class SettingsReader {
  readonly #connection: Connection;
  readonly #client: Client;
  #sent: unknown;

  /** `sent` are the options that came with `initialize`. */
  constructor(connection: Connection, client: Client, sent: unknown) {
    this.#connection = connection;
    this.#client = client;
    this.#sent = sent;
  }

  /** Takes note of what came with `workspace/didChangeConfiguration`. */
  receive(settings: unknown): void {
    this.#sent = fieldOf(settings, SECTION) ?? this.#sent;
  }

  /** For a folder, given by its absolute path. Never throws: a client that can't say has the defaults. */
  async of(folder: string): Promise<EditorSettings> {
    if (!this.#client.configuration) return read(this.#sent);
    try {
      const item = { scopeUri: uriOf(folder), section: SECTION };
      return read(await this.#connection.workspace.getConfiguration(item));
    } catch {
      return DEFAULTS;
    }
  }
}

function read(settings: unknown): EditorSettings {
  const [enable, config] = [fieldOf(settings, 'enable'), fieldOf(settings, 'config')];
  return {
    enable: typeof enable === 'boolean' ? enable : DEFAULTS.enable,
    config: typeof config === 'string' && config !== '' ? config : DEFAULTS.config,
  };
}

function fieldOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;
}
