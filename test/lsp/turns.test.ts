// Long work in one thread: messages are read in between, and whoever waits no longer leaves the rest to others.

import { describe, expect, it } from 'vitest';
import { CancellationTokenSource } from 'vscode-languageserver';
import { SharedSteps, type Steps } from '../../src/core/steps.ts';
import { inTurns, nextTurn } from '../../src/lsp/turns.ts';

/** Works a millisecond a step, and counts the steps. */
function* work(steps: number, done: { count: number }): Steps<string> {
  for (; done.count < steps; done.count++) {
    const until = performance.now() + 1;
    while (performance.now() < until);
    yield;
  }
  return 'result';
}

describe('long work', () => {
  it('lets others have their turn', async () => {
    const done = { count: 0 };
    const seen: number[] = [];
    const result = inTurns(work(60, done));
    for (let turn = 0; turn < 3; turn++) {
      await nextTurn();
      seen.push(done.count);
    }
    expect(seen[0]).toBeLessThan(30);
    expect(new Set(seen).size).toBe(3);
    expect(await result).toBe('result');
  });

  it('stops when its token is cancelled', async () => {
    const done = { count: 0 };
    const source = new CancellationTokenSource();
    const result = inTurns(work(10_000, done), source.token);
    await nextTurn();
    source.cancel();
    await expect(result).rejects.toThrow('the request was cancelled');
    expect(done.count).toBeLessThan(10_000);
  });

  it('that two wait for is done once, also when one of them goes away', async () => {
    const done = { count: 0 };
    const shared = new SharedSteps(work(60, done));
    const source = new CancellationTokenSource();
    const [leaver, stayer] = [inTurns(shared.rest(), source.token), inTurns(shared.rest())];
    await nextTurn();
    source.cancel();
    await expect(leaver).rejects.toThrow('the request was cancelled');
    expect(await stayer).toBe('result');
    expect(await inTurns(shared.rest())).toBe('result');
    expect(done.count).toBe(60);
  });
});
