import { expect, test } from 'vitest';
import { namesService } from '../../src/kubernetes/index.ts';

test.each([
  ['http://web:8080/ready', '', true],
  ['https://web', '', true],
  ['http://web-preview:8080', '', false],
  ['http://api.example.com/web', '', false],
  ['http://example.com//web', '', true],
  ['web.shop.svc.cluster.local', '', true],
  ['web.shop.svc', '', true],
  ['my-web.shop.svc', '', false],
  ['web.shop.svcs', '', false],
  ['sum(rate(x{destination_service=~"web.shop.svc.cluster.local"}[5m]))', '', true],
  [String.raw`x{destination_service=~"web\\.shop\\.svc.*"}`, '', true],
  ['x{destination_service_name="web"}', '', true],
  ['x{service=~"web"}', '', true],
  ['x{service="web-preview"}', '', false],
  ['x{app="web"}', '', false],
  ['web', '', false],
  ['web', 'app', false],
  ['web', 'service-name', true],
  ['web', 'serviceName', true],
  ['web', 'canary-host', true],
  ['web', 'ghost', false],
  ['web.shop:8080', 'url', true],
  ['web-preview', 'service', false],
  ['', 'service', false],
])('%s under %j', (text, under, expected) => {
  expect(namesService(text, 'web', under)).toBe(expected);
});

test('a name is no pattern', () => {
  expect(namesService('http://a.b/', 'a+b')).toBe(false);
  expect(namesService('http://a+b/', 'a+b')).toBe(true);
  expect(namesService('http://(/', '(')).toBe(true);
});
