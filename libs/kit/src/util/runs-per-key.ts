import { createLimiter } from './create-limiter.js';

/** Runs of one task for many keys: simultaneously for several keys, never twice simultaneously for one. */
export interface RunsPerKey<T> {
  /** A run that begins after this call, when the one before it has ended. Shared by all who ask before it begins. */
  runNext(key: string): Promise<T>;
  /** The run that is in work, otherwise the one that waits, if there is one. */
  getCurrent(key: string): Promise<T> | undefined;
  /** Resolves when the runs that are in work now have ended. */
  settled(): Promise<void>;
}

/** @param limit - how many keys at the same time; further runs wait in order of arrival. */
export function createRunsPerKey<T>(run: (key: string) => Promise<T>, limit = Number.POSITIVE_INFINITY): RunsPerKey<T> {
  const limited = createLimiter(limit);
  const waiting = new Map<string, Promise<T>>();
  const inWork = new Map<string, Promise<T>>();

  /** Begins in a later microtask at the earliest, when the caller has noted it as waiting. */
  async function runAfterCurrent(key: string): Promise<T> {
    await inWork.get(key)?.catch(() => {});
    return limited(async () => {
      const current = run(key);
      waiting.delete(key);
      inWork.set(key, current);
      try {
        return await current;
      } finally {
        inWork.delete(key);
      }
    });
  }

  return {
    runNext(key) {
      let next = waiting.get(key);
      if (!next) {
        next = runAfterCurrent(key);
        waiting.set(key, next);
      }
      return next;
    },
    getCurrent: (key) => inWork.get(key) ?? waiting.get(key),
    async settled() {
      await Promise.allSettled(inWork.values());
    },
  };
}
