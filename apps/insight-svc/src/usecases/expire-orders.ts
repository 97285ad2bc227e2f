import { DAY_MS } from '@svc/domain';
import { type Clock, forCompany } from '@svc/kit';
import type { Knex } from 'knex';
import { loadTimeZone } from '../db/company-zones.js';
import { expireRefunds, listOldOrders } from '../db/expire-orders.js';
import { foldOrders } from '../db/fold-orders.js';

/** Retention of orders and refunds, counted from the order. docs/insight.md N8.2. */
const ORDER_DAYS = 400;
/** Longer than the 35 days that analysis-svc lists an erasure, and than the 30 days of the longest window. */
const ERASURE_DAYS = 60;
const PAGE = 1_000;

/** Deletes orders, refunds and marks of erasures that are no longer kept. What orders were worth stays as sums of days. docs/insight.md N7.7. */
export async function expireOldOrders({ db, clock }: { db: Knex; clock: Clock }, signal: AbortSignal): Promise<void> {
  const now = clock.now().getTime();
  const before = { orders: new Date(now - ORDER_DAYS * DAY_MS), erasures: new Date(now - ERASURE_DAYS * DAY_MS) };
  while (!signal.aborted) {
    const old = await listOldOrders(db, before.orders, PAGE);
    for (const [companyId, orderKeys] of old) {
      await forCompany(db, companyId, async (trx) =>
        foldOrders(trx, companyId, orderKeys, await loadTimeZone(trx, companyId)),
      );
    }
    // Refunds of orders that are still kept reduce what these leave.
    if (old.size > 0) continue;
    if ((await expireRefunds(db, before, PAGE)) < PAGE) return;
  }
}
