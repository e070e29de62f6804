// Looking at whole trees.
import { readStream, type YamlNode } from '../../../src/core/yaml/index.ts';

/** Every node of a tree, those behind aliases left out. */
export function nodesOf(node: YamlNode): YamlNode[] {
  const children = node.kind === 'map' ? node.entries : node.kind === 'list' ? node.items : [];
  return [node, ...children.flatMap(({ value, alias }) => (alias ? [] : nodesOf(value)))];
}

/** The roots of all documents of a text. */
export function rootsOf(text: string): YamlNode[] {
  return readStream(text).flatMap((part) => part.read().flatMap(({ root }) => root ?? []));
}
