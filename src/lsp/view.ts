/** What requests about one document are answered from: the project at one moment, in the places of the screen. */
import type { Location, Position, Range, TextEdit, WorkspaceEdit } from 'vscode-languageserver';
import type { Finding } from '../core/finding.ts';
import type { Edit } from '../core/fix.ts';
import type { Resource } from '../core/resource.ts';
import type { Source, Span } from '../core/source.ts';
import type { Client } from './client.ts';
import type { Lines, Positions } from './lines.ts';
import type { Document } from './open-document.ts';
import type { Snapshot } from './snapshot.ts';
import { uriOf } from './uri.ts';

const SEPARATOR = /^---/m;

/** A finding with its place on the screen. */
export interface ScreenFinding {
  readonly finding: Finding;
  readonly span: Span;
}

export class View {
  readonly snapshot: Snapshot;
  readonly document: Document;
  readonly client: Client;
  readonly #positions: Positions;

  constructor(snapshot: Snapshot, document: Document, client: Client, positions: Positions) {
    this.snapshot = snapshot;
    this.document = document;
    this.client = client;
    this.#positions = positions;
  }

  /** The text that is judged. */
  get source(): Source {
    return this.document.judged;
  }

  /** The lines on the screen. */
  get lines(): Lines {
    return this.#positions.of(this.document.screen);
  }

  /** The lines of another text, in the client's encoding. */
  linesOf(text: string): Lines {
    return this.#positions.ofText(text);
  }

  get resources(): readonly Resource[] {
    return this.snapshot.resourcesIn(this.source);
  }

  /** What is said of the document, as far as it has a place on the screen, in the order of the text. */
  findings(): ScreenFinding[] {
    const judged = this.snapshot.report(this.source).findings.flatMap((finding) => {
      const span = this.document.toScreen(finding.span);
      return span ? [{ finding, span }] : [];
    });
    const typing = this.snapshot.typingErrors(this.document);
    return [...judged, ...typing.map((finding) => ({ finding, span: finding.span }))].sort(
      (a, b) => a.span.start - b.span.start,
    );
  }

  /** The object that an offset of the judged text is in, or behind, in the same document. */
  resourceAt(offset: number): Resource | undefined {
    const resource = this.resources.findLast(({ root }) => root.span.start <= offset);
    const behind = this.source.text.slice(resource?.root.span.end, offset);
    return SEPARATOR.test(behind) ? undefined : resource;
  }

  /** The offset in the judged text of a position on the screen; undefined where somebody is typing. */
  offset(position: Position): number | undefined {
    return this.document.fromScreen(this.lines.offset(position));
  }

  /** The range on the screen of a span of the judged text; undefined where somebody is typing. */
  range(span: Span): Range | undefined {
    const onScreen = this.document.toScreen(span);
    return onScreen && this.lines.range(onScreen);
  }

  /** A place in any text of the project, as it stands on the screen or on the disk. */
  location(source: Source, span: Span): Location | undefined {
    const document = this.snapshot.documentOf(source);
    if (!document) return { uri: uriOf(source.location), range: this.#positions.of(source).range(span) };
    const onScreen = document.toScreen(span);
    const lines = this.#positions.of(document.screen);
    return onScreen && { uri: document.uri, range: lines.range(onScreen) };
  }

  /** What an editor has to do for some edits; undefined when one is where somebody is typing. */
  workspaceEdit(edits: readonly Edit[]): WorkspaceEdit | undefined {
    const bySource = new Map<Source, TextEdit[]>();
    const uris = new Map<Source, string>();
    for (const { source, span, text } of edits) {
      const location = this.location(source, span);
      if (!location) return undefined;
      uris.set(source, location.uri);
      bySource.set(source, [...(bySource.get(source) ?? []), { range: location.range, newText: text }]);
    }
    const changes = [...bySource].map(([source, textEdits]) => ({
      textDocument: {
        uri: uris.get(source) ?? '',
        version: this.snapshot.documentOf(source)?.version ?? null,
      },
      edits: textEdits,
    }));
    return this.client.versionedEdits
      ? { documentChanges: changes }
      : { changes: Object.fromEntries(changes.map((one) => [one.textDocument.uri, one.edits])) };
  }
}
