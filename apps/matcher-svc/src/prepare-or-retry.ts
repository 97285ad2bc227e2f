import { setTimeout as sleep } from 'node:timers/promises';
import { type Logger, runDetached, toDatabaseFailure } from '@svc/kit';

/** A preparation that needs the database. */
export interface Preparation {
  /** Null: it is done already. Otherwise resolves once it is, or with false when it was stopped. */
  readonly pending: Promise<boolean> | null;
  stop(): Promise<void>;
}

/**
 * Prepares now, or, while the database cannot be reached, again and again in the background: a service that restarts during
 * an outage heals by itself.
 * @param options.prepare - may be called again after it failed.
 * @throws what is not the database's absence: a bug, or a wrong configuration.
 */
export async function prepareOrRetry(options: {
  prepare(): Promise<void>;
  everyMs: number;
  log: Logger;
}): Promise<Preparation> {
  const { prepare, everyMs, log } = options;
  try {
    await prepare();
    return { pending: null, stop: async () => {} };
  } catch (error) {
    if (!toDatabaseFailure(error)) throw error;
    log.warn({ err: error }, 'the database is not reachable; the service starts without it and tries again');
  }
  const stopping = new AbortController();
  const { signal } = stopping;

  async function retry(): Promise<boolean> {
    for (;;) {
      await sleep(everyMs, undefined, { signal }).catch(() => {});
      if (signal.aborted) return false;
      try {
        await prepare();
        log.info('the database is reachable; the service works');
        return true;
      } catch (error) {
        if (!toDatabaseFailure(error)) log.error({ err: error }, 'the database could not be prepared');
      }
    }
  }

  const pending = runDetached(retry);
  return {
    pending,
    async stop() {
      stopping.abort();
      await pending;
    },
  };
}
