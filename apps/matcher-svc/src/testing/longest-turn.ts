/**
 * The most work that this thread did in one turn of its event loop while a task ran: processor time, so that it does not
 * depend on what else the machine does. Null where Node does not count it by thread (before 23.9).
 * @returns milliseconds.
 */
export async function longestTurn(task: () => Promise<unknown>): Promise<number | null> {
  const { threadCpuUsage } = process as { threadCpuUsage?: () => { user: number; system: number } };
  if (!threadCpuUsage) {
    await task();
    return null;
  }
  const usedMs = () => {
    const { user, system } = threadCpuUsage();
    return (user + system) / 1_000;
  };
  let longest = 0;
  let before = usedMs();
  let running = true;
  const turn = () => {
    const now = usedMs();
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
