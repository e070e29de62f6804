/** Diagnostics for clients that ask: document by document, and for the whole workspace. */
import { createHash } from 'node:crypto';
import path from 'node:path';
import {
  type CancellationToken,
  type Diagnostic,
  type DocumentDiagnosticParams,
  type DocumentDiagnosticReport,
  DocumentDiagnosticReportKind,
  type WorkspaceDiagnosticParams,
  type WorkspaceDiagnosticReport,
  type WorkspaceDocumentDiagnosticReport,
} from 'vscode-languageserver';
import type { Source } from '../core/source.ts';
import type { Asking } from './asking.ts';
import { diagnosticsOf } from './diagnostics.ts';
import { diagnosticsFor } from './document-diagnostics.ts';
import { closedDocument, type Document } from './open-document.ts';
import type { Session } from './session.ts';
import type { Snapshot } from './snapshot.ts';
import { eachInTurns, quiet, stopIfCancelled } from './turns.ts';
import { keyOf, uriOf } from './uri.ts';
import { View } from './view.ts';
import type { Workspace } from './workspace.ts';

/** Answers for one document; `unchanged` when the client has got the same answer already. */
export async function documentDiagnostics(
  { textDocument, previousResultId }: DocumentDiagnosticParams,
  { workspace, token }: Asking,
): Promise<DocumentDiagnosticReport> {
  const items = await diagnosticsFor(textDocument.uri, workspace, token);
  const resultId = idOf(items);
  return resultId === previousResultId
    ? { kind: DocumentDiagnosticReportKind.Unchanged, resultId }
    : { kind: DocumentDiagnosticReportKind.Full, resultId, items };
}

/** Answers for every file of the open folders, once nobody has typed for a moment: it is seconds of work. */
export async function workspaceDiagnostics(
  { previousResultIds }: WorkspaceDiagnosticParams,
  { workspace, token }: Asking,
): Promise<WorkspaceDiagnosticReport> {
  const before = new Map(previousResultIds.map(({ uri, value }) => [keyOf(uri), { uri, value }]));
  const items: WorkspaceDocumentDiagnosticReport[] = [];
  for (const session of workspace.projects) {
    for (const { document, diagnostics } of await allOf(session, workspace, token)) {
      const key = keyOf(document.uri);
      const known = before.get(key);
      before.delete(key);
      if (known || diagnostics.length > 0) items.push(reportOf(document, diagnostics, known?.value));
    }
  }
  const gone = [...before.values()].map(({ uri, value }) => reportOf({ uri, version: null }, [], value));
  return { items: [...items, ...gone] };
}

interface Judged {
  readonly document: Document;
  readonly diagnostics: Diagnostic[];
}

async function allOf(session: Session, workspace: Workspace, token: CancellationToken): Promise<Judged[]> {
  await quiet(() => session.revision, token);
  const snapshot = await session.latest(token);
  stopIfCancelled(token);
  const judged: Judged[] = [];
  const judge = async (source: Source) => {
    const document = documentOf(source, snapshot);
    const view = new View(snapshot, document, workspace.client, workspace.positions);
    judged.push({ document, diagnostics: await diagnosticsOf(view, token) });
  };
  const isOwn = ({ location }: Source) => workspace.projectOf(path.normalize(location)) === session;
  const sources = snapshot.reading.drafts.map(({ input }) => input.source).filter(isOwn);
  await eachInTurns(sources, judge, token);
  return judged;
}

function documentOf(source: Source, snapshot: Snapshot): Document {
  return snapshot.documentOf(source) ?? closedDocument(uriOf(source.location), source);
}

function reportOf(
  { uri, version }: Pick<Document, 'uri' | 'version'>,
  items: Diagnostic[],
  before: string | undefined,
): WorkspaceDocumentDiagnosticReport {
  const resultId = idOf(items);
  return resultId === before
    ? { kind: DocumentDiagnosticReportKind.Unchanged, uri, version, resultId }
    : { kind: DocumentDiagnosticReportKind.Full, uri, version, resultId, items };
}

/** Equal answers have equal ids. */
function idOf(items: readonly Diagnostic[]): string {
  return createHash('sha1').update(JSON.stringify(items)).digest('base64url');
}
