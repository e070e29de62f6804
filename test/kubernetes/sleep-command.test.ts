import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sleepSeconds } from '../../src/kubernetes/index.ts';

test.each<[readonly string[], number | undefined]>([
  [['sleep', '20'], 20],
  [['/bin/sleep', '20'], 20],
  [['/usr/bin/env', 'sleep', '20'], 20],
  [['busybox', 'sh', '-c', 'sleep 20'], 20],
  [['sleep', '1m'], 60],
  [['sleep', '1m', '30s'], 90],
  [['sleep', '0.5'], 0.5],
  [['sleep', 'infinity'], undefined],
  [['sleep', '$(DELAY)'], undefined],
  [['sleep'], undefined],
  [['sleep 20'], undefined],
  [['nginx', '-s', 'quit'], undefined],
  [['sh', '-c', 'sleep', '20'], undefined],
  [['sh', 'drain.sh', '-c', 'sleep 20'], undefined],
  [['sh', '-c'], undefined],
  [[], undefined],
  [['bash', '-eo', 'pipefail', '-c', 'sleep 20'], 20],
  [['bash', '-lc', '--', 'sleep 20'], 20],
])('%j', (command, expected) => {
  expect(sleepSeconds(command)).toBe(expected);
});

test.each<[string, number | undefined]>([
  ['sleep 20 && nginx -s quit', 20],
  ['nginx -s quit; sleep 20', 20],
  ['curl -fsS -X POST localhost:8080/drain && sleep 40', 40],
  ['sleep 5; kill -QUIT $(cat /run/nginx.pid); sleep 30', 30],
  ['sleep 20 || true', 20],
  ['curl localhost/drain 2>&1 || true; sleep 20', 20],
  ['exec sleep 25', 25],
  ['exec nginx -s quit; sleep 25', undefined],
  ['/bin/sleep 15s', 15],
  ['sleep 20 2>/dev/null', 20],
  ['sleep 20 >&2', 20],
  ['# let the endpoints go\nset -e\nsleep 20\n', 20],
  ["echo 'a; sleep 30; b'; sleep 5", 5],
  ['echo "it\'s ${WORD}" | tee log; sleep 5', 5],
  ['echo waiting \\; sleep 30', undefined],
  ['curl localhost/drain || sleep 60', undefined],
  ['sleep 60 & wait', undefined],
  ['sleep 60 | cat', undefined],
  ['while pgrep app; do sleep 1; done', undefined],
  ['if test -f /tmp/x; then sleep 60; fi', undefined],
  ['for i in 1 2 3; do sleep 60; done', undefined],
  ['sleep 5; while pgrep app; do sleep 60; done', 5],
  ['test -f /tmp/x && exit 0; sleep 60', undefined],
  ['exit 0; sleep 60', undefined],
  ['drain() { sleep 60; }; drain', undefined],
  ['cat <<END\nsleep 60\nEND\n', undefined],
  ["echo 'open; sleep 60", undefined],
  ['sleep $DELAY', undefined],
  ['sleep 1.2.3', undefined],
  ['asleep 20', undefined],
  ['', undefined],
])('sh -c %j', (script, expected) => {
  expect(sleepSeconds(['sh', '-c', script])).toBe(expected);
});

test('never throws, and takes little time', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), (command) => {
      sleepSeconds(command);
    }),
  );
  for (const text of ['"', "'", '`', '$(', '${', '1', '1>', 'sleep 1 ', '/', '#', '\\', '&', '|', '<'])
    sleepSeconds(['sh', '-c', text.repeat(100_000)]);
  sleepSeconds(Array.from({ length: 100_000 }, () => 'busybox'));
}, 5_000);
