import { countsThreads, threadTimeMs } from './thread-time.js';

/**
 * The most work that this thread did in one turn of its event loop while a task ran: processor time, so that it does not
 * depend on what else the machine does. Null where Node does not count it by thread.
 * @returns milliseconds.
 */
export async function longestTurn(task: () => Promise<unknown>): Promise<number | null> {
  if (!countsThreads()) {
    await task();
    return null;
  }
  let longest = 0;
  let before = threadTimeMs();
  let running = true;
  const turn = () => {
    const now = threadTimeMs();
    longest = Math.max(longest, now - before);
    before = now;
    if (running) setImmediate(turn);
  };
  setImmediate(turn);
  try {
    await task();
  } finally {
    running = false;
  }
  turn();
  return longest;
}
