import { expect, test } from 'vitest';
import { readMapSelector, withoutRuntimeLabels } from '../../src/kubernetes/index.ts';

test.each([
  ['app', true],
  ['tier', true],
  ['rollouts-pod-template-hash', false],
  ['statefulset.kubernetes.io/pod-name', false],
  ['role', false],
  ['spilo-role', false],
  ['cnpg.io/instanceRole', true],
  ['vault-active', false],
  ['example.com/master', false],
  ['masterpiece', true],
])('a manifest shows the label %s: %j', (key, shown) => {
  const selector = readMapSelector({ [key]: 'x' }) ?? [];
  expect(withoutRuntimeLabels(selector)).toEqual(shown ? selector : []);
});
