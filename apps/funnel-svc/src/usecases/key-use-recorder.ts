import { type Clock, forCompany, type Logger } from '@svc/kit';
import type { Knex } from 'knex';
import { recordKeyUse } from '../db/api-keys.js';

const MIN_AGE_MS = 60_000;

export interface KeyUseRecorder {
  /** Notes an accepted use. Returns at once; the request never waits for the write. */
  record(key: { id: string; companyId: string; lastUsedAt: Date | null }): void;
  /** Resolves when the writes that have begun are done. */
  settled(): Promise<void>;
}

/**
 * Keeps the time of each key's last use, off the request path, with at most one write a minute a key
 * (docs/reliability.md R2.6): the row that the check has read says when the last write was, and one write per key is
 * under way at a time.
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
