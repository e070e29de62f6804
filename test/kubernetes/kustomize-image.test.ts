import { describe, expect, test } from 'vitest';
import { kustomizeImageName } from '../../src/kubernetes/index.ts';

const HASH = 'dbcc1c35ac38df41fd2f5e4130b32ffdb93ebae8b3dbe638c23575912276fc9c';

describe('kustomizeImageName', () => {
  test.each([
    ['nginx', 'nginx'],
    ['nginx:1.27', 'nginx'],
    ['nginx:', 'nginx'],
    [`nginx@sha256:${HASH}`, 'nginx'],
    [`nginx:1.27@sha256:${HASH}`, 'nginx'],
    [`nginx@sha512:${HASH}`, 'nginx'],
    ['library/nginx:1.27', 'library/nginx'],
    ['registry.example.com:5000/team/web', 'registry.example.com:5000/team/web'],
    ['registry.example.com:5000/team/web:1.4.0', 'registry.example.com:5000/team/web'],
    ['registry:5000', 'registry'],
  ])('is what stands before tag and digest: %s', (text, name) => {
    expect(kustomizeImageName(text)).toBe(name);
  });

  test.each([
    ['IMAGE', 'IMAGE'],
    ['Web/App:1', 'Web/App'],
    ['web:{STABLE_VERSION}', 'web'],
    [' web:1', ' web'],
  ])('is taken from a text that is no reference: %j', (text, name) => {
    expect(kustomizeImageName(text)).toBe(name);
  });

  test.each([
    '',
    ':1',
    '@sha256:abc',
    'web:2.9e+07',
    'web:1 ',
    'web@sha256',
    'web@:abc',
    'web:a:b',
    'web:$TAG',
  ])('is undefined where kustomize would pass the image by: %j', (text) => {
    expect(kustomizeImageName(text)).toBeUndefined();
  });

  test('takes linear time', () => {
    const text = `${':'.repeat(100_000)}${'@'.repeat(100_000)}`;
    expect(kustomizeImageName(text)).toBeUndefined();
  });
});
