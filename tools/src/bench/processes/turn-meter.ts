/** What the parent process sends: `begin` a measurement, or `end` it and answer `{ longestMs }`. */
export type MeterOrder = 'begin' | 'end';

/** Processor time of this thread, milliseconds; Linux adds to it at its ticks, every 1 to 4 ms. */
function threadTimeMs(): number {
  const { threadCpuUsage } = process as { threadCpuUsage?: () => { user: number; system: number } };
  const { user, system } = threadCpuUsage ? threadCpuUsage() : process.cpuUsage();
  return (user + system) / 1_000;
}

/**
 * Lets a parent process measure the longest turn of this process's event loop: processor time, so that it does not depend on
 * what else the machine does.
 */
export function serveTurnMeter(): void {
  let longestMs = 0;
  let before = 0;
  let isRunning = false;
  const turn = () => {
    const now = threadTimeMs();
    longestMs = Math.max(longestMs, now - before);
    before = now;
    if (isRunning) setImmediate(turn);
  };
  process.on('message', (order: MeterOrder) => {
    if (order === 'begin') {
      [longestMs, before, isRunning] = [0, threadTimeMs(), true];
      setImmediate(turn);
    } else {
      isRunning = false;
      process.send?.({ longestMs });
    }
  });
}
