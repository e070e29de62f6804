/** Diagnostics for clients that don't ask: sent whenever they have changed. */
import {
  type CancellationToken,
  CancellationTokenSource,
  type Connection,
  type Diagnostic,
} from 'vscode-languageserver';
import { diagnosticsFor } from './document-diagnostics.ts';
import { nextTurn } from './turns.ts';
import type { Workspace } from './workspace.ts';

export class Publisher {
  readonly #connection: Connection;
  readonly #workspace: Workspace;
  /** What was sent last, by address. */
  readonly #sent = new Map<string, string>();
  #round: CancellationTokenSource | undefined;
  #running = false;

  constructor(connection: Connection, workspace: Workspace) {
    this.#connection = connection;
    this.#workspace = workspace;
  }

  /** Brings every open document up to date, once all messages that have come in are taken in: one comes each turn. */
  async update(): Promise<void> {
    this.#round?.cancel();
    if (this.#running) return;
    this.#running = true;
    try {
      let round: CancellationTokenSource;
      do {
        round = new CancellationTokenSource();
        this.#round = round;
        await nextTurn();
        await nextTurn();
        await this.#publish(round.token);
      } while (round.token.isCancellationRequested);
    } finally {
      this.#running = false;
    }
  }

  /** Takes back what was said of a document that is closed. */
  clear(uri: string): void {
    if (this.#sent.delete(uri)) this.#send(uri, undefined, []);
  }

  /** A newer change makes the rest of a round pointless. */
  async #publish(token: CancellationToken): Promise<void> {
    try {
      for (const { uri } of this.#workspace.documents) {
        const diagnostics = await diagnosticsFor(uri, this.#workspace, token);
        if (token.isCancellationRequested) return;
        this.#sendIfNew(uri, diagnostics);
      }
    } catch (error) {
      if (!token.isCancellationRequested) throw error;
    }
  }

  #sendIfNew(uri: string, diagnostics: Diagnostic[]): void {
    const document = this.#workspace.document(uri);
    if (!document) return;
    const content = `${document.version} ${JSON.stringify(diagnostics)}`;
    if (this.#sent.get(uri) === content) return;
    this.#sent.set(uri, content);
    this.#send(uri, document.version, diagnostics);
  }

  #send(uri: string, version: number | undefined, diagnostics: Diagnostic[]): void {
    void this.#connection.sendDiagnostics({
      uri,
      ...(version !== undefined && { version }),
      diagnostics,
    });
  }
}
