/** Diagnostics for clients that don't ask: sent whenever they have changed. */
import type { Connection, Diagnostic } from 'vscode-languageserver';
import { diagnosticsFor } from './document-diagnostics.ts';
import { nextTurn } from './turns.ts';
import type { Workspace } from './workspace.ts';

export class Publisher {
  readonly #connection: Connection;
  readonly #workspace: Workspace;
  /** What was sent last, by address. */
  readonly #sent = new Map<string, string>();
  #wanted = false;
  #running = false;

  constructor(connection: Connection, workspace: Workspace) {
    this.#connection = connection;
    this.#workspace = workspace;
  }

  /** Brings every open document up to date, once whatever has come in by then is taken in. */
  async update(): Promise<void> {
    this.#wanted = true;
    if (this.#running) return;
    this.#running = true;
    try {
      while (this.#wanted) {
        await nextTurn();
        this.#wanted = false;
        await this.#publish();
      }
    } finally {
      this.#running = false;
    }
  }

  /** Takes back what was said of a document that is closed. */
  clear(uri: string): void {
    if (this.#sent.delete(uri)) this.#send(uri, undefined, []);
  }

  /** A newer change makes the rest of a round pointless. */
  async #publish(): Promise<void> {
    for (const { uri } of this.#workspace.documents) {
      if (this.#wanted) return;
      const diagnostics = await diagnosticsFor(uri, this.#workspace);
      const document = this.#workspace.document(uri);
      if (!document || this.#wanted) continue;
      const content = `${document.version} ${JSON.stringify(diagnostics)}`;
      if (this.#sent.get(uri) === content) continue;
      this.#sent.set(uri, content);
      this.#send(uri, document.version, diagnostics);
    }
  }

  #send(uri: string, version: number | undefined, diagnostics: Diagnostic[]): void {
    void this.#connection.sendDiagnostics({
      uri,
      ...(version !== undefined && { version }),
      diagnostics,
    });
  }
}
