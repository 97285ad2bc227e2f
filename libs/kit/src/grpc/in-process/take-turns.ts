import { setImmediate as nextTurn } from 'node:timers/promises';

/** A turn of the event loop has as many calls as a busy socket would bring; further ones wait for the next turn. */
const MAX_CALLS_PER_TURN = 32;

let calls = 0;

/**
 * Calls inside of a process are answered without the event loop where nothing has to be waited for, so a loop of calls would keep timers
 * and sockets from their turns. Over gRPC the sockets of the calls end each turn.
 * @returns undefined: the call may be made immediately.
 */
export function takeTurn(): Promise<void> | undefined {
  calls += 1;
  if (calls === 1) setImmediate(() => (calls = 0));
  return calls > MAX_CALLS_PER_TURN ? nextTurn() : undefined;
}
