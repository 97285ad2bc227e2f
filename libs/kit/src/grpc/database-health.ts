import type { Logger } from '../log/logger.js';
import { createPeriodic, type Periodic } from '../util/periodic.js';

/**
 * Name under which the health service tells whether the database answers. The server as a whole (the empty name) says nothing of it: what
 * restarts a process when it does not serve must not restart it because its database is away.
 */
export const DATABASE_HEALTH = 'database';

const EVERY_MS = 1_000;
/** Failures in a row: a single broken connection is no outage. */
const MISSES = 2;

/** Asks a database every second and tells whether it is there. One that is only busy (no connection is free) is. */
export function watchDatabase(options: {
  database: { ping(): Promise<void> };
  log: Logger;
  onChange(isThere: boolean): void;
  everyMs?: number;
}): Periodic {
  const { database, log, onChange } = options;
  let misses = 0;
  return createPeriodic({
    name: 'the database of the service',
    everyMs: options.everyMs ?? EVERY_MS,
    log,
    async run() {
      try {
        await database.ping();
      } catch (error) {
        if ((error as Error).name === 'KnexTimeoutError') return;
        misses += 1;
        if (misses === MISSES) onChange(false);
        throw error;
      }
      if (misses >= MISSES) onChange(true);
      misses = 0;
    },
  });
}
