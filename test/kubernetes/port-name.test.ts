import { expect, test } from 'vitest';
import { portNameProblem, servicePortNameProblem } from '../../src/kubernetes/index.ts';

test.each(['', 'http', '80', 'a-1', 'a--b', 'x'.repeat(63)])('a Service port may be named "%s"', (name) => {
  expect(servicePortNameProblem(name)).toBeUndefined();
});

test.each([
  ['HTTP', 'no DNS label'],
  ['http_web', 'no DNS label'],
  ['-http', 'no DNS label'],
  ['http-', 'no DNS label'],
  ['http web', 'no DNS label'],
  ['http\n', 'no DNS label'],
  ['x'.repeat(64), '64 characters of at most 63'],
])('a Service port may not be named "%s"', (name, problem) => {
  expect(servicePortNameProblem(name)).toContain(problem);
});

test.each(['http', 'h', 'http-web', '1a', 'x'.repeat(15)])('a container port may be named "%s"', (name) => {
  expect(portNameProblem(name)).toBeUndefined();
});

test.each([
  ['x'.repeat(16), '16 characters of at most 15'],
  ['HTTP', 'other than lower-case'],
  ['http_web', 'other than lower-case'],
  ['http\n', 'other than lower-case'],
  ['', 'other than lower-case'],
  ['8080', 'no letter'],
  ['a--b', 'two hyphens'],
  ['-a', 'hyphen at an end'],
  ['a-', 'hyphen at an end'],
])('a container port may not be named "%s"', (name, problem) => {
  expect(portNameProblem(name)).toContain(problem);
});
