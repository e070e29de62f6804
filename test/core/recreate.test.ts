import { describe, expect, test } from 'vitest';
import { applyEdits, offer } from '../../src/core/fix.ts';
import { toRecreate } from '../../src/core/objects/recreate.ts';
import { resourcesIn } from '../../src/core/resource.ts';
import { Source } from '../../src/core/source.ts';
import { readStream } from '../../src/core/yaml/index.ts';

/** A Deployment with this spec after the edits; undefined when they can't be made. */
function recreated(spec: string): string | undefined {
  const head = 'apiVersion: apps/v1\nkind: Deployment\nspec:';
  const source = new Source('a.yaml', `${head}${spec}`);
  const [document] = readStream(source.text).flatMap((part) => part.read());
  const [deployment] = document ? resourcesIn(source, document) : [];
  const [fix] = deployment ? offer('suggestion', 'Recreate', ...toRecreate(deployment)) : [];
  return fix && applyEdits(source, fix.edits).slice(head.length);
}

describe('toRecreate', () => {
  test.each([
    ['no strategy', ' {replicas: 1}\n', ' {replicas: 1, strategy: {type: Recreate}}\n'],
    ['another type', '\n  strategy: {type: RollingUpdate}\n', '\n  strategy: {type: Recreate}\n'],
    [
      'limits',
      '\n  strategy:\n    rollingUpdate:\n      maxSurge: 1\n  replicas: 1\n',
      '\n  strategy:\n    type: Recreate\n  replicas: 1\n',
    ],
    [
      'limits and a type',
      '\n  strategy: {rollingUpdate: {maxSurge: 1}, type: RollingUpdate}\n',
      '\n  strategy: {type: Recreate}\n',
    ],
    [
      'nothing but limits in braces',
      '\n  strategy: {rollingUpdate: {maxSurge: 1}}\n',
      '\n  strategy: {type: Recreate}\n',
    ],
    [
      'limits that others need',
      '\n  strategy: {rollingUpdate: &limits {maxSurge: 1}}\n  x: *limits\n',
      undefined,
    ],
  ])('%s', (_, spec, expected) => {
    expect(recreated(spec)).toBe(expected);
  });
});
