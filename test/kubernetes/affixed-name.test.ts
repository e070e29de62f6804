import { expect, test } from 'vitest';
import { affixedNames } from '../../src/kubernetes/index.ts';

test.each([
  ['config', '', ['config']],
  ['config', 'web', ['config']],
  ['config', 'prod-web', ['config', 'config-web', 'prod-config']],
  ['config', 'a-b-c', ['config', 'config-b-c', 'config-c', 'a-config', 'a-config-c', 'a-b-config']],
])('%s beside %j', (name, sibling, expected) => {
  expect(affixedNames(name, sibling)).toEqual(expected);
});
