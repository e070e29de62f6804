import { expect, test } from 'vitest';
import { isReleaseLabel } from '../../src/kubernetes/index.ts';

test.each([
  ['helm.sh/chart', 'dns-2.5.1'],
  ['helm.sh/chart', 'ingress-nginx-4.10.0_build.7'],
  ['chart', 'web-v1.2.3'],
  ['app.kubernetes.io/version', '1.9.0'],
  ['app.kubernetes.io/version', 'v2.3'],
  ['version', '1.0.0-rc.1'],
  ['appVersion', '2024.1'],
  ['app-ver', '1-20-3'],
  ['deployTimestamp', '1751286504'],
  ['deploytimestamp', '20240131'],
  ['example.com/date', '2024-01-31'],
  ['released_time', '2024-01-31T10.20.30Z'],
  ['git-sha', '1a2b3c4'],
  ['commit', 'da39a3ee5e6b4b0d3255bfef95601890afd80709'],
  ['imageTag', 'main-1a2b3c4d'],
  ['config-hash', '0badc0de'],
  ['build', '417'],
  ['build-id', '20240131.3'],
  ['pipeline', '99'],
  ['release', '3.1.4'],
])('%s=%s changes with a release', (key, value) => {
  expect(isReleaseLabel(key, value)).toBe(true);
});

test.each([
  // A track is no release.
  ...['blue', 'green', 'stable', 'canary', 'v1', 'v2', '1', '2', 'latest', 'main', 'v1beta1', '1.x', ''].map(
    (value) => ['version', value],
  ),
  // Another label with such a value.
  ['app', 'redis-6.2.1'],
  ['app.kubernetes.io/name', 'web'],
  ['app.kubernetes.io/instance', 'web-1.2.3'],
  ['tier', '1.2.3'],
  ['stage', '20240131'],
  ['storage', '1.2.3'],
  ['runtime', '1.2.3'],
  // Words alone are no hash.
  ['hash', 'defaced'],
  ['commit', 'facade'],
  ['sha', '123abc'],
  // The name of a Helm release, a version that lasts.
  ['release', 'shop'],
  ['api-version', '1.2'],
  ['schemaVersion', '3.0.0'],
  // Not filled in yet, or longer than a label may be.
  ['version', '{{ .Values.version }}'],
  ['version', '${VERSION}'],
  ['version', `1.${'0'.repeat(70)}`],
  ['version', '-'.repeat(100_000)],
])('%s=%s stays', (key, value) => {
  expect(isReleaseLabel(key as string, value as string)).toBe(false);
});
