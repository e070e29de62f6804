/** From a name to what bears it, and back to all that name it. */
import type { DefinitionParams, Location, Position, ReferenceParams } from 'vscode-languageserver';
import { definitionsAt, type Place, referencesAt } from '../core/names/index.ts';
import type { Resource } from '../core/resource.ts';
import type { View } from './view.ts';

export function definition(view: View, { position }: DefinitionParams): Location[] {
  const pointed = pointedAt(view, position);
  if (!pointed) return [];
  return locations(definitionsAt(pointed.resource, view.snapshot.index, pointed.offset), view);
}

export function references(view: View, { position, context }: ReferenceParams): Location[] {
  const pointed = pointedAt(view, position);
  if (!pointed) return [];
  const { resource, offset } = pointed;
  return locations(referencesAt(resource, view.snapshot.index, offset, context.includeDeclaration), view);
}

interface Pointed {
  readonly resource: Resource;
  /** In the judged text. */
  readonly offset: number;
}

/** The object that a position is in; undefined outside of objects and where somebody is typing. */
function pointedAt(view: View, position: Position): Pointed | undefined {
  const offset = view.offset(position);
  const resource = offset === undefined ? undefined : view.resourceAt(offset);
  return resource && offset !== undefined ? { resource, offset } : undefined;
}

function locations(places: readonly Place[], view: View): Location[] {
  return places.flatMap(({ source, span }) => view.location(source, span) ?? []);
}
