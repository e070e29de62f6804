/** Long work in one thread: it gives way to messages every few milliseconds, and stops when nobody wants it anymore. */
import { type CancellationToken, LSPErrorCodes, ResponseError } from 'vscode-languageserver';

/** Work between two pauses, in milliseconds: short against the 50 that a person notices. */
const TURN = 8;

/** Lets messages that have come in be read. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Throws what the protocol calls for when a request was cancelled. */
export function stopIfCancelled(token: CancellationToken | undefined): void {
  if (token?.isCancellationRequested)
    throw new ResponseError(LSPErrorCodes.RequestCancelled, 'the request was cancelled');
}

/** Does something for each item, in turns. Throws when the token is cancelled in between. */
export async function eachInTurns<T>(
  items: Iterable<T>,
  action: (item: T) => void,
  token?: CancellationToken,
): Promise<void> {
  let until = performance.now() + TURN;
  for (const item of items) {
    if (performance.now() > until) {
      await nextTurn();
      stopIfCancelled(token);
      until = performance.now() + TURN;
    }
    action(item);
  }
}

/** Runs a generator to its end, in turns. */
export async function inTurns<T>(steps: Generator<undefined, T>): Promise<T> {
  let until = performance.now() + TURN;
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (performance.now() > until) {
      await nextTurn();
      until = performance.now() + TURN;
    }
  }
}

/** How long nothing may change before work that takes seconds is worth to begin, in milliseconds. */
const QUIET = 500;

/** Waits until a number has stayed the same for a while. Throws when the token is cancelled. */
export async function quiet(number: () => number, token: CancellationToken): Promise<void> {
  for (let before = number(); ; before = number()) {
    stopIfCancelled(token);
    await new Promise((resolve) => setTimeout(resolve, QUIET));
    if (number() === before) return;
  }
}
