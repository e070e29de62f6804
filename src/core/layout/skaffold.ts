/** The images that skaffold builds and tags by itself (skaffold.dev, skaffold.yaml reference: build.artifacts, also of profiles). */

import type { Source } from '../source.ts';
import { fieldOf, itemsOf, readStream, textOf } from '../yaml/index.ts';
import { folderOf, nameOf } from './path.ts';

export interface SkaffoldBuild {
  readonly folder: string;
  readonly images: readonly string[];
}

export function isSkaffoldFile(path: string): boolean {
  return nameOf(path) === 'skaffold.yaml';
}

/** Reads a skaffold file, which may hold several configurations; one that can't be read builds nothing. */
export function readSkaffold(source: Source): SkaffoldBuild {
  const documents = readStream(source.text).flatMap((part) => part.read());
  const artifacts = documents.flatMap(({ root }) =>
    [root, ...itemsOf(fieldOf(root, 'profiles')).map(({ value }) => value)].flatMap((config) =>
      itemsOf(fieldOf(fieldOf(config, 'build'), 'artifacts')),
    ),
  );
  const images = artifacts.flatMap(({ value }) => textOf(fieldOf(value, 'image')) ?? []);
  return { folder: folderOf(source.location), images };
}
