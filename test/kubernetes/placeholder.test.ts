import { expect, test } from 'vitest';
import { hasPlaceholder } from '../../src/kubernetes/index.ts';

test.each([
  '{{ .Values.image.tag }}',
  'registry.example/app:{{args.tag}}',
  '$(IMAGE)',
  'app:$(TAG)',
  '${REGISTRY}/app',
  '$IMAGE_TAG',
  'app:$tag',
  '<your-image>',
  'app:<tag>',
  '<image name>',
  '<...>',
  '<x>',
  'ko://example.com/cmd/app',
])('%s waits for another tool', (text) => {
  expect(hasPlaceholder(text)).toBe(true);
});

test.each([
  '',
  'nginx:1.27',
  'a@sha256:0',
  '{"a":{"b":1}}',
  'price 5$',
  '^v[0-9]+$',
  'costs $5',
  'a < b and c > d',
  'result[0] <= 0.05 && result[1] >= 3',
  'a<b && c>d',
  '<>',
  '< >',
  'a -> b <- c',
])('%s is complete', (text) => {
  expect(hasPlaceholder(text)).toBe(false);
});

test.each([`<${'a'.repeat(100_000)}`, '<a'.repeat(50_000), `<${'a '.repeat(50_000)}`, '$'.repeat(100_000)])(
  'ends on a hostile text (%#)',
  (text) => {
    expect(hasPlaceholder(text)).toBe(false);
  },
);
