import { type Clock, ServiceError } from '@svc/kit';
import type { Knex } from 'knex';
import { addRefusal, type RefusalKind } from '../db/refusals.js';

export type RefusalCounter = ReturnType<typeof countRefusals>;

/** Counts refused requests of a company by their reason, so that it sees that something is wrong. docs/insight.md N5.11. */
export function countRefusals({ db, clock }: { db: Knex; clock: Clock }) {
  const count = (companyId: string, kind: RefusalKind, reason: string, requests = 1): Promise<void> =>
    addRefusal(db, companyId, { kind, reason, requests }, clock.now());
  return {
    count,
    /** Does work, and counts the conflict that it may end with. */
    async during<T>(companyId: string, kind: RefusalKind, work: () => Promise<T>): Promise<T> {
      try {
        return await work();
      } catch (error) {
        if (error instanceof ServiceError && error.code === 'IDEMPOTENCY_CONFLICT')
          await count(companyId, kind, error.code);
        throw error;
      }
    },
  };
}
