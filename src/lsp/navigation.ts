/** From a name to what bears it, and back to all that name it. */
import type {
  CancellationToken,
  DefinitionParams,
  Location,
  ReferenceParams,
  TextDocumentPositionParams,
} from 'vscode-languageserver';
import { definitionsAt, type Place, referencesAt } from '../core/names/index.ts';
import type { Resource } from '../core/resource.ts';
import { stopIfCancelled } from './turns.ts';
import type { View } from './view.ts';
import type { Workspace } from './workspace.ts';

export async function definition(
  params: DefinitionParams,
  workspace: Workspace,
  token: CancellationToken,
): Promise<Location[]> {
  const pointed = await pointedAt(params, workspace, token);
  if (!pointed) return [];
  const { view, resource, offset } = pointed;
  return locations(definitionsAt(resource, view.snapshot.index, offset), view);
}

export async function references(
  params: ReferenceParams,
  workspace: Workspace,
  token: CancellationToken,
): Promise<Location[]> {
  const pointed = await pointedAt(params, workspace, token);
  if (!pointed) return [];
  const { view, resource, offset } = pointed;
  const { includeDeclaration } = params.context;
  return locations(referencesAt(resource, view.snapshot.index, offset, includeDeclaration), view);
}

export interface Pointed {
  readonly view: View;
  readonly resource: Resource;
  /** In the judged text. */
  readonly offset: number;
}

/** The object that a position is in; undefined outside of objects and where somebody is typing. */
export async function pointedAt(
  { textDocument, position }: TextDocumentPositionParams,
  workspace: Workspace,
  token: CancellationToken,
): Promise<Pointed | undefined> {
  const view = await workspace.view(textDocument.uri, token);
  stopIfCancelled(token);
  const offset = view?.offset(position);
  const resource = offset === undefined ? undefined : view?.resourceAt(offset);
  return view && resource && offset !== undefined ? { view, resource, offset } : undefined;
}

function locations(places: readonly Place[], view: View): Location[] {
  return places.flatMap(({ source, span }) => view.location(source, span) ?? []);
}
