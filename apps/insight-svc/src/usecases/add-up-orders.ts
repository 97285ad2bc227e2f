import { type Clock, forCompany, lockName } from '@svc/kit';
import type { Knex } from 'knex';
import { loadTimeZone } from '../db/company-zones.js';
import { listStaleOrderDays, replaceOrderSums, toLockOfOrderSums } from '../db/order-sums.js';

/** Days that are read together. */
const BATCH = 200;

/**
 * Adds up the days that are over and whose orders changed, each as a whole, so that repeating it changes nothing; replicas may run it concurrently.
 * Reports read the orders of all other days. docs/insight.md N7.14, ADR 155.
 */
export function addUpOrders({ db, clock }: { db: Knex; clock: Clock }) {
  return async (signal: AbortSignal): Promise<void> => {
    for (;;) {
      const stale = await listStaleOrderDays(db, clock.now(), BATCH);
      for (const { companyId, day } of stale) {
        if (signal.aborted) return;
        await forCompany(db, companyId, async (trx) => {
          await lockName(trx, toLockOfOrderSums(companyId));
          await replaceOrderSums(trx, companyId, day, await loadTimeZone(trx, companyId));
        });
      }
      if (stale.length < BATCH) return;
    }
  };
}
