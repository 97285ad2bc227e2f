/**
 * Processor time of this thread, milliseconds, which does not depend on what else the machine does; of the whole process where
 * Node does not count it by thread (before 23.9). Linux adds to it at its ticks, every 1 to 4 ms.
 */
export function threadTimeMs(): number {
  const { threadCpuUsage } = process as { threadCpuUsage?: () => { user: number; system: number } };
  const { user, system } = threadCpuUsage ? threadCpuUsage() : process.cpuUsage();
  return (user + system) / 1_000;
}

/** Whether `threadTimeMs` is that of this thread. */
export const countsThreads = (): boolean => 'threadCpuUsage' in process;
