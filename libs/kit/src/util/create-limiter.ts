/**
 * Runs at most `limit` tasks simultaneously; further tasks wait in order of arrival. Prevents tasks that hold a database
 * connection for long from using the whole pool.
 */
export function createLimiter(limit: number): <T>(task: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (task) => {
    if (running < limit) running++;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await task();
    } finally {
      // `running` stays as it is: the next waiting task takes the place, so that no new task can overtake it.
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
