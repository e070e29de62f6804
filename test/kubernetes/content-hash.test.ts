import { expect, test } from 'vitest';
import { hasContentHash, isChecksum, nameBeforeHash } from '../../src/kubernetes/index.ts';

test.each([
  ['web-config-t757gk2bmf', 'web-config'],
  ['web-config-9h2dh4dkhk', 'web-config'],
  ['a-t757gk2bmf', 'a'],
  ['web-config', undefined],
  ['web-config-t757gk2bm', undefined],
  ['web-config-t757gk2bmfd', undefined],
  ['web-config-0757gk2bmf', undefined],
  ['web-config-T757GK2BMF', undefined],
  ['-t757gk2bmf', undefined],
  ['', undefined],
])('kustomize made %j of %j', (name, before) => {
  expect(nameBeforeHash(name)).toBe(before);
});

test.each([
  ['web-config-t757gk2bmf', true],
  ['web-3f9a2c1b', true],
  ['web-0a1b2c3', true],
  ['web.0a1b2c3d4e5f', true],
  ['web-config', false],
  ['web-v2', false],
  ['web-20240301', false],
  ['web-facade', false],
  ['web-defaced', false],
  ['web-1a2b', false],
  ['', false],
])('whether %j names its content: %j', (name, expected) => {
  expect(hasContentHash(name)).toBe(expected);
});

test.each([
  ['e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', true],
  ['sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', true],
  ['e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b85', true],
  ['d41d8cd98f00b204e9800998ecf8427e', true],
  ['da39a3ee5e6b4b0d3255bfef95601890afd80709', true],
  ['1.4.0', false],
  ['abcdef', false],
  ['', false],
])('whether %j is a checksum: %j', (text, expected) => {
  expect(isChecksum(text)).toBe(expected);
});
