import { type Clock, forCompany, type Logger } from '@svc/kit';
import type { Knex } from 'knex';
import { recordKeyUse } from '../../db/api-keys.js';

const MIN_AGE_MS = 60_000;

export interface KeyUseRecorder {
  /** Records an accepted use. Returns immediately; the request never waits for the write. */
  record(key: { id: string; companyId: string; lastUsedAt: Date | null }): void;
  /** Resolves when all started writes have ended. */
  settled(): Promise<void>;
}

/**
 * Stores the time of each key's last use outside of the request path, with at most one write per key and minute
 * (docs/reliability.md R2.6): the row that the check read contains the time of the last write, and a key has at most one write
 * in progress.
 */
export function createKeyUseRecorder(deps: { db: Knex; clock: Clock; log: Logger }): KeyUseRecorder {
  const writes = new Map<string, Promise<void>>();
  return {
    record({ id, companyId, lastUsedAt }) {
      const now = deps.clock.now();
      if (writes.has(id) || (lastUsedAt && now.getTime() - lastUsedAt.getTime() < MIN_AGE_MS)) return;
      const write = forCompany(deps.db, companyId, (trx) => recordKeyUse(trx, id, now))
        .catch((error: unknown) => deps.log.warn({ err: error, apiKeyId: id }, 'last use of a key was not recorded'))
        .finally(() => writes.delete(id));
      writes.set(id, write);
    },
    async settled() {
      await Promise.all(writes.values());
    },
  };
}
