import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceError } from '../errors/service-error.js';

const LIMIT_MS = 60_000;

/**
 * Repeats a call that the service refuses because it is busy: of many simultaneous calls, those that wait more than 5 s for a connection
 * to the database are refused, which happens on a busy machine. For calls that change nothing when they are refused.
 */
export async function repeatWhileBusy<T>(call: () => Promise<T>): Promise<T> {
  for (const end = performance.now() + LIMIT_MS; ; await sleep(50)) {
    try {
      return await call();
    } catch (error) {
      const isBusy = error instanceof ServiceError && error.code === 'UNAVAILABLE';
      if (!isBusy || performance.now() > end) throw error;
    }
  }
}
